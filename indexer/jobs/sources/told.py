"""A source as the operator's page takes it: the form's values, sentences, a row beside others."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

from indexer.jobs.sources.sample import SITEMAP, Source


def form_values(source: Source) -> dict[str, Any]:
    """Return the form's fields for a source, by their names on the wire."""
    parts = urlsplit(source.address)
    address = "feedUrl" if source.kind == "feed" else "catalogueUrl"
    return {
        **({"name": source.name} if source.name else {}),
        "website": f"{parts.scheme}://{parts.netloc}/",
        "currency": source.currency,
        "source": source.kind,
        address: source.address,
    }


def is_platform(source: Source) -> bool:
    """Return True if a platform's catalogue was found."""
    return source.kind == "catalogue" and source.label != SITEMAP


def row(source: Source, best: Source | None) -> dict[str, Any]:
    """Return what is compared of a source."""
    return {
        "source": source.kind,
        "label": _named(source),
        "address": source.address,
        "products": source.total,
        "sampled": len(source.items),
        "priced": source.priced,
        "pictured": source.pictured,
        "soldOut": sum(item.sold_out is True for item in source.items),
        "problem": source.problem,
        "differs": list(source.differs),
        "proposed": source is best,
        "values": form_values(source),
    }


def told(source: Source, best: Source | None) -> Iterator[str]:
    """Say what was found, and whether it is proposed, as sentences for the operator."""
    count = f", {source.total} products"
    why = source.problem or ("another has as much or more" if source is not best else "")
    proposed = f"not proposed: {why}" if why else "proposed as its source"
    yield f"{_named(source)} at {source.address}{count}: {proposed}"
    yield (
        f"Of {len(source.items)} that were looked at {source.priced} have prices in"
        f" {source.currency}, {source.pictured} pictures"
    )
    yield from source.differs[:1]
    if source.refused:
        yield f"{len(source.refused)} rows refused, such as {source.refused[0]}"


def _named(source: Source) -> str:
    if source.label == SITEMAP:
        return "Products' pages by the sitemap"
    return f"{source.label}'s catalogue" if is_platform(source) else source.label

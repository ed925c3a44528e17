"""What was looked at, source or none with the reason, as the operator's page takes it. Pure."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from indexer.ingest.sources.sample import Source
from scrapers.errors import (
    BusyStoreError,
    DisallowedError,
    ForbiddenError,
    LockedStoreError,
    MissingPageError,
    OutOfTimeError,
    RefusedAddressError,
    StoppedError,
    WaitTooLongError,
)
from scrapers.feeds.catalogues import SITEMAP, OtherPlatformError
from scrapers.web.hosts import home_of

# Why there is no source: there is none, the store refuses it, it asks for a password, what came
# could not be read, or the time ended before it was looked at.
ABSENT, REFUSED, LOCKED, UNREAD, LEFT = "absent", "refused", "locked", "unread", "left"
STATES: tuple[tuple[tuple[type[Exception], ...], str], ...] = (
    ((MissingPageError, OtherPlatformError), ABSENT),
    ((LockedStoreError,), LOCKED),
    ((ForbiddenError, DisallowedError, BusyStoreError), REFUSED),
    ((RefusedAddressError, WaitTooLongError), REFUSED),
)
TIME_OVER = "the time for looking at the store was over"
LISTS = "Listing pages"
EMPTY: dict[str, Any] = {
    **dict.fromkeys(("products", "sampled", "priced", "pictured", "soldOut"), 0),
    **{"differs": [], "proposed": False, "values": {}},
}


@dataclass(frozen=True, slots=True)
class Unfound:
    """A place without a source. `kind`: feed, catalogue, pages, or home, as `Source.kind`."""

    kind: str
    label: str
    address: str
    state: str
    reason: str


def unfound(kind: str, label: str, address: str, error: Exception) -> Unfound:
    """Return what an error says of a place."""
    if isinstance(error, StoppedError | OutOfTimeError):
        return left(kind, label, address, TIME_OVER)
    state = next((state for kinds, state in STATES if isinstance(error, kinds)), UNREAD)
    return Unfound(kind, label, address, state, str(error).rstrip("."))


def left(kind: str, label: str, address: str, why: str) -> Unfound:
    """Return a place that was not looked at, or not to its end."""
    return Unfound(kind, label, address, LEFT, f"not looked at to the end: {why}")


def form_values(source: Source) -> dict[str, Any]:
    """Return the form's fields for a source, by their names on the wire."""
    address = "feedUrl" if source.kind == "feed" else "catalogueUrl"
    return {
        **({"name": source.name} if source.name else {}),
        "website": f"{home_of(source.address)}/",
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
        "state": "poor" if source.problem else "good",
        "problem": source.problem,
        "differs": [*source.differs, *source.uncompared, *_broken(source)],
        "proposed": source is best,
        "values": form_values(source),
    }


def unfound_row(one: Unfound) -> dict[str, Any]:
    """Return what is shown of a place that gave no source."""
    label = _label(one.kind, one.label)
    shown = {"source": one.kind, "label": label, "address": one.address}
    return {**EMPTY, **shown, "state": one.state, "problem": one.reason}


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
    yield from (*source.differs[:1], *source.uncompared[:1], *_broken(source))
    if source.refused:
        yield f"{len(source.refused)} rows refused, such as {source.refused[0]}"


def _broken(source: Source) -> Iterator[str]:
    if source.broken:
        yield f"Its reading broke off after {len(source.items)} products: {source.broken}"


def pages_row(
    proposed: dict[str, Any], address: str, failure: Exception | None, *, is_best: bool
) -> dict[str, Any]:
    """Return what is shown of the listing pages, beside the other sources."""
    if failure is not None:
        return unfound_row(unfound("pages", LISTS, address, failure))
    counts = proposed.pop("counts")
    shown = {"source": "pages", "label": LISTS, "address": address, "state": "good", "problem": ""}
    values = {"source": "pages", **proposed["brand"]}
    return {**EMPTY, **shown, **counts, "values": values, "proposed": is_best}


def _named(source: Source) -> str:
    return _label(source.kind, source.label)


def _label(kind: str, label: str) -> str:
    if label == SITEMAP:
        return "Products' pages by the sitemap"
    return f"{label}'s catalogue" if kind == "catalogue" else label

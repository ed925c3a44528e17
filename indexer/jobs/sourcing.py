"""What a store offers besides its pages: its platform's catalogue, found by the store's address."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any
from urllib.parse import urlsplit

from indexer.catalogue.rates import current_rates
from indexer.db import session_scope
from indexer.feed.catalogues import Catalogue, Get
from indexer.feed.errors import FeedError, RowRefusedError
from indexer.feed.forms.objects import records_of
from indexer.feed.row import FeedDefaults, parse_row
from indexer.jobs.crawling import crawl_options
from indexer.jobs.feeding import getter
from indexer.pipeline.items.incoming import Incoming
from indexer.settings import Settings
from scrapers.browsing.guard import Guard
from scrapers.errors import PageError
from scrapers.polite.fetch import Fetcher
from scrapers.polite.politeness import Politeness

SAMPLE = 50  # products
PATIENCE_S = 25.0
SOUND = 0.9  # of the sample's rows, with a price; a catalogue of which less is read is not proposed
DEFAULT_CURRENCY = "ZAR"


@dataclass(frozen=True, slots=True)
class FoundCatalogue:
    """A catalogue and a sample of it: rows that were read, and why others were refused."""

    platform: str
    address: str
    name: str
    currency: str
    total: int  # 0: not known
    items: tuple[Incoming, ...]
    refused: tuple[str, ...]

    @property
    def is_sound(self) -> bool:
        """Tell whether a run would read it well."""
        priced = sum(item.price is not None for item in self.items)
        return priced >= SOUND * (len(self.items) + len(self.refused)) > 0

    def values(self) -> dict[str, Any]:
        """Return the form's fields for it, by their names on the wire."""
        named = {"name": self.name} if self.name else {}
        source = {"source": "catalogue", "catalogueUrl": self.address}
        return {**named, "website": self.address, "currency": self.currency, **source}

    def evidence(self) -> Iterator[str]:
        """Say what was found, and whether it is proposed, as sentences for the operator."""
        count = f", {self.total} products" if self.total else ""
        proposed = "proposed as its source" if self.is_sound else "not proposed"
        yield f"{self.platform}'s catalogue at {self.address}{count}: {proposed}"
        priced = [item for item in self.items if item.price is not None]
        pictured = sum(bool(item.images) for item in self.items)
        yield (
            f"Of its first {len(self.items) + len(self.refused)} variants {len(self.items)} can be"
            f" read, {len(priced)} with prices in {self.currency}, {pictured} with pictures"
        )
        if priced:
            yield f"Such as {priced[0].name}, {priced[0].currency} {priced[0].price}"
        if self.refused:
            yield f"Refused: {self.refused[0]}"


def find_catalogue(settings: Settings, url: str) -> FoundCatalogue | None:
    """Look for a catalogue at the store of an address; None where there is none."""
    parts = urlsplit(url)
    home = f"{parts.scheme}://{parts.netloc}"
    options = replace(crawl_options(settings, url), attempts=1)
    until = time.monotonic() + PATIENCE_S
    with Guard(options.allow_loopback, options.proxy) as guard:
        politeness = Politeness(options, guard.url, lambda: time.monotonic() > until)
        get = getter(Fetcher(options, guard, politeness), until)
        catalogue = Catalogue(home, get)
        try:
            products = [*islice(catalogue, SAMPLE)]
            name, currency = _said(home, catalogue, get)
        except (PageError, FeedError):
            return None
    return _sampled(settings, catalogue, products, name, currency)


def _said(home: str, catalogue: Catalogue, get: Get) -> tuple[str, str]:
    """Return the store's name and currency, which Shopify tells at an address of its own."""
    said: Any = {}
    if catalogue.platform == "Shopify":
        with suppress(PageError, ValueError):
            said = json.loads(get(f"{home}/meta.json").body)
    said = said if isinstance(said, dict) else {}
    return str(said.get("name") or "")[:200], str(said.get("currency") or "")[:3]


def _sampled(
    settings: Settings,
    catalogue: Catalogue,
    products: list[dict[str, Any]],
    name: str,
    currency: str,
) -> FoundCatalogue:
    with session_scope(settings.database_url) as session:
        knows = current_rates(session).knows
    website = catalogue.address
    defaults = FeedDefaults(
        currency or DEFAULT_CURRENCY, knows, settings.loopback(), website=website
    )
    items: list[Incoming] = []
    refused: list[str] = []
    for number, product in enumerate(products, 1):
        for record in records_of(product, number, 0, "item"):
            try:
                if record.problem:
                    raise RowRefusedError(record.problem)
                items.append(parse_row(record.values, defaults))
            except RowRefusedError as error:
                refused.append(f"{str(record.values.get('id'))[:80]}: {error}")
    found = currency or next((item.currency for item in items), DEFAULT_CURRENCY)
    total, _ = catalogue.expected
    return FoundCatalogue(
        catalogue.platform, website, name, found, total, tuple(items), tuple(refused)
    )

"""What a store offers besides its pages, by its address: feeds, and its platform's catalogue."""

from __future__ import annotations

import json
import re
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import Any
from urllib.parse import urljoin, urlsplit

from indexer.catalogue.rates import current_rates
from indexer.db import session_scope
from indexer.jobs.crawling import crawl_options
from indexer.jobs.feeding import getter
from indexer.jobs.sources.home import Home, read_home
from indexer.jobs.sources.sample import SITEMAP, Source, differences, page_of, sampled
from indexer.settings import Settings
from scrapers.browsing.guard import Guard
from scrapers.errors import PageError
from scrapers.feeds.catalogues import Catalogue, Get
from scrapers.feeds.errors import FeedError
from scrapers.feeds.row import FeedDefaults
from scrapers.polite.exchange import TooLargeError
from scrapers.polite.fetch import Bounds, Fetcher
from scrapers.polite.politeness import Politeness
from scrapers.values.foreign_json import loads
from scrapers.web.hosts import site_of

PATIENCE_S = 45.0
A_PAGE = 250  # products that a platform gives at once
FEW = 8  # products of a sitemap, each of which is a page
MOST_OF_A_FEED, FEED_S = 64 * 2**20, 12.0  # bytes, s
MOST_FEEDS = 4  # of those that a page links
NEARLY_ALL = 0.98
# Where feeds stand that nothing links; a store that answers any address with a page has none.
TYPICAL = (
    "/feed.xml",
    "/products.xml",
    "/product-feed.xml",
    "/google.xml",
    "/google-shopping.xml",
    "/feeds/google.xml",
    "/feeds/products.xml",
    "/feed/google.xml",
    "/merchant.xml",
    "/feed.csv",
    "/products.csv",
)
_IN_ROBOTS = re.compile(
    r"^[ \t]*(?:sitemap|(?:#[^:\n]{0,60})?feed)[ \t]*:[ \t]*(\S{1,2000})", re.I | re.M
)


@dataclass(frozen=True, slots=True)
class Sources:
    """What was found, the best first, and the departments that the home page links."""

    found: tuple[Source, ...] = ()
    home: Home = field(default_factory=Home)

    @property
    def best(self) -> Source | None:
        """Return the source that a run would read well; None where only pages are left."""
        return self.found[0] if self.found and not self.found[0].problem else None


def find_sources(settings: Settings, url: str, known: Iterable[str] = ()) -> Sources:
    """Look for feeds and a catalogue at the store of an address, and compare them.

    `known`: addresses of feeds that the brand is read from.
    """
    with _asking(settings, url) as store:
        return store.sources(url, known)


@contextmanager
def _asking(settings: Settings, url: str) -> Iterator[_Store]:
    options = replace(crawl_options(settings, url), attempts=1)
    until = time.monotonic() + PATIENCE_S
    with session_scope(settings.database_url) as session:
        knows = current_rates(session).knows
    with Guard(options.allow_loopback, options.proxy) as guard, tempfile.TemporaryDirectory() as at:
        politeness = Politeness(options, guard.url, lambda: time.monotonic() > until)
        fetcher = Fetcher(options, guard, politeness)
        parts = urlsplit(url)
        home = f"{parts.scheme}://{parts.netloc}/"
        defaults = FeedDefaults("ZAR", knows, settings.loopback(), website=home)
        yield _Store(home, defaults, getter(fetcher, until), fetcher, Path(at))


@dataclass(slots=True)
class _Store:
    home: str
    defaults: FeedDefaults  # with the currency that the home page prints
    get: Get
    fetcher: Fetcher
    folder: Path

    def sources(self, url: str, known: Iterable[str]) -> Sources:
        body = self._body(self.home)
        home = read_home(body, self.home)
        if body:
            printed = page_of(body, self.home).currency()
            currency = printed.code if printed.is_named else ""
            self.defaults = replace(self.defaults, currency=currency)
        linked = [*known, *([url] if urlsplit(url).path.strip("/") else []), *home.feeds]
        catalogue = self._catalogue()
        platform = catalogue is not None and catalogue.label != SITEMAP
        places = [*linked, *self._in_robots(), *(() if platform else self._typical(body))]
        feeds = [self._feed(place) for place in dict.fromkeys(places)]
        found = [
            replace(source, opened=opened, differs=differs)
            for source in (catalogue, *feeds)
            if source is not None
            for opened, differs in [differences(source.items, self.get)]
        ]
        return Sources(tuple(_ranked(found)), home)

    def _body(self, url: str) -> bytes:
        try:
            return self.get(url).body
        except PageError:
            return b""

    def _in_robots(self) -> list[str]:
        """Return the feeds that robots.txt names."""
        named = _IN_ROBOTS.findall(self._body(f"{self.home}robots.txt").decode("utf-8", "replace"))
        own = [place for place in named if site_of(place) == site_of(self.home)]
        return [place for place in own if "sitemap" not in place.lower()][:MOST_FEEDS]

    def _typical(self, home: bytes) -> Iterator[str]:
        """Yield where feeds may stand, unless any address gives the same page."""
        with suppress(PageError):
            if not home or self.get(urljoin(self.home, "/winkel-no-such-page.xml")).body:
                return
        yield from (urljoin(self.home, place) for place in TYPICAL)

    def _feed(self, url: str) -> Source | None:
        file = self.folder / f"feed{Path(urlsplit(url).path).suffix[:10]}"
        try:
            with file.open("wb") as into, suppress(TooLargeError):
                self.fetcher.fetch(url, into, Bounds(MOST_OF_A_FEED, FEED_S))
            return sampled(("feed", "Product feed", url, ""), file, self.defaults, 0)
        except (PageError, FeedError, OSError):
            return None

    def _catalogue(self) -> Source | None:
        catalogue = Catalogue(self.home, self.get)
        file = self.folder / "catalogue.jsonl"
        try:
            products = iter(catalogue)
            first = next(products)
            most = FEW if catalogue.platform == SITEMAP else A_PAGE
            with file.open("w", encoding="utf-8") as lines:
                for product in (first, *islice(products, most - 1)):
                    lines.write(f"{json.dumps(product)}\n")
            name, currency = self._said(catalogue.platform)
            defaults = replace(self.defaults, currency=currency or self.defaults.currency)
            found = ("catalogue", catalogue.platform, catalogue.address, name)
            return sampled(found, file, defaults, catalogue.expected[0])
        except (PageError, FeedError, StopIteration):
            return None

    def _said(self, platform: str) -> tuple[str, str]:
        """Return the store's name and currency, which Shopify tells at an address of its own."""
        said: Any = {}
        if platform == "Shopify":
            with suppress(PageError, ValueError, RecursionError):
                said = loads(self.get(urljoin(self.home, "/meta.json")).body)
        said = said if isinstance(said, dict) else {}
        return str(said.get("name") or "")[:200], str(said.get("currency") or "")[:3]


def _ranked(found: list[Source]) -> list[Source]:
    """Return the sources, the best first: sound, with all products; then in their own order."""
    most = max((source.total for source in found if not source.problem), default=0)
    return sorted(found, key=lambda s: (bool(s.problem), s.total < NEARLY_ALL * most))

"""What a store offers besides its pages, by its address: feeds, and its platform's catalogue."""

from __future__ import annotations

import re
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlsplit

from indexer.catalogue.rates import rates_in_force
from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.ingest.crawling import crawl_options
from indexer.ingest.feeding import getter
from indexer.ingest.sources.home import Home, read_home
from indexer.ingest.sources.sample import compared, page_of, sampled
from indexer.ingest.sources.source_report import ABSENT, LEFT, TIME_OVER, Found, left, unfound
from scrapers.browsing.guard import Guard
from scrapers.errors import (
    BusyStoreError,
    LockedStoreError,
    OutOfTimeError,
    PageError,
    StoppedError,
)
from scrapers.feeds.catalogue import SITEMAP, Catalogue, Get
from scrapers.feeds.errors import FeedError
from scrapers.feeds.files import read_records
from scrapers.feeds.merchant import FeedDefaults, Record
from scrapers.polite.exchange import TooLargeError
from scrapers.polite.fetch import Bounds, Fetcher
from scrapers.polite.politeness import Politeness
from scrapers.structured.lock import LOCKED, is_locked
from scrapers.web.hosts import home_of, site_of

PATIENCE_S = 60.0
A_PAGE_S = 20.0  # for one answer: one that is slower leaves time for the others
A_PAGE_BYTES = 2**20
PLATFORMS = ("Shopify", "WooCommerce", "Magento", SITEMAP)
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
# Where the lists and products of a shop begin; what stands before is its folder.
_LISTS = re.compile(r"/(?:collections?|products?|categor(?:y|ies)|product-category)(?=/|$)", re.I)
Read = TypeVar("Read")


@dataclass(frozen=True, slots=True)
class Sources:
    """What was found, the best first; what was looked at besides; and the home page's links."""

    found: tuple[Found, ...] = ()
    home: Home = field(default_factory=Home)
    others: tuple[Found, ...] = ()

    @property
    def best(self) -> Found | None:
        """Return the source that a run would read well; None where only pages are left."""
        return self.found[0] if self.found and not self.found[0].problem else None

    @property
    def currency(self) -> str:
        """Return a source's currency, whether it can be read or not; or ""."""
        return next((source.stated for source in self.found if source.stated), "")

    @property
    def country(self) -> str:
        """Return a source's country, by its ISO code; or ""."""
        return next((source.country for source in self.found if source.country), "")


def find_sources(settings: Settings, url: str, known: Iterable[str] = ()) -> Sources:
    """Look for feeds and a catalogue at the store of an address, and compare them.

    `known`: addresses of feeds that the brand is read from. Where the time ends, what was found is
    the answer, with what was not looked at.
    """
    with _asking(settings, url) as store:
        return store.sources(url, known)


@contextmanager
def _asking(settings: Settings, url: str) -> Iterator[_Store]:
    options = replace(crawl_options(settings, url), attempts=1)
    until = time.monotonic() + PATIENCE_S
    with session_scope(settings.database_url) as session:
        knows = rates_in_force(session).knows
    with Guard(options.allow_loopback, options.proxy) as guard, tempfile.TemporaryDirectory() as at:
        politeness = Politeness(options, guard.url, lambda: time.monotonic() > until)
        fetcher = Fetcher(options, guard, politeness)
        home = f"{home_of(url)}/"
        defaults = FeedDefaults("ZAR", knows, settings.loopback(), website=home)
        yield _Store(home, defaults, getter(fetcher, until, A_PAGE_S), fetcher, Path(at), until)


@dataclass(slots=True)
class _Store:
    home: str
    defaults: FeedDefaults  # with the currency that the home page prints
    get: Get
    fetcher: Fetcher
    folder: Path
    until: float  # of the monotonic clock
    others: list[Found] = field(default_factory=list)
    is_busy: bool = False  # it demanded fewer requests

    def sources(self, url: str, known: Iterable[str]) -> Sources:
        below = _folder(url)
        bodies = {place: self._page(place) for place in dict.fromkeys([below, self.home])}
        home = self._read_home(bodies)
        catalogue = self._catalogue(below, bodies[below])
        given = [url] if urlsplit(url).path.strip("/") else []
        linked = [*known, *given, *home.feeds, *self._in_robots()]
        if catalogue is None or catalogue.label == SITEMAP:
            linked += self._typical(bodies)
        feeds = [self._feed(place) for place in dict.fromkeys(linked)]
        found = [compared(source, self.get) for source in (catalogue, *feeds) if source is not None]
        return Sources(tuple(_ranked(found)), home, tuple(self.others))

    def _read_home(self, bodies: Mapping[str, bytes]) -> Home:
        """Return what the store's pages link, and take the currency that the first of them names.

        Without a page that has one, what names no currency is not understood.
        """
        homes = [read_home(body, place) for place, body in bodies.items()]
        printed = [page_of(body, place).currency() for place, body in bodies.items() if body]
        if printed:
            named = next((one.code for one in printed if one.is_named), "")
            self.defaults = replace(self.defaults, currency=named)
        first = next((home for home in homes if home.departments), homes[-1])
        feeds = (feed for home in homes for feed in home.feeds)
        name = next((home.name for home in homes if home.name), "")
        return replace(first, feeds=tuple(dict.fromkeys(feeds)), name=name)

    def _tried(self, kind: str, label: str, address: str, read: Callable[[], Read]) -> Read | None:
        """Return what reading a place gives; where it gives nothing, note why."""
        try:
            if time.monotonic() > self.until:
                raise OutOfTimeError
            return read()
        except (PageError, FeedError, StoppedError, OSError) as error:
            self.is_busy |= isinstance(error, BusyStoreError)
            self.others.append(unfound(kind, label, address, error))
        return None

    def _page(self, url: str) -> bytes:
        return self._tried("home", "Home page", url, lambda: self.get(url).body) or b""

    def _in_robots(self) -> list[str]:
        body = b""
        with suppress(PageError):
            body = self.get(f"{self.home}robots.txt").body
        named = _IN_ROBOTS.findall(body.decode("utf-8", "replace"))
        own = [place for place in named if site_of(place) == site_of(self.home)]
        return [place for place in own if "sitemap" not in place.lower()][:MOST_FEEDS]

    def _typical(self, bodies: Mapping[str, bytes]) -> Iterator[str]:
        for folder in (folder for folder, body in bodies.items() if body):
            if self.is_busy:
                why = "the store asks for fewer requests"
                self.others.append(left("feed", "Feeds at usual addresses", folder, why))
            elif self._gives_any(folder):
                said = "any address gives a page there"
                one = Found("feed", "Feeds at usual addresses", folder, ABSENT, said)
                self.others.append(one)
            else:
                yield from (folder.rstrip("/") + place for place in TYPICAL)

    def _gives_any(self, folder: str) -> bool:
        with suppress(PageError):
            return bool(self.get(f"{folder.rstrip('/')}/winkel-no-such-page.xml").body)
        return False

    def _feed(self, url: str) -> Found | None:
        file = self.folder / f"feed{Path(urlsplit(url).path).suffix[:10]}"

        def read() -> Found:
            with file.open("wb") as into, suppress(TooLargeError):
                self.fetcher.fetch(url, into, Bounds(MOST_OF_A_FEED, FEED_S))
            if file.stat().st_size < A_PAGE_BYTES and is_locked(file.read_bytes()):
                raise LockedStoreError(LOCKED)
            return sampled(Found("feed", "Product feed", url), read_records(file), self.defaults)

        return self._tried("feed", "Product feed", url, read)

    def _catalogue(self, address: str, page: bytes) -> Found | None:
        catalogue = Catalogue(address, self.get, page)
        found = self._tried("catalogue", "Catalogue", address, lambda: self._of(catalogue))
        if found is None and catalogue.platform:
            self.others[-1] = replace(self.others[-1], label=catalogue.platform)
        error = self.others.pop() if self.others and not catalogue.platform else None
        tries = [one for one in catalogue.attempts if one[0] != catalogue.platform]
        self.others += (unfound("catalogue", *one) for one in tries)
        if not catalogue.platform:  # each of them has its own reason
            why = error.reason if error and error.state != LEFT else TIME_OVER
            untried = [name for name in PLATFORMS if name not in {one[0] for one in tries}]
            self.others += (left("catalogue", name, address, why) for name in untried)
        return found

    def _of(self, catalogue: Catalogue) -> Found:
        """Read a catalogue's first products; what ends their reading early leaves those read."""
        products: list[list[Record]] = []
        for product in catalogue:
            products.append(product)
            if len(products) >= (FEW if catalogue.platform == SITEMAP else A_PAGE):
                break
        said: dict[str, str] = {}
        with suppress(StoppedError):
            said = catalogue.stated()
        name, currency = said.get("name", "")[:200], said.get("currency", "")[:3]
        defaults = replace(self.defaults, currency=currency or self.defaults.currency)
        place = Found(
            "catalogue",
            catalogue.platform,
            catalogue.address,
            name=name,
            total=catalogue.expected[0],
            country=said.get("country", "")[:2].upper(),
            broken=catalogue.broken,
        )
        source = sampled(place, chain.from_iterable(products), defaults)
        return replace(source, stated=currency or source.stated)


def _folder(url: str) -> str:
    """Return the address below which a store may be: what stands before its lists and products."""
    path = _LISTS.split(urlsplit(url).path, maxsplit=1)[0]
    folder = path if "." not in path.rpartition("/")[2] else path.rpartition("/")[0]
    return f"{home_of(url)}{folder.rstrip('/')}/"


def _ranked(found: list[Found]) -> list[Found]:
    """Return the sources, the best first: sound, with all products; then in their own order."""
    most = max((source.total for source in found if not source.problem), default=0)
    return sorted(found, key=lambda s: (bool(s.problem), s.total < NEARLY_ALL * most))

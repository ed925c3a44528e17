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
from urllib.parse import urldefrag, urlsplit

from lxml import html

from indexer.catalogue.rates import rates_in_force
from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.ingest.crawling import crawl_options
from indexer.ingest.feeding import getter, refuse_page
from indexer.ingest.sources.sample import (
    ABSENT,
    LEFT,
    TIME_OVER,
    SourceReport,
    compare_pages,
    page_currency,
    rejected,
    skipped,
    with_sample,
)
from indexer.ingest.sources.store_lists import CLEARLY
from indexer.language.classify.product import Hints, classify
from scrapers.browsing.guard import Guard
from scrapers.errors import BusyStoreError, FeedError, OutOfTimeError, PageError, StoppedError
from scrapers.feeds.catalogue import SITEMAP, Catalogue
from scrapers.feeds.files import read_records
from scrapers.feeds.merchant import FeedDefaults, Record
from scrapers.polite.exchange import TooLargeError
from scrapers.polite.fetch import Bounds, Fetcher
from scrapers.polite.politeness import Politeness
from scrapers.structured.currency import ANY
from scrapers.structured.html_tree import tree_of
from scrapers.structured.printed.tree import tree_of as visible_tree
from scrapers.values.price.numbers import signed_numbers
from scrapers.web.urls import absolute, home_of, site_of
from scrapers.wording import plain_text

MOST = 60  # departments
LONGEST = 60  # characters of a department's name
FEED_TYPES = ("rss+xml", "atom+xml", "text/csv", "text/tab-separated-values", "application/json")
_FEED_PATH = re.compile(r"(?:\.(?:xml|csv|tsv|rss|atom|jsonl)(?:\.gz|\.zip)?$)|feed", re.I)
# Sitemaps, the blog's and its comments' feeds, and what WordPress links for programs.
_NO_FEED = re.compile(r"sitemap|comments|/wp-json|oembed|xmlrpc|opensearch|manifest|blog", re.I)
# Paths of what a store links from everywhere, and that lists no products.
_SERVICE = re.compile(
    r"/(?:account|cart|checkout|basket|wishlist|favou?rites|log-?in|sign-?in|register|search|blogs?"
    r"|news|journal|articles?|about|our-story|story|contact|faqs?|help|support|polic(?:y|ies)|terms"
    r"|privacy|cookies?|shipping|delivery|returns?|refunds?|track|stores?|store-locator|locations?"
    r"|careers?|jobs|press|gift-?cards?|vouchers?|sitemap|feeds?|size-guide|reviews?|legal)\b",
    re.I,
)
_ALL = re.compile(r"(?:shop |view |see )?all(?: products)?|(?:shop|products|catalogue|store)", re.I)
_WORDS = re.compile(r"[-_+/]+|\.\w{2,5}$")
_GENERIC = re.compile(r"\b(?:collections?|categor(?:y|ies)|product|shop|c|all)\b", re.I)
# Where stores have their names, the likelier first, and what stands between parts of a title.
_NAMED = (
    "//meta[@property='og:site_name']/@content",
    "//meta[@name='application-name' or @name='apple-mobile-web-app-title']/@content",
)
_BETWEEN = re.compile(r"\s{1,9}[-–—|·•:»]{1,9}\s{1,9}|\s{0,9}[|–—·•»]\s{0,9}|:\s{1,9}")
_NO_NAME = re.compile(
    r"(?:welcome(?: to)?|home(?:page| page)?|tuis(?:blad)?|welkom|shop(?: online)?"
    r"|online (?:shop|store)|store|winkel|all products|products|index)",
    re.I,
)
NAVIGATION = (
    "//nav//a[@href] | //header//a[@href] | //*[@role='navigation']//a[@href]"
    " | //*[contains(@class, 'menu') or contains(@class, 'nav')]//a[@href]"
)


# A list of products that the home page links: name, url, and the category that it would get, or "".
Department = dict[str, str]


@dataclass(frozen=True, slots=True)
class Home:
    """What a home page links: departments in its order, those of everything first, and feeds."""

    departments: tuple[Department, ...] = ()
    feeds: tuple[str, ...] = ()
    name: str = ""  # the store's, as it declares it

    def lists(self) -> list[str]:
        """Return the pages that list all of the store: one of everything, or each department's.

        A department with departments below it is left out.
        """
        for own in self.departments:
            if _ALL.fullmatch(own["name"]):
                return [own["url"]]
        above = {_parent(own["url"]) for own in self.departments}
        return [
            own["url"] for own in self.departments if own["category"] and own["url"] not in above
        ]


def read_home(body: bytes, url: str) -> Home:
    """Read a home page; one without links, or that is no HTML, gives nothing."""
    try:
        root = tree_of(body)
    except ValueError:
        return Home()
    links = [*_links([*root.xpath(NAVIGATION), *root.xpath("//a[@href]")], url)]
    products = {address for card in _cards(root) for _, address in _links(card.iter("a"), url)}
    departments = _departments(link for link in links if link[1] not in products)
    return Home(tuple(departments), tuple(_feeds(root, links, url)), _name(root, url)[:LONGEST])


def _cards(root: html.HtmlElement) -> Iterator[html.HtmlElement]:
    """Yield what stands among others alike with a price: a product that the home page shows."""
    for one in visible_tree(root):
        text = " ".join(one.element.itertext()) if one.is_repeated else ""
        if any(number.codes for number in signed_numbers(text, ANY)):
            yield one.element


def _name(root: html.HtmlElement, url: str) -> str:
    """Return what a store calls itself: by its metadata, or by the part of its title that does."""
    for place in _NAMED:
        if name := plain_text(str(root.xpath(f"string({place})"))):
            return name
    title = plain_text(str(root.xpath("string(//head/title)")))
    parts = [part.strip() for part in _BETWEEN.split(title) if part.strip()]
    own = [part for part in parts if not _NO_NAME.fullmatch(part)]
    host = _letters(urlsplit(url).hostname or "")
    in_host = [part for part in own if _letters(part) and _letters(part) in host]
    return min(in_host or own, key=len, default="")


def _letters(text: str) -> str:
    return "".join(character for character in text.casefold() if character.isalnum())


def _links(anchors: Iterable[html.HtmlElement], url: str) -> Iterator[tuple[str, str]]:
    seen = set()
    for anchor in anchors:
        address = _joined(url, anchor.get("href"))
        if address and address not in seen and site_of(address) == site_of(url):
            seen.add(address)
            yield plain_text(anchor.text_content() or anchor.get("title") or ""), address


def _joined(url: str, href: str | None) -> str:
    return urldefrag(absolute(href or "", url) or "").url


def _departments(links: Iterable[tuple[str, str]]) -> list[Department]:
    lists = [
        {"name": name, "url": address, "category": _category(name, urlsplit(address).path)}
        for name, address in links
        if 0 < len(name) <= LONGEST
        and urlsplit(address).path.strip("/")
        and not _SERVICE.search(urlsplit(address).path)
        and not _FEED_PATH.search(urlsplit(address).path)
    ]
    known = {_parent(own["url"]) for own in lists if own["category"]}
    kept = [
        own
        for own in lists
        if own["category"] or _ALL.fullmatch(own["name"]) or _parent(own["url"]) in known
    ]
    return sorted(kept, key=lambda own: not _ALL.fullmatch(own["name"]))[:MOST]


def _category(name: str, path: str) -> str:
    words = " > ".join(
        part
        for part in (_GENERIC.sub(" ", _WORDS.sub(" ", part)) for part in path.split("/"))
        if part.strip()
    )
    return classify("", Hints(category_path=f"{words} > {name}")).category_slug or ""


def _parent(url: str) -> str:
    return url.rstrip("/").rpartition("/")[0]


def _feeds(root: html.HtmlElement, links: Iterable[tuple[str, str]], url: str) -> Iterator[str]:
    alternates = root.xpath("//link[@rel='alternate' and @href]")
    offered = [
        _joined(url, link.get("href"))
        for link in alternates
        if str(link.get("type")).lower().endswith(FEED_TYPES)
        or _FEED_PATH.search(f"{link.get('href')} {link.get('title')}")
    ]
    linked = [address for _, address in links if _FEED_PATH.search(urlsplit(address).path)]
    for address in dict.fromkeys((*offered, *linked)):
        if site_of(address) == site_of(url) and not _NO_FEED.search(address):
            yield address


PATIENCE_S = 60.0
A_PAGE_S = 20.0  # for one answer: one that is slower leaves time for the others
PLATFORMS = ("Shopify", "WooCommerce", "Magento", SITEMAP)
A_PAGE = 250  # products that a platform gives at once
FEW = 8  # products of a sitemap, each of which is a page
MOST_OF_A_FEED, FEED_S = 64 * 2**20, 12.0  # bytes, s
MOST_FEEDS = 4  # of those that a page links
NEARLY_ALL = 0.98
# Where feeds stand that nothing links; a store that answers any address with a page has none.
TYPICAL = (
    "/feed.xml /products.xml /product-feed.xml /google.xml /google-shopping.xml /feeds/google.xml"
    " /feeds/products.xml /feed/google.xml /merchant.xml /feed.csv /products.csv"
).split()
_IN_ROBOTS = re.compile(
    r"^[ \t]*(?:sitemap|(?:#[^:\n]{0,60})?feed)[ \t]*:[ \t]*(\S{1,2000})", re.I | re.M
)
# Where the lists and products of a shop begin; what stands before is its folder.
_LISTS = re.compile(r"/(?:collections?|products?|categor(?:y|ies)|product-category)(?=/|$)", re.I)
Read = TypeVar("Read")


@dataclass(frozen=True, slots=True)
class Sources:
    """What was found, the best first; what was looked at besides; and the home page's links."""

    found: tuple[SourceReport, ...] = ()
    home: Home = field(default_factory=Home)
    others: tuple[SourceReport, ...] = ()

    @property
    def best(self) -> SourceReport | None:
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
    with _open_store(settings, url) as store:
        return store.sources(url, known)


@contextmanager
def _open_store(settings: Settings, url: str) -> Iterator[_Store]:
    options = replace(crawl_options(settings, url), attempts=1)
    until = time.monotonic() + PATIENCE_S
    with session_scope(settings.database_url) as session:
        has_rate = rates_in_force(session).has_rate
    with Guard(options.allow_loopback, options.proxy) as guard, tempfile.TemporaryDirectory() as at:
        politeness = Politeness(options, guard.url, lambda: time.monotonic() > until)
        fetcher = Fetcher(options, guard, politeness)
        home = f"{home_of(url)}/"
        defaults = FeedDefaults("ZAR", has_rate, settings.loopback(), website=home)
        yield _Store(home, defaults, fetcher, Path(at), until)


class _Store:
    def __init__(
        self, home: str, defaults: FeedDefaults, fetcher: Fetcher, folder: Path, until: float
    ) -> None:
        """`until`: of the monotonic clock."""
        self.home, self.fetcher, self.folder, self.until = home, fetcher, folder, until
        self.defaults = defaults  # with the currency that the home page prints
        self.get = getter(fetcher, until, A_PAGE_S)
        self.others: list[SourceReport] = []
        self.is_busy = False  # it demanded fewer requests

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
        found = [
            compare_pages(source, self.get) for source in (catalogue, *feeds) if source is not None
        ]
        return Sources(tuple(_rank(found)), home, tuple(self.others))

    def _read_home(self, bodies: Mapping[str, bytes]) -> Home:
        """Return what the store's pages link, and take the currency that the first of them names.

        Without a page that has one, what names no currency is not understood.
        """
        homes = [read_home(body, place) for place, body in bodies.items()]
        pages = (page_currency(body, place) for place, body in bodies.items() if body)
        printed = [one for one in pages if one]
        if printed:
            named = next((one.code for one in printed if one.is_named), "")
            self.defaults = replace(self.defaults, currency=named)
        first = next((home for home in homes if home.departments), homes[-1])
        feeds = (feed for home in homes for feed in home.feeds)
        name = next((home.name for home in homes if home.name), "")
        return replace(first, feeds=tuple(dict.fromkeys(feeds)), name=name)

    def _try(self, kind: str, label: str, address: str, read: Callable[[], Read]) -> Read | None:
        """Return what reading a place gives; where it gives nothing, note why."""
        try:
            if time.monotonic() > self.until:
                raise OutOfTimeError
            return read()
        except (PageError, FeedError, StoppedError, OSError) as error:
            self.is_busy |= isinstance(error, BusyStoreError)
            self.others.append(rejected(kind, label, address, error))
        return None

    def _page(self, url: str) -> bytes:
        return self._try("home", "Home page", url, lambda: self.get(url).body) or b""

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
                why = "the store requires fewer requests"
                self.others.append(skipped("feed", "Feeds at usual addresses", folder, why))
            elif self._gives_any(folder):
                reason = "any address gives a page there"
                one = SourceReport("feed", "Feeds at usual addresses", folder, ABSENT, reason)
                self.others.append(one)
            else:
                yield from (folder.rstrip("/") + place for place in TYPICAL)

    def _gives_any(self, folder: str) -> bool:
        with suppress(PageError):
            return bool(self.get(f"{folder.rstrip('/')}/winkel-no-such-page.xml").body)
        return False

    def _feed(self, url: str) -> SourceReport | None:
        file = self.folder / f"feed{Path(urlsplit(url).path).suffix[:10]}"

        def read() -> SourceReport:
            reached = url
            with file.open("wb") as into, suppress(TooLargeError):
                reached = self.fetcher.fetch(url, into, Bounds(MOST_OF_A_FEED, FEED_S)).url
            refuse_page(file, url, reached)
            return with_sample(
                SourceReport("feed", "Product feed", url), read_records(file), self.defaults
            )

        return self._try("feed", "Product feed", url, read)

    def _catalogue(self, address: str, page: bytes) -> SourceReport | None:
        catalogue = Catalogue(address, self.get, page)
        found = self._try("catalogue", "Catalogue", address, lambda: self._of(catalogue))
        if found is None and catalogue.platform:
            self.others[-1] = replace(self.others[-1], label=catalogue.platform)
        error = self.others.pop() if self.others and not catalogue.platform else None
        tries = [one for one in catalogue.attempts if one[0] != catalogue.platform]
        self.others += (rejected("catalogue", *one) for one in tries)
        if not catalogue.platform:  # each of them has its own reason
            why = error.reason if error and error.state != LEFT else TIME_OVER
            untried = [name for name in PLATFORMS if name not in {one[0] for one in tries}]
            self.others += (skipped("catalogue", name, address, why) for name in untried)
        return found

    def _of(self, catalogue: Catalogue) -> SourceReport:
        """Read a catalogue's first products; what ends their reading early leaves those read."""
        products: list[list[Record]] = []
        short = ""
        for product in catalogue:
            products.append(product)
            if len(products) >= (FEW if catalogue.platform == SITEMAP else A_PAGE):
                break
        else:
            if not catalogue.broken and len(products) < CLEARLY * catalogue.expected[0]:
                short = catalogue.missing().rstrip(".")
        facts: dict[str, str] = {}
        with suppress(StoppedError):
            facts = catalogue.store_facts()
        name, currency = facts.get("name", "")[:200], facts.get("currency", "")[:3]
        defaults = replace(self.defaults, currency=currency or self.defaults.currency)
        place = SourceReport(
            "catalogue",
            catalogue.platform,
            catalogue.address,
            name=name,
            total=catalogue.expected[0],
            country=facts.get("country", "")[:2].upper(),
            broken=catalogue.broken,
            short=short,
        )
        source = with_sample(place, chain.from_iterable(products), defaults)
        return replace(source, stated=currency or source.stated)


def _folder(url: str) -> str:
    """Return the address below which a store may be: what stands before its lists and products."""
    path = _LISTS.split(urlsplit(url).path, maxsplit=1)[0]
    folder = path if "." not in path.rpartition("/")[2] else path.rpartition("/")[0]
    return f"{home_of(url)}{folder.rstrip('/')}/"


def _rank(found: list[SourceReport]) -> list[SourceReport]:
    """Return the sources, the best first: sound, with all products; then in their own order."""
    most = max((source.total for source in found if not source.problem), default=0)
    return sorted(found, key=lambda s: (bool(s.problem), s.total < NEARLY_ALL * most))

"""A store's products by its sitemap: which addresses are products', and what their pages tell."""

import re
from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from itertools import islice
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import urlsplit

from lxml import etree

from scrapers.errors import MissingPageError, OutOfTimeError, PageError
from scrapers.feeds.errors import FeedError
from scrapers.feeds.forms.markup import PAGE, Tidied, elements
from scrapers.feeds.forms.packed import BUFFER, unpacked
from scrapers.feeds.known_pages import (
    PROBES,
    KnownPage,
    KnownPages,
    ListedPage,
    Seen,
    all_due,
    ordered,
)
from scrapers.feeds.pages import page_of
from scrapers.structured.markup import MOST_LANGUAGES
from scrapers.values.offers import to_cents
from scrapers.values.times import moment
from scrapers.values.variants import core
from scrapers.web.hosts import site_of
from scrapers.web.languages import UNTRANSLATED, Translation, translation_of
from scrapers.web.urls import absolute

PLACES = ("/sitemap.xml", "/sitemap_index.xml")
MOST_PARTS, MOST_ADDRESSES = 200, 500_000
MOST_OF_A_PART = 100_000  # addresses, twice what sitemaps.org allows
SAMPLE = 3  # pages without a product, by which a kind of addresses is known to be no products'
MOST_FRUITLESS = 24  # of such pages, of all kinds
MOST_FAILED = 5  # pages in a row that cannot be fetched
# Of a part's name or an address; lists of products, as by category, are none.
_PRODUCTS = re.compile(
    r"product(?!\w{0,2}[-_]?(?:cat|tag|brand|collection|type|attribute|review|list))"
    r"|/(?:p|item|artikel|produk)s?/",
    re.I,
)
_NAMED = re.compile(rb"^[ \t]*sitemap[ \t]*:[ \t]*(\S{1,2000})", re.I | re.M)

Read = Callable[[str], bytes]  # raises PageError, StoppedError


@dataclass(frozen=True, slots=True)
class Place:
    """An address of a sitemap. `changed`: its `lastmod`, of a date alone its end."""

    address: str
    has_picture: bool
    translation: Translation = UNTRANSLATED
    changed: datetime | None = None
    known: KnownPage | None = None
    is_translated: bool = False  # in another language it is known, and is read there

    def kind(self) -> tuple[object, ...]:
        """Return what the addresses of a store's products have in common."""
        parts = urlsplit(self.address).path.strip("/").split("/")
        return (*parts[:-1][:2], len(parts), PurePosixPath(parts[-1]).suffix, self.has_picture)


@dataclass(slots=True)
class Sitemap:
    """A store's sitemap. `expected`: how many products it names, as far as it has been read.

    `within`: what addresses begin with that count, in a store that is a folder of its host.
    """

    home: str
    read: Read
    moved: Set[str] = frozenset()  # the addresses, as `read` notes them, that led elsewhere
    within: str = ""
    known: KnownPages | None = None
    seen: Seen = field(default_factory=Seen)
    expected: int = 0
    broken: str = ""  # what of the sitemap could not be read
    _seen: set[str] = field(default_factory=set)
    _told: set[str] = field(default_factory=set)  # rows, by their ids
    _names: dict[str, str] = field(default_factory=dict)  # of groups of variants
    _again: list[ListedPage] = field(default_factory=list)
    _kinds: set[tuple[object, ...]] = field(default_factory=set)  # of known products' pages
    _fruitless: int = 0
    _failed: int = 0

    def addresses(self, part: str) -> list[str]:
        """Return the addresses in parts of this name; none where they cannot be read whole."""
        try:
            named = [p.address for name, places in self._parts() if part in name for p in places]
        except (PageError, FeedError):
            return []
        return [] if self.broken else named

    def products(self) -> Iterator[dict[str, Any]]:
        """Yield the products, in the form that `records_of` knows, fetching page after page.

        Raises FeedError where there is none, or where something of the sitemap could not be read;
        PageError where the store answers no more, StoppedError. Where pages are known, all parts
        are read first, so that what the time does not suffice for is seen.
        """
        parts = self._parts() if self.known is None else [*self._parts()]
        found = self.known is not None and any(one.known for _, places in parts for one in places)
        try:
            for name, places in parts:
                for group in _groups(self._unread(places)):
                    for product in self._of_group(group, _PRODUCTS.search(name) is not None):
                        found = True
                        yield product
        except (PageError, FeedError):
            self.seen.add(self._again)
            raise
        yield from self._read_again()
        if self.broken or not found:
            raise FeedError(self.broken or self._none())

    def _unread(self, places: Iterable[Place]) -> Iterator[Place]:
        """Yield the places that were never read, and keep the others for later."""
        for place in places:
            if place.known is not None:
                self._kinds.add(place.kind())
                page = ListedPage(place.address, place.changed, place.known, place.translation)
                self._again.append(page)
            elif not place.is_translated:
                yield place

    def _read_again(self) -> Iterator[dict[str, Any]]:
        """Yield the products of known pages, read longest ago first.

        Those that have not changed are seen, unless one of them has another price all the same.
        What the time does not suffice for is seen, too.
        """
        due, unchanged = ordered(self._again, datetime.now(UTC))
        probes, unchanged = unchanged[:PROBES], unchanged[PROBES:]
        waiting = deque([*probes, *due])
        self._again = []
        while waiting:
            page = waiting.popleft()
            try:
                product = self._page(page)
            except MissingPageError:
                continue
            except OutOfTimeError:
                waiting.appendleft(page)
                break
            except (PageError, FeedError) as error:
                self._fail(error)
                self.seen.add([page])
                continue
            self._failed = 0
            self.seen.read += 1
            if page in probes and not _has_price(product, page.known.price):
                waiting, unchanged = deque(all_due([*waiting], unchanged)), []
            if product is None:
                self.expected += 1
            elif product:
                self.expected += 1
                yield from self._new(product)
        self.seen.left = len(waiting)
        self.seen.add([*waiting, *unchanged])

    def _fail(self, error: Exception) -> None:
        """Count a page that cannot be fetched; raises its error where many in a row cannot be."""
        self._failed += 1
        if self._failed >= MOST_FAILED:
            raise error

    def _none(self) -> str:
        if not self._seen:
            return "there is no sitemap with addresses of the store."
        return f"no page of its {len(self._seen)} addresses tells of a product."

    def _parts(self) -> Iterator[tuple[str, list[Place]]]:
        homes = dict.fromkeys([self.within.rstrip("/") or self.home, self.home])
        guessed = [home + place for home in homes for place in PLACES]
        waiting = [*_of_products(self._in_robots()), *guessed]
        read: set[str] = set()
        while waiting:
            part = waiting.pop(0)
            if not part or part in read:
                continue
            if part in guessed and self._seen:  # what robots.txt names is enough
                return
            if len(read) >= MOST_PARTS or len(self._seen) > MOST_ADDRESSES:
                self.broken = f"The sitemap has more than the {len(read)} parts that were read."
                return
            read.add(part)
            parts, places = self._part(part, is_named=part not in guessed)
            waiting[:0] = _of_products(parts)
            if places:
                yield part, places

    def _in_robots(self) -> list[str]:
        try:
            text = self.read(f"{self.home}/robots.txt")
        except MissingPageError:
            return []
        return [self._own(name.decode("utf-8", "replace")) for name in _NAMED.findall(text)]

    def _own(self, address: str | None) -> str:
        whole = absolute(address or "", f"{self.home}/") or ""
        return whole if site_of(whole) == site_of(self.home) else ""

    def _part(self, part: str, *, is_named: bool) -> tuple[list[str], list[Place]]:
        """Return the parts and the places that a part names; notes what cannot be read."""
        parts: list[str] = []
        places: list[Place] = []
        try:
            body = unpacked(part, self.read(part))
            if PAGE.match(body.peek(BUFFER)):
                raise ValueError("it is a web page.")
            for number, element in enumerate(elements(Tidied(body), ("url", "sitemap"))):
                if number >= MOST_OF_A_PART:
                    raise FeedError(f"it has more than {MOST_OF_A_PART} addresses.")
                address = self._own(_text(element, "loc"))
                if element.tag.endswith("}sitemap") or element.tag == "sitemap":
                    parts.append(address)
                elif address.startswith(self.within or "http") and address not in self._seen:
                    self._seen.add(address)
                    places.append(self._place(address, element))
        except OutOfTimeError:
            raise
        except (PageError, FeedError, etree.XMLSyntaxError, ValueError) as error:
            if is_named or parts or places or isinstance(error, FeedError):
                self.broken = f"The sitemap's part {part[:200]} cannot be read: {error}"
        return parts, places

    def _place(self, address: str, element: etree._Element) -> Place:
        languages = self._languages(element)
        place = Place(
            address,
            next(element.iterchildren("{*}image"), None) is not None,
            translation_of(address, languages.items()),
            moment(_text(element, "lastmod"), timedelta(days=1)).value,
        )
        if self.known is None:
            return place
        known = self.known(address)
        others = (self.known(link) for link in languages.values())
        return replace(place, known=known, is_translated=known is None and any(others))

    def _of_group(
        self, group: Sequence[Place], is_called_products: bool
    ) -> Iterator[dict[str, Any]]:
        """Yield the products of addresses of one kind; none where its first pages have none."""
        found, fruitless, absent = group[0].kind() in self._kinds, 0, 0
        if self._fruitless >= MOST_FRUITLESS and not is_called_products:
            return
        self.expected += len(group)
        for place in _spread(group):
            try:
                product = self._page(place)
            except MissingPageError:
                self.expected, absent = self.expected - 1, absent + 1
                continue
            except OutOfTimeError:
                raise
            except (PageError, FeedError) as error:
                self._fail(error)
                continue
            self._failed = 0
            if product:
                found = True
                yield from self._new(product)
            else:
                if product is not None:
                    self.expected, absent = self.expected - 1, absent + 1
                fruitless += 1
                if not found and fruitless >= SAMPLE:
                    break
        if not found:
            self._fruitless += fruitless
            if not (is_called_products and len(group) >= SAMPLE):
                self.expected -= len(group) - absent

    def _languages(self, element: etree._Element) -> dict[str, str]:
        """Return the addresses in an element's languages, by their codes (xhtml:link)."""
        links = islice(element.iterchildren("{*}link"), MOST_LANGUAGES)
        pairs = ((str(link.get("hreflang") or ""), self._own(link.get("href"))) for link in links)
        return {code: place for code, place in pairs if code and place}

    def _page(self, place: Place | ListedPage) -> dict[str, Any] | None:
        """Return what `page_of` does; raises MissingPageError where it led to another page."""
        address = place.address
        product = page_of(self.read(address), address, place.translation)
        if not product and address in self.moved:
            raise MissingPageError("It leads to another page.")
        return product

    def _new(self, product: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """Yield the product with those of its rows that no page has told before.

        What has the group of a product of another name is none of its variants: its rows have ids
        of their own, and whoever reads them divides the group (scrapers.feeds.groups).
        """
        for row in product["rows"]:
            group = row.get("item_group_id")
            name = core(row["title"], filter(None, [row["color"]]))
            if group and self._names.setdefault(group, name) != name:
                row["id"] = f"{product['page']}:{row['id']}"
        rows = {row["id"]: row for row in product["rows"] if row["id"] not in self._told}
        self._told.update(rows)
        if rows:
            yield {**product, "rows": [*rows.values()]}
        else:
            self.expected -= 1


def _text(element: etree._Element, name: str) -> str:
    return next((child.text or "" for child in element.iterchildren(f"{{*}}{name}")), "")


def _has_price(product: dict[str, Any] | None, known: Decimal | None) -> bool:
    """Return True if a page still has the price that is known of it; of its sizes one has it."""
    said = (row["sale_price"] for row in (product or {}).get("rows", ()))
    prices = {to_cents(Decimal(price["value"])) for price in said if price} - {0}
    return known in prices if known else not prices


def _groups(places: Iterable[Place]) -> list[list[Place]]:
    groups: dict[tuple[object, ...], list[Place]] = defaultdict(list)
    for place in places:
        if urlsplit(place.address).path.strip("/"):
            groups[place.kind()].append(place)

    def rank(group: list[Place]) -> tuple[bool, bool, int]:
        first = group[0]
        return not _PRODUCTS.search(first.address), not first.has_picture, -len(group)

    return sorted(groups.values(), key=rank)


def _spread(group: Sequence[Place]) -> Iterator[Place]:
    first = dict.fromkeys([0, len(group) // 2, len(group) - 1])
    yield from (group[number] for number in first)
    yield from (place for number, place in enumerate(group) if number not in first)


def _of_products(parts: Iterable[str]) -> list[str]:
    """Return the parts that are called products', or all where none is."""
    listed = [*parts]
    return [part for part in listed if _PRODUCTS.search(urlsplit(part).path)] or listed

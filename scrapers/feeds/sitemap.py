"""A store's products by its sitemap: which addresses are products', and what their pages contain.

A store with more pages than a run's time gets on from run to run: pages that were never read come
first, then those that were read longest ago. One that has not changed since is not read again.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from itertools import islice
from pathlib import PurePosixPath
from urllib.parse import urlsplit

from lxml import etree

from scrapers.errors import FeedError, MissingPageError, OutOfTimeError, PageError
from scrapers.events import NEVER_READ, OwnPageVisit
from scrapers.feeds.markup import PAGE, TidyReader, elements
from scrapers.feeds.own_pages import PAGES, Rows, identities, page_key, page_of
from scrapers.feeds.unpack import BUFFER, Feed, begin_of, read_lines, unpack_body
from scrapers.values.offers import to_cents
from scrapers.values.times import moment
from scrapers.values.variants import core
from scrapers.web.urls import absolute, site_of

PLACES = ("/sitemap.xml", "/sitemap_index.xml")
MOST_PARTS, MOST_ADDRESSES = 200, 500_000
MOST_OF_A_PART = 100_000  # addresses, twice what sitemaps.org allows
SAMPLE = 3  # pages without a product, by which a kind of addresses is known to be no products'
MOST_FRUITLESS = 24  # of such pages, of all kinds
MOST_FAILED = 5  # pages in a row that cannot be fetched
MOST_LANGUAGES = 60  # of one page
AGAIN = timedelta(days=7)  # a page is read again after that time, whatever its sitemap has
SLACK = timedelta(hours=1)  # for which a store's cache may hand out the page before a change
ALIKE = 0.9  # of the stamps on one day: they are the day of an export, not of a change
PROBES = 3  # pages without a change that are read all the same, to see whether that is true
# Of a part's name or an address; lists of products, as by category, are none.
_PRODUCTS = re.compile(
    r"product(?!\w{0,2}[-_]?(?:cat|tag|brand|collection|type|attribute|review|list))"
    r"|/(?:p|item|artikel|produk)s?/",
    re.I,
)
_NAMED = re.compile(rb"^[ \t]*sitemap[ \t]*:[ \t]*(\S{1,2000})", re.I | re.M)

Read = Callable[[str], bytes]  # raises PageError, StoppedError


KnownPages = Callable[[str], OwnPageVisit | None]  # by `page_key`


@dataclass(frozen=True, slots=True)
class Place:
    """An address of a sitemap. `changed`: its `lastmod`, of a date alone its end."""

    address: str
    has_picture: bool
    changed: datetime | None = None
    known: OwnPageVisit = NEVER_READ

    def kind(self) -> tuple[object, ...]:
        """Return what the addresses of a store's products have in common."""
        parts = urlsplit(self.address).path.strip("/").split("/")
        return (*parts[:-1][:2], len(parts), PurePosixPath(parts[-1]).suffix, self.has_picture)


class Sitemap:
    """A store's sitemap. `expected`: how many products it names, as far as it has been read.

    `moved`: the addresses, as `read` notes them, that led elsewhere. `within`: what addresses begin
    with that count, in a store that is a folder of its host.
    """

    def __init__(
        self,
        home: str,
        read: Read,
        moved: Set[str] = frozenset(),
        within: str = "",
        known: KnownPages | None = None,
    ) -> None:
        self.home, self.read, self.moved, self.within, self.known = home, read, moved, within, known
        self.expected = 0
        self.broken = ""  # what of the sitemap could not be read
        # Of pages that are listed and were not read again: their products' keys, how many they
        # are, and for how many of them the time did not suffice.
        self.seen: list[str] = []
        self.unread = self.left = 0
        self._addresses: set[str] = set()
        self._told: set[tuple[str, ...]] = set()  # rows, by their identities
        self._names: dict[str, str] = {}  # of groups of variants
        self._again: list[Place] = []
        self._kinds: set[tuple[object, ...]] = set()  # of known products' pages
        self._fruitless = self._failed = 0
        self._unproven = 0  # addresses that look like products', and whose pages have none
        # Why the usual places give none.
        self._refusal: PageError = MissingPageError("there is no sitemap with addresses of it.")

    def addresses(self, part: str) -> list[str]:
        """Return the addresses in parts of this name; none where they cannot be read whole."""
        try:
            named = [p.address for name, places in self._parts() if part in name for p in places]
        except (PageError, FeedError):
            return []
        return [] if self.broken else named

    def products(self) -> Iterator[Rows]:
        """Yield each product's rows, fetching page after page.

        Raises FeedError where there is none, or where something of the sitemap could not be read;
        PageError where the store answers no more, StoppedError. Where pages are known, all parts
        are read first, so that what the time does not suffice for is seen.
        """
        parts = self._parts() if self.known is None else [*self._parts()]
        listed = () if self.known is None else parts
        found = any(one.known.keys for _, places in listed for one in places)
        try:
            for name, places in parts:
                for group in _groups(self._new_places(places)):
                    for product in self._of_group(group, _PRODUCTS.search(name) is not None):
                        found = True
                        yield product
        except (PageError, FeedError):
            self._note_unread(self._again)
            raise
        yield from self._read_again()
        self.expected = self.expected if found else self._unproven
        if self.broken:
            raise FeedError(self.broken)
        if not found:
            words = f"no page of its {len(self._addresses)} addresses has a product."
            barren = FeedError(words, MissingPageError.code)
            raise barren if self._addresses else self._refusal

    def _note_unread(self, pages: Sequence[Place]) -> None:
        """Count the pages' products as seen."""
        self.seen += (key for page in pages for key in page.known.keys)
        self.unread += len(pages)

    def _new_places(self, places: Iterable[Place]) -> Iterator[Place]:
        """Yield the places that were never read, and keep the others for later."""
        for place in places:
            if place.known.keys:
                self._kinds.add(place.kind())
                self._again.append(place)
            else:
                yield place

    def _read_again(self) -> Iterator[Rows]:
        """Yield the products of known pages, read longest ago first.

        Those that have not changed are seen, unless one of them has another price all the same.
        What the time does not suffice for is seen, too.
        """
        due, unchanged = _in_order(self._again, datetime.now(UTC))
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
                self._note_unread([page])
                continue
            self._failed = 0
            if page in probes and not _has_price(product, page.known.price):
                waiting, unchanged = deque(sorted([*waiting, *unchanged], key=_age)), []
            if product is None:
                self.expected += 1
            elif product:
                self.expected += 1
                yield from self._new(product)
        self.left = len(waiting)
        self._note_unread([*waiting, *unchanged])

    def _fail(self, error: Exception) -> None:
        """Count a page that cannot be fetched; raises its error where many in a row cannot be."""
        self._failed += 1
        if self._failed >= MOST_FAILED:
            raise error

    def _parts(self) -> Iterator[tuple[str, list[Place]]]:
        homes = dict.fromkeys([self.within.rstrip("/") or self.home, self.home])
        guessed = [home + place for home in homes for place in PLACES]
        waiting = [*_of_products(self._in_robots()), *guessed]
        read: set[str] = set()
        while waiting:
            part = waiting.pop(0)
            if not part or part in read:
                continue
            if part in guessed and self._addresses:  # what robots.txt names is enough
                return
            if len(read) >= MOST_PARTS or len(self._addresses) > MOST_ADDRESSES:
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
            for number, element in enumerate(_entries(unpack_body(part, self.read(part)))):
                if number >= MOST_OF_A_PART:
                    raise FeedError(f"it has more than {MOST_OF_A_PART} addresses.")
                address = self._in_own_language(self._own(_text(element, "loc")), element)
                if element.tag.endswith("}sitemap") or element.tag == "sitemap":
                    parts.append(address)
                elif (
                    address.startswith(self.within or "http")
                    and (key := page_key(address)) not in self._addresses
                ):
                    self._addresses.add(key)
                    places.append(self._place(address, element))
        except OutOfTimeError:
            raise
        except (PageError, FeedError, etree.XMLSyntaxError, ValueError) as error:
            if is_named or parts or places or isinstance(error, FeedError):
                self.broken = f"The sitemap's part {part[:200]} cannot be read: {error}"
            elif isinstance(error, PageError) and not isinstance(error, MissingPageError):
                self._refusal = error
        return parts, places

    def _place(self, address: str, element: etree._Element) -> Place:
        known = self.known(page_key(address)) if self.known else None
        return Place(
            address,
            next(element.iterchildren("{*}image"), None) is not None,
            moment(_text(element, "lastmod"), timedelta(days=1)).value,
            known or NEVER_READ,
        )

    def _of_group(self, group: Sequence[Place], is_called_products: bool) -> Iterator[Rows]:
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
            if is_called_products or _PRODUCTS.search(group[0].address):
                paths = {urlsplit(place.address).path for place in group}
                self._unproven += max(0, len(paths) - absent)

    def _in_own_language(self, address: str, element: etree._Element) -> str:
        """Return where a page is for South Africa, in the store's own language, or in English."""
        links = islice(element.iterchildren("{*}link"), MOST_LANGUAGES)
        pairs = ((str(link.get("hreflang")).lower(), self._own(link.get("href"))) for link in links)
        listed = {code: place for code, place in pairs if place.startswith(self.within or "http")}
        return listed[min(listed, key=_language_rank)] if address in listed.values() else address

    def _page(self, place: Place) -> Rows | None:
        """Return what `page_of` does; raises MissingPageError where it led to another page."""
        address = place.address
        rows = page_of(self.read(address), address)
        if not rows and address in self.moved:
            raise MissingPageError("It leads to another page.")
        return rows

    def _new(self, rows: Rows) -> Iterator[Rows]:
        """Yield a page's rows that no page has had before.

        What has the group of a product of another name is none of its variants: its rows have ids
        of their own, and whoever reads them divides the group (scrapers.feeds.staging).
        """
        new = []
        for row in rows:
            group = row.get("item_group_id")
            name = core(row["title"], filter(None, [row["color"]]))
            if group and self._names.setdefault(group, name) != name:
                row["id"] = f"{row[PAGES][0]}:{row['id']}"
            if self._told.isdisjoint(identities(row)):
                new.append(row)
        for row in rows:
            self._told.update(identities(row))
        if new:
            yield new
        else:
            self.expected -= 1


def _language_rank(code: str) -> tuple[bool, bool, bool, str]:
    return not code.endswith("-za"), code != "x-default", not code.startswith("en"), code


def _entries(body: Feed) -> Iterator[etree._Element]:
    """Yield a sitemap's entries; one that is a text names an address a line (sitemaps.org)."""
    start = body.peek(BUFFER)
    if PAGE.match(start):
        raise ValueError("it is a web page.")
    body.read(begin_of(start))
    if b"<" in start:
        yield from elements(TidyReader(body), ("url", "sitemap"))
        return
    for line in filter(str.strip, (line.text for line in read_lines(body))):
        url = etree.Element("url")
        etree.SubElement(url, "loc").text = line.strip()
        yield url


def _in_order(pages: Sequence[Place], now: datetime) -> tuple[list[Place], list[Place]]:
    """Return the pages to read again and those that have not changed, read longest ago first."""
    due: list[Place] = []
    unchanged: list[Place] = []
    days = Counter(page.changed.date() for page in pages if page.changed)
    trusted = max(days.values(), default=0) < ALIKE * days.total()
    for page in sorted(pages, key=_age):
        (unchanged if trusted and _is_unchanged(page, now) else due).append(page)
    return due, unchanged


def _age(page: Place) -> datetime:
    return page.known.at


def _is_unchanged(page: Place, now: datetime) -> bool:
    if page.changed is None or not timedelta() <= now - page.known.at <= AGAIN:
        return False
    return page.changed + SLACK < page.known.at


def _text(element: etree._Element, name: str) -> str:
    return next((child.text or "" for child in element.iterchildren(f"{{*}}{name}")), "")


def _has_price(rows: Rows | None, known: Decimal | None) -> bool:
    """Return True if a page still has the price that is known of it; of its sizes one has it."""
    stated = (row["sale_price"] for row in rows or ())
    prices = {to_cents(Decimal(price["value"])) for price in stated if price} - {0}
    return known in prices if known else not prices


def _groups(places: Iterable[Place]) -> list[list[Place]]:
    groups: dict[tuple[object, ...], list[Place]] = defaultdict(list)
    for place in places:
        if urlsplit(place.address).path.strip("/"):
            groups[place.kind()].append(place)

    def rank(group: list[Place]) -> tuple[bool, bool, int]:
        return not _PRODUCTS.search(group[0].address), not group[0].has_picture, -len(group)

    return sorted(groups.values(), key=rank)


def _spread(group: Sequence[Place]) -> Iterator[Place]:
    order = dict.fromkeys([0, len(group) // 2, len(group) - 1, *range(len(group))])
    return (group[number] for number in order)


def _of_products(parts: Iterable[str]) -> list[str]:
    """Return the parts that are called products', or all where none is."""
    listed = [*parts]
    return [part for part in listed if _PRODUCTS.search(urlsplit(part).path)] or listed

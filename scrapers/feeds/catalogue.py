"""Whole catalogues as shops serve them: by their platform's own address, or page by page.

Each product comes as its rows (scrapers.feeds.merchant). A catalogue is counted in a second way
where there is one, as its paging may end early.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, urlsplit

from scrapers.encodings import TooManyValuesError, loads
from scrapers.errors import (
    EMPTY,
    UNREADABLE,
    BusyStoreError,
    FeedError,
    FinalPageError,
    MissingPageError,
    MovedStoreError,
    PageError,
    UnreachableError,
)
from scrapers.feeds import magento, woocommerce
from scrapers.feeds.documents import records_of
from scrapers.feeds.merchant import Record
from scrapers.feeds.sitemap import KnownPages, Sitemap
from scrapers.feeds.unpack import begin_of
from scrapers.structured.html_tree import tree_of
from scrapers.web.urls import absolute, home_of, site_of
from scrapers.wording import words_of_answer

SITEMAP = "Sitemap"  # what a store of no known platform is read by
SHOPIFY_PAGE, WOOCOMMERCE_PAGE = 250, 100  # the most that they give at once
MAGENTO_PAGE = 50  # with all variants: a page takes a shop some seconds
LONGEST_ID = 200  # characters
MOST_FIELDS = 6  # that an old Magento may lack
JSON_LIMIT = 12 * 2**20  # bytes of one page of products; as text they may be four times as many
MOST_PAGES = 2_000
MOST_PRODUCTS = 500_000
# WordPress's link to its REST API (developer.wordpress.org/rest-api/using-the-rest-api/discovery).
REST = "//link[@rel='https://api.w.org/']/@href"
API = "/wp-json"
# The folder of a language or market, as Shopify's pages name it (shopify.dev, "routes.root").
_ROUTES = re.compile(rb"Shopify\.routes\.root\s{0,9}=\s{0,9}[\"'](/[\w/-]{0,100})[\"']")
SHORT = 0.02  # of the products of the second count may be missing


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer's body, its headers by their names in lower case, and the address it is of."""

    body: bytes
    headers: Mapping[str, str]
    url: str = ""


Get = Callable[[str], Answer]  # raises PageError, StoppedError
Product = dict[str, Any]
Page = tuple[list[Any], int]  # products, and how many there are in all (0: not known)


class OtherPlatformError(Exception):
    """The address answers, but not as this platform; the message describes how."""

    code = MissingPageError.code
    listed = 0  # products' addresses of a sitemap, whose pages have no product


class Catalogue:
    """A store's catalogue: found by its address, then read once by iterating over it.

    It is looked for under the address, then at the address in its page, then at the root of
    the host. `platform` is empty until it is found, which the first product shows; `address` is
    then where it was found. `page`: the page at the address, where it is known. `known`: products'
    own pages that were read before.
    """

    def __init__(
        self, address: str, get: Get, page: bytes | None = None, known: KnownPages | None = None
    ) -> None:
        self.address, self.get, self.page, self.known = address, get, page, known
        self.platform = ""
        self.count = 0
        self.expected = (0, "")  # by the second count, and what that is
        self.broken = ""  # why the reading ended early
        # Platforms that were looked for under an address, and why they are not read there.
        self.attempts: list[tuple[str, str, Exception]] = []
        # Of products' own pages that a sitemap lists and that were not read again: their keys, how
        # many pages they are, and for how many of them the time did not suffice.
        self.seen: list[str] = []
        self.unread = self.left = 0
        self._moved: set[str] = set()

    def __iter__(self) -> Iterator[list[Record]]:
        """Yield each product's rows.

        Raises FeedError where no platform answers, PageError, StoppedError.

        A platform is known by an answer in its form: many stores answer any address with a page.
        What breaks off later keeps what was read, and `missing` reports it.
        """
        for name, root, products in self._places():
            try:
                for product in products:
                    self._set_platform(name, root)
                    self.count += 1
                    yield self._rows(product)
                if self.unread:  # and none that is to be read again
                    self._set_platform(name, root)
            except (OtherPlatformError, PageError, FeedError) as error:
                if self.platform:
                    self.broken = str(error)
                    return
                self.attempts.append((name, root, error))
                if isinstance(error, FeedError) and error.code == UNREADABLE:
                    error.code = self._code()
                if isinstance(error, FeedError | BusyStoreError | UnreachableError):
                    raise  # a busy store's platform is unknown
            else:
                return
        first: dict[str, Exception] = {}
        for name, _, why in self.attempts:
            first.setdefault(name, why)
        reasons = " ".join(f"{name}: {why}" for name, why in first.items())
        words = words_of_answer(self.page or b"")
        message = f"No catalogue is served at {self.address}.{words} {reasons}"
        raise FeedError(message, self._code())

    def _rows(self, product: Any) -> list[Record]:
        if self.platform == SITEMAP:
            return [Record(self.count, 0, row, unit="item") for row in product]
        return [*records_of(product, self.count, 0, "item")]

    def _set_platform(self, name: str, root: str) -> None:
        if not self.platform:
            self.platform, self.address = name, root

    def _code(self) -> str:
        """Return the plainest of the store's answers; a missing page is the least."""
        codes = [getattr(error, "code", UNREADABLE) for *_, error in self.attempts]
        little = {MissingPageError.code, UNREADABLE}
        return next((code for code in codes if code not in little), codes[-1])

    def missing(self) -> str:
        """Return how many products of a second count the reading did not bring, or ""."""
        expected, by = self.expected
        if self.broken:
            return f"The catalogue broke off after {self.count} products: {self.broken}"
        count = self.count + self.unread
        if count >= expected * (1 - SHORT):
            return ""
        return f"The catalogue gave {count} products, {by} has {expected}."

    def store_facts(self) -> dict[str, str]:
        """Return the store's name, currency and country, which Shopify has at an address.

        Its products name no currency. Raises StoppedError.
        """
        facts: Any = {}
        if self.platform == "Shopify":
            with suppress(PageError, ValueError, RecursionError):
                facts = loads(self._get(f"{home_of(self.address)}/meta.json").body)
        texts = facts.items() if isinstance(facts, dict) else ()
        return {name: text for name, text in texts if isinstance(text, str)}

    def _places(self) -> Iterator[tuple[str, str, Iterator[Any]]]:
        """Yield where each platform may be: the address at which it is found again, its products.

        First what the address itself gives, then what its page announces (which costs a request),
        then its host's root. A collection is read as itself: another address is another catalogue.
        """
        if "/collections/" in self.address:
            yield "Shopify", self.address, self._shopify(_folder_of(self.address))
            return
        folder, home = _folder_of(self.address), home_of(self.address)
        yield from self._platforms(folder)
        for route in _ROUTES.findall(self._page()):  # where Shopify is, by the store's page
            root = home + route.decode("ascii").rstrip("/")
            if root not in {folder, home}:
                yield "Shopify", self._address_of(root), self._shopify(root)
        for api in _rest_roots(self.address, self._page):
            if api not in {folder + API, home + API}:
                yield self._rest(api)
        if home != folder:
            yield from self._platforms(home)
        for root in dict.fromkeys((folder, home)):
            yield SITEMAP, self._address_of(root), self._sitemap(root)

    def _platforms(self, root: str) -> Iterator[tuple[str, str, Iterator[Any]]]:
        yield "Shopify", self._address_of(root), self._shopify(root)
        yield self._rest(root + API)
        yield "Magento", self._address_of(root), self._magento(root)

    def _rest(self, api: str) -> tuple[str, str, Iterator[Any]]:
        kept = self._address_of(api.removesuffix(API)) if api.endswith(API) else self.address
        return "WooCommerce", kept, self._woocommerce(api)

    def _address_of(self, root: str) -> str:
        return self.address if root == _folder_of(self.address) else f"{root}/"

    def _page(self) -> bytes:
        """Return the page at the address, which is read once; nothing where it cannot be."""
        if self.page is None:
            try:
                self.page = self._get(self.address).body
            except PageError:
                self.page = b""
        return self.page

    def _get(self, address: str) -> Answer:
        """Return an answer of the store's own; raises PageError."""
        answer = self.get(address)
        if answer.url and site_of(answer.url) != site_of(address):
            raise MovedStoreError(site_of(answer.url))
        return answer

    def _read(self, address: str) -> bytes:
        answer = self._get(address)
        if answer.url and urlsplit(answer.url).path != urlsplit(address).path:
            self._moved.add(address)
        return answer.body

    def _all_pages(self, read: Callable[[int], Page], count: str) -> Iterator[Product]:
        """Yield the products of all pages, each once; the end is a page with nothing new."""
        seen: set[str] = set()
        for number in range(1, MOST_PAGES + 1):
            products, total = read(number)
            if total:
                self.expected = total, count
            new = {_identity(one): one for one in products if isinstance(one, dict)}
            new = {key: product for key, product in new.items() if key not in seen}
            if number == 1 and not products:
                raise FeedError("The catalogue is empty.", EMPTY)
            yield from new.values()
            seen.update(new)
            if not new or len(seen) >= total > 0:
                return
            if len(seen) > MOST_PRODUCTS:
                raise FeedError(f"It has more than {MOST_PRODUCTS} products.")
        raise FeedError(f"It has more than {MOST_PAGES} pages.")

    def _shopify(self, base: str) -> Iterator[Product]:
        def read(number: int) -> Page:
            address = f"{base}/products.json?limit={SHOPIFY_PAGE}&page={number}"
            answer = _json(self._get(address), address)
            products = answer.get("products") if isinstance(answer, dict) else None
            if not isinstance(products, list):
                raise OtherPlatformError("/products.json holds no list of products.")
            return products, 0

        yield from self._all_pages(read, "")
        if not urlsplit(base).path:
            named = Sitemap(base, self._read).addresses("sitemap_products")
            count = len({place for place in named if "/products/" in place})
            self.expected = count, "the store's sitemap"

    def _woocommerce(self, api: str) -> Iterator[Product]:
        def read(number: int) -> Page:
            begin = "&" if "?" in api else "?"  # "?rest_route=/" of a shop with plain links
            address = f"{api}/wc/store/v1/products{begin}per_page={WOOCOMMERCE_PAGE}"
            answer = self._get(f"{address}&page={number}")
            products = _json(answer, address)
            if not isinstance(products, list):
                raise OtherPlatformError("its Store API gives no list of products.")
            total = answer.headers.get("x-wp-total", "")
            self._add_variations(address, products)
            return products, int(total) if total.isdecimal() else 0

        return self._all_pages(read, "the store's own count")

    def _add_variations(self, address: str, products: list[Any]) -> None:
        listed = (one for one in products if isinstance(one, dict))
        varied = {one.get("id"): one for one in listed if one.get("type") == "variable"}
        parents = ",".join(map(str, varied))
        for number in range(1, MOST_PAGES if varied else 0):
            try:
                place = f"{address}&type=variation&parent={parents}&page={number}"
                found = _json(self._get(place), place)
            except FinalPageError:
                if number > 1:
                    raise
                return  # of an older version, which lacks them
            for one in found if isinstance(found, list) else ():
                if isinstance(one, dict) and one.get("parent") in varied:
                    varied[one["parent"]].setdefault(woocommerce.CHILDREN, []).append(one)
            if not isinstance(found, list) or len(found) < WOOCOMMERCE_PAGE:
                return

    def _magento(self, root: str) -> Iterator[Product]:
        text = magento.QUERY

        def fetch_page(number: int) -> Any:
            """Request a page, without the fields that the shop's version does not have."""
            nonlocal text
            for _ in range(MOST_FIELDS):
                query = quote(text % (MAGENTO_PAGE, number), safe="")
                address = f"{root}/graphql?query={query}"
                answer = _json(self._get(address), address)
                less = magento.without(text, _error_words(answer))
                if less == text:
                    return answer
                text = less
            return answer

        def read(number: int) -> Page:
            answer = fetch_page(number)
            try:
                listed = answer["data"]["products"]
                products, total = [one for one in listed["items"] if one], listed["total_count"]
            except (TypeError, KeyError):
                raise OtherPlatformError(
                    f"/graphql gives no products{_error_words(answer)}."
                ) from None
            if not products and "errors" in answer:
                raise OtherPlatformError(f"/graphql gives an error{_error_words(answer)}.")
            return products, total if isinstance(total, int) else 0

        return self._all_pages(read, "the store's own count")

    def _sitemap(self, root: str) -> Iterator[list[dict[str, Any]]]:
        home = home_of(root)
        within = "" if root == home else f"{root}/"
        sitemap = Sitemap(home, self._read, self._moved, within, self.known)
        try:
            for product in sitemap.products():
                self._expect(sitemap)
                yield product
        except FeedError as error:
            if not self.platform:
                other = OtherPlatformError(str(error))
                other.code, other.listed = error.code, sitemap.expected
                raise other from error
            raise
        finally:
            self._expect(sitemap)

    def _expect(self, sitemap: Sitemap) -> None:
        self.seen, self.unread, self.left = sitemap.seen, sitemap.unread, sitemap.left
        self.expected = sitemap.expected + self.unread, "the store's sitemap"


def _identity(product: Product) -> str:
    names = ("id", "handle", "sku", "url_key")
    known = (f"{name} {product[name]}" for name in names if product.get(name))
    return next(known, repr(product))[:LONGEST_ID]


def _error_words(answer: Any) -> str:
    errors = answer.get("errors") if isinstance(answer, dict) else None
    first = errors[0] if isinstance(errors, list) and errors else None
    words = first.get("message") if isinstance(first, dict) else None
    return f": {str(words)[:200].rstrip('.')}" if words else ""


def _json(answer: Answer, address: str) -> Any:
    if len(answer.body) > JSON_LIMIT:
        raise FeedError(f"{answer.url} is larger than {JSON_LIMIT // 2**20} MB.")
    try:
        return loads(answer.body[begin_of(answer.body) :])
    except TooManyValuesError as error:
        raise FeedError(f"{answer.url}: {error}") from error
    except (ValueError, RecursionError) as error:
        leads = urlsplit(answer.url).path.rstrip("/") != urlsplit(address).path.rstrip("/")
        place = f", it leads to {answer.url[:200]}" if answer.url and leads else ""
        raise OtherPlatformError(f"it answers with no JSON{place}.") from error


def _folder_of(address: str) -> str:
    """Return the address that a catalogue's own paths are put behind, without a slash."""
    return address.partition("?")[0].rstrip("/").removesuffix("/products.json")


def _rest_roots(address: str, page: Callable[[], bytes]) -> Iterator[str]:
    """Yield where WordPress's REST API is, by the store's page."""
    try:
        linked = tree_of(page()).xpath(REST)
    except ValueError:
        return
    for href in linked[:1]:
        place = absolute(str(href), f"{_folder_of(address)}/")
        if place and site_of(place) == site_of(address):
            yield place.rstrip("/")

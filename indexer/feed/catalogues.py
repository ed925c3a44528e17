"""Whole catalogues as shop platforms serve them: Shopify's and WooCommerce's own addresses.

They are read by HTTP into a file of JSON Lines, which is read as any feed. A catalogue is counted
in a second way where the platform offers one, as its paging may end early.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from lxml import etree

from indexer.feed.errors import FeedError
from scrapers.errors import PageError

SHOPIFY_PAGE, WOOCOMMERCE_PAGE = 250, 100  # the most that they give at once
MOST_PAGES = 400
MOST_SITEMAPS = 200
SHORT = 0.02  # of the products that the second count knows may be missing


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer's body, and its headers by their names in lower case."""

    body: bytes
    headers: Mapping[str, str]


Get = Callable[[str], Answer]  # raises PageError, StoppedError
Product = dict[str, Any]


class _OtherPlatformError(Exception):
    """The address answers, but not as this platform; the message says how."""


@dataclass(slots=True)
class Catalogue:
    """A store's catalogue: found by its address, then read once by iterating over it.

    `platform` is empty until it is found, which the first product shows.
    """

    address: str
    get: Get
    platform: str = ""
    count: int = 0
    expected: tuple[int, str] = (0, "")  # by the second count, and what that is

    def __iter__(self) -> Iterator[Product]:
        """Yield the products; raises FeedError where no platform answers, PageError, StoppedError.

        A platform is known by an answer in its form: many stores answer any address with a page.
        """
        said: list[str] = []
        for name, read in (("Shopify", self._shopify), ("WooCommerce", self._woocommerce)):
            try:
                for product in read():
                    self.platform = name
                    self.count += 1
                    yield product
            except (_OtherPlatformError, PageError) as error:
                if self.platform:
                    raise
                said.append(f"{name}: {error}")
            else:
                return
        raise FeedError(f"No catalogue is served at {self.address} ({' '.join(said)})")

    def missing(self) -> str:
        """Return how many products a second count knows and the reading did not bring, or ""."""
        expected, by = self.expected
        if self.count >= expected * (1 - SHORT):
            return ""
        return f"The catalogue gave {self.count} products, {by} has {expected}."

    def _shopify(self) -> Iterator[Product]:
        base = self.address.split("?")[0].rstrip("/").removesuffix("/products.json")
        for page in range(1, MOST_PAGES + 1):
            asked = f"{base}/products.json?limit={SHOPIFY_PAGE}&page={page}"
            answer = _json(self.get(asked))
            products = answer.get("products") if isinstance(answer, dict) else None
            if not isinstance(products, list):
                raise _OtherPlatformError("/products.json holds no list of products.")
            if page == 1 and not products:
                raise FeedError("The catalogue is empty.")
            yield from _objects(products)
            if len(products) < SHOPIFY_PAGE:
                break
        if not urlsplit(base).path:
            self.expected = self._in_sitemap(base), "the store's sitemap"

    def _in_sitemap(self, base: str) -> int:
        """Return how many products the sitemap names; 0 where there is none."""
        try:
            index = _locations(self.get(f"{base}/sitemap.xml").body)
            parts = [part for part in index if "sitemap_products" in part][:MOST_SITEMAPS]
            found = [_locations(self.get(part).body) for part in parts]
        except (PageError, etree.XMLSyntaxError):
            return 0
        return len({place for part in found for place in part if "/products/" in place})

    def _woocommerce(self) -> Iterator[Product]:
        parts = urlsplit(self.address)
        base = f"{parts.scheme}://{parts.netloc}"
        for page in range(1, MOST_PAGES + 1):
            asked = f"{base}/wp-json/wc/store/v1/products?per_page={WOOCOMMERCE_PAGE}&page={page}"
            answer = self.get(asked)
            products = _json(answer)
            if not isinstance(products, list):
                raise _OtherPlatformError("its Store API gives no list of products.")
            if page == 1 and not products:
                raise FeedError("The catalogue is empty.")
            total = answer.headers.get("x-wp-total", "")
            self.expected = int(total) if total.isdecimal() else 0, "the store's own count"
            yield from _objects(products)
            if len(products) < WOOCOMMERCE_PAGE:
                return


def _objects(products: list[Any]) -> Iterator[Product]:
    return (product for product in products if isinstance(product, dict))


def _json(answer: Answer) -> Any:
    try:
        return json.loads(answer.body)
    except (ValueError, RecursionError) as error:
        raise _OtherPlatformError("it answers with no JSON.") from error


def _locations(body: bytes) -> list[str]:
    root = etree.fromstring(body, etree.XMLParser(resolve_entities=False, no_network=True))
    return [str(place.text).strip() for place in root.iter("{*}loc") if place.text]

"""Where a store's catalogue may be: below its address, where its page says, at its host's root."""

import re
from collections.abc import Callable, Iterator

from scrapers.structured.html_tree import tree_of
from scrapers.web.hosts import home_of, site_of
from scrapers.web.urls import absolute

# WordPress's link to its REST API (developer.wordpress.org/rest-api/using-the-rest-api/discovery).
REST = "//link[@rel='https://api.w.org/']/@href"
API = "/wp-json"
# The folder of a language or market, as Shopify's pages say it (shopify.dev, "routes.root").
_ROUTES = re.compile(rb"Shopify\.routes\.root\s{0,9}=\s{0,9}[\"'](/[\w/-]{0,100})[\"']")

ReadPage = Callable[[], bytes]


def folder_of(address: str) -> str:
    """Return the address that a catalogue's own paths are put behind, without a slash."""
    return address.partition("?")[0].rstrip("/").removesuffix("/products.json")


def shop_roots(address: str, page: ReadPage) -> Iterator[str]:
    """Yield where Shopify is, as the store's page says."""
    for root in _ROUTES.findall(page()):
        yield home_of(address) + root.decode("ascii").rstrip("/")


def rest_roots(address: str, page: ReadPage) -> Iterator[str]:
    """Yield where WordPress's REST API is, as the store's page says."""
    try:
        linked = tree_of(page()).xpath(REST)
    except ValueError:
        return
    for href in linked[:1]:
        place = absolute(str(href), f"{folder_of(address)}/")
        if place and site_of(place) == site_of(address):
            yield place.rstrip("/")

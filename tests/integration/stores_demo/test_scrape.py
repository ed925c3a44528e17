"""Each demo store, scraped by a real browser with its configuration alone, gives its catalogue."""

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import pytest

from dev.stores.brands import load_brands
from dev.stores.catalogue.make import load_stores
from dev.stores.catalogue.model import Product, Store
from dev.stores.server import DemoStores
from dev.stores.site import address_of, image_of
from scrapers.browsing.browser import Browser
from scrapers.config import BrandConfig, PageConfig
from scrapers.crawl import crawl
from scrapers.events import Event, PageDone, ShippingCountries
from scrapers.options import CrawlOptions
from scrapers.product import Product as Found

PICTURES = {"oranje-atelier": 3, "prairie-protea": 1}  # the others have a hover picture: 2
NOT_CONFIGURATION = ("slug", "country", "styles", "pages")
OPTIONS = CrawlOptions(allow_loopback=True, request_delay_ms=0)


@dataclass(frozen=True)
class Shown:
    """What a visitor of the store's lists is told of a product."""

    name: str
    brand: str | None
    price: Decimal | None
    ordinary: Decimal | None
    sold_out: bool
    images: tuple[str, ...]
    sizes: tuple[str, ...]


def _config(row: dict[str, Any]) -> BrandConfig:
    """The scraper's configuration of a store's row; pages are numbered from 1."""
    values = {name: value for name, value in row.items() if name not in NOT_CONFIGURATION}
    pages = tuple(
        PageConfig(number, page["page_url"], page.get("custom_click_selector", ""))
        for number, page in enumerate(row["pages"], 1)
    )
    return BrandConfig(brand_id=1, pages=pages, **values)


def _wanted(store: Store, product: Product, base: str) -> Shown:
    pictures = range(1, PICTURES.get(store.slug, 2) + 1)
    return Shown(
        name=product.name,
        brand=product.brand or None,
        price=product.sale or product.price,
        ordinary=product.price if product.sale else None,
        sold_out=product.sold_out,
        images=tuple(base + image_of(store, product, number) for number in pictures),
        sizes=product.sizes,
    )


def _found(item: Found) -> Shown:
    images = tuple(image.url for image in item.images)
    return Shown(
        name=item.name,
        brand=item.product_brand,
        price=item.price,
        ordinary=item.ordinary_price,
        sold_out=item.sold_out is not False,
        images=images,
        sizes=item.attributes.get("size", ()),
    )


def _crawl(row: dict[str, Any]) -> list[Event]:
    lines: list[str] = []
    log: Callable[[str], None] = lines.append
    with Browser(OPTIONS) as browser:
        return list(crawl(_config(row), browser, log, lambda: False))


# One of many brands with hover pictures, one of few products; the others before a release.
ALWAYS = ("marula-market", "prairie-protea")
CASES = [
    pytest.param(slug, marks=[] if slug in ALWAYS else pytest.mark.full) for slug in load_stores()
]


@pytest.mark.parametrize("slug", CASES)
def test_a_scrape_gives_exactly_the_stores_catalogue(slug: str) -> None:
    with DemoStores([slug]) as stores:
        store, base = stores.control[slug].store, stores.base[slug]
        (row,) = load_brands(stores.base)
        events = _crawl(row)
    items = {event.href: event for event in events if isinstance(event, Found)}
    wanted = {base + address_of(store, p): _wanted(store, p, base) for p in store.products}
    assert {href: _found(item) for href, item in items.items()} == wanted
    assert {item.currency for item in items.values()} == {store.currency}
    assert sum(isinstance(event, PageDone) for event in events) == len(store.pages)
    assert len({item.group_key for item in items.values()}) == len(store.products)
    told = [event.countries for event in events if isinstance(event, ShippingCountries)]
    assert told == ([store.countries] if row.get("countries_selector") else [])

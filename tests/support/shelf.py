"""A shelf of goods as each kind of source shows it: what a store's second run reads changes so."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from urllib.parse import urlsplit

from sqlalchemy import update

from indexer.core.db import session_scope
from indexer.ingest.importing import import_feed
from indexer.models import Brand, BrandPage, ScrapeRun
from scrapers.errors import FeedError
from tests.support.catalogue import read_run
from tests.support.own_store import OwnStore
from tests.support.saved_store import Answer


@dataclass(frozen=True, slots=True)
class Goods:
    """What a store shows of a product; `price` None: nothing."""

    id: int
    name: str
    price: Decimal | None
    link: str
    picture: str  # its address, empty: none
    currency: str = "ZAR"
    is_sold_out: bool = False

    @property
    def amount(self) -> str:
        """Return the price as stores write it."""
        return "" if self.price is None else f"{self.price:.2f}"

    @property
    def handle(self) -> str:
        """Return the end of its link."""
        return self.link.rpartition("/")[2]


Shelf = Sequence[Goods]


def full_shelf(base: str) -> list[Goods]:
    """Return twelve products of a store."""
    names = [
        f"{c} {t}" for t in ("dress", "jacket", "lamp") for c in ("Red", "Blue", "Green", "Grey")
    ]
    return [
        Goods(n, name, Decimal(100 + 43 * n), f"{base}/p/{n}", f"{base}/i/{n}.jpg")
        for n, name in enumerate(names)
    ]


def _currency(shelf: Shelf) -> str:
    return next((one.currency for one in shelf), "ZAR")


def _in_json(answer: object) -> Answer:
    return Answer(json.dumps(answer).encode(), content_type="application/json")


def _page(store: OwnStore, one: Goods, body: str) -> None:
    store.answers[urlsplit(one.link).path] = Answer(f"<!doctype html>{body}".encode())


def _printed(one: Goods) -> str:
    sign = {"ZAR": "R", "USD": "US$"}[one.currency]
    return f"{sign} {one.amount}" if one.amount else ""


def cards(shelf: Shelf, *, priced: bool = True, tag: str = "article") -> Answer:
    """Return a list with the goods, each in an element of that name."""
    shown = "".join(
        f'<{tag}><a href="{one.link}"><img src="{one.picture}" width=30 height=40></a>'
        f"<h2>{one.name}</h2><b>{_printed(one) if priced else ''}</b>"
        f"{'<i>Sold out</i>' if one.is_sold_out else ''}</{tag}>"
        for one in shelf
    )
    return Answer(f"<!doctype html><title>Shop</title><main>{shown}</main>".encode())


def _cards(store: OwnStore, shelf: Shelf, *, priced: bool = True) -> None:
    store.answers["/list"] = cards(shelf, priced=priced)


def _product_pages(store: OwnStore, shelf: Shelf) -> None:
    _cards(store, shelf, priced=False)
    for one in shelf:
        _page(store, one, f"<main><h1>{one.name}</h1><b class=own>{_printed(one)}</b></main>")


def _linked(one: Goods) -> dict[str, object]:
    stock = "SoldOut" if one.is_sold_out else "InStock"
    offer = {"priceCurrency": one.currency, "availability": stock}
    return {
        "@type": "Product",
        "name": one.name,
        "url": one.link,
        **({"image": one.picture} if one.picture else {}),
        "offers": offer | ({"price": one.amount} if one.amount else {}),
    }


def _structured(store: OwnStore, shelf: Shelf) -> None:
    _cards(store, shelf, priced=False)
    for one in shelf:
        linked = f'<script type="application/ld+json">{json.dumps(_linked(one))}</script>'
        _page(store, one, f"{linked}<main><h1>{one.name}</h1></main>")


def _sitemap(store: OwnStore, shelf: Shelf) -> None:
    _structured(store, shelf)
    places = "".join(f"<url><loc>{one.link}</loc></url>" for one in shelf)
    store.answers["/sitemap.xml"] = Answer(f"<urlset>{places}</urlset>".encode())


def _feed(store: OwnStore, shelf: Shelf) -> None:
    rows = (
        {
            "id": str(one.id),
            "title": one.name,
            "price": f"{one.amount} {one.currency}" if one.amount else "",
            "link": one.link,
            "image_link": one.picture,
            "availability": "out of stock" if one.is_sold_out else "in stock",
        }
        for one in shelf
    )
    store.answers["/feed.jsonl"] = Answer("".join(f"{json.dumps(row)}\n" for row in rows).encode())


def _shopify(store: OwnStore, shelf: Shelf) -> None:
    listed = [
        {
            "id": one.id,
            "handle": one.handle,
            "title": one.name,
            "images": [{"src": one.picture}] if one.picture else [],
            "variants": [{"price": one.amount or None, "available": not one.is_sold_out}],
        }
        for one in shelf
    ]
    store.answers["/products.json"] = _in_json({"products": listed})
    store.answers["/meta.json"] = _in_json({"currency": _currency(shelf)})


def _woocommerce(store: OwnStore, shelf: Shelf) -> None:
    money = {"currency_code": _currency(shelf), "currency_minor_unit": 2}
    listed = [
        {
            "id": one.id + 1,
            "name": one.name,
            "permalink": one.link,
            "prices": {"price": one.amount.replace(".", "")} | money,
            "is_in_stock": not one.is_sold_out,
            "images": [{"src": one.picture}] if one.picture else [],
        }
        for one in shelf
    ]
    store.answers["/wp-json/wc/store/v1/products"] = _in_json(listed)


def _magento(store: OwnStore, shelf: Shelf) -> None:
    def price(one: Goods) -> dict[str, object]:
        money = {"value": None if one.price is None else float(one.price), "currency": one.currency}
        return {"minimum_price": {"regular_price": money, "final_price": money}}

    listed = [
        {
            "sku": f"S{one.id}",
            "name": one.name,
            "url_key": one.handle,
            "url_suffix": ".html",
            "stock_status": "OUT_OF_STOCK" if one.is_sold_out else "IN_STOCK",
            "media_gallery": [{"url": one.picture}] if one.picture else [],
            "price_range": price(one),
        }
        for one in shelf
    ]
    products = {"items": listed, "total_count": len(listed)}
    store.answers["/graphql"] = _in_json({"data": {"products": products}})


@dataclass(frozen=True, slots=True)
class Source:
    """A kind of source: how it shows a shelf, and the brand's columns that point at it."""

    write: Callable[[OwnStore, Shelf], None]
    columns: dict[str, str | int]
    chromium: bool = False  # it opens each product's page, which takes seconds a run


LIST: dict[str, str | int] = {"source": "pages", "sold_out_xpath": ".//i"}
CATALOGUE: dict[str, str | int] = {"source": "catalogue", "catalogue_url": "{base}/"}
SOURCES = {
    "list pages": Source(_cards, LIST),
    "product pages": Source(
        _product_pages, LIST | {"detail_selector": "a", "price_xpath": ".//b[@class='own']"}, True
    ),
    "structured data": Source(_structured, LIST | {"detail_selector": "a"}, True),
    "file": Source(_feed, {}),
    "feed": Source(_feed, {"source": "feed", "feed_url": "{base}/feed.jsonl"}),
    "Shopify": Source(_shopify, CATALOGUE),
    "WooCommerce": Source(_woocommerce, CATALOGUE),
    "Magento": Source(_magento, CATALOGUE),
    "sitemap": Source(_sitemap, CATALOGUE),
}


def show(store: OwnStore, name: str, shelf: Shelf) -> None:
    """Have the store show these goods and nothing else."""
    store.answers.clear()
    SOURCES[name].write(store, shelf)


def point_at(store: OwnStore, name: str, base: str) -> None:
    """Make a kind of source at this address the brand's."""
    columns = {
        column: value.format(base=base) if isinstance(value, str) else value
        for column, value in SOURCES[name].columns.items()
    }
    with session_scope(store.settings.database_url) as session:
        session.execute(update(Brand).values(currency="ZAR", **columns))
        session.execute(update(BrandPage).values(page_url=f"{base}/list"))


def read_source(store: OwnStore, name: str, folder: Path) -> ScrapeRun:
    """Do the run that reads a source; a file is imported."""
    if name != "file":
        return store.scrape()
    path = folder / "feed.jsonl"
    path.write_bytes(store.answers["/feed.jsonl"].body)
    try:
        return import_feed(store.settings, "own", path, complete=True).run
    except FeedError:  # an empty file is none
        with session_scope(store.settings.database_url) as session:
            newest = session.query(ScrapeRun.id).order_by(ScrapeRun.id.desc()).limit(1).scalar()
        return read_run(store.settings, newest)

"""Fault 59: whatever source says it, a second run whose values cannot be true publishes nothing.

Composed: each kind of source by each thing that may go wrong in a store.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import update

from indexer.db import session_scope
from indexer.jobs.importing import FeedOptions, import_feed
from indexer.models import Brand, ScrapeRun
from indexer.settings import Settings
from scrapers.feeds.errors import FeedError
from tests.faults.conftest import for_this_process
from tests.support.bounds import FULL
from tests.support.catalogue import read_products, read_run
from tests.support.own_store import OwnStore, own_store
from tests.support.plain_crawl import use_plain_crawls
from tests.support.saved_store import Answer

pytestmark = pytest.mark.faults
COUNT = 12


@dataclass(frozen=True, slots=True)
class Goods:
    """What a store shows of a product; `price` in rand, None: nothing."""

    number: int
    name: str
    price: Decimal | None
    picture: str

    @property
    def amount(self) -> str:
        """Return the price as stores write it."""
        return "" if self.price is None else f"{self.price:.2f}"


SHELF = [
    Goods(n, f"{colour} {thing}", Decimal(100 + 43 * n), f"/i/{n}.jpg")
    for n, (colour, thing) in enumerate(
        (colour, thing)
        for thing in ("dress", "jacket", "lamp")
        for colour in ("Red", "Blue", "Green", "Grey")
    )
]
Shelf = Sequence[Goods]
Harm = Callable[[Shelf], Shelf]


def _priced(shelf: Shelf, price: Callable[[Decimal], Decimal | None]) -> Shelf:
    return [replace(one, price=price(one.price or Decimal(0))) for one in shelf]


def _times(factor: str, shelf: Shelf) -> Shelf:
    return _priced(shelf, lambda price: price * Decimal(factor))


def _set_prices(price: Decimal | None, shelf: Shelf) -> Shelf:
    return _priced(shelf, lambda _: price)


def _shuffled(name: str, shelf: Shelf) -> Shelf:
    """Give each the value of another one."""
    others = [*shelf[5:], *shelf[:5]]
    return [
        replace(one, **{name: getattr(other, name)})
        for one, other in zip(shelf, others, strict=True)
    ]


def _half_gone(shelf: Shelf) -> Shelf:
    return shelf[::2]


HARMS: dict[str, Harm] = {
    "times a hundred": partial(_times, "100"),
    "a hundredth": partial(_times, "0.01"),
    "times ten": partial(_times, "10"),
    "doubled": partial(_times, "2.1"),
    "zeros": partial(_set_prices, Decimal(0)),
    "no prices": partial(_set_prices, None),
    "one price": partial(_set_prices, Decimal(599)),
    "prices shuffled": partial(_shuffled, "price"),
    "names shuffled": partial(_shuffled, "name"),
    "equal names": lambda shelf: [replace(one, name="Add to cart") for one in shelf],
    "half of the names equal": lambda shelf: [
        replace(one, name="Buy now") if one.number % 2 else one for one in shelf
    ],
    "a call at each name": lambda shelf: [
        replace(one, name=f"{one.name} - Buy now") for one in shelf
    ],
    "equal pictures": lambda shelf: [replace(one, picture="/i/blank.jpg") for one in shelf],
    "no pictures": lambda shelf: [replace(one, picture="") for one in shelf],
    "half gone": _half_gone,
    "all gone": lambda _: [],
}


def _in_json(answer: object) -> Answer:
    return Answer(json.dumps(answer).encode(), content_type="application/json")


def _cards(store: OwnStore, shelf: Shelf, *, priced: bool = True) -> None:
    cards = "".join(
        f'<article><a href="/p/{one.number}"><img src="{one.picture}" width=30 height=40></a>'
        f"<h2>{one.name}</h2><b>{_rand(one) if priced else ''}</b></article>"
        for one in shelf
    )
    store.answers["/all"] = Answer(f"<!doctype html><title>Shop</title>{cards}".encode())


def _rand(one: Goods) -> str:
    return f"R {one.amount}" if one.amount else ""


def _product_pages(store: OwnStore, shelf: Shelf) -> None:
    _cards(store, shelf, priced=False)
    for one in shelf:
        body = f"<!doctype html><main><h1>{one.name}</h1><b class=own>{_rand(one)}</b></main>"
        store.answers[f"/p/{one.number}"] = Answer(body.encode())


def _linked(one: Goods, store: OwnStore) -> dict[str, object]:
    offer = {"priceCurrency": "ZAR", "availability": "InStock"}
    return {
        "@type": "Product",
        "name": one.name,
        "url": f"{store.base}/p/{one.number}",
        **({"image": f"{store.base}{one.picture}"} if one.picture else {}),
        "offers": offer | ({"price": one.amount} if one.amount else {}),
    }


def _structured(store: OwnStore, shelf: Shelf) -> None:
    _cards(store, shelf, priced=False)
    for one in shelf:
        linked = f'<script type="application/ld+json">{json.dumps(_linked(one, store))}</script>'
        body = f"<!doctype html>{linked}<main><h1>{one.name}</h1></main>"
        store.answers[f"/p/{one.number}"] = Answer(body.encode())


def _sitemap(store: OwnStore, shelf: Shelf) -> None:
    _structured(store, shelf)
    places = "".join(f"<url><loc>{store.base}/p/{one.number}</loc></url>" for one in shelf)
    store.answers["/sitemap.xml"] = Answer(f"<urlset>{places}</urlset>".encode())


def _rows(store: OwnStore, shelf: Shelf) -> str:
    rows = (
        {
            "id": str(one.number),
            "title": one.name,
            "price": f"{one.amount} ZAR" if one.amount else "",
            "link": f"{store.base}/p/{one.number}",
            "image_link": f"{store.base}{one.picture}" if one.picture else "",
            "availability": "in stock",
        }
        for one in shelf
    )
    return "".join(f"{json.dumps(row)}\n" for row in rows)


def _feed(store: OwnStore, shelf: Shelf) -> None:
    store.answers["/feed.jsonl"] = Answer(_rows(store, shelf).encode())


def _shopify(store: OwnStore, shelf: Shelf) -> None:
    listed = [
        {
            "id": one.number,
            "handle": f"p{one.number}",
            "title": one.name,
            "images": [{"src": f"{store.base}{one.picture}"}] if one.picture else [],
            "variants": [{"price": one.amount or None, "available": True}],
        }
        for one in shelf
    ]
    store.answers["/products.json"] = _in_json({"products": listed})


def _woocommerce(store: OwnStore, shelf: Shelf) -> None:
    listed = [
        {
            "id": one.number + 1,
            "name": one.name,
            "permalink": f"{store.base}/p/{one.number}",
            "prices": {
                "price": one.amount.replace(".", ""),
                "currency_code": "ZAR",
                "currency_minor_unit": 2,
            },
            "is_in_stock": True,
            "images": [{"src": f"{store.base}{one.picture}"}] if one.picture else [],
        }
        for one in shelf
    ]
    store.answers["/wp-json/wc/store/v1/products"] = _in_json(listed)


def _magento(store: OwnStore, shelf: Shelf) -> None:
    def price(one: Goods) -> dict[str, object]:
        money = {"value": None if one.price is None else float(one.price), "currency": "ZAR"}
        return {"minimum_price": {"regular_price": money, "final_price": money}}

    listed = [
        {
            "sku": f"S{one.number}",
            "name": one.name,
            "url_key": f"p{one.number}",
            "url_suffix": ".html",
            "stock_status": "IN_STOCK",
            "media_gallery": [{"url": f"{store.base}{one.picture}"}] if one.picture else [],
            "price_range": price(one),
        }
        for one in shelf
    ]
    products = {"items": listed, "total_count": len(listed)}
    store.answers["/graphql"] = _in_json({"data": {"products": products}})


@dataclass(frozen=True, slots=True)
class Source:
    """A kind of source: how it shows a shelf, and the brand's columns that point at it."""

    show: Callable[[OwnStore, Shelf], None]
    columns: dict[str, str | int]
    chromium: bool = False  # it opens each product's page, which takes seconds a run


# What a page of its own reads otherwise than a list does; all of them in a full run.
OF_PAGES = ("times a hundred", "zeros", "no prices", "half of the names equal", "half gone")
LIST: dict[str, str | int] = {"source": "pages"}
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


@pytest.fixture
def store(own_settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[OwnStore]:
    for_this_process(own_settings, monkeypatch)
    with own_store(own_settings, "/all") as served:
        yield served


def _run(store: OwnStore, name: str, folder: Path) -> ScrapeRun:
    if name != "file":
        return store.scrape()
    path = folder / "feed.jsonl"
    path.write_bytes(store.answers["/feed.jsonl"].body)
    options = FeedOptions(path, complete=True)
    try:
        return import_feed(store.settings, "own", options, lambda *_: None).run
    except FeedError:  # an empty file is none
        with session_scope(store.settings.database_url) as session:
            newest = session.query(ScrapeRun.id).order_by(ScrapeRun.id.desc()).limit(1).scalar()
        return read_run(store.settings, newest)


def _shown(store: OwnStore) -> dict[str, tuple[object, ...]]:
    return {
        key: (row.name, row.price, row.revision, row.gone_at, [i.gone_at for i in row.images])
        for key, row in read_products(store.settings).items()
    }


@pytest.mark.parametrize("name", SOURCES)
def test_59_a_second_run_that_cannot_be_true_publishes_nothing(
    store: OwnStore, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str
) -> None:
    source = SOURCES[name]
    if not source.chromium:
        use_plain_crawls(monkeypatch)
    columns = {
        column: value.format(base=store.base) if isinstance(value, str) else value
        for column, value in source.columns.items()
    }
    with session_scope(store.settings.database_url) as session:
        session.execute(update(Brand).values(currency="ZAR", **columns))
    source.show(store, SHELF)
    first = _run(store, name, tmp_path)
    assert (first.result, first.found_count) == ("success", COUNT), first.failure_reason
    before = _shown(store)
    published = {}
    harms = OF_PAGES if source.chromium and not FULL else HARMS
    for harm in harms:
        store.answers.clear()
        source.show(store, HARMS[harm](SHELF))
        run = _run(store, name, tmp_path)
        told = run.result in {"suspect", "failed"} and re.search(r"\d", run.failure_reason or "")
        if _shown(store) != before or not told:
            published[harm] = (run.result, run.failure_reason)
    assert published == {}
    store.answers.clear()
    source.show(store, SHELF)
    again = _run(store, name, tmp_path)
    assert (again.result, again.changed_count, again.gone_count) == ("success", 0, 0)

"""Published prices have their origin: source, address, place and text."""

from __future__ import annotations

import json
from typing import Any

import pytest

from indexer.core.db import session_scope
from indexer.ingest.history.compare import compare_runs
from indexer.ingest.history.items import found_items
from indexer.models import BrandPage
from tests.integration.feed.test_by_address import feed, item, serve
from tests.support.catalogue import read_products
from tests.support.own_store import CARD, OwnStore
from tests.support.saved_store import Answer

NUMBERS = range(12)
ITEMS = tuple(item(number) for number in NUMBERS)


@pytest.fixture(autouse=True)
def read_from_its_feed(store: OwnStore) -> None:
    store.change(source="feed", feed_url=f"{store.base}/feed.xml")


def test_a_planned_price_brings_its_own_origin(store: OwnStore) -> None:
    sale = (
        "<g:sale_price>99.00 ZAR</g:sale_price><g:sale_price_effective_date>"
        "2099-01-01T00:00+02:00/2099-01-08T00:00+02:00</g:sale_price_effective_date>"
    )
    serve(store, feed(*ITEMS, item(30, more=sale)))
    store.scrape()
    planned = read_products(store.settings)["30"].planned_prices or []
    assert [row["origin"].split(" › ")[1] for row in planned] == [
        "row id 30, column sale_price “99.00 ZAR”",
        "row id 30, column price “230 ZAR”",
    ]


def test_a_platforms_prices_name_the_platform_and_the_variant(store: OwnStore) -> None:
    product = {
        "id": 7,
        "handle": "vase-7",
        "title": "Vase 7",
        "images": [{"src": f"{store.base}/i.jpg?7"}],
        "variants": [{"id": 7, "title": "Blue", "price": "507.00"}],
    }
    store.answers["/products.json?limit=250&page=1"] = json_answer({"products": [product]})
    store.answers["/products.json"] = json_answer({"products": []})
    store.change(source="catalogue", catalogue_url=store.base)
    assert store.scrape().result == "success"
    assert read_products(store.settings)["vase-7"].origin == (
        f"Shopify {store.base} › row id vase-7, column price “507.00”"
    )


def test_a_lists_and_a_products_own_pages_say_where_prices_stood(store: OwnStore) -> None:
    cards = "".join(
        f"<article><a href=/p/{n}><img src=/i.jpg?{n}></a><h2>Vase {n}</h2>"
        f"<b>{'' if n == 1 else f'<s>R 999</s> R {500 + n}'}</b></article>"
        for n in range(3)
    )
    own = "<html><h1>Vase 1</h1><meta property='og:type' content='product'><meta"
    own += " property='product:price:amount' content='501.50'></html>"
    store.answers["/list"] = Answer(f"<html>{cards}</html>".encode())
    store.answers["/p/1"] = Answer(own.encode())
    store.answers["/p/0"] = store.answers["/p/2"] = Answer(b"<html><h1>Vase</h1></html>")
    fields = {**CARD, "href_class": ".//a", "detail_selector": ".//a", "next_button_selector": ""}
    store.change(source="pages", **fields)
    listed(store)
    store.scrape()
    origins = {
        product.name: (product.origin or "").replace(store.base, "")
        for product in read_products(store.settings).values()
    }
    assert origins == {
        "Vase 0": "list page /list › .//b in the card of /p/0 “R 999 R 500”",
        "Vase 1": "product page /p/1 › meta of Open Graph, price:amount “501.50”",
        "Vase 2": "list page /list › .//b in the card of /p/2 “R 999 R 502”",
    }


def json_answer(value: Any) -> Answer:
    return Answer(json.dumps(value).encode(), content_type="application/json")


def listed(store: OwnStore) -> None:
    with session_scope(store.settings.database_url) as session:
        session.add(BrandPage(brand_id=store.brand_id, page_url=f"{store.base}/list"))


def test_compare_and_a_runs_file_say_where_the_price_stood(store: OwnStore) -> None:
    serve(store, feed(*ITEMS))
    first = store.scrape()
    serve(store, feed(item(0, "999 ZAR"), *ITEMS[1:], item(12)))
    second = store.scrape()
    with session_scope(store.settings.database_url) as session:
        comparison = compare_runs(session, first.id, second.id)
        read = {one.name[-2:].strip(): one.origin for one in comparison.changed + comparison.new}
        files = {run.id: list(found_items(session, run.id)) for run in (first, second)}
        backwards = compare_runs(session, second.id, first.id)
    assert {key: (one or "").partition("“")[2] for key, one in read.items()} == {
        "0": "999 ZAR”",
        "12": "212 ZAR”",
    }
    assert [one.origin for one in backwards.changed] == [None]  # of an earlier price
    old, new = ({one.group_key: one.origin for one in files[run.id]} for run in (first, second))
    assert (old["0"], "999 ZAR" in (new["0"] or "")) == (None, True)
    assert old["1"] == new["1"]
    assert "“201 ZAR”" in (old["1"] or "")

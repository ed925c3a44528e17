"""Published prices have their origin: source, address, place and text."""

from __future__ import annotations

from indexer.core.db import session_scope
from indexer.models import BrandPage
from tests.support.catalogue import read_products
from tests.support.own_store import CARD, OwnStore
from tests.support.saved_store import Answer


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


def listed(store: OwnStore) -> None:
    with session_scope(store.settings.database_url) as session:
        session.add(BrandPage(brand_id=store.brand_id, page_url=f"{store.base}/list"))

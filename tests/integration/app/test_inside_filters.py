"""What a text means is judged by what the chosen filters leave, however much other stores sell."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from decimal import Decimal
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app import create_app
from indexer.catalogue.rates import refresh_rates
from indexer.core.db import session_scope
from indexer.core.settings import Settings
from tests.integration.app.fixtures import indexed, search
from tests.support.data import rows
from tests.support.database import database_from_template
from tests.support.services import TestServices
from tests.support.stock import stock

STOCK: list[tuple[str, int, str, str, int]] = rows("inside_stores")
STRANGER = "Far Away"


def _stock(database_url: str, without: str) -> None:
    stores = dict.fromkeys(name for name, *_ in STOCK if name != without)
    slugs = {name: name.lower().replace(" & ", "-").replace(" ", "-") for name in stores}
    made = [
        {
            "brand": slugs[name],
            "group_key": f"{product}-{number}",
            "name": product,
            "href": f"https://{slugs[name]}.example/{product.replace(' ', '-')}/{number}",
            "price": Decimal(price + 10 * number),
            "category": category,
        }
        for name, count, product, category, price in STOCK
        if name != without
        for number in range(count)
    ]
    brands = [{"slug": slug, "name": name, "country": None} for name, slug in slugs.items()]
    with session_scope(database_url) as session:
        refresh_rates(session, "")
        stock(session, brands=brands, products=made)


@pytest.fixture(scope="module")
def catalogues(services: TestServices, settings: Settings) -> Iterator[dict[str, Flask]]:
    """The stores alone, and beside many products of a stranger."""
    apps: dict[str, Flask] = {}
    with ExitStack() as stack:
        for name, without in (("alone", STRANGER), ("crowded", "")):
            url = stack.enter_context(database_from_template(services.database_url))
            _stock(url, without)
            apps[name] = create_app(indexed(settings, url, name))
        yield apps


@pytest.fixture(params=["alone", "crowded"])
def shop(catalogues: dict[str, Flask], request: pytest.FixtureRequest) -> FlaskClient:
    return catalogues[request.param].test_client()


def within(shop: FlaskClient, text: str, *chosen: str, **params: Any) -> Any:
    return search(shop, text, facetFilters=[[one] for one in chosen], **params)


def names(result: Any) -> set[str]:
    return {hit["name"] for hit in result["hits"] if not hit.get("similar")}


@pytest.mark.parametrize(("text", "store", "found"), rows("corrected_inside"))
def test_a_word_is_corrected_and_completed_by_what_the_store_sells(
    shop: FlaskClient, text: str, store: str, found: list[str]
) -> None:
    result = within(shop, text, f"store:{store}")
    assert names(result)
    assert names(result) <= {*found}


@pytest.mark.parametrize(
    ("text", "store", "total"),
    [("jacket", "linen-room", 26), ("skrt", "stone-oak", 20), ("jacket", "stone-oak", 26)],
)
def test_what_a_store_has_none_of_is_said_to_be_elsewhere(
    shop: FlaskClient, text: str, store: str, total: int
) -> None:
    result = within(shop, text, f"store:{store}")
    assert {"without": ["store"], "total": total} in result["understanding"]["elsewhere"]
    if not result["nbHits"]:
        first = next(
            suggestion for suggestion in result["zeroResultSuggestions"] if "hits" in suggestion
        )
        assert first["without"] == ["store"]
        assert 0 < len(first["hits"]) <= 12


def test_a_few_of_the_store_are_followed_by_similar_ones_of_the_same(shop: FlaskClient) -> None:
    result = within(shop, "blouse", "store:linen-room")
    assert result["understanding"]["exact"] == 5 < result["nbHits"]
    assert {hit["brand"] for hit in result["hits"]} == {"Linen Room"}


def test_what_a_page_and_its_facets_ask_for_is_read_alike(shop: FlaskClient) -> None:
    asked = {"query": "t-sh", "hitsPerPage": 20, "facets": []}
    params = [
        asked | {"facetFilters": [["store:linen-room"], ["brand:Linen Room"]]},
        asked | {"facetFilters": [["store:linen-room"]], "hitsPerPage": 0, "facets": ["brand"]},
        asked | {"facetFilters": [["brand:Linen Room"]], "hitsPerPage": 0, "facets": ["store"]},
    ]
    sent = [{"indexName": "products", "params": one} for one in params]
    results: Any = shop.post("/api/search", json=sent).json
    used = {result["understanding"]["used"] for result in results["results"]}
    assert len(used) == 1
    assert results["results"][2]["facets"]["store"] == {"linen-room": 26}


@pytest.mark.parametrize(("text", "chosen", "amount", "is_above"), rows("nearest_prices"))
def test_where_a_price_leaves_nothing_the_nearest_come_first(
    shop: FlaskClient, text: str, chosen: tuple[str, ...], amount: int, is_above: bool
) -> None:
    result = within(shop, text, *chosen)
    nearest = result["understanding"]["nearest"]
    assert (nearest["amount"], nearest["isAbove"]) == (amount, is_above)
    assert result["hits"][0]["name"] == "Shirt dress"
    prices = [hit["price"]["zar"] for hit in result["hits"]]
    assert prices[0] == amount
    assert prices == sorted(prices, reverse=not is_above)

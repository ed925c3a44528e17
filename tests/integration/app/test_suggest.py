"""Suggestions (`GET /api/suggest`): understood, verified, in the visitor's country and currency."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.models import PopularSearch
from tests.integration.app.brute import Row
from tests.integration.app.fixtures import search
from tests.support.index import execute

TYPED = [
    "mens j", "rok", "takkies", "red dr", "black dress und", "lin", "dres", "d", "veld", "caf",
    "clot", "winter cl", "wedd", "loun",
]  # fmt: skip


def suggested(api: FlaskClient, text: str, **params: str) -> Any:
    answer = api.get("/api/suggest", query_string={"q": text, **params})
    assert answer.status_code == 200, answer.text
    return answer.json


def total(api: FlaskClient, text: str = "", **params: Any) -> int:
    return int(search(api, text, hitsPerPage=0, **params)["nbHits"])


def read(line: Any) -> str:
    return f"{line['label']} in {line['within']}" if line["within"] else str(line["label"])


@pytest.mark.parametrize("text", TYPED)
@pytest.mark.parametrize("country", ["", "DE"])
def test_each_line_leads_to_products_of_the_visitors_country(
    api: FlaskClient, text: str, country: str
) -> None:
    answer = suggested(api, text, countryCode=country)
    for query in answer["queries"]:
        assert total(api, query, countryCode=country), query
    chosen = [f"category:{row['value']}" for row in answer["categories"]]
    counts = [row["products"] for row in answer["categories"]]
    assert country or counts == [total(api, facetFilters=[term]) for term in chosen]
    chosen += [f"brand:{name}" for name in answer["brands"]]
    for term in chosen:
        assert total(api, facetFilters=[term], countryCode=country), term


def test_the_last_word_is_completed_in_the_sense_of_those_before(api: FlaskClient) -> None:
    assert any("shirt" in query for query in suggested(api, "mens t")["queries"])
    assert not any("dress" in query for query in suggested(api, "mens d")["queries"])
    assert any(query.startswith("red dress") for query in suggested(api, "red dr")["queries"])


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("shirt", "shirt"),
        ("linen dress", "linen dress"),
        ("shirt f", "shirt for (wo)?men"),
        ("do you have linen dr", "linen dress"),
        ("linen drss", "linen dress"),
        ("warm bo", "warm boots"),
    ],
)
def test_the_first_line_is_what_the_beginning_means(
    api: FlaskClient, text: str, first: str
) -> None:
    answer = suggested(api, text)
    assert re.fullmatch(first, answer["queries"][0])
    assert answer["products"]


def test_a_price_is_completed_in_the_visitors_currency(api: FlaskClient) -> None:
    assert any("dress under R" in query for query in suggested(api, "linen dress und")["queries"])
    dollars = suggested(api, "linen dress und", currency="USD")["queries"]
    assert any(query.startswith("linen dress under $") for query in dollars)
    assert not any("under R" in query for query in dollars)
    assert not any("under" in query for query in suggested(api, "und")["queries"])


def test_categories_say_where_they_are_and_no_two_read_the_same(api: FlaskClient) -> None:
    lines = suggested(api, "t-shirts")["categories"]
    assert {"T-shirts in Women", "T-shirts in Men"} <= {read(line) for line in lines}
    mens = [read(line) for line in suggested(api, "mens t-sh")["categories"]]
    assert mens[:1] == ["T-shirts in Men"]
    for text in TYPED:
        lines = [read(line) for line in suggested(api, text)["categories"]]
        assert len(lines) == len(set(lines))


def test_brands_are_found_by_any_word_of_their_name(api: FlaskClient) -> None:
    assert suggested(api, "caf")["brands"] == ["Café Déco"]
    assert "Proudly Bo-Kaap" in suggested(api, "bo k")["brands"]
    assert "H&M <Outlet>" in suggested(api, "h&m")["brands"]


def test_products_open_with_picture_and_price_and_can_be_had(
    api: FlaskClient, rows: list[Row]
) -> None:
    products = suggested(api, "linen dr")["products"]
    gone = {row.id for row in rows if "sold-out" in row.values["stock"]}
    for text in TYPED:
        assert gone.isdisjoint({row["productId"] for row in suggested(api, text)["products"]})
    assert products
    assert len({row["name"].casefold() for row in products}) == len(products)
    for row in products:
        assert "linen" in row["name"].lower()
        assert row["href"].startswith("https://")
        assert row["price"] is None or set(row["price"]) == {"zar", "eur", "usd"}
    assert any(row["image"] for row in products)


# Dresses are for sale, and none that are warm.
NOTHING_SO = ["warm dr", "beach b", "zzqqzz boots bl"]
SIGNS = ["", " ", "!!", "zzqqzz", "%_*", "\x00", "دريس", "🙂", "-", "&"]


@pytest.mark.parametrize("text", [*NOTHING_SO, *SIGNS])
def test_what_nothing_is_suggests_nothing_and_never_fails(api: FlaskClient, text: str) -> None:
    assert suggested(api, text)["queries"] == []


def test_a_text_over_its_limit_and_an_unknown_currency_are_refused(api: FlaskClient) -> None:
    assert api.get("/api/suggest", query_string={"q": "a" * 1001}).status_code == 413
    refused = api.get("/api/suggest", query_string={"q": "a", "currency": "GBP"})
    assert 400 <= refused.status_code < 500
    assert "currency" in refused.text


def test_popular_searches_are_read_with_the_language(
    api: FlaskClient, shop_settings: Settings
) -> None:
    context = api.application.extensions["winkel"]
    with session_scope(shop_settings.database_url) as session:
        session.add(PopularSearch(text="linen dress for a wedding", times=40))
    context.snapshots.invalidate()
    try:
        completer = context.completer
        assert suggested(api, "lin")["queries"][0] == "linen dress for a wedding"
        assert context.completer is completer
    finally:
        execute(shop_settings, "DELETE FROM popular_search")
        context.snapshots.invalidate()

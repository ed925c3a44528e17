"""What follows the few that have all of what was asked for is behind them, and says so."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.integration.app.fixtures import search

TEXTS = ("red vase", "cheap red vase")


def marks(result: Any) -> list[bool]:
    return [hit.get("similar", False) for hit in result["hits"]]


@pytest.mark.parametrize("text", TEXTS)
def test_all_that_was_asked_for_comes_before_what_is_only_similar(
    api: FlaskClient, text: str
) -> None:
    result = search(api, text)
    exact = result["understanding"]["exact"]
    assert 0 < exact < result["nbHits"]
    assert marks(result)[:exact] == [False] * exact
    assert set(marks(result)[exact:]) == {True}
    assert result["understanding"]["near"]


@pytest.mark.parametrize("text", ["vase", "red", ""])
def test_where_enough_is_found_nothing_is_only_similar(api: FlaskClient, text: str) -> None:
    result = search(api, text)
    assert result["hits"]
    assert set(marks(result)) == {False}


@pytest.mark.parametrize(
    ("index", "falls"), [("products_price_asc", False), ("products_price_desc", True)]
)
def test_a_chosen_order_sorts_what_has_all_of_it_and_then_what_is_similar(
    api: FlaskClient, index: str, falls: bool
) -> None:
    result = search(api, TEXTS[0], index=index)
    exact = result["understanding"]["exact"]
    assert marks(result) == sorted(marks(result))
    assert marks(result).count(False) == exact > 1
    for part in (result["hits"][:exact], result["hits"][exact:]):
        sold_out = [hit.get("soldOut", False) for hit in part]
        assert sold_out == sorted(sold_out)  # last in each
        for sold in (False, True):
            shown = [hit for hit in part if hit.get("price") and hit.get("soldOut", False) == sold]
            prices = [hit["price"]["zar"] for hit in shown]
            assert prices == sorted(prices, reverse=falls)
        assert len(part) > 1


def test_pages_of_a_chosen_order_go_on_behind_what_has_all_of_it(api: FlaskClient) -> None:
    whole = search(api, TEXTS[0], index="products_price_asc")
    pages = [
        search(api, TEXTS[0], index="products_price_asc", page=page, hitsPerPage=5)
        for page in range(3)
    ]
    found = [hit["objectID"] for page in pages for hit in page["hits"]]
    assert found == [hit["objectID"] for hit in whole["hits"]][:15]
    assert sum(marks(page).count(False) for page in pages) == whole["understanding"]["exact"]


@pytest.mark.parametrize("text", ["kids dress", "dress for a 6 year old", "babies boots"])
def test_what_is_for_grown_ups_is_not_passed_off_as_childrens(api: FlaskClient, text: str) -> None:
    result = search(api, text)
    assert result["hits"]  # they come closest
    assert result["understanding"]["exact"] == 0

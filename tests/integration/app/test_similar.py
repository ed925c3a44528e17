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


def test_the_second_hundred_of_a_text_follows_the_first(api: FlaskClient) -> None:
    text = "dress or boots or vase or jacket"
    pages = [search(api, text, page=page) for page in (0, 1)]
    found = {hit["productId"] for result in pages for hit in result["hits"]}
    assert len(found) == pages[0]["nbHits"] > 100


def test_it_is_so_inside_a_filter_and_for_whole_products(api: FlaskClient) -> None:
    text = TEXTS[0]
    brands = {hit["brand"] for hit in search(api, text)["hits"] if not hit.get("similar")}
    for brand in brands:
        within = search(api, text, facetFilters=[f"brand:{brand}"])
        assert not marks(within)[0]
        assert marks(within) == sorted(marks(within))


@pytest.mark.parametrize("text", ["vase", "red", ""])
def test_where_enough_is_found_nothing_is_only_similar(api: FlaskClient, text: str) -> None:
    result = search(api, text)
    assert result["hits"]
    assert set(marks(result)) == {False}


def test_where_nothing_has_it_all_nothing_is_set_apart(api: FlaskClient) -> None:
    result = search(api, "black winter vase")
    assert result["understanding"]["exact"] in {0, None}
    assert set(marks(result)) == {False}


def test_a_chosen_order_sets_nothing_apart(api: FlaskClient) -> None:
    result = search(api, TEXTS[0], index="products_price_asc")
    assert result["understanding"]["exact"]
    assert set(marks(result)) == {False}


@pytest.mark.parametrize("text", ["kids dress", "dress for a 6 year old", "babies boots"])
def test_what_is_for_grown_ups_is_not_passed_off_as_childrens(api: FlaskClient, text: str) -> None:
    result = search(api, text)
    assert result["hits"]  # they come closest
    assert result["understanding"]["exact"] == 0

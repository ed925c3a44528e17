"""What is recorded of a search, apart from who asked."""

from __future__ import annotations

from typing import Any

import pytest

from app.search.execute import MOST_SHOWN, SearchResult, facts_of
from app.search.query.results import Hit
from tests.support.searches import typed_searches


def facts(params: dict[str, Any]) -> Any:
    hits = [Hit(str(at), f"s{at % 2}", [], 0, is_exact=False, marked={}) for at in range(40)]
    requests = typed_searches([{"indexName": "products_price_asc", "params": params}])
    return facts_of(requests, [SearchResult(hits, 3, {}, {})], 12.34)


def test_a_search_is_told_with_its_choices_and_what_it_shows() -> None:
    params = {"query": "dress", "facetFilters": [["colour:red", "colour:-v"]], "page": 1}
    fact = facts(params | {"countryCode": "ZA", "currency": "USD"})
    told = {"filter": ["colour"], "page": 2, "sort": "products_price_asc", "took": 12.3}
    told |= {"zero": False, "currency": "USD", "store": ["s0", "s1"]}
    assert (fact.country, fact.event | told) == ("ZA", fact.event)
    assert set(fact.event["filters"]["colour"]) == {"red", "-v"}
    assert len(fact.event["product"]) == MOST_SHOWN
    assert fact.kept_for(0.26).event["took"] == 0.3  # an answer that was kept has its own time


@pytest.mark.parametrize(
    "params",
    [
        {"query": ""},  # nothing was chosen
        {"query": "dress", "hitsPerPage": 0},  # counts alone
        {"query": "dress", "asTyped": True},  # the same search, read another way
        {"query": "dress", "dismissed": ["colour:red"]},
    ],
)
def test_what_is_no_search_of_a_person_is_not_told(params: dict[str, Any]) -> None:
    assert facts(params) is None

"""What is recorded of a search, apart from who asked."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from app.search.execute import MOST_SHOWN, SearchResult, facts_of, filters_of
from app.search.query.results import Hit
from app.search.understand import Spellings
from tests.support.searches import typed_searches


def facts(params: dict[str, Any], total: int = 3) -> Any:
    hits = [Hit(str(at), f"s{at % 2}", [], 0, is_exact=False, marked={}) for at in range(40)]
    requests = typed_searches([{"indexName": "products_price_asc", "params": params}])
    return facts_of(requests, [SearchResult(hits, total, {}, {})], 12.34)


def test_a_search_is_told_with_its_choices_and_what_it_shows() -> None:
    params = {"query": "dress", "facetFilters": [["colour:red", "colour:-v"]], "page": 1}
    fact = facts(params | {"countryCode": "ZA", "currency": "USD"})
    assert fact.country == "ZA"
    assert {name: set(values) for name, values in fact.event["filters"].items()} == {
        "colour": {"red", "-v"}
    }
    assert fact.event["filter"] == ["colour"]
    assert (fact.event["page"], fact.event["sort"]) == (2, "products_price_asc")
    assert (fact.event["took"], fact.event["zero"], fact.event["currency"]) == (12.3, False, "USD")
    assert len(fact.event["product"]) == MOST_SHOWN
    assert fact.event["store"] == ["s0", "s1"]


def test_a_choice_in_several_spellings_is_told_as_one_and_as_it_is_commonly_spelled() -> None:
    params = {"facetFilters": [["brand:acme", "brand:ACME", "brand:Levi’s"], "brand:-LEVIS"]}
    (request,) = typed_searches([{"indexName": "products", "params": params}])
    spellings = Spellings.of({"brand": {"Acme": 2, "ACME": 1, "Levi's": 1}})
    told = filters_of(replace(request, spellings=spellings))
    assert told == {"brand": ["Acme", "Levi's", "-Levi's"]}


def test_an_answer_that_was_kept_is_told_with_its_own_time() -> None:
    fact = facts({"query": "dress"})
    again = fact.kept_for(0.26)
    assert (again.event["took"], fact.event["took"]) == (0.3, 12.3)
    assert again.event["query"] == "dress"


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

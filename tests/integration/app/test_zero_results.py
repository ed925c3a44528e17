"""Ways on from an empty page: each leads to products, and to as many as it says."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.integration.app.fixtures import search
from tests.support.data import rows


def followed(api: FlaskClient, suggestion: Any, filters: dict[str, list[str]]) -> Any:
    """Return the answer of the search that a suggestion leads to."""
    kept = [
        [f"{name}:{value}" for value in values]
        for name, values in filters.items()
        if name not in suggestion["without"]
    ]
    reading = {"dismissed": suggestion["dismissed"], "asTyped": suggestion["asTyped"]}
    return search(api, suggestion["query"], facetFilters=kept, **reading)


EMPTY: list[tuple[str, dict[str, list[str]]]] = [tuple(row) for row in rows("search_empty")]


@pytest.mark.parametrize(("text", "filters"), EMPTY, ids=str)
def test_8_each_way_leads_to_the_products_it_promises(
    api: FlaskClient, text: str, filters: dict[str, list[str]]
) -> None:
    chosen = [[f"{name}:{value}" for value in values] for name, values in filters.items()]
    result = search(api, text, facetFilters=chosen)
    assert result["nbHits"] == 0
    assert result["zeroResultSuggestions"]
    for suggestion in result["zeroResultSuggestions"]:
        answer = followed(api, suggestion, filters)
        assert answer["nbHits"] == suggestion["total"] > 0, suggestion
        assert "zeroResultSuggestions" not in answer


def test_8_a_way_takes_one_type_away_and_keeps_the_rest(api: FlaskClient) -> None:
    result = search(api, "dress under R1", facetFilters=[["category:outdoor"]])
    suggestion = result["zeroResultSuggestions"][0]
    assert (suggestion["query"], suggestion["without"]) == ("dress under R1", ["category"])
    assert "hits" in suggestion


def test_8_what_was_taken_away_from_a_text_is_put_back_first(api: FlaskClient) -> None:
    result = search(api, "dresss", asTyped=True)
    assert result["nbHits"] == 0
    first = result["zeroResultSuggestions"][0]
    assert (first["asTyped"], first["query"]) == (False, "dresss")


def test_8_where_nothing_helps_there_are_no_ways(api: FlaskClient) -> None:
    assert search(api, "zzqqzz")["zeroResultSuggestions"] == []

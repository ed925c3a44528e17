"""Ways on from an empty page: each leads to products, and to as many as it says."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.integration.app.fixtures import search


def followed(api: FlaskClient, way: Any, filters: dict[str, list[str]]) -> Any:
    """Return the answer of the search that a way leads to."""
    kept = [
        [f"{name}:{value}" for value in values]
        for name, values in filters.items()
        if name not in way["without"]
    ]
    reading = {"notUnderstood": way["notUnderstood"], "asTyped": way["asTyped"]}
    return search(api, way["query"], facetFilters=kept, **reading)


EMPTY: list[tuple[str, dict[str, list[str]]]] = [
    ("dress under R1", {"category": ["outdoor"], "colour": ["no such colour"]}),
    ("linen tent", {"category": ["men"], "brand": ["Karoo Cotton"]}),
    ("", {"category": ["outdoor"], "gender": ["men"], "colour": ["no such colour"]}),
    ("zzqqzz", {"category": ["men"]}),
    ("tents", {"colour": ["no such colour"], "store": ["karoo-cotton"]}),
]


@pytest.mark.parametrize(("text", "filters"), EMPTY, ids=str)
def test_8_each_way_leads_to_the_products_it_promises(
    api: FlaskClient, text: str, filters: dict[str, list[str]]
) -> None:
    chosen = [[f"{name}:{value}" for value in values] for name, values in filters.items()]
    result = search(api, text, facetFilters=chosen)
    assert result["nbHits"] == 0
    assert result["ways"]
    for way in result["ways"]:
        answer = followed(api, way, filters)
        assert answer["nbHits"] == way["total"] > 0, way
        assert "ways" not in answer


def test_8_a_way_takes_one_thing_away_and_keeps_the_rest(api: FlaskClient) -> None:
    result = search(api, "dress under R1", facetFilters=[["category:outdoor"]])
    way = result["ways"][0]
    assert (way["query"], way["without"]) == ("dress under R1", ["category"])
    assert "hits" in way


def test_8_what_was_taken_away_from_a_text_is_put_back_first(api: FlaskClient) -> None:
    result = search(api, "dresss", asTyped=True)
    assert result["nbHits"] == 0
    assert (result["ways"][0]["asTyped"], result["ways"][0]["query"]) == (False, "dresss")


def test_8_where_nothing_helps_there_are_no_ways(api: FlaskClient) -> None:
    assert search(api, "zzqqzz")["ways"] == []


def test_8_counting_requests_and_full_pages_have_none(api: FlaskClient) -> None:
    assert "ways" not in search(api, "dress")
    assert "ways" not in search(api, "zzqqzz", hitsPerPage=0)

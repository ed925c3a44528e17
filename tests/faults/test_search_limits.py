"""What one array of searches may cost: no more than a page (fault 33's other half)."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from app import create_app
from app.search.filters import FILTERS, PAGE_SIZES
from app.search.wire.instantsearch import parse
from indexer.settings import Settings

pytestmark = pytest.mark.faults
Params = dict[str, Any]


def _array(params: list[Params]) -> list[dict[str, Any]]:
    return [{"indexName": "products", "params": item} for item in params]


def _values(attribute: str, start: int, count: int) -> list[str]:
    return [f"{attribute}:value {number}" for number in range(start, start + count)]


TOO_MUCH = {
    "20 x 500 hits": [{"hitsPerPage": 500, "page": page} for page in range(20)],
    "20 x 500 hits of the same": [{"hitsPerPage": 500}] * 20,
    "501 hits": [{"hitsPerPage": 251}, {"hitsPerPage": 250}],
    "20 x 500 terms": [
        {"hitsPerPage": 1, "facetFilters": [_values("brand", 500 * n, 500)]} for n in range(20)
    ],
    "20 x 500 numbers": [
        {
            "hitsPerPage": 0,
            "numericFilters": [[f"price>{n * 500 + i}" for i in range(500)]],
        }
        for n in range(20)
    ],
    "20 x 1,000 characters": [{"hitsPerPage": 1, "query": f"{n:02}" * 500} for n in range(20)],
    "20 facet searches of 1,000 characters": [
        {"facetName": "brand", "facetQuery": f"{n:02}" * 500} for n in range(20)
    ],
    "20 x every facet chosen": [
        {
            "hitsPerPage": 1,
            "facets": ["*"],
            "facetFilters": [
                [f"{one.attribute}:true" if one.kind == "switch" else f"{one.attribute}:{n}"]
                for one in FILTERS
            ],
        }
        for n in range(20)
    ],
}


@pytest.fixture
def without_engine(settings: Settings, clean_database: str) -> FlaskClient:
    """A site whose Elasticsearch nobody answers for: what is refused never asks it."""
    own = settings.but(elasticsearch_url="http://127.0.0.1:9")
    return create_app(own).test_client()


@pytest.mark.parametrize("params", TOO_MUCH.values(), ids=TOO_MUCH)
def test_an_array_that_costs_more_than_a_page_is_refused_before_it_is_searched(
    without_engine: FlaskClient, params: list[Params]
) -> None:
    answer = without_engine.post("/api/search", json=_array(params))
    assert answer.status_code in {400, 413}, answer.text
    assert len(answer.get_json()["errors"]) == 1  # the field is named


def _page(chosen: dict[str, list[str]], hits: int) -> list[Params]:
    """Return what InstantSearch sends for a page with these choices (react-instantsearch 7)."""

    def but(left_out: str) -> list[list[str]]:
        return [values for name, values in chosen.items() if name != left_out]

    first = {"facets": ["*"], "hitsPerPage": hits, "query": "linen " * 100, "facetFilters": but("")}
    return [first] + [
        {"facets": name, "hitsPerPage": 0, "query": "linen " * 100, "facetFilters": but(name)}
        for name in chosen
    ]


REAL = {
    "every facet chosen": _page(
        {
            one.attribute: [
                f"{one.attribute}:true" if one.kind == "switch" else f"{one.attribute}:v{number}"
                for number in range(8)
            ]
            for one in FILTERS
        },
        PAGE_SIZES["search"],
    ),
    "500 brands chosen": _page({"brand": _values("brand", 0, 500)}, 500),
    "two facets of 250": _page(
        {"brand": _values("brand", 0, 250), "colour": _values("colour", 0, 250)}, 100
    ),
    "20 carousels": [{"hitsPerPage": 25, "facetFilters": [[f"category:{n}"]]} for n in range(20)],
    "no hitsPerPage at all": [{"query": f"word{n}"} for n in range(20)],
}


@pytest.mark.parametrize("params", REAL.values(), ids=REAL)
def test_what_instantsearch_sends_for_a_page_is_never_refused(params: list[Params]) -> None:
    assert len(parse(_array(params))) == len(params)

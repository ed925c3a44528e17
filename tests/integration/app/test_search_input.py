"""Faults 24 and 25: whatever is typed or sent, never a 5xx; what is wrong is named."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask.testing import FlaskClient

from app import create_app
from app.search.filters import FILTERS, PAGE_SIZES
from app.search.wire.request_parser import parse
from indexer.core.settings import Settings
from tests.support.data import rows

TEXTS = rows("search_odd_texts")


@pytest.mark.parametrize("text", TEXTS, ids=lambda text: ascii(text[:16]))
def test_fault_24_any_text_is_answered(api: FlaskClient, text: str) -> None:
    escaped = "".join(f"\\u{ord(c):04x}" if ord(c) < 0x10000 else c for c in text)
    body = f'[{{"indexName": "products", "params": {{"query": "{escaped}", "facets": ["*"]}}}}]'
    found = api.post("/api/search", data=body.encode("utf-8"))
    # An unpaired surrogate is no JSON text at all; everything else is a text to search for.
    assert found.status_code == (400 if text == "\ud800" else 200), found.text
    if text != "\ud800":
        assert api.get("/api/suggest", query_string={"q": text}).status_code == 200
        flat = api.post("/api/images/allFlat", json={"text": text})
        assert flat.status_code == 200, flat.text


def test_fault_24_a_longer_text_is_refused_with_a_clear_message(api: FlaskClient) -> None:
    for length in (1001, 10_000):
        found = api.post("/api/search", json=_one(query="x" * length))
        told = found.get_json()["message"]
        assert (found.status_code, told) == (413, "query: at most 1000 characters")


def _one(**params: Any) -> list[dict[str, Any]]:
    return [{"indexName": "products", "params": params}]


WRONG = [
    *map(tuple, rows("search_refused")),
    ("facetFilters", _one(facetFilters=[[f"colour:{n}" for n in range(501)]])),
]


@pytest.fixture(scope="module")
def without_search(shop_settings: Settings) -> FlaskClient:
    """The API with no Elasticsearch: whatever reached it would be a 503."""
    away = shop_settings.but(elasticsearch_url="http://127.0.0.1:9")
    return create_app(away).test_client()


@pytest.mark.parametrize(("field", "body"), WRONG)
def test_fault_25_a_wrong_value_is_named_before_elasticsearch_is_called(
    without_search: FlaskClient, field: str, body: Any
) -> None:
    path = "search" if isinstance(body, list) or "requests" in body else "images/allFlat"
    found = without_search.post(f"/api/{path}", data=json.dumps(body))
    told = found.get_json()
    assert (found.status_code, list(told["errors"])) == (400, [field])
    assert field in told["message"]


def test_fault_25_no_json_and_a_huge_body_are_refused(without_search: FlaskClient) -> None:
    none = without_search.post("/api/images/allFlat", data='{"prices": [[NaN, null]]}')
    assert none.status_code == 400
    huge = without_search.post("/api/search", data=b"[" + b" " * 2_000_000)
    assert huge.status_code == 413
    assert "larger than 1,000,000 bytes" in huge.get_json()["message"]


# What one array of searches may cost: no more than a page (fault 33's other half).
Params = dict[str, Any]


def _array(params: list[Params]) -> list[dict[str, Any]]:
    return [{"indexName": "products", "params": item} for item in params]


def _values(attribute: str, start: int, count: int) -> list[str]:
    return [f"{attribute}:value {number}" for number in range(start, start + count)]


def _each(number: object) -> list[list[str]]:
    """Return a choice of every facet."""
    return [[f"{one.attribute}:{'true' if one.kind == 'switch' else number}"] for one in FILTERS]


TOO_MUCH: dict[str, list[Params]] = {
    "20 x 500 hits": [{"hitsPerPage": 500, "page": page} for page in range(20)],
    "501 hits": [{"hitsPerPage": 251}, {"hitsPerPage": 250}],
    "20 x 500 terms": [
        {"hitsPerPage": 1, "facetFilters": [_values("brand", 500 * n, 500)]} for n in range(20)
    ],
    "20 x 500 numbers": [
        {"hitsPerPage": 0, "numericFilters": [[f"price>{n * 500 + i}" for i in range(500)]]}
        for n in range(20)
    ],
    "20 x 1,000 characters": [{"hitsPerPage": 1, "query": f"{n:02}" * 500} for n in range(20)],
    "20 facet searches of 1,000 characters": [
        {"facetName": "brand", "facetQuery": f"{n:02}" * 500} for n in range(20)
    ],
    "20 x every facet chosen": [
        {"hitsPerPage": 1, "facets": ["*"], "facetFilters": _each(n)} for n in range(20)
    ],
}


@pytest.mark.parametrize("params", TOO_MUCH.values(), ids=TOO_MUCH)
def test_an_array_that_costs_more_than_a_page_is_refused_before_it_is_searched(
    without_search: FlaskClient, params: list[Params]
) -> None:
    answer = without_search.post("/api/search", json=_array(params))
    assert answer.status_code in {400, 413}, answer.text
    assert len(answer.get_json()["errors"]) == 1  # the field is named


def _page(chosen: list[list[str]], hits: int) -> list[Params]:
    """Return what InstantSearch sends for a page with these choices (react-instantsearch 7)."""
    asked = {"query": "linen " * 100}
    first = {"facets": ["*"], "hitsPerPage": hits, "facetFilters": chosen}
    counts = [
        {"facets": own[0].partition(":")[0], "hitsPerPage": 0}
        | {"facetFilters": [other for other in chosen if other is not own]}
        for own in chosen
    ]
    return [asked | one for one in (first, *counts)]


REAL = {
    "every facet chosen": _page([own * 8 for own in _each("v")], PAGE_SIZES["search"]),
    "500 brands chosen": _page([_values("brand", 0, 500)], 500),
    "20 carousels": [{"hitsPerPage": 25, "facetFilters": [[f"category:{n}"]]} for n in range(20)],
    "no hitsPerPage at all": [{"query": f"word{n}"} for n in range(20)],
}


@pytest.mark.parametrize("params", REAL.values(), ids=REAL)
def test_what_instantsearch_sends_for_a_page_is_never_refused(params: list[Params]) -> None:
    assert len(parse(_array(params))) == len(params)

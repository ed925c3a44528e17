"""The carousels of the landing screen (spec §2.3): the newest products of four categories."""

from __future__ import annotations

from typing import Any

from app.search import query, response
from app.search.engine import Engine
from app.search.filters import CAROUSELS, PAGE_SIZES
from app.search.request import Conditions, Group, SearchRequest, Term

Body = dict[str, Any]


def carousels(
    engine: Engine, currency: str, country: str, proxies: tuple[str, ...]
) -> tuple[list[list[Body]], int]:
    """Return the products of each of `CAROUSELS`, and Elasticsearch's time in ms."""
    requests = [_request(category, currency, country) for category in CAROUSELS]
    answer = engine.msearch(
        [query.hits_body(request, proxies, engine.timeout_ms) for request in requests]
    )
    products = [
        [_plain(response.hit(item, request, proxies)) for item in found["hits"]["hits"]]
        for request, found in zip(requests, answer.responses, strict=True)
    ]
    return products, answer.took


def _plain(hit: Body) -> Body:
    """Leave out the highlighting: nothing was searched, and the page carries this inside it."""
    return {name: value for name, value in hit.items() if name != "_highlightResult"}


def _request(category: str, currency: str, country: str) -> SearchRequest:
    group = Group((Term("category", category),))
    conditions = Conditions(groups=(group,), currency=currency, country=country)
    return SearchRequest(conditions, hits_per_page=PAGE_SIZES["carousel"])

"""Parses arrays of searches as InstantSearch sends them."""

from __future__ import annotations

from typing import Any

from app.search.request import SearchRequest
from app.search.wire.asked import parse


def typed_searches(body: Any, country: str = "") -> list[SearchRequest]:
    """Return an array's requests, which are all searches and not facet searches."""
    requests = parse(body, country)
    searches = [request for request in requests if isinstance(request, SearchRequest)]
    assert len(searches) == len(requests)
    return searches

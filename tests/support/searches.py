"""The searches of an array as InstantSearch sends it."""

from __future__ import annotations

from typing import Any

from app.search.request import SearchRequest
from app.search.wire.instantsearch import parse


def typed_searches(body: Any, country: str = "") -> list[SearchRequest]:
    """Return an array's requests, which are all searches and none among a facet's values."""
    requests = parse(body, country)
    found = [request for request in requests if isinstance(request, SearchRequest)]
    assert len(found) == len(requests)
    return found

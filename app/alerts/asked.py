"""What an alert of a search asks: the search of an address, as the screen asks it."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qsl, urlencode

from app.errors import Invalid
from app.search.request import SearchRequest
from app.search.wire.address import Query, is_searched, requests_of
from app.search.wire.instantsearch import parse
from indexer.price_alerts.letters import MOST_FOUND


def written(search: str) -> str:
    """Return the query of an address as every browser writes it; raises Invalid for none."""
    return f"?{urlencode(query_of(search))}"


def query_of(search: str) -> Query:
    """Return the parameters of an address's query, "?q=linen"; raises Invalid for none."""
    try:
        query = parse_qsl(search.removeprefix("?"), keep_blank_values=True, max_num_fields=200)
    except ValueError:
        query = []
    if not search.startswith("?") or not is_searched(query):
        raise Invalid.field("search", "must be the query of a search's address, such as ?q=linen")
    return query


def search_request(search: str, currency: str, country: str, *numeric: str) -> SearchRequest:
    """Return the typed search of an address; `numeric` are further conditions.

    Raises Invalid for values that do not exist, and TextTooLong.
    """
    query = [*query_of(search), ("currency", currency)]  # the address's own comes first
    (page, *_) = requests_of(query, country)
    asked: dict[str, Any] = {"facets": [], "hitsPerPage": MOST_FOUND, "page": 0}
    params = page["params"] | asked | {"numericFilters": list(numeric)}
    (request,) = parse([{"indexName": "products", "params": params}])
    assert isinstance(request, SearchRequest)  # noqa: S101 - it names no facet
    return request

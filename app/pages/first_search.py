"""The search of an address, answered inside its page: the first results wait for no request.

The browser takes the answer only for the address that it loaded, and for the country and currency
that it was made for: a page whose visitor has others stored simply asks again.
"""

from __future__ import annotations

import re
from typing import Any

import orjson

from app.api.search.calls import search_state
from app.context import context, current_visitor
from app.search.filters import (
    BY_ATTRIBUTE,
    BY_INDEX,
    CURRENCIES,
    DEFAULT_CURRENCY,
    FILTERS,
    MAX_PARTS,
    MAX_TEXT,
    PAGE_SIZES,
    RESULT_WINDOW,
    SORTS,
)
from app.search.wire.address import Query, plain_text
from app.visitors.recorder import PAGE_STEP
from app.visitors.visitor import search_id

Request = dict[str, Any]

# Crawlers and link previews: they run no scripts or wait for them, so no search is run for them.
_READERS = re.compile(r"bot|crawl|spider|slurp|externalhit|preview", re.IGNORECASE)
_PAGE = re.compile(r"[1-9]\d{0,8}", re.ASCII)


def is_reader(user_agent: str) -> bool:
    """Return True if a page is fetched by a program that only reads it."""
    return not user_agent or _READERS.search(user_agent) is not None


def first_search(query: Query, country: str) -> dict[str, Any]:
    """Return the `answer` to an address, the `currency` and country it is for, the search's `id`.

    The browser that asks again, for its own country or currency, gives that search the same id.

    Raises SearchUnavailable, and Invalid for an address with values that do not exist.
    """
    asked = requests_of(query, country)
    answer, facts = search_state(asked, len(orjson.dumps(asked)))
    number = search_id("")
    context().recorder.search(facts, number, current_visitor(), PAGE_STEP)
    made_for = {"currency": _currency(query), "countryCode": country}
    return {**made_for, "answer": answer, "id": number}


def requests_of(query: Query, country: str) -> list[Request]:
    """Return what InstantSearch sends for an address: the page, and each chosen facet's counts.

    The same reading of an address as `parseSearch` and `searchParameters` in frontend/src.
    """
    chosen = _chosen(query)
    index = f"products_{_first(query, 'sort')}"
    index = index if index in BY_INDEX else SORTS[0].index
    shared: Request = {
        "attributesToHighlight": [],  # the screen marks nothing
        "countryCode": country,
        "currency": _currency(query),
        "maxValuesPerFacet": max(item.size for item in FILTERS),
        "query": plain_text(_first(query, "q"))[:MAX_TEXT],
    }
    shared |= _reading(query) if shared["query"] else {}
    page = shared | {
        "facets": sorted(BY_ATTRIBUTE),
        "hitsPerPage": PAGE_SIZES["grouped"],
        "page": _page(_first(query, "page")),
    }
    requests = [page | _facet_filters(chosen)]
    for name in sorted(chosen):
        others = {other: values for other, values in chosen.items() if other != name}
        counts = shared | {"facets": name, "hitsPerPage": 0, "page": 0}
        quiet = {"analytics": False, "clickAnalytics": False}
        requests.append(counts | quiet | _facet_filters(others))
    return [{"indexName": index, "params": params} for params in requests]


def _reading(query: Query) -> Request:
    """Return how the text is to be read, where the address says so."""
    ids = [value for name, value in query if name == "nu" and 0 < len(value) <= MAX_TEXT]
    parts = list(dict.fromkeys(ids))[:MAX_PARTS]
    reading: Request = {"dismissed": parts} if parts else {}
    return reading | ({"asTyped": True} if _first(query, "typed") == "1" else {})


def _chosen(query: Query) -> dict[str, list[str]]:
    chosen: dict[str, dict[str, None]] = {}
    for name, value in query:
        if name in BY_ATTRIBUTE and value:
            chosen.setdefault(name, {})[value] = None
    linked = _first(query, "currency") or DEFAULT_CURRENCY
    if "price" in chosen and linked != _currency(query):
        del chosen["price"]  # bands of an unknown currency
    return {name: list(values) for name, values in chosen.items()}


def _facet_filters(chosen: dict[str, list[str]]) -> Request:
    groups = [
        sorted(f"{name}:{_escaped(value)}" for value in chosen[name]) for name in sorted(chosen)
    ]
    return {"facetFilters": groups} if groups else {}


def _escaped(value: str) -> str:
    """Return a value whose leading minus does not mean "not"."""
    return f"\\{value}" if value.startswith("-") else value


def _currency(query: Query) -> str:
    linked = _first(query, "currency")
    return linked if linked in CURRENCIES else DEFAULT_CURRENCY


def _page(text: str) -> int:
    """Return the page, counted from 0; those behind the result window are its last one."""
    page = int(text) if _PAGE.fullmatch(text) else 1
    return min(page, RESULT_WINDOW // PAGE_SIZES["grouped"]) - 1


def _first(query: Query, wanted: str) -> str:
    return next((value for name, value in query if name == wanted), "")

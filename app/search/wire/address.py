"""A search as the browser's address names it, read as `parseSearch` in frontend/src reads it."""

import re
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from app.declared import DECLARED
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

Request = dict[str, Any]
Query = Sequence[tuple[str, str]]  # the address's parameters, in their order

NAMES = DECLARED["address"]
_PAGE = re.compile(r"[1-9]\d{0,8}", re.ASCII)
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]+")


def plain_text(text: str) -> str:
    """Return a search text without control characters and outer spaces."""
    return _CONTROL.sub(" ", text).strip()


def text_search(text: str) -> str:
    """Return the address of a text's results."""
    return f"/?{urlencode({NAMES['text']: text})}"


def is_searched(query: Query) -> bool:
    """Return True if the address shows results and not the landing screen."""
    return any(
        plain_text(value) if name == NAMES["text"] else name in BY_ATTRIBUTE and value.strip()
        for name, value in query
    )


def requests_of(query: Query, country: str) -> list[Request]:
    """Return what InstantSearch sends for an address: the page, and each chosen facet's counts.

    The same reading of an address as `parseSearch` and `searchParameters` in frontend/src.
    """
    chosen = _filters_of(query)
    index = f"{DECLARED['index']}_{_first(query, NAMES['sort'])}"
    index = index if index in BY_INDEX else SORTS[0].index
    shared: Request = {
        "attributesToHighlight": [],  # the screen marks nothing
        "countryCode": country,
        "currency": requested_currency(query),
        "maxValuesPerFacet": max(item.size for item in FILTERS),
        "query": plain_text(_first(query, NAMES["text"]))[:MAX_TEXT],
    }
    shared |= _reading(query) if shared["query"] else {}
    page = shared | {
        "facets": sorted(BY_ATTRIBUTE),
        "hitsPerPage": PAGE_SIZES["grouped"],
        "page": _page(_first(query, NAMES["page"])),
    }
    if index == SORTS[0].index and not shared["query"]:
        page |= {"brandsInTurn": True}
    requests = [page | _facet_filters(chosen)]
    for name in sorted(chosen):
        others = {other: values for other, values in chosen.items() if other != name}
        counts = shared | {"facets": name, "hitsPerPage": 0, "page": 0}
        quiet = {"analytics": False, "clickAnalytics": False}
        requests.append(counts | quiet | _facet_filters(others))
    return [{"indexName": index, "params": params} for params in requests]


def _reading(query: Query) -> Request:
    taken = (value for name, value in query if name == NAMES["dismissed"])
    ids = [value for value in taken if 0 < len(value) <= MAX_TEXT]
    parts = list(dict.fromkeys(ids))[:MAX_PARTS]
    reading: Request = {"dismissed": parts} if parts else {}
    return reading | ({"asTyped": True} if _first(query, NAMES["asTyped"]) == "1" else {})


def _filters_of(query: Query) -> dict[str, list[str]]:
    chosen: dict[str, dict[str, None]] = {}
    for name, value in query:
        if name in BY_ATTRIBUTE and value:
            chosen.setdefault(name, {})[value] = None
    linked = _first(query, NAMES["currency"]) or DEFAULT_CURRENCY
    if "price" in chosen and linked != requested_currency(query):
        del chosen["price"]  # bands of an unknown currency
    return {name: list(values) for name, values in chosen.items()}


def _facet_filters(chosen: dict[str, list[str]]) -> Request:
    groups = [
        sorted(f"{name}:{_escape(value)}" for value in chosen[name]) for name in sorted(chosen)
    ]
    return {"facetFilters": groups} if groups else {}


def _escape(value: str) -> str:
    return f"\\{value}" if value.startswith("-") else value


def requested_currency(query: Query) -> str:
    """Return the currency that an address names, otherwise the shop's own."""
    linked = _first(query, NAMES["currency"])
    return linked if linked in CURRENCIES else DEFAULT_CURRENCY


def _page(text: str) -> int:
    """Return the page, counted from 0; those behind the result window are its last one."""
    page = int(text) if _PAGE.fullmatch(text) else 1
    return min(page, RESULT_WINDOW // PAGE_SIZES["grouped"]) - 1


def _first(query: Query, wanted: str) -> str:
    return next((value for name, value in query if name == wanted), "")

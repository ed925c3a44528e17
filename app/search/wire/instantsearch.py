"""From what InstantSearch clients send to typed requests; everything wrong is refused here.

Observed with react-instantsearch 7.50 and algoliasearch-helper 3.29: `facets` is an array, a bare
string or ["*"]; `facetFilters` an outer AND of inner ORs in which a bare string is an AND term.
"""

from __future__ import annotations

import math
import re
from typing import Any
from urllib.parse import urlencode

from app.errors import Invalid, TextTooLong
from app.search import filters
from app.search.filters import BY_ATTRIBUTE, BY_INDEX, CURRENCIES, NUMERIC
from app.search.request import (
    Asked,
    Conditions,
    FacetRequest,
    Group,
    Range,
    SearchRequest,
    Term,
)
from app.search.wire import amounts
from app.search.wire.limits import check_cost, count_values

_NUMERIC = re.compile(r"^\s*(\w+)\s*(<=|>=|!=|=|<|>)\s*(\S+)\s*$")
_COUNTRY = re.compile(r"^[A-Za-z]{2}$")
# Algolia's other ways to narrow a search.
UNSERVED = ("filters", "tagFilters")
_CONTROL = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff]")


def parse(body: Any, default_country: str = "") -> list[Asked]:
    """Return the typed requests of a body; raises Invalid or TextTooLong naming the field.

    `default_country` is the Country-Code header's, used where `params.countryCode` is absent.
    """
    if not isinstance(body, list):
        raise Invalid.field(
            "requests",
            "the body must be the array of requests itself, "
            'such as [{"indexName": "products", "params": {"query": "dress"}}]',
        )
    if len(body) > filters.MAX_REQUESTS:
        raise Invalid.field("requests", f"at most {filters.MAX_REQUESTS} in one array")
    requests = [_request(item, default_country) for item in body]
    check_cost(requests)
    return requests


def _request(item: Any, default_country: str) -> Asked:
    if not isinstance(item, dict):
        raise Invalid.field("requests", "each must be an object with indexName and params")
    index = item.get("indexName")
    if not isinstance(index, str) or index not in BY_INDEX:
        raise Invalid.field("indexName", f"must be one of {', '.join(BY_INDEX)}")
    params = item.get("params")
    if params is None:
        params = {}
    if not isinstance(params, dict):
        raise Invalid.field("params", "must be an object")
    conditions = _conditions(params, default_country)
    if params.get("facetName") is not None:
        return _facet_request(params, conditions)
    return _search_request(index, params, conditions)


def _search_request(index: str, params: dict[str, Any], conditions: Conditions) -> SearchRequest:
    page, size = _window(params)
    return SearchRequest(
        conditions=conditions,
        sort=BY_INDEX[index],
        index=index,
        page=page,
        hits_per_page=size,
        facets=_facets(params.get("facets")),
        max_values=_integer("maxValuesPerFacet", params.get("maxValuesPerFacet", 1000), 0, 1000),
        pre_tag=_tag("highlightPreTag", params, "<em>"),
        post_tag=_tag("highlightPostTag", params, "</em>"),
        highlighted=_attributes(params, "attributesToHighlight") != [],
        all_fields=(_attributes(params, "attributesToRetrieve") or []) == ["*"],
        params=_echo(params),
    )


def _facet_request(params: dict[str, Any], conditions: Conditions) -> FacetRequest:
    name = params["facetName"]
    if not isinstance(name, str) or name not in BY_ATTRIBUTE:
        raise Invalid.field("facetName", f"unknown facet {str(name)[:50]!r}")
    return FacetRequest(
        conditions=conditions,
        attribute=name,
        text=text_of(params.get("facetQuery"), "facetQuery"),
        size=_integer("maxFacetHits", params.get("maxFacetHits", 10), 1, 100),
        pre_tag=_tag("highlightPreTag", params, "<em>"),
        post_tag=_tag("highlightPostTag", params, "</em>"),
    )


def _window(params: dict[str, Any]) -> tuple[int, int]:
    page = _integer("page", params.get("page", 0), 0, None)
    size = _integer("hitsPerPage", params.get("hitsPerPage", 20), 0, filters.MAX_HITS_PER_PAGE)
    if not is_reachable(page, size):
        raise Invalid.field("page", f"results end at number {filters.RESULT_WINDOW}")
    return page, size


def is_reachable(page: int, size: int) -> bool:
    """Return True if a page, counted from 0, lies inside the index's result window."""
    return (page + 1) * size <= filters.RESULT_WINDOW and page < filters.RESULT_WINDOW


def text_of(value: Any, field: str = "query") -> str:
    """Return a search text without control characters; raises TextTooLong over 1,000."""
    if value is None:
        return ""
    if not isinstance(value, str):
        raise Invalid.field(field, "must be text")
    if len(value) > filters.MAX_TEXT:
        raise TextTooLong.field(field, f"at most {filters.MAX_TEXT} characters")
    return _CONTROL.sub(" ", value).strip()


def country_of(value: Any, field: str = "countryCode") -> str:
    """Return an ISO code in capitals, or empty; raises Invalid."""
    if value is None or value == "":
        return ""
    if not isinstance(value, str) or not _COUNTRY.match(value):
        raise Invalid.field(field, "must be a two-letter country code, or empty")
    return value.upper()


def currency_of(value: Any) -> str:
    """Return ZAR, USD or EUR; raises Invalid."""
    if not isinstance(value, str) or value not in CURRENCIES:
        raise Invalid.field("currency", f"must be one of {', '.join(CURRENCIES)}")
    return value


def _conditions(params: dict[str, Any], default_country: str) -> Conditions:
    _refuse_unserved(params)
    currency = currency_of(params.get("currency", filters.DEFAULT_CURRENCY))
    groups = [
        group
        for item in _outer("facetFilters", params.get("facetFilters"))
        for group in _facet_groups(item, currency)
    ]
    groups += [
        _range_group(item) for item in _outer("numericFilters", params.get("numericFilters"))
    ]
    if count_values(groups) > filters.MAX_TERMS:
        raise Invalid.field("facetFilters", f"at most {filters.MAX_TERMS} values")
    country = params.get("countryCode")
    return Conditions(
        text=text_of(params.get("query")),
        groups=canonical(groups),
        currency=currency,
        country=default_country if country is None else country_of(country),
        dismissed=_dismissed(params.get("dismissed", params.get("notUnderstood"))),
        as_typed=_boolean("asTyped", params.get("asTyped", False)),
    )


def _dismissed(value: Any) -> frozenset[str]:
    ids = [] if value is None else value
    if not isinstance(ids, list) or not all(isinstance(id_, str) for id_ in ids):
        raise Invalid.field("dismissed", "must be a list of ids of parts, as an answer has them")
    if len(ids) > filters.MAX_PARTS or any(len(id_) > filters.MAX_TEXT for id_ in ids):
        raise Invalid.field("dismissed", f"at most {filters.MAX_PARTS} ids of parts")
    return frozenset(map(_as_now, ids))


def _as_now(id_: str) -> str:
    """Return a part's id as answers have it now: links and pages of version 1.0 say "thing"."""
    negation, begins, text = id_.lower().rpartition("thing:")
    return f"{negation}type:{text}" if begins and negation in {"", "not-"} else id_.lower()


def _attributes(params: dict[str, Any], field: str) -> list[str] | None:
    """Return Algolia's list of attributes; None where the client leaves it to us."""
    value = params.get(field)
    if value is not None and not (
        isinstance(value, list) and all(isinstance(name, str) for name in value)
    ):
        raise Invalid.field(field, "must be a list of names")
    return value


def _boolean(field: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise Invalid.field(field, "must be true or false")
    return value


def _refuse_unserved(params: dict[str, Any]) -> None:
    """Refuse what would narrow the search if it were served: ignored, it would answer too much."""
    for name in UNSERVED:
        if params.get(name):
            raise Invalid.field(name, "is not served: send facetFilters and numericFilters")


def canonical(groups: list[Group]) -> tuple[Group, ...]:
    """Return the groups in one order, without empty or double ones: equal choices, equal bodies."""
    unique = {group.key(): group for group in groups if group.terms or group.ranges}
    return tuple(unique[key] for key in sorted(unique))


def _outer(field: str, value: Any) -> list[Any]:
    if value is None:
        return []
    if isinstance(value, str):
        return [value]
    if not isinstance(value, list):
        raise Invalid.field(field, "must be a list of conditions")
    return value


def _inner(field: str, item: Any) -> list[str]:
    parts = [item] if isinstance(item, str) else item
    if not isinstance(parts, list) or not all(isinstance(part, str) for part in parts):
        raise Invalid.field(field, "conditions must be strings, or lists of strings")
    return parts


def _facet_groups(item: Any, currency: str) -> list[Group]:
    terms = {_term(part) for part in _inner("facetFilters", item)}
    between = amounts.between(terms, currency)
    return between or [Group(terms=tuple(sorted(terms)), conjunctive=isinstance(item, str))]


def _term(text: str) -> Term:
    attribute, colon, value = text.partition(":")
    if attribute not in BY_ATTRIBUTE:
        raise Invalid.field("facetFilters", f"unknown facet {attribute[:50]!r}")
    if not colon or not value:
        raise Invalid.field("facetFilters", f"{attribute} has no value")
    excluded = value.startswith("-")
    value = _CONTROL.sub("", value[1:] if excluded or value.startswith("\\-") else value)
    if BY_ATTRIBUTE[attribute].kind == "switch" and value not in {"true", "false"}:
        raise Invalid.field("facetFilters", f"{attribute} must be true or false")
    return Term(attribute, value, excluded)


def _range_group(item: Any) -> Group:
    ranges = {_range(part) for part in _inner("numericFilters", item)}
    return Group(ranges=tuple(sorted(ranges)), conjunctive=isinstance(item, str))


def _range(text: str) -> Range:
    match = _NUMERIC.match(text)
    if match is None:
        raise Invalid.field("numericFilters", f"{text[:50]!r} is not attribute, operator, number")
    attribute, operator, number = match.groups()
    if attribute not in NUMERIC:
        raise Invalid.field("numericFilters", f"unknown attribute {attribute[:50]!r}")
    try:
        value = float(number)
    except ValueError:
        value = math.nan
    if not math.isfinite(value) or abs(value) > 1e15:
        raise Invalid.field("numericFilters", f"{attribute} needs a finite number")
    return Range(attribute, operator, value)


def _facets(value: Any) -> tuple[str, ...]:
    names = [value] if isinstance(value, str) else (value or [])
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise Invalid.field("facets", "must be a facet's name or a list of names")
    if names == ["*"]:
        return tuple(BY_ATTRIBUTE)
    for name in names:
        if name not in BY_ATTRIBUTE and name not in NUMERIC:
            raise Invalid.field("facets", f"unknown facet {name[:50]!r}")
    return tuple(dict.fromkeys(name for name in names if name in BY_ATTRIBUTE))


def _integer(field: str, value: Any, least: int, most: int | None) -> int:
    is_integer = isinstance(value, int) and not isinstance(value, bool)
    if not is_integer or value < least or (most is not None and value > most):
        bounds = f"from {least} to {most}" if most is not None else f"from {least}"
        raise Invalid.field(field, f"must be a whole number {bounds}")
    return int(value)


def _tag(field: str, params: dict[str, Any], absent: str) -> str:
    value = params.get(field, absent)
    if not isinstance(value, str) or len(value) > 100:
        raise Invalid.field(field, "must be a short text")
    return value


def _echo(params: dict[str, Any]) -> str:
    scalars = {k: v for k, v in params.items() if isinstance(v, str | int | float | bool)}
    return urlencode(scalars, errors="replace")

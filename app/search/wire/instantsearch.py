"""What is written in texts of a search: conditions, countries, currencies; wrong ones are refused.

The types and bounds of what InstantSearch sends are declared in `app.search.wire.asked`.
"""

import math
import re
from collections.abc import Sequence

from app.errors import Invalid, TextTooLong
from app.search import filters
from app.search.filters import BY_ATTRIBUTE, CURRENCIES, NUMERIC
from app.search.request import Group, Range, Term
from app.search.wire import amounts

_NUMERIC = re.compile(r"^\s*(\w+)\s*(<=|>=|!=|=|<|>)\s*(\S+)\s*$")
_COUNTRY = re.compile(r"^[A-Za-z]{2}$")
_CONTROL = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff]")
Condition = str | list[str]  # one that counts by itself, or alternatives


def is_reachable(page: int, size: int) -> bool:
    """Return True if a page, counted from 0, lies inside the index's result window."""
    return (page + 1) * size <= filters.RESULT_WINDOW and page < filters.RESULT_WINDOW


def text_of(value: object, field: str = "query") -> str:
    """Return a search text without control characters; raises TextTooLong over 1,000."""
    if value is None:
        return ""
    if not isinstance(value, str):
        raise Invalid.field(field, "must be text")
    if len(value) > filters.MAX_TEXT:
        raise TextTooLong.field(field, f"at most {filters.MAX_TEXT} characters")
    return _CONTROL.sub(" ", value).strip()


def country_of(value: object, field: str = "countryCode") -> str:
    """Return an ISO code in capitals, or empty; raises Invalid."""
    if value is None or value == "":
        return ""
    if not isinstance(value, str) or not _COUNTRY.match(value):
        raise Invalid.field(field, "must be a two-letter country code, or empty")
    return value.upper()


def currency_of(value: object) -> str:
    """Return ZAR, USD or EUR; raises Invalid."""
    if not isinstance(value, str) or value not in CURRENCIES:
        raise Invalid.field("currency", f"must be one of {', '.join(CURRENCIES)}")
    return value


def canonical(groups: list[Group]) -> tuple[Group, ...]:
    """Return the groups in one order, without empty or double ones: equal choices, equal bodies."""
    unique = {group.key(): group for group in groups if group.terms or group.ranges}
    return tuple(unique[key] for key in sorted(unique))


def groups_of(
    facets: Sequence[Condition], numbers: Sequence[Condition], currency: str
) -> list[Group]:
    """Return the groups that `facetFilters` and `numericFilters` mean; raises Invalid."""
    groups = [group for item in facets for group in _facet_groups(item, currency)]
    return [*groups, *map(_range_group, numbers)]


def _facet_groups(item: Condition, currency: str) -> list[Group]:
    terms = {_term(part) for part in ([item] if isinstance(item, str) else item)}
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


def _range_group(item: Condition) -> Group:
    ranges = {_range(part) for part in ([item] if isinstance(item, str) else item)}
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

"""What one array may request: no more than a page of results costs.

An array of 20 requests, each within its own limits, was answered with 11.4 MB after 1.7 s. What
InstantSearch sends for one page stays far below: one request with hits, and for each chosen facet
one that repeats the text and most of the choice.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from marshmallow import ValidationError, fields, pre_load
from marshmallow.validate import Length, OneOf, Range

from app.search import filters
from app.search.execute import Plan
from app.search.filters import (
    BY_ATTRIBUTE,
    BY_INDEX,
    CURRENCIES,
    DEFAULT_CURRENCY,
    MAX_HITS_PER_PAGE,
    MAX_TERMS,
    MAX_TEXT,
    NUMERIC,
)
from app.search.request import Conditions, Group
from app.search.request import SearchRequest as TypedRequest
from app.search.wire.response import (
    Condition,
    canonical,
    country_of,
    groups_of,
    is_reachable,
    text_of,
)
from app.web.errors import Invalid, TextTooLong, refusal_of
from app.web.wire import Input

# A choice stands in the request with the hits and in those of the chosen facets.
MOST_TERMS = 4 * MAX_TERMS
MOST_BODIES = 64  # searches in Elasticsearch; a page with every facet chosen takes 16


def check_cost(requests: Sequence[TypedRequest]) -> None:
    """Raise Invalid (or TextTooLong) where an array together requests more than a page does."""
    if sum(request.hits_per_page for request in requests) > MAX_HITS_PER_PAGE:
        raise Invalid.field("hitsPerPage", f"at most {MAX_HITS_PER_PAGE} in all of one array")
    conditions = {request.conditions for request in requests}
    if sum(count_values(item.groups) for item in conditions) > MOST_TERMS:
        raise Invalid.field("facetFilters", f"at most {MOST_TERMS} values in all of one array")
    texts = {request.conditions.text for request in requests}
    texts |= {request.facet_query or "" for request in requests}
    if sum(map(len, texts)) > MAX_TEXT:
        raise TextTooLong.field("query", f"at most {MAX_TEXT} characters in all of one array")
    if len(Plan(requests)) > MOST_BODIES:
        raise Invalid.field("requests", "too many different choices in one array")


def count_values(groups: Iterable[Group]) -> int:
    """Return how many values and bounds are chosen."""
    return sum(len(group.terms) + len(group.ranges) for group in groups)


_TEXT = {"type": "string"}
_TEXTS = {"type": "array", "items": _TEXT}
_CONDITIONS = (_TEXT, {"type": "array", "items": {"oneOf": [_TEXT, _TEXTS]}})
# Null is as good as nothing in these.
_NULLABLE = {
    "query", "facets", "facetFilters", "numericFilters", "facetName", "facetQuery", "countryCode",
    "dismissed", "attributesToRetrieve", "attributesToHighlight", "filters",
}  # fmt: skip
_SHORT = Length(max=100, error="must be a short text")


class SearchText(fields.Field[str]):
    """The text of a search. One that is too long is a 413 (fault 24)."""

    def __init__(self) -> None:
        super().__init__(
            allow_none=True, metadata={"type": "string", "maxLength": filters.MAX_TEXT}
        )

    def _deserialize(self, value: Any, attr: str | None, *_: Any, **__: Any) -> str:
        return text_of(value, attr or "query")


class Number(fields.Integer):
    """A whole number as JSON has it."""

    def __init__(self, least: int, most: int | None = None) -> None:
        bounds = f"from {least}" if most is None else f"from {least} to {most}"
        words = f"must be a whole number {bounds}"
        super().__init__(
            validate=Range(min=least, max=most, error=words),
            error_messages={"invalid": words, "null": words},
        )

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> int:
        if type(value) is not int:
            raise self.make_error("invalid")
        return value


class Facets(fields.Field[tuple[str, ...]]):
    """Facets to count."""

    def __init__(self) -> None:
        words = 'Facets to count: a list, one name, or ["*"]'
        super().__init__(metadata={"oneOf": [_TEXT, _TEXTS], "description": words})

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> tuple[str, ...]:
        names = [value] if isinstance(value, str) else value
        if not _are_texts(names):
            raise ValidationError("must be a facet's name or a list of names")
        if names == ["*"]:
            return tuple(BY_ATTRIBUTE)
        for name in names:
            if name not in BY_ATTRIBUTE and name not in NUMERIC:
                raise ValidationError(f"unknown facet {name[:50]!r}")
        return tuple(dict.fromkeys(name for name in names if name in BY_ATTRIBUTE))


class ConditionList(fields.Field[list[Condition]]):
    """Conditions all of which hold; of an inner list one."""

    def __init__(self, words: str) -> None:
        super().__init__(metadata={"oneOf": [*_CONDITIONS], "description": words})

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> list[Condition]:
        items = [value] if isinstance(value, str) else value
        if not isinstance(items, list):
            raise ValidationError("must be a list of conditions")
        if not all(isinstance(item, str) or _are_texts(item) for item in items):
            raise ValidationError("conditions must be strings, or lists of strings")
        return items


def _are_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


class SearchParams(Input):
    """InstantSearch's parameters. Of Algolia's others those that change no result are passed over;
    one that would change it is refused by its name.
    """

    ALSO = frozenset(
        "analytics analyticsTags attributesToSnippet clickAnalytics enableABTest getRankingInfo"
        " responseFields restrictHighlightAndSnippetArrays snippetEllipsisText userToken".split()
    )

    query = SearchText()
    page = Number(0)
    hits_per_page = Number(0, filters.MAX_HITS_PER_PAGE)
    facets = Facets()
    facet_filters = ConditionList("An AND of ORs of `attribute:value`; `attribute:-value` excludes")
    numeric_filters = ConditionList("As `price>=5`, in the request's currency; inner lists are ORs")
    max_values_per_facet = Number(0, 1000)
    facet_name = fields.String(
        validate=OneOf(BY_ATTRIBUTE, error="unknown facet {input:.50}"),
        metadata={"description": "Search among this facet's values"},
    )
    facet_query = SearchText()
    max_facet_hits = Number(1, 100)
    highlight_pre_tag = fields.String(validate=_SHORT)
    highlight_post_tag = fields.String(validate=_SHORT)
    attributes_to_retrieve = fields.List(
        fields.String(),
        metadata={
            "description": '["*"]: all that is known of each product. Otherwise what a tile shows, '
            "without what is false, null or empty, and amounts in `currency`"
        },
    )
    attributes_to_highlight = fields.List(
        fields.String(),
        metadata={"description": "An empty list: no words are marked, which costs less"},
    )
    currency = fields.String(
        validate=OneOf(CURRENCIES, error=f"must be one of {', '.join(CURRENCIES)}")
    )
    country_code = fields.String(
        allow_none=True, validate=country_of, metadata={"pattern": "^([A-Za-z]{2})?$"}
    )
    dismissed = fields.List(
        fields.String(validate=Length(max=filters.MAX_TEXT)),
        validate=Length(max=filters.MAX_PARTS, error=f"at most {filters.MAX_PARTS} ids of parts"),
        metadata={"description": "Ids of parts of the text's meaning that are not meant"},
    )
    as_typed = fields.Boolean(
        truthy={True},
        falsy={False},
        metadata={"description": "Correct, complete and leave out no word of the text"},
    )
    brands_in_turn = fields.Boolean(
        truthy={True},
        falsy={False},
        metadata={"description": "Of the newest, a page of as many brands as can be"},
    )
    filters = fields.String(
        validate=Length(max=0, error="is not served: send facetFilters and numericFilters"),
        metadata={"description": "Refused: send facetFilters and numericFilters"},
    )
    dev_mode = fields.Raw(metadata={"description": "An operator's alone: hidden products too"})

    @pre_load
    def leave_out_nulls(self, data: Any, **_: Any) -> Any:
        """Return what has a value.

        What would narrow the search if it were served is refused: ignored, it answers too much.
        """
        if not isinstance(data, Mapping):
            raise ValidationError("must be an object", "params")
        if data.get("tagFilters"):
            raise ValidationError("is not served: send facetFilters", "tagFilters")
        empty = {k for k, v in data.items() if k == "tagFilters" or (v is None and k in _NULLABLE)}
        return {k: v for k, v in data.items() if k not in empty}


class SearchRequest(Input):
    """One search of the array that InstantSearch sends."""

    index_name = fields.String(
        required=True,
        validate=OneOf(BY_INDEX, error=f"must be one of {', '.join(BY_INDEX)}"),
        metadata={"description": "The order of the results"},
    )
    params = fields.Nested(SearchParams(partial=True), allow_none=True)  # most are not sent


SEARCHES = SearchRequest(many=True)


def parse(body: Any, default_country: str = "") -> list[TypedRequest]:
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
    if not all(isinstance(item, dict) for item in body):
        raise Invalid.field("requests", "each must be an object with indexName and params")
    try:
        read: Sequence[Any] = SEARCHES.load(body)
    except ValidationError as error:
        raise refusal_of(error) from error
    requests = [
        _to_request(one, sent.get("params") or {}, default_country)
        for one, sent in zip(read, body, strict=True)
    ]
    check_cost(requests)
    return requests


def _to_request(one: Mapping[str, Any], sent: Mapping[str, Any], country: str) -> TypedRequest:
    index, read = one["index_name"], one.get("params") or {}
    request = TypedRequest(
        conditions=_conditions(read, country),
        pre_tag=read.get("highlight_pre_tag", "<em>"),
        post_tag=read.get("highlight_post_tag", "</em>"),
    )
    if "facet_name" in read:
        return replace(
            request,
            hits_per_page=0,
            facets=(read["facet_name"],),
            max_values=read.get("max_facet_hits", 10),
            facet_query=read.get("facet_query", ""),
        )
    page, size = read.get("page", 0), read.get("hits_per_page", 20)
    if not is_reachable(page, size):
        raise Invalid.field("page", f"results end at number {filters.RESULT_WINDOW}")
    return replace(
        request,
        sort=BY_INDEX[index],
        index=index,
        page=page,
        hits_per_page=size,
        facets=read.get("facets", ()),
        max_values=read.get("max_values_per_facet", 1000),
        highlighted=read.get("attributes_to_highlight") != [],
        all_fields=read.get("attributes_to_retrieve") == ["*"],
        brands_in_turn=read.get("brands_in_turn", False),
        params=_echo(sent),
    )


def _conditions(read: Mapping[str, Any], country: str) -> Conditions:
    currency = read.get("currency", DEFAULT_CURRENCY)
    groups = groups_of(read.get("facet_filters", ()), read.get("numeric_filters", ()), currency)
    if count_values(groups) > filters.MAX_TERMS:
        raise Invalid.field("facetFilters", f"at most {filters.MAX_TERMS} values")
    return Conditions(
        text=read.get("query", ""),
        groups=canonical(groups),
        currency=currency,
        country=read.get("country_code", country).upper(),
        dismissed=frozenset(map(str.lower, read.get("dismissed", ()))),
        as_typed=read.get("as_typed", False),
    )


def _echo(sent: Mapping[str, Any]) -> str:
    scalars = {k: v for k, v in sent.items() if isinstance(v, str | int | float | bool)}
    return urlencode(scalars, errors="replace")

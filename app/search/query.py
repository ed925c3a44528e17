"""Elasticsearch bodies from typed conditions: pure functions that return dicts.

Clients never name a field and never reach `query_string`: every text is a `match` of some kind.
"""

from __future__ import annotations

from typing import Any

from app.search.filters import BY_ATTRIBUTE, NUMERIC, Sort
from app.search.request import Conditions, Group, Range, SearchRequest, Term

Body = dict[str, Any]

# `words` holds name, brand, store, category, colour and style together, so that words may be spread
# over them; these fields only raise the score.
BOOSTS = {"name": 4.0, "brand.text": 3.0, "categoryName": 2.0}
FUZZY_FIELDS = ("words", "spelling")  # stemmed, and as written: "dreses" is near "dresses" alone
# English and Afrikaans words that no product is about.
SMALL_WORDS = frozenset(
    "a an and at by for from in of on or the to with die en met van vir".split()
)
FUZZY_WORDS = 12  # a longer text is cut for the second, forgiving body
# A word's automaton grows with its length: one of 1,000 letters kept Elasticsearch busy for 2.5 s.
FUZZY_LENGTH = 30
HIGHLIGHT_FIELDS = {"name": "name", "brand": "brand.text"}
# Marks round the matched words; private-use characters, so that no product name contains them.
MARK_START, MARK_END = "\ue000", "\ue001"

_COMPARISONS = {"<": "lt", "<=": "lte", ">": "gt", ">=": "gte"}


def query(conditions: Conditions, proxies: tuple[str, ...]) -> Body:
    """Return the query of these conditions; `proxies` are the countries a shipping proxy is in."""
    filters, excluded = _filters(conditions, proxies)
    body: Body = {"filter": filters}
    if excluded:
        body["must_not"] = excluded
    if conditions.text:
        body["must"] = [text_query(conditions.text, fuzzy=conditions.fuzzy)]
    return {"bool": body}


def text_query(text: str, *, fuzzy: bool) -> Body:
    """Return what the words must match.

    As typed, all words must be found, in any of the fields together. The fuzzy form, for texts
    that find nothing, takes each word with typing errors and lets some of them be missing.
    """
    text = without_small_words(text)
    if fuzzy:
        words = typed_words(text)
        if not words:
            return {"match_none": {}}
        return {"bool": {"should": [_fuzzy(field, words) for field in FUZZY_FIELDS]}}
    return {
        "bool": {
            "must": [{"match": {"words": {"query": text, "operator": "and"}}}],
            "should": [
                {"match": {field: {"query": text, "boost": boost}}}
                for field, boost in BOOSTS.items()
            ],
        }
    }


def without_small_words(text: str) -> str:
    """Return a text without "for", "the", …: "trousers for women" is found by the other two."""
    words = [word for word in text.split() if word.lower() not in SMALL_WORDS]
    return " ".join(words) if words else text


def typed_words(text: str) -> str:
    """Return the first words of a text without those that are too long to be a typing error."""
    words = (word for word in text.split() if len(word) <= FUZZY_LENGTH)
    return " ".join(list(words)[:FUZZY_WORDS])


def _fuzzy(field: str, text: str) -> Body:
    return {
        "match": {
            field: {
                "query": text,
                "fuzziness": "AUTO",
                "prefix_length": 1,
                "max_expansions": 30,
                # Three words: one may be missing. Six and more: three in five must be there.
                "minimum_should_match": "2<-1 5<60%",
            }
        }
    }


def _filters(conditions: Conditions, proxies: tuple[str, ...]) -> tuple[list[Body], list[Body]]:
    must: list[Body] = []
    must_not: list[Body] = []
    if not conditions.include_hidden:
        must.append({"term": {"visible": True}})
    if conditions.country:
        reachable = sorted({conditions.country, "*", *proxies})
        must.append({"terms": {"shipsTo": reachable}})
    for group in conditions.groups:
        if len(group.terms) == 1 and not group.ranges and group.terms[0].excluded:
            must_not.append(_values(group.terms, conditions.currency)[0])
        else:
            must.append(_group(group, conditions.currency))
    return must, must_not


def _group(group: Group, currency: str) -> Body:
    plain = _values(tuple(t for t in group.terms if not t.excluded), currency)
    negated = [
        {"bool": {"must_not": _values((term,), currency)}} for term in group.terms if term.excluded
    ]
    alternatives = plain + negated + [_range(item, currency) for item in group.ranges]
    if len(alternatives) == 1:
        return alternatives[0]
    return {"bool": {"should": alternatives, "minimum_should_match": 1}}


def _values(terms: tuple[Term, ...], currency: str) -> list[Body]:
    """Return one `terms` clause a facet: cheaper than a clause a value, and cached as one."""
    by_field: dict[str, list[str]] = {}
    for term in terms:
        field = BY_ATTRIBUTE[term.attribute].field_for(currency)
        by_field.setdefault(field, []).append(term.value)
    return [
        {"term": {field: values[0]}} if len(values) == 1 else {"terms": {field: values}}
        for field, values in by_field.items()
    ]


def _range(item: Range, currency: str) -> Body:
    field = NUMERIC[item.attribute].format(currency=currency.lower())
    if item.operator in _COMPARISONS:
        return {"range": {field: {_COMPARISONS[item.operator]: item.value}}}
    exact: Body = {"term": {field: item.value}}
    return exact if item.operator == "=" else {"bool": {"must_not": [exact]}}


def sort(request: SearchRequest) -> list[Any]:
    """Return the order; `objectID` is the last tie-break, so that pages never overlap."""
    chosen: Sort = request.sort
    if not chosen.field:
        newest: list[Any] = [{"createdAt": "desc"}, {"objectID": "asc"}]
        return [{"_score": "desc"}, *newest] if request.conditions.text else newest
    field = chosen.field.format(currency=request.conditions.currency.lower())
    main: Body = {field: {"order": chosen.direction, "missing": "_last"}}
    return [main, {"objectID": "asc"}]


def hits_body(request: SearchRequest, proxies: tuple[str, ...], timeout_ms: int) -> Body:
    """Return the body that fetches one page.

    It does not count: the `count_body` beside it does, and that one is cached from page to page.
    Without counting, Elasticsearch may skip whatever cannot reach the page.
    """
    body: Body = {
        "query": query(request.conditions, proxies),
        "from": request.page * request.hits_per_page,
        "size": request.hits_per_page,
        "sort": sort(request),
        "track_total_hits": False,
        "timeout": f"{timeout_ms}ms",
    }
    if request.conditions.text:
        body["highlight"] = _highlight()
    return body


def _highlight() -> Body:
    return {
        "pre_tags": [MARK_START],
        "post_tags": [MARK_END],
        "number_of_fragments": 0,
        "require_field_match": False,
        "fields": {field: {} for field in HIGHLIGHT_FIELDS.values()},
    }


def count_body(
    conditions: Conditions, facets: list[str], proxies: tuple[str, ...], timeout_ms: int
) -> Body:
    """Return the `size: 0` body that counts, with the values of these facets.

    Equal choices give equal bytes, whoever asks and on whatever page, so Elasticsearch's request
    cache answers all but the first.
    """
    body: Body = {
        "query": query(conditions, proxies),
        "size": 0,
        "track_total_hits": True,
        "timeout": f"{timeout_ms}ms",
    }
    aggregations = {name: _facet(name, conditions.currency) for name in sorted(facets)}
    if "price" in facets:
        field = NUMERIC["price"].format(currency=conditions.currency.lower())
        aggregations["price_stats"] = {"stats": {"field": field}}
    if aggregations:
        body["aggs"] = aggregations
    return body


def _facet(attribute: str, currency: str) -> Body:
    facet = BY_ATTRIBUTE[attribute]
    return {"terms": {"field": facet.field_for(currency), "size": facet.size}}


def all_values_body(
    conditions: Conditions, attribute: str, proxies: tuple[str, ...], timeout_ms: int
) -> Body:
    """Return the body that lists every value of one facet, for a search among them."""
    body = count_body(conditions, [], proxies, timeout_ms)
    facet = BY_ATTRIBUTE[attribute]
    terms = {"field": facet.field_for(conditions.currency), "size": 10_000}
    return body | {"track_total_hits": False, "aggs": {attribute: {"terms": terms}}}

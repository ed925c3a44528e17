"""The answers to an array of requests, and the record of an answered search.

The record is without its visitor: it may be cached with the answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from app.search import Body
from app.search.engine import Engine
from app.search.filters import BY_ATTRIBUTE
from app.search.query.bodies import any_body, count_body, hits_body, window
from app.search.query.relaxing import Relaxing, fewer_conditions
from app.search.query.results import (
    Hit,
    hit_of,
    hits_of,
    interleave_brands,
    interleave_equals,
    values_counted,
)
from app.search.request import Conditions, SearchRequest, with_conditions
from app.search.understand import Language, Meaning, understand

MOST_SHOWN = 24  # products that count as seen: the first rows of any screen


# One search as analysts count it: the fields of es_mappings/searches.json but for its visitor.
SearchEvent = dict[str, Any]


def event_of(
    requests: list[SearchRequest], answers: list[SearchResult], took_ms: float
) -> SearchEvent | None:
    """Return the event of an array's search: its page of hits, if a person chose anything.

    A text that is read another way (`dismissed`, `asTyped`) was counted when it was searched.
    """
    for request, answer in zip(requests, answers, strict=True):
        chosen = request.conditions
        if not request.hits_per_page or not (chosen.text or chosen.groups):
            continue
        if chosen.dismissed or chosen.as_typed:
            continue
        if chosen.include_hidden:
            continue
        return _event(request, answer, took_ms)
    return None


def _event(request: SearchRequest, answer: SearchResult, took_ms: float) -> SearchEvent:
    filters = filters_of(request)
    seen = answer.hits[:MOST_SHOWN]
    return {
        "query": request.conditions.text or None,  # no text is none, and not an empty one
        **_reading(answer.meaning),
        "filters": filters,
        "filter": sorted(filters),
        "sort": request.index,
        "page": request.page + 1,
        "total": answer.total,
        "zero": not answer.total,
        "took": round(took_ms, 1),
        "currency": request.conditions.currency,
        "country": request.conditions.country,
        "product": [hit.object_id for hit in seen],
        "store": sorted({hit.store for hit in seen}),
    }


def _reading(meaning: Meaning | None) -> dict[str, Any]:
    if meaning is None:
        return {"understood": [], "corrected": False, "corrections": []}
    return {
        "understood": [part.id for part in meaning.parts],
        "corrected": bool(meaning.corrections),
        "corrections": [
            f"{correction.typed} → {correction.used}" for correction in meaning.corrections
        ],
    }


def filters_of(request: SearchRequest) -> dict[str, list[str]]:
    """Return what was chosen by facet, as it is commonly spelled; what is excluded with a minus."""
    chosen: dict[str, list[str]] = {}
    for group in request.conditions.groups:
        for term in group.terms:
            value = request.spellings.common(term.attribute, term.value)
            shown = f"-{value}" if term.excluded else value
            if shown not in (values := chosen.setdefault(term.attribute, [])):
                values.append(shown)
        for item in group.ranges:
            chosen.setdefault(item.attribute, []).append(f"{item.operator}{item.value:g}")
    return chosen


ReadingKey = tuple[str, frozenset[str], bool, str]  # a text, how it is to be read, the currency

MOST_ASKED = 10  # unknown words of one array that are looked up in the index


def unknown_words(read: Sequence[SearchRequest]) -> list[str]:
    """Return the words to look up in the index before they count as lost.

    The dictionary may be half a minute behind the index: a product's word is never given up.
    """
    meanings = (request.conditions.meaning for request in read)
    words = dict.fromkeys(word for meaning in meanings if meaning for word in meaning.lost)
    return [*words][:MOST_ASKED]


def read(
    requests: list[SearchRequest], language: Language, known: frozenset[str]
) -> list[SearchRequest]:
    """Return the requests with what their texts mean; `known`: words that the index has, too."""
    meanings: dict[ReadingKey, Meaning] = {}
    for request in requests:
        key = _key(request.conditions)
        if key[0] and key not in meanings:
            text, without, as_typed, currency = key
            meanings[key] = understand(
                text, language, without=without, as_typed=as_typed, known=known, currency=currency
            )
    return [
        with_conditions(request, meaning=meanings.get(_key(request.conditions)))
        for request in requests
    ]


def _key(read: Conditions) -> ReadingKey:
    return read.text, read.dismissed, read.as_typed, read.currency


def any_with(word: str) -> Body:
    """Return the body whose total shows whether the index finds a visible product by a word."""
    match = {"match": {"words": {"query": word, "operator": "and", "analyzer": "words_index"}}}
    return any_body({"bool": {"filter": [{"term": {"visible": True}}, match]}})


def indexed_words(words: Sequence[str], responses: Sequence[Body]) -> frozenset[str]:
    """Return the words that the index has, by the answers to `any_with`."""
    totals = (response["hits"]["total"]["value"] for response in responses)
    return frozenset(word for word, total in zip(words, totals, strict=True) if total)


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What answers one request: its page, its total, and each facet's counts."""

    hits: list[Hit]
    total: int
    facets: dict[str, dict[str, int]]
    stats: dict[str, dict[str, float]]
    meaning: Meaning | None = None  # the text as it was read in the end


class Plan:
    """The bodies of an array: `counts` by condition with their facets, `pages` by request.

    A facet in whose values somebody searches is counted whole.
    """

    def __init__(self, requests: Sequence[SearchRequest]) -> None:
        self.counts: dict[Conditions, set[str]] = {}
        searched = [one for one in requests if one.facet_query is not None]
        self._whole = {name for one in searched for name in one.facets}
        self.pages = dict.fromkeys(_page_key(one) for one in requests if one.hits_per_page)
        for request in requests:
            self.counts.setdefault(request.conditions, set())
            for attribute, conditions in request.conditions.by_facet(request.facets).items():
                self.counts.setdefault(conditions, set()).add(attribute)

    def __len__(self) -> int:
        return len(self.pages) + len(self.counts)

    def bodies(self) -> list[Body]:
        pages = [hits_body(page) for page in self.pages]
        return pages + [
            count_body(conditions, facets, self._whole)
            for conditions, facets in self.counts.items()
        ]


def _page_key(request: SearchRequest) -> SearchRequest:
    """Drop what does not change the page, so that equal pages are fetched once."""
    return replace(request, index="", facets=(), max_values=0, pre_tag="", post_tag="", params="")


def run(
    engine: Engine,
    requests: list[SearchRequest],
    *,
    separately: bool = False,
    beside: Sequence[Body] = (),
) -> tuple[list[SearchResult], int, list[Body]]:
    """Answer requests, each `separately` or as an array; raises SearchUnavailable, answers no part.

    Returns their results, Elasticsearch's time in ms, and the responses to `beside`: further
    questions of the same request.

    A text of which the filters leave next to nothing is read more loosely (`Relaxing`). As what it
    will be read is guessed by what the index is known to hold, so that one `_msearch` answers it
    and counts what was guessed. Where that was wrong all its readings are counted.
    """
    relaxing = Relaxing(requests, separately=separately)
    took, others = 0, list[Body]()
    chosen, uncounted = relaxing.choose(requests)
    while True:
        plan = Plan(chosen)
        more = {
            one: readings.body(one) for one, readings in uncounted.items() if one not in plan.counts
        }
        answers, took_ms = engine.search([*beside, *plan.bodies(), *more.values()])
        took, others = took + took_ms, others or answers[: len(beside)]
        responses, beside = answers[len(beside) :], ()
        counted = zip((*plan.counts, *more), responses[len(plan.pages) :], strict=True)
        relaxing.counts = dict(counted) | relaxing.counts
        read, uncounted = relaxing.choose(requests)
        if read == chosen and not uncounted:
            return _results(plan, read, responses[: len(plan)]), took, others
        chosen = read


MOST_SUGGESTED = 6
MOST_OF_SUGGESTED = 12  # products of the first suggestion
Suggestion = tuple[SearchRequest, SearchResult]  # as it was counted, and its answer


def suggest_fewer(
    engine: Engine, request: SearchRequest, language: Language, known: frozenset[str]
) -> tuple[list[Suggestion], int]:
    """Return the searches with fewer conditions that find products, and the engine's time in ms.

    Each is counted as it would be answered, so that none leads to another empty page. Those that
    give up filters alone come with their first products. `request` has its meaning and no results;
    `known`: unknown words that the index has. Raises SearchUnavailable.
    """
    unread = [_counting(fewer, request) for fewer in fewer_conditions(request.conditions)]
    requests = read(unread, language, known)
    results, took, _ = run(engine, requests, separately=True)
    counted = zip(requests, results, strict=True)
    return [one for one in counted if one[1].total][:MOST_SUGGESTED], took


def _counting(fewer: Conditions, request: SearchRequest) -> SearchRequest:
    gives_up_filters = fewer.chosen_facets != request.conditions.chosen_facets
    shown = MOST_OF_SUGGESTED * (fewer.text == request.conditions.text and gives_up_filters)
    return replace(request, conditions=fewer, page=0, hits_per_page=shown, facets=())


def _results(
    plan: Plan, requests: list[SearchRequest], responses: list[Body]
) -> list[SearchResult]:
    pages = dict(zip(plan.pages, responses, strict=False))
    counts = dict(zip(plan.counts, responses[len(plan.pages) :], strict=True))
    values = {conditions: values_counted(counted) for conditions, counted in counts.items()}
    return [_result(request, pages, counts, values) for request in requests]


def _result(
    request: SearchRequest,
    pages: dict[SearchRequest, Body],
    counts: dict[Conditions, Body],
    values: dict[Conditions, dict[str, dict[str, int]]],
) -> SearchResult:
    facets: dict[str, dict[str, int]] = {}
    stats: dict[str, dict[str, float]] = {}
    for attribute, conditions in request.conditions.by_facet(request.facets).items():
        facet = BY_ATTRIBUTE[attribute]
        counted = values[conditions].get(facet.field_for(conditions.currency), {})
        merged = request.spellings.merge_counts(attribute, counted)
        if request.facet_query is None:
            merged = dict(islice(merged.items(), min(facet.size, request.max_values)))
        facets[attribute] = merged
        if attribute == "price":
            prices = counts[conditions].get("aggregations", {}).get("price_stats", {})
            if prices["count"]:
                stats["price"] = {name: prices[name] for name in ("min", "max", "avg", "sum")}
    return SearchResult(
        hits=_page(request, pages[_page_key(request)]) if request.hits_per_page else [],
        total=counts[request.conditions]["hits"]["total"]["value"],
        facets=facets,
        stats=stats,
        meaning=request.conditions.meaning,
    )


def _page(request: SearchRequest, response: Body) -> list[Hit]:
    start = request.page * request.hits_per_page - window(request)[0]
    shown = slice(start, start + request.hits_per_page)
    if request.interleaves_brands:
        dealt = interleave_brands(response["hits"]["hits"], request.spellings)
        return [hit_of(hit, request.spellings) for hit in dealt[shown]]
    hits, meaning = hits_of(response, request), request.conditions.meaning
    if not request.is_varied or meaning is None:
        return hits
    brands = [part for part in meaning.of("brand") if part.certain]
    return interleave_equals(hits, one_brand=bool(brands))[shown]

"""From an array of requests to the fewest bodies, one `_msearch`, and back.

Measured on one million products (design): one body for the hits, one for the facets in which
nothing is chosen and one for each chosen facet is three times as fast as a `post_filter`, and the
counting bodies are answered by the request cache from page to page.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, islice

from app.search import Body
from app.search.engine import Answer, Ask, Engine
from app.search.query.bodies import count_body, enough_body, hits_body, window
from app.search.query.hits import Hit, hits_of, is_without_tiles, with_documents
from app.search.query.variety import arranged
from app.search.request import Asked, Conditions, Request, SearchRequest, with_conditions
from app.search.understand import ANY_BRAND, ANY_COLOUR, ANYTHING, Meaning

# How many products are too many to be followed by those of other colours (a row of tiles), of
# other brands, or of anything at all.
MOST_BEFORE = {ANY_COLOUR: 4, ANY_BRAND: 1, ANYTHING: 1}
FEW = 24  # products; where there are fewer, the nearest to what was asked for follow them

# Conditions as they were read, with their looser readings in the order in which they are tried.
Readings = dict[Conditions, list[Conditions]]


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What answers one request: its page, its total, and each facet's counts."""

    hits: list[Hit]
    total: int
    facets: dict[str, dict[str, int]]
    stats: dict[str, dict[str, float]]
    meaning: Meaning | None = None  # the text as it was read in the end


@dataclass(frozen=True, slots=True)
class Outcome:
    """The answers to an array of requests; `took` is Elasticsearch's time in ms."""

    results: list[SearchResult]
    took: int


@dataclass(slots=True)
class _Plan:
    """The bodies of an array: `counts` by condition with their facets, `pages` by request."""

    counts: dict[Conditions, set[str]] = field(default_factory=dict)
    pages: dict[SearchRequest, None] = field(default_factory=dict)

    @classmethod
    def of(cls, requests: list[SearchRequest]) -> _Plan:
        plan = cls()
        for request in requests:
            plan.counts.setdefault(request.conditions, set())
            for attribute in request.facets:
                conditions = request.conditions.without(attribute)
                plan.counts.setdefault(conditions, set()).add(attribute)
            if request.hits_per_page:
                plan.pages[_page_key(request)] = None
        return plan

    def bodies(self) -> list[Body]:
        pages = [hits_body(page) for page in self.pages]
        return pages + [
            count_body(conditions, list(facets)) for conditions, facets in self.counts.items()
        ]


def _page_key(request: SearchRequest) -> SearchRequest:
    """Drop what does not change the page, so that equal pages are fetched once."""
    return SearchRequest(
        conditions=request.conditions,
        sort=request.sort,
        page=request.page,
        hits_per_page=request.hits_per_page,
        highlighted=request.highlighted,
        all_fields=request.all_fields,
    )


def run(engine: Engine, requests: list[SearchRequest]) -> Outcome:
    """Answer requests; raises SearchUnavailable, never a part of an answer.

    A text of which the catalogue has next to nothing is read more loosely. Whether it has depends
    on the text alone and not on what is chosen, so that all pages and facets agree. That is asked
    of all its readings at once: none is counted beyond FEW products, which costs less than a search
    that is made in vain. A text that is likely to find enough is searched as it stands in the same
    `_msearch`; where it finds too little, so little was made in vain.
    """
    readings = _readings(requests)
    if not all(map(_is_likely_enough, readings)):
        requests, took = settle(engine, requests)
        outcome = _once(engine, requests)
        return replace(outcome, took=took + outcome.took)
    plan, asked = _Plan.of(requests), _asked(readings)
    answer = fetch(asker(engine, requests), [*plan.bodies(), *_enough(asked)])
    split = len(answer.responses) - len(asked)
    settled = _settled(requests, readings, asked, answer.responses[split:])
    if settled == requests:
        return Outcome(_results(plan, requests, answer.responses[:split]), answer.took)
    outcome = _once(engine, settled)
    return replace(outcome, took=answer.took + outcome.took)


def asker(engine: Engine, requests: Sequence[Asked]) -> Ask:
    """Return what asks for these requests: an operator, who sees an edit at once, nothing kept."""
    hidden = any(request.conditions.include_hidden for request in requests)
    return engine.msearch if hidden else engine.search


def fetch(ask: Ask, bodies: list[Body]) -> Answer:
    """Run bodies in one `_msearch`; raises SearchUnavailable.

    While an index serves that was built before documents held their tiles, pages are asked for once
    more, with whole documents.
    """
    answer = ask(bodies)
    old = [n for n, response in enumerate(answer.responses) if is_without_tiles(response)]
    if not old:
        return answer
    again = ask([with_documents(bodies[n]) for n in old])
    documents = dict(zip(old, again.responses, strict=True))
    responses = [documents.get(n, response) for n, response in enumerate(answer.responses)]
    return Answer(responses, answer.took + again.took)


def settle(engine: Engine, requests: list[Request]) -> tuple[list[Request], int]:
    """Return the requests as `run` reads them in the end, and Elasticsearch's time in ms.

    Those that find too little are read more loosely.
    """
    readings = _readings(requests)
    asked = _asked(readings)
    answer = asker(engine, requests)(_enough(asked))
    return _settled(requests, readings, asked, answer.responses), answer.took


def _readings(requests: list[Request]) -> Readings:
    """Return the conditions of which there are looser readings, nothing chosen, with these."""
    looser = {
        unfiltered: _looser(unfiltered)
        for unfiltered in dict.fromkeys(r.conditions.unfiltered() for r in requests)
    }
    return {unfiltered: steps for unfiltered, steps in looser.items() if steps}


def _is_likely_enough(unfiltered: Conditions) -> bool:
    """Tell whether a text mostly finds enough: one in which nothing is left but what is known."""
    meaning = unfiltered.meaning
    return meaning is not None and not (meaning.words or meaning.literal)


def _asked(readings: Readings) -> list[Conditions]:
    return list(dict.fromkeys(chain(readings, *readings.values())))


def _enough(asked: list[Conditions]) -> list[Body]:
    return [enough_body(one, FEW) for one in asked]


def _settled(
    requests: list[Request],
    readings: Readings,
    asked: list[Conditions],
    responses: list[Body],
) -> list[Request]:
    """Return the requests, those loosened that find too little."""
    counts = dict(zip(asked, map(_total, responses), strict=True))
    chosen = {
        unfiltered: _choice(unfiltered, steps, counts) for unfiltered, steps in readings.items()
    }
    return [
        with_conditions(request, meaning=meaning)
        if (meaning := chosen.get(request.conditions.unfiltered()))
        else request
        for request in requests
    ]


def _looser(unfiltered: Conditions) -> list[Conditions]:
    meaning = unfiltered.meaning
    if meaning is None or meaning.loose:
        return []
    return [replace(unfiltered, meaning=step) for step in meaning.steps()]


def _is_thin(conditions: Conditions, count: int) -> bool:
    """Tell whether a text as it stands finds too little.

    Without a condition that holds the page together, only one that finds nothing does.
    """
    meaning = conditions.meaning
    return count < (FEW if meaning is not None and meaning.is_anchored else 1)


def _choice(
    unfiltered: Conditions, steps: list[Conditions], counts: dict[Conditions, int]
) -> Meaning | None:
    """Return the first looser reading that finds enough, otherwise the last that finds more.

    None where the text as it stands finds enough. What was asked for is given up only where there
    is next to nothing of it (`MOST_BEFORE`).
    """
    exact = best = counts[unfiltered]
    looser: Meaning | None = None
    if not _is_thin(unfiltered, exact):
        return None
    for step in steps:
        if step.meaning is None or best >= MOST_BEFORE.get(step.meaning.loose, FEW):
            continue
        if counts[step] > best:
            best, looser = counts[step], step.meaning
        if best >= FEW:
            break
    return replace(looser, exact=exact) if looser is not None else None


def _once(engine: Engine, requests: list[SearchRequest]) -> Outcome:
    plan = _Plan.of(requests)
    answer = fetch(asker(engine, requests), plan.bodies())
    return Outcome(_results(plan, requests, answer.responses), answer.took)


def _results(
    plan: _Plan, requests: list[SearchRequest], responses: list[Body]
) -> list[SearchResult]:
    pages = dict(zip(plan.pages, responses, strict=False))
    counts = dict(zip(plan.counts, responses[len(plan.pages) :], strict=True))
    return [_result(request, pages, counts) for request in requests]


def _total(response: Body) -> int:
    return int(response["hits"]["total"]["value"])


def _result(
    request: SearchRequest, pages: dict[SearchRequest, Body], counts: dict[Conditions, Body]
) -> SearchResult:
    page = pages.get(_page_key(request))
    facets: dict[str, dict[str, int]] = {}
    stats: dict[str, dict[str, float]] = {}
    for attribute in request.facets:
        answers = counts[request.conditions.without(attribute)]["aggregations"]
        counts_of = request.spellings.merged(attribute, bucket_counts(answers[attribute]))
        facets[attribute] = dict(islice(counts_of.items(), request.max_values))
        if attribute == "price":
            stats |= _stats(answers["price_stats"])
    return SearchResult(
        hits=_page(request, hits_of(page, request)) if page else [],
        total=_total(counts[request.conditions]),
        facets=facets,
        stats=stats,
        meaning=request.conditions.meaning,
    )


def _page(request: SearchRequest, hits: list[Hit]) -> list[Hit]:
    """Return the hits of the page, cut out of its varied block where it has one."""
    if not request.is_varied or request.conditions.meaning is None:
        return hits
    brands = [part for part in request.conditions.meaning.of("brand") if part.certain]
    varied = arranged(hits, one_brand=bool(brands))
    start = request.page * request.hits_per_page - window(request)[0]
    return varied[start : start + request.hits_per_page]


def bucket_counts(aggregation: Body) -> dict[str, int]:
    """Return value to count, most frequent first; a boolean's values are `true` and `false`."""
    return {
        str(bucket.get("key_as_string", bucket["key"])): bucket["doc_count"]
        for bucket in aggregation["buckets"]
    }


def _stats(aggregation: Body) -> dict[str, dict[str, float]]:
    if not aggregation["count"]:
        return {}
    return {"price": {name: aggregation[name] for name in ("min", "max", "avg", "sum")}}

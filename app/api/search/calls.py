"""`POST /api/search`: the search contract, for unmodified InstantSearch clients.

A call's request is typed, and read once for all who send the same bytes.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from flask import Response, request

from app.api.declare import Area
from app.api.declare.caching import Result, cached_response, cached_value, fresh_answer
from app.api.declare.fields import json_body
from app.api.declare.schema import EXAMPLES
from app.api.search import schemas
from app.live.context import context, current_visitor, header_country
from app.search import execute, facet_values, zero_results
from app.search.execute import (
    Outcome,
    SearchFacts,
    SearchResult,
    any_with,
    facts_of,
    indexed_words,
    unknown_words,
)
from app.search.request import Asked, FacetRequest, SearchRequest, with_conditions
from app.search.wire import response
from app.search.wire.request_parser import SEARCHES, parse
from app.web.access import is_operator
from app.web.visitors import BROWSER_STEP, search_id

MOST_BYTES = 4_000  # of a call that is remembered: a page's with some facets chosen has 2,000
REMEMBERED = 2_000  # calls: some 20 MB at most


@dataclass(frozen=True, slots=True, eq=False)
class Question:
    """The requests of a call. Hashed once; equal where its requests are.

    `wants_hidden`: which of them are an operator's who looks at hidden products, too (`devMode`).
    """

    requests: tuple[Asked, ...]
    wants_hidden: tuple[bool, ...]
    _hash: int = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_hash", hash(self.requests))

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Question) and self.requests == other.requests

    def for_operator(self) -> list[Asked] | None:
        """Return the requests as an operator may send them; None where they are a visitor's.

        Hidden products are seen by operators and nobody else (design, "Visible").
        """
        if not any(self.wants_hidden) or not is_operator():
            return None
        return [
            with_conditions(item, include_hidden=True) if hidden else item
            for item, hidden in zip(self.requests, self.wants_hidden, strict=True)
        ]


def read_question() -> Question:
    """Return the question of the present call; raises Invalid or TextTooLong."""
    body, country = request.get_data(cache=True), header_country()
    if len(body) <= MOST_BYTES:
        return _parse_question(body, country)
    return question_of(json_body(), country)


@lru_cache(REMEMBERED)
def _parse_question(_body: bytes, country: str) -> Question:
    """Return the question of the present call, whose body this is; what is refused is not kept."""
    return question_of(json_body(), country)


def question_of(sent: Any, country: str) -> Question:
    """Return the question in JSON; `country` where it names none. Raises as above."""
    requests = tuple(parse(sent, country))
    return Question(requests, tuple(bool((raw.get("params") or {}).get("devMode")) for raw in sent))


ID_HEADER = "Search-Id"  # what joins a search and the clicks on its results
AREA = Area("search", "search", "Search, for InstantSearch clients")

SEARCH_ID = {
    "name": ID_HEADER,
    "in": "header",
    "required": False,
    "description": "An id that the client gives the search, 16 to 64 letters and digits, to send "
    "it with clicks; the answer repeats it, or has one of the server's",
    "schema": {"type": "string"},
}


@AREA.post("")
@AREA.takes(SEARCHES, EXAMPLES["searches"], parameters=[SEARCH_ID])
@AREA.response(schemas.SearchResults)
def search() -> Response:
    """Search products

    Takes the array of requests that InstantSearch clients send and answers in the same order.
    The index name is the order of the results. A request with `facetName` searches among the
    values of that facet. Counts of a facet leave out that facet's own choice.
    """
    question = read_question()
    hidden = question.for_operator()
    if hidden is not None:
        return record_search(*fresh_answer(lambda: answer_all(hidden)))
    size = request.content_length or 0
    return record_search(*cached_response(question, size, lambda: answer_all([*question.requests])))


def search_state(
    sent: list[dict[str, Any]], size: int
) -> tuple[dict[str, Any], SearchFacts | None]:
    """Return the answer to what a client would send, for a page, and what is recorded of it.

    `size`: bytes of what is sent. Raises SearchUnavailable, and Invalid for an impossible request.
    """
    question = question_of(sent, "")
    return cached_value(question, size, lambda: answer_all([*question.requests]))


def record_search(answer: Response, facts: SearchFacts | None) -> Response:
    """Record an answered search under the id that the browser gave it, and answer with the id.

    The id stands in headers, so that an answer may be kept and given to many; `facts` with it.
    """
    number = search_id(request.headers.get(ID_HEADER, ""))
    context().recorder.search(facts, number, current_visitor(), BROWSER_STEP)
    answer.headers[ID_HEADER] = number
    return answer


def answer_all(requests: list[Asked]) -> Result:
    """Answer typed requests: `results` in their order."""
    services = context()
    started = time.perf_counter()
    # Words that only the index may have are taken for unknown, and requested with the search.
    read = services.read(requests, frozenset())
    words = unknown_words(read)
    outcome = _search(read, words)
    if known := indexed_words(words, outcome.beside):
        read = services.read(requests, known)
        outcome = _search(read)
    searches = [request for request in read if isinstance(request, SearchRequest)]
    elapsed = (time.perf_counter() - started) * 1000
    facts = facts_of(searches, outcome.results, elapsed)
    pages = [
        response.result(request, answer, round(elapsed))
        for request, answer in zip(searches, outcome.results, strict=True)
    ]
    values, took = _facet_values([request for request in read if isinstance(request, FacetRequest)])
    took += outcome.took + _add_ways(searches, outcome.results, pages, known)
    answers = {SearchRequest: iter(pages), FacetRequest: iter(values)}
    results = [next(answers[type(request)]) for request in read]
    return Result({"results": results}, took, facts)


def _search(read: Sequence[Asked], words: Sequence[str] = ()) -> Outcome:
    """Return the answers to the searches, and whether the index has `words`."""
    searches = [request for request in read if isinstance(request, SearchRequest)]
    return execute.run(context().engine, searches, beside=[*map(any_with, words)])


def _facet_values(requests: list[FacetRequest]) -> tuple[list[dict[str, Any]], int]:
    if not requests:
        return [], 0
    services = context()
    requests, relaxing = execute.choose_relaxation(services.engine, requests)
    results, took = facet_values.search(services.engine, requests, services.reference.labels)
    return results, relaxing + took


def _add_ways(
    requests: list[SearchRequest],
    answers: list[SearchResult],
    results: list[dict[str, Any]],
    known: frozenset[str],
) -> int:
    """Give the first page without results its suggestions; returns Elasticsearch's time in ms."""
    services = context()
    for search, answer, result in zip(requests, answers, results, strict=True):
        conditions = search.conditions
        if answer.total or not search.hits_per_page or not (conditions.text or conditions.groups):
            continue
        proposed, took = zero_results.suggestions(services.engine, search, services.language, known)
        result["zeroResultSuggestions"] = zero_results.wire(search, proposed)
        return took
    return 0

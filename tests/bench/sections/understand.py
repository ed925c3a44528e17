"""What understanding a text costs: by itself, and in the search that it makes."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterator
from dataclasses import replace

from app import create_app
from app.context import context
from app.search import execute
from app.search.engine import Engine
from app.search.query.bodies import count_body, hits_body
from app.search.reading import read
from app.search.request import SearchRequest
from app.search.understand import ALL, Language, Meaning, understand
from indexer.index.status import ensure
from tests.bench import searches
from tests.bench.report import Figure, at_most, percentile
from tests.bench.stage import Stage
from tests.support.searches import typed_searches

TITLE = "Understanding (texts never seen before)"
CATALOGUE = True
WARM_UP = 30
P95_AIM_MS, RATIO_AIM = 3.0, 1.3
PAGE = 20  # products

SORT = [{"_score": "desc"}, {"createdAt": "desc"}, {"objectID": "asc"}]


def run(stage: Stage) -> Iterator[Figure]:
    """Yield the time of a reading, and a new text's search beside the plain match of its words."""
    if ensure(stage.settings):
        stage.tell("the index was built")
    app = create_app(stage.settings)
    with app.app_context():
        try:
            language, engine = context().languages.get(), context().engine
            yield from _by_itself(stage, language)
            yield from _in_a_search(stage, engine, language)
        finally:
            context().recorder.close()


def _by_itself(stage: Stage, language: Language) -> Iterator[Figure]:
    """Measure a reading in processor time: it waits for nothing."""
    make = searches.new_texts(31)
    times: list[float] = []
    limit = time.perf_counter() + stage.seconds
    while time.perf_counter() < limit:
        (request,) = typed_searches(make())
        started = time.thread_time()
        understand(request.conditions.text, language)
        times.append((time.thread_time() - started) * 1000)
    name = f"a reading, {len(times)} texts, p95, processor time"
    yield at_most(name, percentile(times, 95), P95_AIM_MS, " ms")


def _in_a_search(stage: Stage, engine: Engine, language: Language) -> Iterator[Figure]:
    """Measure both forms on the same texts, each with its reading, its page and its counts.

    They are compared where the plain match fills a page, too: what finds next to nothing is
    answered at once, and understanding finds what is near.
    """
    forms: dict[str, Callable[[SearchRequest], int]] = {
        "understood": lambda request: _understood(engine, request, language),
        "plain match": lambda request: _plain(engine, request),
    }
    make = searches.plain_texts(4711)
    timings: dict[bool, list[dict[str, float]]] = {True: [], False: []}
    limit = time.perf_counter() + 8 * stage.seconds
    for number in itertools.count():
        if time.perf_counter() > limit:
            break
        (request,) = typed_searches(make())
        times: dict[str, float] = {}
        results: dict[str, int] = {}
        for form in sorted(forms, reverse=number % 2 == 0):  # neither is always the first
            started = time.perf_counter()
            results[form] = forms[form](request)
            times[form] = (time.perf_counter() - started) * 1000
        if number >= WARM_UP:
            timings[results["plain match"] >= PAGE].append(times)
    for is_full, measured in timings.items():
        where = "where the plain match fills a page" if is_full else "where it does not"
        for form in forms:
            values = [times[form] for times in measured]
            yield Figure(
                f"a new text, {form}, {len(values)} texts {where}",
                f"p50 {percentile(values, 50):.1f} ms  p95 {percentile(values, 95):.1f} ms",
            )
    full = {form: percentile([times[form] for times in timings[True]], 95) for form in forms}
    ratio = full["understood"] / max(0.01, full["plain match"])
    yield at_most("a new text, understood beside the plain match, p95", ratio, RATIO_AIM)


def _understood(engine: Engine, request: SearchRequest, language: Language) -> int:
    """Search as the product does, read as loosely as it must; return how many are found."""
    (result,) = execute.run(engine, read(engine, [request], language, ALL)).results
    return result.total


def _plain(engine: Engine, request: SearchRequest) -> int:
    """Search for every word of the text anywhere, with nothing understood; return the total.

    The words are marked in the names, as they are in what was understood.
    """
    text = request.conditions.text
    words = {"query": text, "operator": "and"}
    nothing = Meaning(used=text, techniques=ALL - {"variety"})
    request = replace(request, conditions=replace(request.conditions, meaning=nothing))
    visible = [{"term": {"visible": True}}]
    match = {"bool": {"filter": visible, "must": [{"match": {"words": words}}]}}
    bodies = [
        hits_body(request) | {"sort": SORT},
        count_body(request.conditions, [*request.facets]),
    ]
    answer = engine.msearch([body | {"query": match} for body in bodies])
    return int(answer.responses[1]["hits"]["total"]["value"])

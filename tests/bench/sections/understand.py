"""What understanding a text costs: by itself, and in the search that it makes."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from app import create_app
from app.context import context
from app.search.engine import Engine
from app.search.execute import settle
from app.search.query.bodies import count_body, hits_body
from app.search.reading import read
from app.search.request import SearchRequest
from app.search.understand import ALL, Language, Meaning, understand
from indexer.index import ensure
from tests.bench import searches
from tests.bench.report import Figure, at_most, percentile
from tests.bench.stage import Stage
from tests.support.searches import typed_searches

TITLE = "Understanding (texts never seen before)"
CATALOGUE = True
WARM_UP = 30
P95_AIM_MS, RATIO_AIM = 3.0, 1.3

SORT = [{"_score": "desc"}, {"createdAt": "desc"}, {"objectID": "asc"}]
Body = dict[str, Any]


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
    """Measure both forms by turns, each with its reading, its page and its counts."""
    forms: dict[str, Callable[[SearchRequest], list[Body]]] = {
        "understood": lambda request: _understood(engine, request, language),
        "plain match": _plain,
    }
    make = searches.new_texts(4711)
    timings: dict[str, list[float]] = {name: [] for name in forms}
    limit = time.perf_counter() + 4 * stage.seconds
    for number, form in enumerate(itertools.cycle(forms)):
        if time.perf_counter() > limit:
            break
        (request,) = typed_searches(make())
        started = time.perf_counter()
        engine.msearch(forms[form](request))
        if number >= WARM_UP:
            timings[form].append((time.perf_counter() - started) * 1000)
    p95 = {form: percentile(times, 95) for form, times in timings.items()}
    for form, times in timings.items():
        yield Figure(f"a new text, {form}, {len(times)} texts, p95", f"{p95[form]:.1f} ms")
    ratio = p95["understood"] / max(0.01, p95["plain match"])
    yield at_most("a new text, understood beside the plain match, p95", ratio, RATIO_AIM)


def _understood(engine: Engine, request: SearchRequest, language: Language) -> list[Body]:
    """Return the page and the counts as the product asks for them, read as loosely as it must."""
    (meant,), _ = settle(engine, read(engine, [request], language, ALL))
    return _bodies(meant)


def _plain(request: SearchRequest) -> list[Body]:
    """Return the same with every word of the text to be found anywhere, and nothing understood.

    The words are marked in the names, as they are in what was understood.
    """
    text = request.conditions.text
    words = {"query": text, "operator": "and"}
    nothing = Meaning(used=text, techniques=ALL - {"variety"})
    request = replace(request, conditions=replace(request.conditions, meaning=nothing))
    visible = [{"term": {"visible": True}}]
    match = {"bool": {"filter": visible, "must": [{"match": {"words": words}}]}}
    return [body | {"query": match} for body in _bodies(request)]


def _bodies(request: SearchRequest) -> list[Body]:
    return [
        hits_body(request) | {"sort": SORT},
        count_body(request.conditions, [*request.facets]),
    ]

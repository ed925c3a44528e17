"""How fast a product's own view answers, with what is like it, through gunicorn and over HTTP."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator

from indexer.index.status import ensure
from tests.bench.report import Figure, at_most, percentile
from tests.bench.searches import Visitor
from tests.bench.server import api_server
from tests.bench.stage import Stage

TITLE = "A product's view (/api/products/{id}, none twice, one client)"
CATALOGUE = True  # whether it measures on the generated products
WARM_UP = 50
MOST_MS = 20.0


def run(stage: Stage) -> Iterator[Figure]:
    """Yield the times of views as long as one measurement takes."""
    if ensure(stage.settings):
        stage.tell("the index was built")
    ids = random.Random(1).sample(range(1, stage.products + 1), stage.products)
    with api_server(stage) as (address, _):
        visitor = Visitor(address)
        for _ in range(WARM_UP):
            visitor.view(ids.pop())
        limit, timings = time.perf_counter() + stage.seconds, []
        while ids and time.perf_counter() < limit:
            timings.append(visitor.view(ids.pop()))
    whole = [timing.whole for timing in timings]
    took = percentile([timing.took for timing in timings], 50)
    failed = sum(timing.failed for timing in timings)
    split = f"{percentile(whole, 50):.1f} ms, Elasticsearch's {took:.1f}, {failed} failed"
    yield Figure(f"{len(whole)} views, median", split)
    yield at_most("p95", percentile(whole, 95), MOST_MS, " ms")

"""How fast `/api/search` answers, through gunicorn and over HTTP."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import psutil

from indexer.index.cluster.client import elasticsearch
from indexer.index.status import ensure
from tests.bench import searches
from tests.bench.report import Figure, at_most, percentile
from tests.bench.searches import Make, Timing, Visitor
from tests.bench.server import api_server
from tests.bench.stage import Stage

TITLE = "Search (/api/search over HTTP, 100 hits a page)"
CATALOGUE = True  # whether it measures on the generated products
CLIENTS = (1, 8)
APP_AIM_MS = 5.0
WARM_UP = 30  # searches by each client before the clock runs

KINDS: dict[str, Callable[[int], Make]] = {
    "landing": lambda _seed: searches.landing(),
    "text, never repeated": searches.new_texts,
    "text, Zipf mix": searches.zipf_texts,
    "two facets": searches.two_facets,
    "text and one facet": searches.text_and_facet,
}


def run(stage: Stage) -> Iterator[Figure]:
    """Yield each kind of search at 1 and 8 clients."""
    if ensure(stage.settings):
        stage.tell("the index was built")
    with api_server(stage) as server:
        yield from _all_kinds(stage, server)


def _all_kinds(stage: Stage, server: tuple[str, psutil.Process]) -> Iterator[Figure]:
    address, process = server
    own: list[float] = []
    for number, (name, kind) in enumerate(KINDS.items()):
        for clients in CLIENTS:
            before = processor_ms(stage, process)
            timings, seconds, hits = measure(stage, address, kind, clients, number)
            made = len(timings) + WARM_UP * clients
            after = processor_ms(stage, process)
            own += [timing.app for timing in timings if clients == 1 and not timing.failed]
            yield _figure(f"{name}, {clients} client{'s'[: clients - 1]}", timings, seconds, hits)
            ours, engines = ((now - then) / made for now, then in zip(after, before, strict=True))
            yield Figure(
                f"{name}, {clients} client{'s'[: clients - 1]}, processor time a search",
                f"ours {ours:5.2f} ms  Elasticsearch's {engines:5.2f} ms",
            )
    yield at_most("API's own time over took, p95, 1 client", percentile(own, 95), APP_AIM_MS, " ms")


def processor_ms(stage: Stage, server: psutil.Process) -> tuple[float, float]:
    """Return the processor time in ms that our server's processes and Elasticsearch had so far."""
    ours = 0.0
    for process in (server, *server.children(recursive=True)):
        times = process.cpu_times()
        ours += 1000 * (times.user + times.system)
    nodes = elasticsearch(stage.settings.elasticsearch_url).nodes.stats(metric="process")
    return ours, sum(n["process"]["cpu"]["total_in_millis"] for n in nodes["nodes"].values())


def _figure(name: str, timings: list[Timing], seconds: float, hits: float) -> Figure:
    whole = [timing.whole for timing in timings]
    failed = sum(timing.failed for timing in timings)
    value = (
        f"{len(timings) / seconds:6.0f}/s  p50 {percentile(whole, 50):6.1f} ms"
        f"  p95 {percentile(whole, 95):6.1f} ms  cache hits {hits:4.0%}"
        + (f"  FAILED {failed}" if failed else "")
    )
    return Figure(name, value)


def measure(
    stage: Stage, address: str, kind: Callable[[int], Make], clients: int, number: int
) -> tuple[list[Timing], float, float]:
    """Return the timings of all clients, the seconds, and the request cache's hit rate."""
    makers = [kind(1000 * number + 97 * clients + client) for client in range(clients)]
    ready = threading.Barrier(clients + 1)

    def visit(make: Make) -> list[Timing]:
        visitor, timings = Visitor(address), []
        for _ in range(WARM_UP):
            visitor.search(make())
        ready.wait()
        limit = time.perf_counter() + stage.seconds
        while time.perf_counter() < limit:
            timings.append(visitor.search(make()))
        return timings

    with ThreadPoolExecutor(clients) as pool:
        running = [pool.submit(visit, make) for make in makers]
        ready.wait()
        before, started = _cache(stage), time.perf_counter()
        timings = [timing for one in running for timing in one.result()]
        seconds = time.perf_counter() - started
    hits, misses = (now - then for now, then in zip(_cache(stage), before, strict=True))
    return timings, seconds, hits / max(1, hits + misses)


def _cache(stage: Stage) -> tuple[int, int]:
    """Return the request cache's hits and misses so far."""
    client = elasticsearch(stage.settings.elasticsearch_url)
    stats = client.indices.stats(index=stage.settings.index_prefix, metric="request_cache")
    counts = stats.body["_all"]["total"]["request_cache"]
    return counts["hit_count"], counts["miss_count"]

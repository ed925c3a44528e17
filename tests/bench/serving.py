"""What a visitor waits for, through gunicorn and over HTTP, and what a catalogue takes."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import psutil
from sqlalchemy import text

from indexer.core.db import session_scope
from indexer.index.cluster.client import elasticsearch
from indexer.index.rebuild import rebuild
from indexer.index.reconcile import ensure
from tests.bench import searches
from tests.bench.report import Figure, at_most, percentile
from tests.bench.searches import Make, Timing, Visitor
from tests.bench.stage import Stage
from tests.support.production import gunicorn

WARM_UP = 30  # searches by each client before the clock runs
WARMED = 400  # of each kind before its processor time is taken: what is compiled and read once

KINDS: dict[str, Callable[[int], Make]] = {
    "landing": lambda _seed: searches.landing(),
    "text, never repeated": searches.new_texts,
    "text, Zipf mix": searches.zipf_texts,
    "two facets": searches.two_facets,
    "text and one facet": searches.text_and_facet,
}


@contextmanager
def api(stage: Stage) -> Iterator[tuple[str, psutil.Process]]:
    """Serve the catalogue's index; yield the address and the first process."""
    if ensure(stage.settings):
        stage.tell("the index was built")
    with TemporaryDirectory() as folder, gunicorn(stage.settings, Path(folder)) as served:
        yield f"127.0.0.1:{served.port}", psutil.Process(served.process.pid)


def search(stage: Stage) -> Iterator[Figure]:
    """Search (/api/search over HTTP, 100 hits a page)"""
    own: list[float] = []
    with api(stage) as (address, process):
        for number, (name, kind) in enumerate(KINDS.items()):
            for clients in (1, 8):
                before = _processor_ms(stage, process)
                timings, seconds = measure(stage, address, kind, clients, number)
                after = _processor_ms(stage, process)
                ours, engines = (
                    (now - then) / (len(timings) + WARM_UP * clients)
                    for now, then in zip(after, before, strict=True)
                )
                whole = [timing.whole for timing in timings]
                failed = sum(timing.failed for timing in timings)
                own += [one.app for one in timings if clients == 1 and not one.failed]
                yield Figure(
                    f"{name}, {clients} client{'s'[: clients - 1]}",
                    f"{len(timings) / seconds:6.0f}/s  p50 {percentile(whole, 50):6.1f} ms"
                    f"  p95 {percentile(whole, 95):6.1f} ms  processor: ours {ours:5.2f} ms"
                    f"  Elasticsearch's {engines:5.2f} ms{f'  FAILED {failed}' if failed else ''}",
                )
    yield at_most("API's own time over took, p95, 1 client", percentile(own, 95), 5.0, " ms")


def capacity(stage: Stage) -> Iterator[Figure]:
    """Capacity: disk, memory, processor time, for docs/scaling.md"""
    yield Figure("products", f"{stage.products}")
    report = rebuild(stage.settings, fast=True)
    yield Figure("rebuild", f"{report.seconds:.1f} s")
    with session_scope(stage.settings.database_url) as session:
        size = session.scalars(text("SELECT pg_database_size(current_database())")).one()
    yield Figure("database", _mb(size))
    client = elasticsearch(stage.settings.elasticsearch_url)
    stats = client.indices.stats(index=report.index, metric="store").body
    yield Figure("index", _mb(stats["_all"]["primaries"]["store"]["size_in_bytes"]))
    with api(stage) as (address, process):
        for name, kind in (("new", searches.new_texts), ("repeated", searches.zipf_texts)):
            visitor, make = Visitor(address), kind(WARMED)
            for _ in range(WARMED):
                visitor.search(make())
            before = sum(_processor_ms(stage, process))
            timings, _ = measure(stage, address, kind, 1, 0)
            spent = sum(_processor_ms(stage, process)) - before
            if failed := sum(timing.failed for timing in timings):
                raise RuntimeError(f"{failed} of {len(timings)} searches failed")
            yield Figure(f"search, {name}", f"{spent / (len(timings) + WARM_UP):.2f} ms")
        family = (process, *process.children(recursive=True))
        yield Figure("API", _mb(sum(one.memory_full_info().pss for one in family)))
    nodes = client.nodes.stats(metric="jvm").body["nodes"].values()
    yield Figure("heap", _mb(sum(node["jvm"]["mem"]["heap_used_in_bytes"] for node in nodes)))


def _mb(size: float) -> str:
    return f"{size / 1e6:.1f} MB"


def _processor_ms(stage: Stage, server: psutil.Process) -> tuple[float, float]:
    """Return the processor time in ms that our server's processes and Elasticsearch had so far."""
    spent = (one.cpu_times() for one in (server, *server.children(recursive=True)))
    nodes = elasticsearch(stage.settings.elasticsearch_url).nodes.stats(metric="process")
    return (
        sum(1000 * (one.user + one.system) for one in spent),
        sum(n["process"]["cpu"]["total_in_millis"] for n in nodes["nodes"].values()),
    )


def measure(
    stage: Stage, address: str, kind: Callable[[int], Make], clients: int, number: int
) -> tuple[list[Timing], float]:
    """Return the timings of all clients, and the seconds."""
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
        started = time.perf_counter()
        timings = [timing for one in running for timing in one.result()]
        return timings, time.perf_counter() - started

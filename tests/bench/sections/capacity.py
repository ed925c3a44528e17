"""What a catalogue of this size takes of disk, memory and processor, for docs/operations.md."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import psutil
from sqlalchemy import text

from indexer.core.db import session_scope
from indexer.index.building.rebuild import rebuild
from indexer.index.cluster.client import elasticsearch
from tests.bench import searches
from tests.bench.report import Figure
from tests.bench.sections.search import WARM_UP, measure, processor_ms
from tests.bench.server import api_server
from tests.bench.stage import Stage

TITLE = "Capacity: disk, memory, processor time"
CATALOGUE = True  # whether it measures on the generated products
WARMED = 400  # searches of each kind before it is measured
KINDS = {"new": searches.new_texts, "repeated": searches.zipf_texts}


def run(stage: Stage) -> Iterator[Figure]:
    """Yield the figures, each a number and its unit."""
    yield Figure("products", f"{stage.products}")
    report = rebuild(stage.settings, fast=True)
    yield Figure("rebuild", f"{report.seconds:.1f} s")
    with session_scope(stage.settings.database_url) as session:
        size = session.scalars(text("SELECT pg_database_size(current_database())")).one()
    yield Figure("database", _mb(size))
    client = elasticsearch(stage.settings.elasticsearch_url)
    stats = client.indices.stats(index=report.index, metric="store").body
    yield Figure("index", _mb(stats["_all"]["primaries"]["store"]["size_in_bytes"]))
    with api_server(stage) as (address, process):
        for name, kind in KINDS.items():
            _warm_up(address, kind)
            before = sum(processor_ms(stage, process))
            timings, _, _ = measure(stage, address, kind, 1, 0)
            spent = sum(processor_ms(stage, process)) - before
            if failed := sum(timing.failed for timing in timings):
                raise RuntimeError(f"{failed} of {len(timings)} searches failed")
            yield Figure(f"search, {name}", f"{spent / (len(timings) + WARM_UP):.2f} ms")
        yield Figure("API", _mb(_held(process)))
    nodes = client.nodes.stats(metric="jvm").body["nodes"].values()
    yield Figure("heap", _mb(sum(node["jvm"]["mem"]["heap_used_in_bytes"] for node in nodes)))


def _warm_up(address: str, kind: Callable[[int], searches.Make]) -> None:
    """Search until what is compiled and read once is: of one search it would be the most."""
    visitor, make = searches.Visitor(address), kind(WARMED)
    for _ in range(WARMED):
        visitor.search(make())


def _held(server: psutil.Process) -> int:
    """Return the memory of its processes, what they share counted once."""
    family = (server, *server.children(recursive=True))
    return sum(process.memory_full_info().pss for process in family)


def _mb(size: float) -> str:
    return f"{size / 1e6:.1f} MB"

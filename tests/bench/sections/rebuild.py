"""How fast the index is rebuilt, and what a rebuild costs the searches that go on."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from elasticsearch import Elasticsearch, helpers

from indexer.catalogue.document import build_document
from indexer.catalogue.rates import packaged_rates
from indexer.catalogue.rows import load_lookups, stream_products
from indexer.index.building.feeder import Progress
from indexer.index.building.rebuild import BUILDING, rebuild
from indexer.index.cluster.client import elasticsearch
from indexer.index.cluster.mapping import shipped_body
from indexer.index.database import connect
from tests.bench.report import Figure, at_least, at_most, percentile
from tests.bench.searches import SearchStream
from tests.bench.server import api_server
from tests.bench.stage import Stage

TITLE = "Rebuild of the index"
CATALOGUE = True  # whether it measures on the generated products
WINDOW = 20_000  # documents that are built ahead and then sent, untimed and timed
DEFAULT_SPEED_S = 60.0  # how long the default speed is watched
PACE_S = 0.05  # between two searches of the watched visitor

Action = dict[str, Any]


class EnoughSeenError(Exception):
    """The default-speed rebuild was watched for long enough."""


def run(stage: Stage) -> Iterator[Figure]:
    """Yield the speed of --fast and of the helper, then the default's speed and its cost."""
    fast = rebuild(stage.settings, fast=True)
    speed = fast.documents / fast.seconds
    yield Figure("--fast, whole rebuild", f"{speed:,.0f} documents/s")
    raw = _raw_speed(stage)
    yield Figure("helpers.parallel_bulk, same documents built ahead", f"{raw:,.0f} documents/s")
    yield at_least("--fast as a share of the raw bulk", speed / raw, 0.6)
    yield from _default(stage, raw)


def _raw_speed(stage: Stage) -> float:
    """Return documents a second of the plain helper into an index of the same body.

    Documents are built a window at a time, so that a million of them need not fit in memory;
    only the sending, and the last refresh as in a rebuild, are timed.
    """
    client = elasticsearch(stage.settings.elasticsearch_url)
    sent, seconds = 0, 0.0
    with _raw_index(client, stage) as name:
        for actions in _windows(stage, name):
            started = time.perf_counter()
            for ok, outcome in helpers.parallel_bulk(client, actions):
                if not ok:
                    raise RuntimeError(f"a document was refused: {outcome}")
            seconds += time.perf_counter() - started
            sent += len(actions)
        started = time.perf_counter()
        client.indices.refresh(index=name)
        seconds += time.perf_counter() - started
    return sent / seconds


@contextmanager
def _raw_index(client: Elasticsearch, stage: Stage) -> Iterator[str]:
    body, name = shipped_body(), f"{stage.settings.index_prefix}-raw"
    client.indices.delete(index=name, ignore_unavailable=True)
    index = {**body.settings["index"], **BUILDING}
    client.indices.create(
        index=name, settings={**body.settings, "index": index}, mappings=body.mappings
    )
    try:
        yield name
    finally:
        client.indices.delete(index=name, ignore_unavailable=True)


def _windows(stage: Stage, name: str) -> Iterator[list[Action]]:
    rates = packaged_rates()
    with connect(stage.settings.database_url) as connection, connection.transaction():
        lookups = load_lookups(connection)
        for rows in stream_products(connection, WINDOW):
            documents = [build_document(row, lookups, rates) for row in rows]
            yield [{"_index": name, "_id": d["objectID"], "_source": d} for d in documents]


def _default(stage: Stage, raw: float) -> Iterator[Figure]:
    """Watch a visitor's searches through the API without and with a rebuild at default speed."""
    with api_server(stage) as (api, _):
        stream = SearchStream(api, seed=7)
        stream.warm_up()
        before = stream.paced(DEFAULT_SPEED_S / 3, PACE_S)
        with stream.in_background(PACE_S) as during:
            speed = _watched_speed(stage)
        after = stream.paced(DEFAULT_SPEED_S / 3, PACE_S)
    calm = percentile([*before, *after], 95)
    busy = percentile(during, 95)
    yield Figure("default speed", f"{speed:,.0f} documents/s")
    yield at_least("default speed as a share of the raw bulk", speed / raw, 0.3)
    yield Figure("search p95 without, with a rebuild", f"{calm:.1f} ms, {busy:.1f} ms")
    yield at_most("search p95 with over without", busy / calm, 1.5)


def _watched_speed(stage: Stage) -> float:
    """Return the documents a second of a default rebuild, given up after a minute."""
    seen: list[tuple[float, int]] = []

    def watch() -> Progress:
        def progress(done: int, _total: int) -> None:
            seen.append((time.perf_counter(), done))
            if seen[-1][0] - seen[0][0] > DEFAULT_SPEED_S:
                raise EnoughSeenError

        return progress

    try:
        rebuild(stage.settings, progress=watch())
    except EnoughSeenError:
        stage.tell("the default-speed rebuild was watched for a minute and given up")
    (first, start), (last, end) = seen[0], seen[-1]
    return (end - start) / max(last - first, 0.001)

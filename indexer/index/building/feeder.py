"""All products into a new index: streamed from one cursor, written by some threads."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import closing
from dataclasses import dataclass

from elasticsearch import Elasticsearch

from indexer.catalogue.rows import Connection, load_lookups, stream_products
from indexer.index.building.throttle import Throttle
from indexer.index.cluster.bulk import BulkReport, Operation, send
from indexer.index.cluster.target import Target

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Pace:
    """How products are written: in bulks of `batch` documents, `threads` at a time."""

    batch: int
    threads: int


FAST = Pace(batch=1000, threads=3)
# Small bulks: a search that waits behind one waits some milliseconds.
GENTLE = Pace(batch=200, threads=1)
NICENESS = 10  # of the thread that builds at the default speed


def feed(
    client: Elasticsearch,
    connection: Connection,
    target: Target,
    throttle: Throttle | None,
    progress: Progress,
) -> BulkReport:
    """Write every product of the connection's open transaction; returns what became of them.

    Without a throttle it goes as fast as Elasticsearch takes it.
    """
    report = BulkReport()
    batches = _batches(connection, target, GENTLE.batch if throttle else FAST.batch, progress)
    if throttle is None:
        _feed_fast(client, target, batches, report)
        return report
    # Closed, so that where this fails nobody asks the connection any more that starts anew.
    with throttle, closing(_built_ahead(batches)) as built:
        for operations in built:
            started = time.monotonic()
            report.add(send(client, target.alias, operations).without_waiting())
            throttle.after(time.monotonic() - started)
    return report


def _batches(
    connection: Connection, target: Target, size: int, progress: Progress
) -> Iterator[list[Operation]]:
    lookups = load_lookups(connection)
    row = connection.execute("SELECT count(*) FROM product").fetchone()
    total, done = (row[0] if row else 0), 0
    for rows in stream_products(connection, size):
        yield [target.operation(product, lookups) for product in rows]
        done += len(rows)
        progress(done, total)


def _built_ahead(batches: Iterator[list[Operation]]) -> Generator[list[Operation]]:
    """Build the next batch while one is written and rested after, in a thread that gives way."""
    with ThreadPoolExecutor(1, "build", initializer=_give_way) as pool:
        coming = pool.submit(next, batches, None)
        while (operations := coming.result()) is not None:
            coming = pool.submit(next, batches, None)
            yield operations


def _give_way() -> None:
    """Let searches have the processor first. Linux keeps a priority for each thread."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)


def _feed_fast(
    client: Elasticsearch, target: Target, batches: Iterator[list[Operation]], report: BulkReport
) -> None:
    """Build in this thread and write in others; twice as many bulks as threads may wait."""
    with ThreadPoolExecutor(FAST.threads, thread_name_prefix="bulk") as pool:
        running: set[Future[BulkReport]] = set()
        for operations in batches:
            running.add(pool.submit(send, client, target.alias, operations))
            if len(running) > 2 * FAST.threads:
                done, running = wait(running, return_when=FIRST_COMPLETED)
                for one in done:
                    report.add(one.result().without_waiting())
        for one in running:
            report.add(one.result().without_waiting())

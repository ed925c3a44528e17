"""All products into a new index: streamed from one cursor, written by some threads."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, nullcontext

from elasticsearch import Elasticsearch

from indexer.catalogue.rows import Connection, load_lookups, stream_products
from indexer.index.building.throttle import Throttle
from indexer.index.cluster.bulk import BulkReport, Operation, send
from indexer.index.cluster.target import Target

Progress = Callable[[int, int], None]

BATCH = 200  # documents of a bulk: a search that waits behind one waits some milliseconds
FAST, GENTLE = 3, 1  # bulks at a time; a throttle has the gentle one rest after each
NICENESS = 10  # of the thread that builds at the default speed


def feed(
    client: Elasticsearch,
    connection: Connection,
    target: Target,
    throttle: Throttle | None,
    progress: Progress,
) -> BulkReport:
    """Write every product of the connection's open transaction; returns what became of them.

    Without a throttle it goes as fast as Elasticsearch takes it. Of each thread one more bulk may
    wait.
    """
    report, running = BulkReport(), deque[Future[BulkReport]]()
    at_once = GENTLE if throttle else FAST

    def write(operations: list[Operation]) -> BulkReport:
        started = time.monotonic()
        sent = send(client, target.alias, operations).without_waiting()
        if throttle:
            throttle.after(time.monotonic() - started)
        return sent

    # Closed, so that where this fails nobody asks the connection any more that starts anew.
    with (
        throttle or nullcontext(),
        ThreadPoolExecutor(at_once, "bulk") as writers,
        closing(_built_ahead(_batches(connection, target, progress), throttle)) as built,
    ):
        try:
            for operations in built:
                running.append(writers.submit(write, operations))
                if len(running) == 2 * at_once:
                    report.add(running.popleft().result())
            for one in running:
                report.add(one.result())
        finally:  # where one has failed, those that wait are not sent
            writers.shutdown(wait=False, cancel_futures=True)
    return report


def _batches(
    connection: Connection, target: Target, progress: Progress
) -> Iterator[list[Operation]]:
    lookups = load_lookups(connection)
    row = connection.execute("SELECT count(*) FROM product").fetchone()
    total, done = (row[0] if row else 0), 0
    for rows in stream_products(connection, BATCH):
        yield [target.operation(product, lookups) for product in rows]
        done += len(rows)
        progress(done, total)


def _built_ahead(
    batches: Iterator[list[Operation]], throttle: Throttle | None
) -> Generator[list[Operation]]:
    """Build the next batch while others are written, in a thread that gives way if throttled."""
    with ThreadPoolExecutor(1, "build", initializer=_give_way if throttle else None) as pool:
        coming = pool.submit(next, batches, None)
        while (operations := coming.result()) is not None:
            coming = pool.submit(next, batches, None)
            yield operations


def _give_way() -> None:
    """Let searches have the processor first. Linux keeps a priority for each thread."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)

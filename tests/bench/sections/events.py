"""What recording costs a search, and whether a minute of many events is kept whole."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import suppress

from sqlalchemy import delete

from app.context import Context, attach, current_visitor
from app.factory import create_app
from app.search.execute import SearchResult
from app.search.facts import SearchFacts, facts_of
from app.search.query.hits import Hit
from app.visitors.recorder import BROWSER_STEP, Recorder
from app.visitors.visitor import Visitor
from indexer.db import session_scope
from indexer.index.cluster.client import elasticsearch
from indexer.index.errors import BulkUnavailableError
from indexer.insights.buffer import Buffer
from indexer.insights.streams import BY_NAME
from indexer.insights.write import write_events
from indexer.migrate import migrate
from indexer.models import SearchLog
from indexer.settings import Settings
from tests.bench.report import Figure, at_least, at_most, percentile
from tests.bench.stage import Stage
from tests.faults.forwarder import Forwarder
from tests.support.searches import typed_searches

TITLE = "Events (recording a search; a minute of 1,000 a second, Elasticsearch away for 10 s of it)"
CATALOGUE = False
P95_AIM_MS = 0.2
A_SECOND, LENGTH_S = 1_000, 60
AWAY_FROM_S, AWAY_S = 20, 10
TURN_S = 5.0  # as often as the periodic job comes
SHOWN = 24
SEARCH = [{"indexName": "products", "params": {"query": "linen dress", "hitsPerPage": 100}}]


def run(stage: Stage) -> Iterator[Figure]:
    """Yield the cost of recording, then how many of a minute's events are kept."""
    own = stage.settings.but(index_prefix=f"{stage.settings.index_prefix}-events")
    migrate(own.database_url)
    try:
        yield from _cost(own, stage.seconds)
        write_events(own)
        _forget(own)
        yield from _minute(own)
    finally:
        _forget(own)


def _forget(own: Settings) -> None:
    client = elasticsearch(own.elasticsearch_url)
    for name in client.indices.get(index=f"{own.index_prefix}.*").body:
        client.indices.delete(index=name)
    with session_scope(own.database_url) as session:
        session.execute(delete(SearchLog).where(SearchLog.search_id.like("bench%")))


def _cost(own: Settings, seconds: float) -> Iterator[Figure]:
    """Measure what a request does to record a search, in processor time: it waits for nothing."""
    app = create_app(own)
    attach(app, context := Context.of(own))
    hits = [
        Hit(str(at), f"store-{at % 5}", [], 0, is_exact=False, marked={}) for at in range(SHOWN)
    ]
    result = SearchResult(hits, 4_711, {}, {})
    times: list[float] = []
    agent = {"User-Agent": "Mozilla/5.0 (Linux; Android 14) Chrome/130 Mobile Safari/537.36"}
    with app.test_request_context("/api/search", headers=agent):
        requests = typed_searches(SEARCH)
        limit = time.perf_counter() + seconds
        while time.perf_counter() < limit:
            started = time.thread_time()
            facts = facts_of(requests, [result], 12.0)
            context.recorder.search(
                facts, f"bench{len(times):016}", current_visitor(), BROWSER_STEP
            )
            times.append((time.thread_time() - started) * 1000)
            time.sleep(0.001)  # as between two requests
    context.recorder.close()
    yield at_most(
        f"recording a search, {len(times)} times, p95, CPU",
        percentile(times, 95),
        P95_AIM_MS,
        " ms",
    )


def _minute(own: Settings) -> Iterator[Figure]:
    """Record as fast as wanted, write by turns, and take Elasticsearch away for a while."""
    forwarder = Forwarder(own.elasticsearch_url)
    through = own.but(elasticsearch_url=forwarder.url)
    stop = threading.Event()
    writer = threading.Thread(target=_write, args=(through, stop))
    outage = threading.Thread(target=_outage, args=(forwarder,))
    recorder = Recorder(own)
    started = time.perf_counter()
    try:
        writer.start()
        outage.start()
        accepted = _record(recorder, started)
        took = time.perf_counter() - started
        outage.join()
        recorder.close()
        most = Buffer(own).waiting().events
    finally:
        stop.set()
        writer.join()
        outage.join()
        forwarder.kill()
    while Buffer(own).waiting().events:
        write_events(own)
    client, alias = elasticsearch(own.elasticsearch_url), f"{own.index_prefix}.*"
    client.indices.refresh(index=alias)
    kept = client.count(index=BY_NAME["searches"].alias(own.index_prefix)).body["count"]
    yield at_least("events accepted a second", accepted / took, A_SECOND * 0.99)
    yield Figure("waiting at the end of the minute", f"{most:,}")
    yield at_most(f"lost of {accepted:,} accepted", accepted - kept, 0)


def _record(recorder: Recorder, started: float) -> int:
    """Record the minute's events, each at its time; return how many."""
    event = {"query": "linen dress", "filters": {}, "sort": "products", "page": 2, "total": 9}
    facts, who = SearchFacts(event, "ZA"), Visitor("0" * 18, "phone", "ZA")
    count = A_SECOND * LENGTH_S
    for number in range(count):
        ahead = number / A_SECOND - (time.perf_counter() - started)
        if ahead > 0:
            time.sleep(ahead)
        recorder.search(facts, f"bench{number:016}", who, BROWSER_STEP)
    return count


def _write(own: Settings, stop: threading.Event) -> None:
    """Take turns as the periodic job does; one that finds Elasticsearch away writes nothing."""
    while not stop.wait(TURN_S):
        with suppress(BulkUnavailableError):
            write_events(own)


def _outage(forwarder: Forwarder) -> None:
    time.sleep(AWAY_FROM_S)
    forwarder.kill()
    time.sleep(AWAY_S)
    forwarder.start()

"""Every metric that `/metrics` has; served with its meaning, drawn in deploy/grafana.json."""

import math
import os
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from flask import Flask, Response, g, request
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, multiprocess, values
from prometheus_client.core import GaugeMetricFamily
from sqlalchemy import func, select, text

from app.live.breaker import Breaker
from app.live.health import PART_S, Health, OpenSession, Report, make_calls, result_of
from app.search.engine import Engine
from indexer.core.bad_items import counts
from indexer.core.heartbeats import Heartbeats
from indexer.core.queues import redis_connection
from indexer.core.settings import Settings
from indexer.index.cluster.mapping import built_at
from indexer.insights.write import Buffer
from indexer.models import Incident, ScrapeRun
from indexer.notify.messages import mails
from indexer.watch.site import noted_backups


class Metric(NamedTuple):
    """A metric: its meaning, and the labels of its values."""

    name: str
    help: str
    labels: tuple[str, ...] = ()


WELL = Metric("winkel_well", "1 while /api/health reports ok")
UP = Metric("winkel_up", "1 while a part answers", ("part",))
ALERTS = Metric("winkel_alerts_open", "Troubles that have not ended", ("kind",))
MAILS = Metric("winkel_mails_waiting", "Mails that are not sent yet")
GIVEN_UP = Metric("winkel_mails_given_up", "Mails given up within MESSAGE_RETENTION_DAYS")
EVENTS = Metric("winkel_events_waiting", "Searches and clicks not yet recorded")
EVENTS_S = Metric("winkel_events_oldest_seconds", "Age of the oldest of them")
LOST = Metric("winkel_events_lost", "Searches and clicks dropped for want of room")
BACKUP = Metric("winkel_backup_age_seconds", "Age of the last complete backup; infinite without")

REQUESTS = Metric("winkel_requests_total", "Answered requests", ("call", "code"))
SECONDS = Metric("winkel_request_seconds", "From a request's arrival to its answer", ("call",))
KEPT = Metric("winkel_answers_total", "Answers to searches: cached or computed", ("kept",))
INCOMPLETE = Metric("winkel_pages_incomplete_total", "Pages without a part", ("part",))
BREAKER = Metric("winkel_breaker_open", "1 while a process refuses all searches")

QUEUED = Metric("winkel_queue_jobs", "Jobs that wait", ("queue",))
QUEUED_S = Metric("winkel_queue_oldest_seconds", "Age of the next job", ("queue",))
PULSE = Metric("winkel_worker_silent_seconds", "Age of the newest heartbeat", ("queue",))
SCHEDULER = Metric("winkel_scheduler_silent_seconds", "Age of the scheduler's heartbeat")
FAILURES = Metric("winkel_step_failures", "Consecutive failures of a periodic step", ("step",))
GOOD_S = Metric("winkel_step_good_seconds", "Time since a periodic step succeeded", ("step",))
ASIDE = Metric("winkel_put_aside", "Items put aside as they always fail", ("kind",))
BROWSERS = Metric("winkel_browser_bytes", "Memory of scrapes' browsers")
HELD = Metric("winkel_browsers_held", "1 while Linux confines every browser to the guard")

PENDING = Metric("winkel_outbox_pending", "Changed products not written yet")
PENDING_S = Metric("winkel_outbox_oldest_seconds", "Since the first of them changed")
REFUSED = Metric("winkel_outbox_refused", "Products that the index refuses for good")
DOCUMENTS = Metric("winkel_index_documents", "Products that visitors can find")
MISSING = Metric("winkel_index_missing", "Products that should be found and are not")
AGE = Metric("winkel_index_age_seconds", "Since the index was built")
CHECKED = Metric("winkel_index_checked_seconds", "Since the last comparison with PostgreSQL")

RUNS = Metric("winkel_runs_day", "Runs of the last day", ("kind", "result"))
WORKING = Metric("winkel_runs_open", "Runs queued or running", ("state",))

METRICS = tuple(one for one in [*vars().values()] if isinstance(one, Metric))


FOLDER = "PROMETHEUS_MULTIPROC_DIR"
BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)  # s
NO_CALL = "none"  # of an address that is none of ours


def share_counts() -> Path:
    """Have all processes that are forked from this one count together; return their folder."""
    folder = Path(tempfile.mkdtemp(prefix="winkel-metrics-"))
    os.environ[FOLDER] = str(folder)
    # Chosen when it was imported, which was before.
    values.ValueClass = values.get_value_class()  # type: ignore[no-untyped-call]
    return folder


class RequestCounters:
    """The counters of one application."""

    def __init__(self) -> None:
        self._own = CollectorRegistry()
        self._requests = self._counter(REQUESTS)
        self.kept = self._counter(KEPT)
        self.incomplete = self._counter(INCOMPLETE)
        self._seconds = Histogram(
            SECONDS.name, SECONDS.help, SECONDS.labels, registry=self._own, buckets=BUCKETS
        )
        self._breaker = Gauge(
            BREAKER.name, BREAKER.help, registry=self._own, multiprocess_mode="livemax"
        )

    def _counter(self, metric: Metric) -> Counter:
        return Counter(metric.name, metric.help, metric.labels, registry=self._own)

    def count_request(self, call: str, code: int, seconds: float, breaker_open: bool) -> None:
        """Count a request."""
        self._requests.labels(call, str(code)).inc()
        self._seconds.labels(call).observe(seconds)
        self._breaker.set(breaker_open)

    def registry(self) -> CollectorRegistry:
        """Return what all processes of this server have counted."""
        if FOLDER not in os.environ:
            return self._own
        shared = CollectorRegistry()
        multiprocess.MultiProcessCollector(shared)  # type: ignore[no-untyped-call]
        return shared


def count_requests(app: Flask, counted: RequestCounters, breaker: Breaker) -> None:
    """Count every request of an application; call it before other things are registered."""

    def begin() -> None:
        g.began = time.perf_counter()

    def end(response: Response) -> Response:
        seconds = time.perf_counter() - g.get("began", time.perf_counter())
        call = request.endpoint or NO_CALL
        counted.count_request(call, response.status_code, seconds, breaker.is_open)
        return response

    app.before_request(begin)
    app.after_request(end)


Sample = tuple[Metric, tuple[str, ...], float]
LAST_DAY = text("scrape_run.end_time > now() - interval '1 day'")


class Reader:
    """Reads them; a collector of prometheus_client."""

    def __init__(
        self, settings: Settings, engine: Engine, session: OpenSession, health: Health
    ) -> None:
        self._settings, self._engine = settings, engine
        self._session, self._health = session, health
        self._pool = ThreadPoolExecutor(5, thread_name_prefix="metrics")

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Yield each metric that is known now; takes some three seconds at most."""
        families: dict[str, GaugeMetricFamily] = {}
        for metric, labels, value in self._samples():
            if metric.name not in families:
                families[metric.name] = GaugeMetricFamily(
                    metric.name, metric.help, labels=metric.labels
                )
            families[metric.name].add_metric(labels, value)
        yield from families.values()

    def describe(self) -> list[GaugeMetricFamily]:
        """Return nothing: the registry calls this at the start, when no part may answer yet."""
        return []

    def _samples(self) -> Iterator[Sample]:
        reads = (self._index, self._rows, self._mails, self._events)
        health, *others = make_calls(self._pool, PART_S + 1, self._health.look, *reads)
        if report := result_of(health):
            yield from _of_report(report, datetime.now(UTC))
        for future in others:
            yield from result_of(future) or ()

    def _index(self) -> list[Sample]:
        times = [built_at(name) for name, _ in self._engine.refreshes()]
        known = [time for time in times if time is not None]
        return [(AGE, (), _age(max(known)))] if known else []

    def _rows(self) -> list[Sample]:
        with self._session() as session:
            count = func.count()
            ended = select(ScrapeRun.kind, ScrapeRun.result, count).where(LAST_DAY)
            runs = session.execute(ended.group_by(ScrapeRun.kind, ScrapeRun.result)).all()
            going = select(ScrapeRun.state, count).where(ScrapeRun.state != "finished")
            open_runs: Any = session.execute(going.group_by(ScrapeRun.state)).all()
            present = select(Incident.kind, count).where(Incident.closed_at.is_(None))
            alerts: Any = session.execute(present.group_by(Incident.kind)).all()
            backup = noted_backups(session)[1]
        due = [math.inf] * bool(self._settings.backup_every_hours)
        return [
            *((BACKUP, (), age) for age in ([_age(backup.began_at)] if backup else due)),
            *((RUNS, (kind, str(result)), number) for kind, result, number in runs),
            *((WORKING, (state,), number) for state, number in open_runs),
            *((ALERTS, (kind,), number) for kind, number in alerts),
        ]

    def _mails(self) -> list[Sample]:
        known = mails(self._settings)
        return [(MAILS, (), known["mails_waiting"]), (GIVEN_UP, (), known["mails_given_up"])]

    def _events(self) -> list[Sample]:
        waiting = Buffer(self._settings).waiting()
        aside = counts(redis_connection(self._settings.redis_url))
        return [
            (EVENTS, (), waiting.events),
            (EVENTS_S, (), waiting.oldest_s),
            (LOST, (), waiting.lost_ever),
            *((ASIDE, (kind,), number) for kind, number in aside.items()),
        ]


def _of_report(report: Report, now: datetime) -> Iterator[Sample]:
    yield WELL, (), report.is_well
    for part, state in report.parts.items():
        yield UP, (part,), state == "ok"
    if report.documents is not None:
        yield DOCUMENTS, (), report.documents
    if report.pulses is not None:
        yield from _of_jobs(report.pulses)
    if report.missing is not None:
        yield MISSING, (), report.missing
    refusals, check = report.refusals, report.check
    if refusals is None:
        return
    yield PENDING, (), refusals.pending
    yield PENDING_S, (), (now - refusals.oldest).total_seconds() if refusals.oldest else 0.0
    yield REFUSED, (), refusals.refused
    if check is not None:
        yield CHECKED, (), _age(check.last_at)


def _of_jobs(pulses: Heartbeats) -> Iterator[Sample]:
    for queue in pulses.queues:
        yield QUEUED, (queue.name,), queue.waiting
        yield QUEUED_S, (queue.name,), queue.oldest_s
        yield PULSE, (queue.name,), math.inf if queue.pulse_s is None else queue.pulse_s
    for one in pulses.attempts:
        yield FAILURES, (one.name,), one.failures
        yield GOOD_S, (one.name,), one.good_s
    silent = pulses.scheduler_s
    yield SCHEDULER, (), math.inf if silent is None else silent
    yield BROWSERS, (), pulses.browser_bytes
    if pulses.browsers_held is not None:
        yield HELD, (), pulses.browsers_held


def _age(time: datetime) -> float:
    return max(0.0, (datetime.now(UTC) - time).total_seconds())

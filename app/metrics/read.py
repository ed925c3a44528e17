"""What is read when Prometheus asks: the state of the parts, each on its own.

A part that does not answer leaves its metrics out, and says so in `winkel_up`: a metric that is
absent is never a zero.
"""

import math
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from datetime import UTC, datetime
from typing import Any

from prometheus_client.core import GaugeMetricFamily
from sqlalchemy import func, select, text

from app.catalogue import OpenSession
from app.health import PART_S, Health, Report
from app.metrics import declared as d
from app.search.engine import Engine
from indexer.core.apart import counts
from indexer.core.pulses import Pulses
from indexer.core.queues import redis_connection
from indexer.core.settings import Settings
from indexer.index.cluster.mapping import built_at
from indexer.insights.buffer import Buffer
from indexer.models import Incident, ScrapeRun
from indexer.notify.messages import mails
from indexer.watch.site import noted_backups

Sample = tuple[d.Metric, tuple[str, ...], float]
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
        """Return nothing: the registry asks this at the start, when no part may answer yet."""
        return []

    def _samples(self) -> Iterator[Sample]:
        report: Future[Report] = self._pool.submit(self._health.look)
        reads = (self._index, self._rows, self._mails, self._events)
        others = [self._pool.submit(read) for read in reads]
        asked: list[Future[Any]] = [report, *others]
        wait(asked, timeout=PART_S + 1)
        if report.done() and report.exception() is None:
            yield from _of_report(report.result(), datetime.now(UTC))
        for future in others:
            if future.done() and future.exception() is None:
                yield from future.result()

    def _index(self) -> list[Sample]:
        times = [built_at(name) for name, _ in self._engine.refreshes()]
        known = [time for time in times if time is not None]
        return [(d.AGE, (), _age(max(known)))] if known else []

    def _rows(self) -> list[Sample]:
        with self._session() as session:
            count = func.count()
            ended = select(ScrapeRun.kind, ScrapeRun.result, count).where(LAST_DAY)
            runs = session.execute(ended.group_by(ScrapeRun.kind, ScrapeRun.result)).all()
            going = select(ScrapeRun.state, count).where(ScrapeRun.state != "finished")
            open_runs: Any = session.execute(going.group_by(ScrapeRun.state)).all()
            present = select(Incident.kind, count).where(Incident.closed_at.is_(None))
            alerts: Any = session.execute(present.group_by(Incident.kind)).all()
            backup = noted_backups(session).whole
        due = [math.inf] * bool(self._settings.backup_every_hours)
        return [
            *((d.BACKUP, (), age) for age in ([_age(backup.began_at)] if backup else due)),
            *((d.RUNS, (kind, str(result)), number) for kind, result, number in runs),
            *((d.WORKING, (state,), number) for state, number in open_runs),
            *((d.ALERTS, (kind,), number) for kind, number in alerts),
        ]

    def _mails(self) -> list[Sample]:
        known = mails(self._settings)
        return [(d.MAILS, (), known.count), (d.GIVEN_UP, (), known.given_up)]

    def _events(self) -> list[Sample]:
        waiting = Buffer(self._settings).waiting()
        aside = counts(redis_connection(self._settings.redis_url))
        return [
            (d.EVENTS, (), waiting.events),
            (d.EVENTS_S, (), waiting.oldest_s),
            (d.LOST, (), waiting.lost_ever),
            *((d.ASIDE, (kind,), number) for kind, number in aside.items()),
        ]


def _of_report(report: Report, now: datetime) -> Iterator[Sample]:
    yield d.WELL, (), report.is_well
    for part, state in report.parts.items():
        yield d.UP, (part,), state == "ok"
    if report.documents is not None:
        yield d.DOCUMENTS, (), report.documents
    if report.pulses is not None:
        yield from _of_jobs(report.pulses)
    if report.missing is not None:
        yield d.MISSING, (), report.missing
    if report.catalogue is None:
        return
    refusals, check = report.catalogue.refusals, report.catalogue.check
    yield d.PENDING, (), refusals.pending
    yield d.PENDING_S, (), (now - refusals.oldest).total_seconds() if refusals.oldest else 0.0
    yield d.REFUSED, (), refusals.refused
    if check is not None:
        yield d.CHECKED, (), _age(check.last_at)


def _of_jobs(pulses: Pulses) -> Iterator[Sample]:
    for queue in pulses.queues:
        yield d.QUEUED, (queue.name,), queue.waiting
        yield d.QUEUED_S, (queue.name,), queue.oldest_s
        yield d.PULSE, (queue.name,), math.inf if queue.pulse_s is None else queue.pulse_s
    for one in pulses.attempts:
        yield d.FAILURES, (one.name,), one.failures
        yield d.GOOD_S, (one.name,), one.good_s
    silent = pulses.scheduler_s
    yield d.SCHEDULER, (), math.inf if silent is None else silent
    yield d.BROWSERS, (), pulses.browser_bytes
    if pulses.browsers_held is not None:
        yield d.HELD, (), pulses.browsers_held


def _age(time: datetime) -> float:
    return max(0.0, (datetime.now(UTC) - time).total_seconds())

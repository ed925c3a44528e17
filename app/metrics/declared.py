"""Every metric, once: `/metrics`, the dashboard and its documentation are made from this."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

TRAFFIC, JOBS, INDEX, STORES, SITE = "Traffic", "Jobs", "Search index", "Stores", "Site"
GROUPS = (SITE, TRAFFIC, JOBS, INDEX, STORES)


@dataclass(frozen=True, slots=True)
class Metric:
    """`shown`: what the dashboard draws of it, in PromQL; `unit` is Grafana's word for its axis.

    `counted`: web processes keep it; the others are read when Prometheus asks.
    """

    name: str
    kind: Literal["counter", "gauge", "histogram"]
    group: str
    help: str
    labels: tuple[str, ...] = ()
    unit: str = "short"
    shown: str = ""
    counted: bool = False

    @property
    def drawn(self) -> str:
        """Return the dashboard's expression."""
        return self.shown or self.name

    @property
    def legend(self) -> str:
        """Return how the dashboard names its lines."""
        return " ".join(f"{{{{{label}}}}}" for label in self.labels) or self.name


UP = Metric("winkel_up", "gauge", SITE, "1 while a part answers, 0 while it does not", ("part",))
WELL = Metric(
    "winkel_well", "gauge", SITE, "1 while /api/health says ok, 0 while something is wrong"
)
ALERTS = Metric("winkel_alerts_open", "gauge", SITE, "Troubles that have not ended", ("kind",))
MAILS = Metric("winkel_mails_waiting", "gauge", SITE, "Mails that are not sent yet")
GIVEN_UP = Metric(
    "winkel_mails_given_up",
    "gauge",
    SITE,
    "Mails that were given up, as far back as MESSAGE_RETENTION_DAYS",
)
EVENTS = Metric("winkel_events_waiting", "gauge", SITE, "Searches and clicks not yet recorded")
LOST = Metric(
    "winkel_events_lost",
    "gauge",
    SITE,
    "Searches and clicks that were let go of unrecorded for want of room; from 0 with a new Redis",
)
BACKUP = Metric(
    "winkel_backup_age_seconds",
    "gauge",
    SITE,
    "Since the moment that the last whole backup has; infinite where one is due and none is known",
    unit="s",
)

REQUESTS = Metric(
    "winkel_requests_total",
    "counter",
    TRAFFIC,
    "Answered requests, by call and status",
    ("call", "code"),
    "reqps",
    "sum by (code) (rate(winkel_requests_total[5m]))",
    counted=True,
)
SECONDS = Metric(
    "winkel_request_seconds",
    "histogram",
    TRAFFIC,
    "Time from a request's arrival at the application to its answer",
    ("call",),
    "s",
    "histogram_quantile(0.95, sum by (le, call) (rate(winkel_request_seconds_bucket[5m])))",
    counted=True,
)
KEPT = Metric(
    "winkel_answers_total",
    "counter",
    TRAFFIC,
    "Answers to searches: kept ones from memory, or computed",
    ("kept",),
    "percentunit",
    'sum(rate(winkel_answers_total{kept="yes"}[5m])) / sum(rate(winkel_answers_total[5m]))',
    counted=True,
)
INCOMPLETE = Metric(
    "winkel_pages_incomplete_total",
    "counter",
    TRAFFIC,
    "Pages that came without a part, as Elasticsearch or PostgreSQL was away",
    ("part",),
    "reqps",
    "sum by (part) (rate(winkel_pages_incomplete_total[5m]))",
    counted=True,
)
BREAKER = Metric(
    "winkel_breaker_open",
    "gauge",
    TRAFFIC,
    "1 while a process refuses searches without asking Elasticsearch, as seen at its last request",
    counted=True,
)

QUEUED = Metric("winkel_queue_jobs", "gauge", JOBS, "Jobs that wait", ("queue",))
QUEUED_S = Metric(
    "winkel_queue_oldest_seconds", "gauge", JOBS, "For how long the next job waits", ("queue",), "s"
)
PULSE = Metric(
    "winkel_worker_silent_seconds",
    "gauge",
    JOBS,
    "Since a worker of the queue spoke; infinite without one. From 30 s its jobs are not done",
    ("queue",),
    "s",
)
SCHEDULER = Metric(
    "winkel_scheduler_silent_seconds",
    "gauge",
    JOBS,
    "Since the scheduler of periodic jobs spoke; infinite without one",
    unit="s",
)
BROWSERS = Metric(
    "winkel_browser_bytes",
    "gauge",
    JOBS,
    "Memory of scrapes' browsers, without what their processes share",
    unit="bytes",
)
HELD = Metric(
    "winkel_browsers_held",
    "gauge",
    JOBS,
    "1 while Linux holds each worker's browsers to their guard, 0 where one's is too old for it",
)

PENDING = Metric("winkel_outbox_pending", "gauge", INDEX, "Changed products not written yet")
PENDING_S = Metric(
    "winkel_outbox_oldest_seconds", "gauge", INDEX, "Since the first of them changed", unit="s"
)
REFUSED = Metric(
    "winkel_outbox_refused", "gauge", INDEX, "Products that the index refuses for good"
)
DOCUMENTS = Metric("winkel_index_documents", "gauge", INDEX, "Products that visitors can find")
MISSING = Metric(
    "winkel_index_missing",
    "gauge",
    INDEX,
    "Products that should be found and are not; changes of the last two minutes left out",
)
AGE = Metric("winkel_index_age_seconds", "gauge", INDEX, "Since the index was built", unit="s")
CHECKED = Metric(
    "winkel_index_checked_seconds",
    "gauge",
    INDEX,
    "Since the index was last compared with PostgreSQL",
    unit="s",
)

RUNS = Metric(
    "winkel_runs_day",
    "gauge",
    STORES,
    "Runs of the last day, by kind and result",
    ("kind", "result"),
)
WORKING = Metric("winkel_runs_open", "gauge", STORES, "Runs queued or running", ("state",))

METRICS = (
    *(WELL, UP, ALERTS, MAILS, GIVEN_UP, EVENTS, LOST, BACKUP),
    *(REQUESTS, SECONDS, KEPT, INCOMPLETE, BREAKER),
    *(QUEUED, QUEUED_S, PULSE, SCHEDULER, BROWSERS, HELD),
    *(PENDING, PENDING_S, REFUSED, DOCUMENTS, MISSING, AGE, CHECKED),
    *(RUNS, WORKING),
)

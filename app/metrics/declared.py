"""Every metric that `/metrics` has; docs/metrics.md and docs/grafana.json show the same."""

from __future__ import annotations

from typing import NamedTuple


class Metric(NamedTuple):
    """A metric: what it says, and what its values are told apart by."""

    name: str
    help: str
    labels: tuple[str, ...] = ()


WELL = Metric("winkel_well", "1 while /api/health says ok, 0 while something is wrong")
UP = Metric("winkel_up", "1 while a part answers, 0 while it does not", ("part",))
ALERTS = Metric("winkel_alerts_open", "Troubles that have not ended", ("kind",))
MAILS = Metric("winkel_mails_waiting", "Mails that are not sent yet")
GIVEN_UP = Metric(
    "winkel_mails_given_up", "Mails that were given up, as far back as MESSAGE_RETENTION_DAYS"
)
EVENTS = Metric("winkel_events_waiting", "Searches and clicks not yet recorded")
EVENTS_S = Metric("winkel_events_oldest_seconds", "For how long the oldest of them waits")
LOST = Metric(
    "winkel_events_lost",
    "Searches and clicks that were let go of unrecorded for want of room; from 0 with a new Redis",
)
BACKUP = Metric(
    "winkel_backup_age_seconds",
    "Since the moment that the last whole backup has; infinite where one is due and none is known",
)

REQUESTS = Metric(
    "winkel_requests_total", "Answered requests, by call and status", ("call", "code")
)
SECONDS = Metric(
    "winkel_request_seconds",
    "Time from a request's arrival at the application to its answer",
    ("call",),
)
KEPT = Metric(
    "winkel_answers_total", "Answers to searches: kept ones from memory, or computed", ("kept",)
)
INCOMPLETE = Metric(
    "winkel_pages_incomplete_total",
    "Pages that came without a part, as Elasticsearch or PostgreSQL was away",
    ("part",),
)
BREAKER = Metric(
    "winkel_breaker_open",
    "1 while a process refuses searches without asking Elasticsearch, as seen at its last request",
)

QUEUED = Metric("winkel_queue_jobs", "Jobs that wait", ("queue",))
QUEUED_S = Metric("winkel_queue_oldest_seconds", "For how long the next job waits", ("queue",))
PULSE = Metric(
    "winkel_worker_silent_seconds",
    "Since a worker of the queue spoke; infinite without one. From 30 s its jobs are not done",
    ("queue",),
)
SCHEDULER = Metric(
    "winkel_scheduler_silent_seconds",
    "Since the scheduler of periodic jobs spoke; infinite without one",
)
FAILURES = Metric(
    "winkel_step_failures",
    "Failures in a row of what is done again and again; from 3 on somebody must look",
    ("step",),
)
GOOD_S = Metric(
    "winkel_step_good_seconds",
    "Since it ended well, or since the scheduler began where that is later",
    ("step",),
)
ASIDE = Metric(
    "winkel_put_aside",
    "What was put aside as it always fails, by kind; from 0 with a new Redis",
    ("kind",),
)
BROWSERS = Metric(
    "winkel_browser_bytes", "Memory of scrapes' browsers, without what their processes share"
)
HELD = Metric(
    "winkel_browsers_held",
    "1 while Linux holds each worker's browsers to their guard, 0 where one's is too old for it",
)

PENDING = Metric("winkel_outbox_pending", "Changed products not written yet")
PENDING_S = Metric("winkel_outbox_oldest_seconds", "Since the first of them changed")
REFUSED = Metric("winkel_outbox_refused", "Products that the index refuses for good")
DOCUMENTS = Metric("winkel_index_documents", "Products that visitors can find")
MISSING = Metric(
    "winkel_index_missing",
    "Products that should be found and are not; changes of the last two minutes left out",
)
AGE = Metric("winkel_index_age_seconds", "Since the index was built")
CHECKED = Metric(
    "winkel_index_checked_seconds", "Since the index was last compared with PostgreSQL"
)

RUNS = Metric("winkel_runs_day", "Runs of the last day, by kind and result", ("kind", "result"))
WORKING = Metric("winkel_runs_open", "Runs queued or running", ("state",))

METRICS = tuple(one for one in [*vars().values()] if isinstance(one, Metric))

"""Every metric that `/metrics` has; docs/metrics.md says more, docs/grafana.json draws them."""

from __future__ import annotations

from typing import NamedTuple


class Metric(NamedTuple):
    """A metric: what it says, and what its values are told apart by."""

    name: str
    help: str
    labels: tuple[str, ...] = ()


WELL = Metric("winkel_well", "1 while /api/health says ok")
UP = Metric("winkel_up", "1 while a part answers", ("part",))
ALERTS = Metric("winkel_alerts_open", "Troubles that have not ended", ("kind",))
MAILS = Metric("winkel_mails_waiting", "Mails that are not sent yet")
GIVEN_UP = Metric("winkel_mails_given_up", "Mails given up within MESSAGE_RETENTION_DAYS")
EVENTS = Metric("winkel_events_waiting", "Searches and clicks not yet recorded")
EVENTS_S = Metric("winkel_events_oldest_seconds", "For how long the oldest of them waits")
LOST = Metric("winkel_events_lost", "Searches and clicks let go of for want of room")
BACKUP = Metric("winkel_backup_age_seconds", "Since the moment that the last whole backup has")

REQUESTS = Metric("winkel_requests_total", "Answered requests", ("call", "code"))
SECONDS = Metric("winkel_request_seconds", "From a request's arrival to its answer", ("call",))
KEPT = Metric("winkel_answers_total", "Answers to searches, from memory or computed", ("kept",))
INCOMPLETE = Metric("winkel_pages_incomplete_total", "Pages without a part", ("part",))
BREAKER = Metric("winkel_breaker_open", "1 while a process refuses searches without asking")

QUEUED = Metric("winkel_queue_jobs", "Jobs that wait", ("queue",))
QUEUED_S = Metric("winkel_queue_oldest_seconds", "For how long the next job waits", ("queue",))
PULSE = Metric("winkel_worker_silent_seconds", "Since a worker of the queue spoke", ("queue",))
SCHEDULER = Metric("winkel_scheduler_silent_seconds", "Since the scheduler spoke")
FAILURES = Metric("winkel_step_failures", "Failures in a row of a periodic step", ("step",))
GOOD_S = Metric("winkel_step_good_seconds", "Since a periodic step ended well", ("step",))
ASIDE = Metric("winkel_put_aside", "What was put aside as it always fails", ("kind",))
BROWSERS = Metric("winkel_browser_bytes", "Memory of scrapes' browsers")
HELD = Metric("winkel_browsers_held", "1 while Linux holds all browsers to their guard")

PENDING = Metric("winkel_outbox_pending", "Changed products not written yet")
PENDING_S = Metric("winkel_outbox_oldest_seconds", "Since the first of them changed")
REFUSED = Metric("winkel_outbox_refused", "Products that the index refuses for good")
DOCUMENTS = Metric("winkel_index_documents", "Products that visitors can find")
MISSING = Metric("winkel_index_missing", "Products that should be found and are not")
AGE = Metric("winkel_index_age_seconds", "Since the index was built")
CHECKED = Metric("winkel_index_checked_seconds", "Since it was compared with PostgreSQL")

RUNS = Metric("winkel_runs_day", "Runs of the last day", ("kind", "result"))
WORKING = Metric("winkel_runs_open", "Runs queued or running", ("state",))

METRICS = tuple(one for one in [*vars().values()] if isinstance(one, Metric))

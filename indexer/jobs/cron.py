"""RQ's own scheduler with the periodic jobs.

Several may run: every job is safe to do twice. The scheduler keeps its plan itself, so that it
survives a flush of Redis.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rq.cron import CronJob, CronScheduler
from rq.utils import now

from indexer.jobs import tasks as jobs
from indexer.queues import IMAGES, INDEX, MESSAGES, PERIODIC, UPKEEP, queue, redis_connection
from indexer.settings import Settings

MINUTE, HOUR, DAY = 60, 3_600, 86_400


@dataclass(frozen=True, slots=True)
class Periodic:
    """A job, its queue, how often it is enqueued, and how long it may take, both in seconds."""

    job: Callable[[], object]
    queue: str
    every_s: int
    timeout_s: int


# The reaper's 20 s, the 30 s of silence it waits for, its second look and at most one job of a
# minute before it: a dead run is closed within the two minutes of fault 10.
PLAN = (
    Periodic(jobs.write_outbox, PERIODIC, 5, MINUTE),
    Periodic(jobs.write_events, PERIODIC, 5, MINUTE),
    Periodic(jobs.reap_runs, PERIODIC, 20, MINUTE),
    Periodic(jobs.start_due_scrapes, PERIODIC, MINUTE, MINUTE),
    Periodic(jobs.change_prices, PERIODIC, MINUTE, MINUTE),
    # What the index refuses is a trouble after 30 s: told within 90 s however busy the queue is.
    Periodic(jobs.alert, PERIODIC, 30, MINUTE),
    # A mail is sent within the minute after the run that gives it ends.
    Periodic(jobs.tell_visitors, PERIODIC, 15, MINUTE),
    # A turn goes on for as long as a mail server takes: a queue and a process of its own.
    Periodic(jobs.send_messages, MESSAGES, 5, DAY),
    Periodic(jobs.say_well, PERIODIC, MINUTE, MINUTE),
    # The scheduler enqueues all at its start, too: both look after every start of the site.
    Periodic(jobs.watch_index, INDEX, MINUTE, 4 * HOUR),
    Periodic(jobs.reconcile_index, INDEX, 15 * MINUTE, 4 * HOUR),
    Periodic(jobs.fetch_images, IMAGES, 10 * MINUTE, HOUR),
    Periodic(jobs.refresh_rates, UPKEEP, 6 * HOUR, MINUTE),
    Periodic(jobs.price_documents, UPKEEP, 5 * MINUTE, HOUR),
    Periodic(jobs.refresh_popularity, UPKEEP, 6 * HOUR, HOUR),
    Periodic(jobs.learn_searches, UPKEEP, HOUR, 10 * MINUTE),
    Periodic(jobs.change_all_rows, UPKEEP, 5 * MINUTE, 10 * MINUTE),
    Periodic(jobs.purge_old, UPKEEP, DAY, HOUR),
    Periodic(jobs.project_events, UPKEEP, 5 * MINUTE, HOUR),
    Periodic(jobs.forget_events, UPKEEP, DAY, HOUR),
)


class Scheduler(CronScheduler):
    """RQ's scheduler, but for its pickled jobs."""

    def enqueue_jobs(self) -> list[CronJob]:
        """Enqueue what is due as jobs of our kind; return it."""
        due = [entry for entry in self.get_jobs() if entry.should_run()]
        for entry in due:
            into = queue(entry.queue_name, self.connection)
            into.enqueue(entry.func_name, **entry.job_options)
            entry.set_enqueue_time(now())
        return due


def scheduler(settings: Settings) -> Scheduler:
    """Return the scheduler with its plan; a job that nobody takes lapses when the next is due."""
    cron = Scheduler(redis_connection(settings.redis_url), logging_level="WARNING")
    for entry in PLAN:
        cron.register(
            entry.job,
            entry.queue,
            interval=entry.every_s,
            ttl=max(entry.every_s, MINUTE),
            result_ttl=0,
            failure_ttl=HOUR,  # RQ keeps one for a year: some hours of an outage would fill Redis
            job_timeout=entry.timeout_s,
        )
    return cron


def schedule(settings: Settings) -> None:
    """Enqueue the periodic jobs when they are due, until SIGTERM."""
    scheduler(settings).start()  # type: ignore[no-untyped-call]

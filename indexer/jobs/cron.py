"""RQ's own scheduler with the periodic jobs.

It keeps its plan itself, so that it survives a flush of Redis.
"""

import logging

from rq.cron import CronJob, CronScheduler
from rq.utils import now

from indexer.core import background
from indexer.core.queues import queue, redis_connection
from indexer.core.settings import Settings
from indexer.jobs.periodic_jobs import HOUR, MINUTE, PLAN, well_within_s
from indexer.jobs.tasks import do_periodic


class Scheduler(CronScheduler):
    """RQ's scheduler, but for its pickled jobs."""

    def enqueue_jobs(self) -> list[CronJob]:
        """Enqueue what is due as jobs of our kind; return it.

        So is what was enqueued later than now: the clock was ahead.
        """
        due = [
            entry
            for entry in self.get_jobs()
            if entry.should_run() or (entry.latest_enqueue_time or now()) > now()
        ]
        for entry in due:
            into = queue(entry.queue_name, self.connection)
            into.enqueue(entry.func_name, *entry.args, description=entry.name, **entry.job_options)
            entry.set_enqueue_time(now())
        background.due(self.connection, {one.name: well_within_s(PLAN[one.name]) for one in due})
        return due


def scheduler(settings: Settings) -> Scheduler:
    """Return the scheduler with its plan; a job that nobody takes lapses when the next is due."""
    cron = Scheduler(redis_connection(settings.redis_url), logging_level="WARNING")
    cron.log.setLevel(logging.WARNING)  # all rows of the plan have one function
    for entry in PLAN.values():
        cron.register(
            do_periodic,
            entry.queue,
            args=(entry.name,),
            name=entry.name,
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

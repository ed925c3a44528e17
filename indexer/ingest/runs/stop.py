"""Stopping runs."""

from contextlib import suppress

from redis.exceptions import RedisError
from rq.exceptions import InvalidJobOperation
from sqlalchemy import select, update

from indexer.core.db import session_scope
from indexer.core.queues import QueueUnavailableError, fetch_job
from indexer.core.settings import Settings
from indexer.ingest.runs.errors import RunRefusedError
from indexer.ingest.runs.finish import finish, run_by_id
from indexer.ingest.runs.start import sign
from indexer.models import ScrapeRun


def stop_run(settings: Settings, run_id: int, *, by: str = "") -> ScrapeRun:
    """Stop a run and return its row: a queued one ends at once, a running one in seconds.

    A running one reads the request from its row (PostgreSQL is the truth, Redis may be flushed),
    ends its browser and records "stopped". `by`: the operator. Raises UnknownRunError, and
    RunRefusedError when it has ended already.
    """
    with session_scope(settings.database_url) as session:
        run = run_by_id(session, run_id, lock=True)
        if run.state == "finished":
            raise RunRefusedError(f"Process {run_id} has ended already ({run.result}).")
        was_queued = run.state == "queued"
        session.execute(update(ScrapeRun).where(ScrapeRun.id == run_id).values(stop_requested=True))
        if was_queued:
            begun = "before it could go on" if run.attempts else "before it began"
            finish(session, run_id, "stopped", f"It was stopped {begun}.")
        sign(session, run, "stopped", by)
        session.refresh(run)
    if was_queued:
        _cancel(settings, run.job_id or "")
    return run


def stop_all(settings: Settings, *, by: str = "") -> list[ScrapeRun]:
    """Stop every run that waits or works, those that wait first; return their rows."""
    with session_scope(settings.database_url) as session:
        ids = session.scalars(
            select(ScrapeRun.id)
            .where(ScrapeRun.state != "finished")
            .order_by(ScrapeRun.state, ScrapeRun.id.desc())
        ).all()
    stopped = []
    for run_id in ids:
        with suppress(RunRefusedError):  # it has ended in the meantime
            stopped.append(stop_run(settings, run_id, by=by))
    return stopped


def _cancel(settings: Settings, job_id: str) -> None:
    """Take the job off its queue; where that fails the worker finds the run closed."""
    with suppress(QueueUnavailableError, RedisError, InvalidJobOperation):
        job = fetch_job(settings, job_id)
        if job is not None:
            job.cancel()

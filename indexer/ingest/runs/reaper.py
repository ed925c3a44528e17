"""Closes the runs whose worker died, whatever Redis still believes, or lets them go on.

A run that had read a page state goes on from there, a few times and later each time (fault 40). One
that had read nothing is closed as failed (faults 9, 10, 12): there is nothing to lose, and what
killed it at its first page would do so again. One that has not begun and has no job gets one.
"""

import logging
import time
from collections.abc import Sequence
from contextlib import suppress
from datetime import timedelta
from enum import Enum
from functools import partial

from redis.exceptions import RedisError
from rq.job import JobStatus
from sqlalchemy import and_, func, or_, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session
from sqlalchemy.pool import NullPool

from indexer.core.bad_items import each
from indexer.core.db import is_older, new_engine, session_scope
from indexer.core.heartbeats import HEARTBEAT_TIMEOUT_S, RUN_BEAT_S
from indexer.core.queues import QueueUnavailableError, fetch_job
from indexer.core.settings import Settings
from indexer.core.stopflag import BY_OPERATOR
from indexer.core.stopflag import LOST as DIED
from indexer.ingest.runs.finish import (
    GO_ON_AFTER_S,
    MOST_ATTEMPTS,
    finish_broken,
    hand_back,
    is_publishing,
)
from indexer.ingest.runs.sandbox import sweep
from indexer.ingest.runs.start import enqueue_run
from indexer.models import ScrapeRun
from indexer.models.run import Reason

SILENT = timedelta(seconds=HEARTBEAT_TIMEOUT_S)
LOST = timedelta(seconds=20)  # a queued run's job is enqueued right after its row
LONGEST_PAUSE = GO_ON_AFTER_S * 2**MOST_ATTEMPTS * timedelta(seconds=1)
ALIVE = frozenset({JobStatus.QUEUED, JobStatus.STARTED, JobStatus.DEFERRED, JobStatus.SCHEDULED})


_log = logging.getLogger(__name__)


def reap(settings: Settings) -> list[int]:
    """Close the runs that nobody works on; return their ids.

    A run is looked at twice with a heartbeat's time between: after PostgreSQL was away, all
    heartbeats are old for a moment.
    """
    suspects = _silent(settings)
    if suspects:
        time.sleep(2 * RUN_BEAT_S)
        again = {run.id for run in _silent(settings)}
        suspects = [run for run in suspects if run.id in again]
    closed = each(
        [*suspects, *_waiting(settings)], partial(_settle, settings), lambda run: f"run {run.id}"
    )
    return [run_id for run_id in closed if run_id is not None]


def _silent(settings: Settings) -> Sequence[ScrapeRun]:
    with session_scope(settings.database_url) as session:
        return session.scalars(
            select(ScrapeRun).where(
                ScrapeRun.state == "running",
                or_(ScrapeRun.heartbeat_at.is_(None), is_older(ScrapeRun.heartbeat_at, SILENT)),
            )
        ).all()


def _waiting(settings: Settings) -> Sequence[ScrapeRun]:
    """Return the runs that should have a job: new ones, and those whose time to go on has come."""
    now = func.clock_timestamp()
    new = and_(ScrapeRun.attempts == 0, is_older(ScrapeRun.created_at, LOST))
    waits = ScrapeRun.resume_at.between(now, now + LONGEST_PAUSE)
    due = and_(ScrapeRun.attempts > 0, ~waits)
    with session_scope(settings.database_url) as session:
        return session.scalars(
            select(ScrapeRun)
            .where(ScrapeRun.state == "queued", or_(new, due))
            .order_by(ScrapeRun.id)
        ).all()


class Fate(Enum):
    """What became of a run's job; LOST: the queue does not have it."""

    ALIVE, DEAD, LOST, UNKNOWN = range(4)


def _job_of(settings: Settings, run: ScrapeRun) -> Fate:
    try:
        job = fetch_job(settings, run.job_id or "")
        if job is None:
            return Fate.LOST
        return Fate.ALIVE if job.get_status() in ALIVE else Fate.DEAD
    except (QueueUnavailableError, RedisError):
        return Fate.UNKNOWN


def _settle(settings: Settings, run: ScrapeRun) -> int | None:
    """Enqueue a run that can go on or whose job got lost, or close it; return its id if closed."""
    if run.state == "running":
        return _close(settings, run, "Its worker died: no heartbeat.")
    fate = _job_of(settings, run)
    if fate is Fate.LOST or (fate is Fate.DEAD and run.attempts):
        with suppress(QueueUnavailableError):  # the next look tries again
            enqueue_run(settings, run)
    elif fate is Fate.DEAD:
        return _close(settings, run, "Its job ended before the run began.")
    return None


def _close(settings: Settings, run: ScrapeRun, reason: str) -> int | None:
    with session_scope(settings.database_url) as session:
        is_closed = close_dead(session, run.id, reason)
    if run.job_id:
        sweep(run.job_id)
    return run.id if is_closed else None


def close_dead(session: Session, run_id: int, reason: str) -> bool:
    """Close a run that nobody works on, or let it go on; return whether it is closed.

    It ends as what it was where all of it is written, otherwise as stopped on an operator's order,
    and as failed where it cannot go on.
    """
    stop_requested = session.scalar(select(ScrapeRun.stop_requested).where(ScrapeRun.id == run_id))
    if stop_requested and not is_publishing(session, run_id):
        return finish_broken(
            session, run_id, BY_OPERATOR.result, Reason(BY_OPERATOR.code, BY_OPERATOR.text)
        )
    if hand_back(session, run_id, GO_ON_AFTER_S) is not None:
        return False
    attempts = session.scalar(select(ScrapeRun.attempts).where(ScrapeRun.id == run_id)) or 0
    often = f" It had been begun {attempts} times." if attempts > 1 else ""
    return finish_broken(session, run_id, "failed", Reason(DIED.code, reason + often))


def close_killed(database_url: str, job_id: str, reason: str) -> None:
    """Close the run of a job whose work-horse was killed, and end what it left (faults 9, 15).

    For the worker's own process: it keeps no connection that its next work-horse would inherit.
    A database that is away is left to the reaper.
    """
    sweep(job_id)
    engine = new_engine(database_url, poolclass=NullPool)
    try:
        with Session(engine) as session, session.begin():
            run_id = session.scalar(select(ScrapeRun.id).where(ScrapeRun.job_id == job_id))
            if run_id is not None:
                close_dead(session, run_id, reason)
    except SQLAlchemyError:
        _log.exception("The run of job %s is left to the reaper", job_id)

"""How a run ends, and why."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, Text, and_, exists, func, or_, select, update
from sqlalchemy.orm import InstrumentedAttribute, Session

from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.models import Brand, RunPage, ScrapeRun
from indexer.models.run import Reason, text_of
from scrapers.errors import DisallowedError, LockedStoreError


class RunError(Exception):
    """Base of the errors of this package."""


class UnknownBrandError(RunError):
    """There is no such brand."""


class UnknownRunError(RunError):
    """There is no such run."""


class UnknownFileError(RunError, ValueError):
    """No file of the log folder has that name."""


class RunRefusedError(RunError):
    """The run cannot be started or stopped in the state things are in."""


class RunLostError(RunError):
    """The run was closed by somebody else (the reaper) while it worked: its work is void."""


class PutOffError(RunError):
    """The worker is shut down in the middle of the run: the next one goes on with it."""


BIG_MAX = 2**63 - 1
REASON_LIMIT = 2_000
GO_ON_AFTER_S = 10.0  # doubled with each attempt
MOST_ATTEMPTS = 4  # of a run whose process dies
RUNNING = ScrapeRun.state == "running"

Value = TypeVar("Value")


def run_by_id(session: Session, run_id: int, *, lock: bool = False) -> ScrapeRun:
    """Return a run, locked where requested; raises UnknownRunError, for any number."""
    run = session.get(ScrapeRun, run_id, with_for_update=lock) if 0 < run_id <= BIG_MAX else None
    if run is None:
        raise UnknownRunError(f"There is no run {run_id}.")
    return run


def _change_run(
    session: Session,
    run_id: int,
    returned: InstrumentedAttribute[Value],
    *where: ColumnElement[bool],
    **values: Any,
) -> Value | None:
    """Change a run in the state that it must be in; return a column of it, None where it is not."""
    change = update(ScrapeRun).where(ScrapeRun.id == run_id, *where).values(**values)
    changed = change.returning(returned).execution_options(synchronize_session=False)
    return session.scalar(changed)


def claim(session: Session, run_id: int, worker_name: str | None) -> datetime | None:
    """Take a queued run to work on it and return its start by the database's clock.

    Returns None where it is not queued: delivered twice (fault 11), stopped, or closed.
    """
    return _change_run(
        session,
        run_id,
        ScrapeRun.start_time,
        ScrapeRun.state == "queued",
        state="running",
        # A run that goes on has begun already: its time separates seen from unseen products.
        start_time=func.coalesce(ScrapeRun.start_time, func.clock_timestamp()),
        attempts=ScrapeRun.attempts + 1,
        resume_at=None,
        heartbeat_at=func.clock_timestamp(),
        worker_name=worker_name,
        worker_pid=os.getpid(),
    )


def beat(session: Session, run_id: int, progress: Mapping[str, int]) -> bool:
    """Write the run's heartbeat and progress; return whether it must stop.

    Raises RunLostError when somebody has closed it.
    """
    note_run(session, run_id, **progress)
    return is_stop_requested(session, run_id)


def note_run(session: Session, run_id: int, **columns: Any) -> None:
    """Set columns of a run that works; raises RunLostError when somebody has closed it."""
    now = func.clock_timestamp()
    if _change_run(session, run_id, ScrapeRun.id, RUNNING, heartbeat_at=now, **columns) is None:
        raise RunLostError(f"Run {run_id} was closed by another process.")


def record_written(
    session: Session,
    run_id: int,
    columns: Mapping[str, Any],
    result: str,
    reasons: Sequence[Reason],
) -> None:
    """Set what the run did and ends as, in the transaction that writes it; raises RunLostError."""
    ends_as = {"result": result, "reasons": reasons}
    note_run(session, run_id, **columns, publishing=ends_as, written_at=func.clock_timestamp())


def is_written(session: Session, run_id: int) -> bool:
    """Return True if the run's products are committed: a retried commit must not count twice."""
    return session.scalar(select(ScrapeRun.written_at).where(ScrapeRun.id == run_id)) is not None


def is_publishing(session: Session, run_id: int) -> bool:
    """Return True if a run has begun to publish, and is not at the end of it."""
    is_on = and_(ScrapeRun.publishing.is_not(None), ScrapeRun.written_at.is_(None))
    return bool(session.scalar(select(is_on).where(ScrapeRun.id == run_id)))


def is_stop_requested(session: Session, run_id: int) -> bool:
    """Return True if an operator has stopped the run."""
    return bool(session.scalar(select(ScrapeRun.stop_requested).where(ScrapeRun.id == run_id)))


def run_limit_s(settings: Settings, brand_id: int | None) -> float:
    """Return how long a run of the brand may take: its own budget, or the server's limit."""
    with session_scope(settings.database_url) as session:
        minutes = session.scalar(select(Brand.run_time_budget).where(Brand.id == brand_id))
    return 60.0 * minutes if minutes else float(settings.job_timeout_s)


def hand_back(session: Session, run_id: int, after_s: float) -> int | None:
    """Queue a run whose process died again, to go on after so long; return its attempts so far.

    None where it is not to go on: nobody worked on it, it is no scrape, it read nothing that it
    could go on from, it has written its products, or it died too often. What has begun to publish
    goes on whatever it is: its products are staged.
    """
    progress = exists().where(RunPage.run_id == ScrapeRun.id)
    reads = and_(ScrapeRun.kind.in_(("scrape+classify", "scrape")), progress)
    pause = after_s * func.power(2, ScrapeRun.attempts - 1)
    return _change_run(
        session,
        run_id,
        ScrapeRun.attempts,
        RUNNING,
        ScrapeRun.brand_id.is_not(None),
        ScrapeRun.written_at.is_(None),
        ScrapeRun.attempts < MOST_ATTEMPTS,
        or_(reads, ScrapeRun.publishing.is_not(None)),
        resume_at=func.clock_timestamp() + func.make_interval(0, 0, 0, 0, 0, 0, pause),
        **_queued_again(),
    )


def put_off(session: Session, run_id: int) -> bool:
    """Queue a run whose worker is shut down, to go on at once; return whether it is queued.

    That counts as no attempt, and a run that has read nothing goes on, too.
    """
    changed = _change_run(
        session,
        run_id,
        ScrapeRun.id,
        RUNNING,
        ScrapeRun.written_at.is_(None),
        ScrapeRun.stop_requested.is_(False),
        attempts=ScrapeRun.attempts - 1,
        resume_at=func.clock_timestamp(),
        **_queued_again(),
    )
    return changed is not None


def _queued_again() -> dict[str, Any]:
    # Short: browsers put a socket below a folder of this name, of at most 107 bytes.
    mark = func.left(func.md5(func.random().cast(Text)), 12)
    return {
        "state": "queued",
        "job_id": func.concat("run-", ScrapeRun.id, "-", mark),
        "worker_name": None,
        "worker_pid": None,
        "heartbeat_at": None,
    }


def finish_broken(session: Session, run_id: int, result: str, *reasons: Reason) -> bool:
    """Close a run that did not come to its end: as what it was, where all of it is written."""
    written = select(ScrapeRun.publishing).where(
        ScrapeRun.id == run_id, ScrapeRun.written_at.is_not(None)
    )
    if ends_as := session.scalar(written):
        result, reasons = ends_as["result"], tuple(Reason(*one) for one in ends_as["reasons"])
    return finish(session, run_id, result, *reasons)


def finish(session: Session, run_id: int, result: str, *reasons: Reason) -> bool:
    """Close a run; return whether this call closed it. The first to close it decides."""
    closed = _change_run(
        session,
        run_id,
        ScrapeRun.id,
        ScrapeRun.state != "finished",
        state="finished",
        result=result,
        publishing=None,
        failure_reason=text_of(reasons)[:REASON_LIMIT] or None,
        reasons=[one._replace(text=one.text[:REASON_LIMIT]) for one in reasons],
        start_time=func.coalesce(ScrapeRun.start_time, func.clock_timestamp()),
        end_time=func.clock_timestamp(),
    )
    return closed is not None


# What the store has decided: asking again, or longer, changes nothing.
FINAL = frozenset({DisallowedError.code, LockedStoreError.code})
NEAR, FEW = 1.25, 2  # a figure that is so near another one, or differs by so few, is the same


def is_same_trouble(one: Iterable[Reason], other: Iterable[Reason]) -> bool:
    """Return True if two runs ended for the same, of about as many products."""
    sizes, others = ({(each.code, each.of): each.size for each in run} for run in (one, other))
    return sizes.keys() == others.keys() and all(
        abs(size - others[key]) <= FEW or max(size, others[key]) <= NEAR * min(size, others[key])
        for key, size in sizes.items()
    )

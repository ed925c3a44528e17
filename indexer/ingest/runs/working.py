"""A run at work: its heartbeat and its bound of memory."""

from __future__ import annotations

import errno
import logging
import math
import resource
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from pathlib import Path
from threading import Event
from typing import TypeVar

import psutil
from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError, OperationalError, SQLAlchemyError
from sqlalchemy.orm import Session
from sqlalchemy.pool import NullPool
from tenacity import Retrying, retry_if_exception, stop_after_delay, wait_exponential

from indexer.core.background import attempt, start
from indexer.core.db import new_engine, session_scope
from indexer.core.heartbeats import RUN_BEAT_S
from indexer.core.logs import REQUEST
from indexer.core.settings import Settings
from indexer.core.stopflag import BY_OPERATOR, LOST, WORKER_ENDS, StopFlag, StopReason
from indexer.ingest.runs.finish import (
    GO_ON_AFTER_S,
    PutOffError,
    RunLostError,
    beat,
    claim,
    finish,
    finish_broken,
    hand_back,
    is_publishing,
    put_off,
    run_limit_s,
)
from indexer.ingest.runs.log import RunLog
from indexer.ingest.runs.sandbox import end_processes, memory_of, sandbox
from indexer.models import ScrapeRun
from indexer.models.run import Reason, text_of
from scrapers.events import StateRead

LOOK_S = 6.0  # between two looks for trouble, which cost some ms
ANSWER_S = 10.0  # a database that hangs must not keep a run from hearing that its time is over


SHARE, LEAST_MB = 4, 1024  # a quarter of the machine's, or of the container's
BROWSER_TIMES = 2  # as much for the browser of a job
_CGROUP = Path("/sys/fs/cgroup/memory.max")


class MemoryLimitError(Exception):
    """The job needed more memory than it is given; the message has the amount."""


def limit_mb(settings: Settings) -> int:
    """Return the most that a job may need: JOB_MEMORY_MB, or a share of the machine's memory."""
    total = psutil.virtual_memory().total
    with suppress(OSError, ValueError):  # no container, or one without a limit ("max")
        total = min(total, int(_CGROUP.read_text()))
    return settings.job_memory_mb or max(LEAST_MB, total // SHARE // 2**20)


@contextmanager
def bounded_memory(settings: Settings) -> Iterator[None]:
    """Give the block so much memory and no more; raises MemoryLimitError where it needs more."""
    most_mb = limit_mb(settings)
    before = resource.getrlimit(resource.RLIMIT_DATA)
    resource.setrlimit(resource.RLIMIT_DATA, (_memory_bytes() + most_mb * 2**20, before[1]))
    try:
        yield
    except Exception as error:
        resource.setrlimit(resource.RLIMIT_DATA, before)  # to report it takes some
        if not _is_memory(error):
            raise
        raise MemoryLimitError(
            f"It needed more than {most_mb} MB of memory (JOB_MEMORY_MB)."
        ) from error
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, before)


def browser_trouble(settings: Settings, job_id: str) -> StopReason | None:
    """Return why a job must end whose browser takes more than it is given."""
    most_mb = BROWSER_TIMES * limit_mb(settings)
    if memory_of(job_id) <= most_mb * 2**20:
        return None
    text = f"Its browser needed more than {most_mb} MB of memory (twice JOB_MEMORY_MB)."
    return StopReason("failed", LOST.code, text, 0)


def _memory_bytes() -> int:
    """Return the bytes that count for the limit."""
    status = Path("/proc/self/status").read_text(encoding="ascii", errors="replace")
    return 1024 * int(status.partition("VmData:")[2].split()[0])


# A thread's stack; an answer of PostgreSQL, as libpq names it.
_SAYS_SO = ("can't start new thread", "out of memory for query result")


def _is_memory(error: BaseException | None) -> bool:
    while error is not None:
        if isinstance(error, MemoryError) or getattr(error, "errno", None) == errno.ENOMEM:
            return True
        if any(words in str(error) for words in _SAYS_SO):
            return True
        error = error.__cause__ or error.__context__
    return False


# A database that restarts is back within a minute; after that the reaper closes the run.
DATABASE_PATIENCE_S = 90.0
FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.5, 8.0
DISK_FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
PROBE = bytes(65_536)

BUG = "program error"  # the code of what only we can mend

Result = TypeVar("Result")
Step = Callable[[str, int, int], None]  # name of the step, how much of it is done, of how much
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Ending:
    """What a run is closed with; `goes_on`: unless it can be queued for the next worker.

    `broken`: the run did not come to it by itself.
    """

    result: str
    reasons: tuple[Reason, ...] = ()
    goes_on: bool = False
    broken: bool = False

    @property
    def reason(self) -> str:
        """Return why, in words."""
        return text_of(self.reasons)


def stopped_as(stop: StopReason, **more: bool) -> Ending:
    return Ending(stop.result, (Reason(stop.code, stop.text),), **more)


PUT_OFF = stopped_as(WORKER_ENDS, goes_on=True, broken=True)


# Of a run's row, how far it is: written by the run, read by its heartbeat.
COUNTS = ("found_count", "rejected_count", "pages_done", "pages_total")


@dataclass(slots=True)
class Work:
    """A claimed run, what the work on it uses, and how far it is."""

    settings: Settings
    run_id: int
    brand_id: int | None
    kind: str
    started: datetime
    log: RunLog
    resume: Mapping[str, StateRead] = field(default_factory=dict)  # by the address of the page
    step: Step = lambda *_: None
    stop: StopFlag = field(default_factory=StopFlag)
    limit_s: float = 0.0  # of this attempt, waiting for other runs left out
    found_count: int = 0
    rejected_count: int = 0
    pages_done: int = 0
    pages_total: int = 0

    @property
    def source(self) -> str:
        """Return who reports the run's products: a run hides its own source's alone."""
        return "import" if self.kind == "import" else "scrape"


@contextmanager
def _beating(work: Work, job_id: str) -> Iterator[None]:
    """Beat until the block ends, and end what holds a stopped run up: its browser."""
    # An engine of its own: the run's pool may be busy, and its connection must not be shared.
    engine = new_engine(work.settings.database_url, ANSWER_S, poolclass=NullPool)
    what, ended, began = f"The heartbeat of run {work.run_id}", Event(), time.monotonic()

    def watch() -> None:
        look_at, stopped_at = began, math.inf
        while not ended.wait(RUN_BEAT_S):
            attempt(what, partial(_beat, engine, work))
            now = time.monotonic()
            work.stop.bound(now - began, work.limit_s)
            if now >= look_at:
                look_at = now + LOOK_S
                if (trouble := browser_trouble(work.settings, job_id)) is not None:
                    work.stop.set(trouble)
            if (reason := work.stop.reason) is None:
                continue
            stopped_at = min(stopped_at, now)
            if now - stopped_at >= reason.grace_s:
                attempt(f"Ending run {work.run_id}", partial(end_processes, job_id))

    thread = start(f"pulse-{work.run_id}", watch)
    try:
        yield
    finally:
        ended.set()
        thread.join(timeout=10)
        # The last progress, of a run shorter than an interval too.
        attempt(what, partial(_beat, engine, work))


def _beat(engine: Engine, work: Work) -> None:
    """Beat once; a database that is away is met again at the next beat."""
    with suppress(SQLAlchemyError, MemoryError):
        with Session(engine) as session, session.begin():
            written = work.log.write(session)
            try:
                if beat(session, work.run_id, {name: getattr(work, name) for name in COUNTS}):
                    work.stop.set(BY_OPERATOR)
            except RunLostError:  # its log is written all the same
                work.stop.set(LOST)
        work.log.drop_until(written)


def work_on(
    settings: Settings,
    run_id: int,
    body: Callable[[Work], Ending],
    *,
    worker_name: str | None = None,
) -> Ending | None:
    """Claim the run, do it, close it; None when it is not to be done (fault 11).

    Errors of the body end the run as failed, with their words as the reason; they are not raised
    again, except those that end the process (KeyboardInterrupt, SystemExit).
    """
    claimed = _claim(settings, run_id, worker_name)
    if claimed is None:
        return None
    run, started = claimed
    log = RunLog(run.id)
    ending = Ending("failed", (Reason(BUG, "It ended without giving a reason."),))
    try:
        ending = _do(settings, run, started, log, body)
    except KeyboardInterrupt:
        ending = Ending("stopped", (Reason(BY_OPERATOR.code, "It was interrupted."),), broken=True)
        raise
    except Exception as error:  # before the work began, or after it: the folder
        ending = Ending("failed", (error_text(error),), broken=True)
    finally:
        _close(settings, run, log, ending)
    return ending


def _claim(
    settings: Settings, run_id: int, worker_name: str | None
) -> tuple[ScrapeRun, datetime] | None:
    with session_scope(settings.database_url) as session:
        started = claim(session, run_id, worker_name)
        run = session.get(ScrapeRun, run_id)
        return (run, started) if run and started else None


def _do(
    settings: Settings,
    run: ScrapeRun,
    started: datetime,
    log: RunLog,
    body: Callable[[Work], Ending],
) -> Ending:
    job_id = run.job_id or f"run-{run.id}"
    with sandbox(job_id) as folder:
        work = Work(settings, run.id, run.brand_id, run.kind, started, log)
        work.limit_s = run_limit_s(settings, run.brand_id)
        with _beating(work, job_id):
            log(f"Run {run.id} ({run.kind}) begins.")
            if REQUEST.get():
                log(f"Request {REQUEST.get()} started it.")
            try:
                with bounded_memory(settings):
                    ending = body(work)
            except PutOffError:
                ending = PUT_OFF
            except RunLostError as error:
                ending = Ending("failed", (Reason(LOST.code, str(error)),))
            except Exception as error:
                ending = Ending("failed", (reason_of(error, folder),), broken=True)
                if (stopped := work.stop.reason) is not None:  # a stop is a stop
                    reasons = (Reason(stopped.code, f"{stopped.text} {ending.reason}"),)
                    goes_on = work.stop.puts_off()
                    ending = Ending(stopped.result, reasons, goes_on=goes_on, broken=True)
                _log_failure(log, error)
            how = "is put off" if ending.goes_on else f"ends: {ending.result}"
            log(f"Run {run.id} {how}. {ending.reason}".rstrip())
            return ending


def _log_failure(log: RunLog, error: BaseException) -> None:
    log(f"Failed: {error_text(error).text}")
    for line in traceback.format_exception(error):
        for part in line.rstrip().split("\n"):
            log(part)


def _close(settings: Settings, run: ScrapeRun, log: RunLog, ending: Ending) -> None:
    def close(session: Session) -> None:
        log.write(session)
        if is_publishing(session, run.id) and hand_back(session, run.id, GO_ON_AFTER_S):
            return  # a worker publishes the rest
        if ending.goes_on and put_off(session, run.id):
            return
        close_as = finish_broken if ending.broken else finish
        close_as(session, run.id, ending.result, *ending.reasons)

    try:
        with_retries(settings, close)
    except Exception:
        _log.error("Run %d could not be closed. The rest of its log:\n%s", run.id, log.unwritten())
        raise


def with_retries(settings: Settings, step: Callable[[Session], Result]) -> Result:
    """Do a step in a transaction, and again while the database is away (fault 13).

    The step must be safe to repeat. Raises the last error when patience ends.
    """

    def attempt() -> Result:
        with session_scope(settings.database_url) as session:
            return step(session)

    return Retrying(
        stop=stop_after_delay(DATABASE_PATIENCE_S),
        wait=wait_exponential(FIRST_PAUSE_S, LONGEST_PAUSE_S),
        retry=retry_if_exception(is_away),
        reraise=True,
    )(attempt)


def is_away(error: BaseException) -> bool:
    """Return True if the connection failed, or a lock collided: a repetition may succeed."""
    is_lost = isinstance(error, DBAPIError) and error.connection_invalidated
    return is_lost or isinstance(error, OperationalError)


def error_text(error: BaseException) -> Reason:
    """Return the reason of a failed run."""
    if isinstance(error, MemoryLimitError):
        return Reason(LOST.code, str(error))
    if isinstance(error, OSError) and error.errno in DISK_FULL:
        return Reason("disk full", f"The disk is full: {error}")
    if isinstance(error, DBAPIError):
        first = str(error.orig).strip().split("\n")[0]
        return Reason("database away", f"PostgreSQL refused or went away: {first}")
    text = str(error).strip().split("\n")[0]
    return Reason(BUG, f"{type(error).__name__}: {text}" if text else type(error).__name__)


def reason_of(error: BaseException, folder: Path) -> Reason:
    """Return the reason of a failed run, a full disk where that is behind it.

    A browser that cannot write its profile only goes away; what it met is seen by writing where
    it wrote.
    """
    try:
        with tempfile.TemporaryFile(dir=folder) as probe:
            probe.write(PROBE)
            probe.flush()
    except OSError as met:
        if met.errno in DISK_FULL:
            full = error_text(met)
            return full._replace(text=f"{full.text} ({error_text(error).text})")
    return error_text(error)

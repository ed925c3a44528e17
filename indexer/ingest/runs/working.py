"""Doing a run: claimed once, with its log and pulse, and closed whatever happens in it."""

import errno
import logging
import tempfile
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import TypeVar

from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.orm import Session
from tenacity import Retrying, retry_if_exception, stop_after_delay, wait_exponential

from indexer.core.db import session_scope
from indexer.core.logs import REQUEST
from indexer.core.settings import Settings
from indexer.core.stopflag import WORKER_ENDS, StopFlag
from indexer.ingest.runs.errors import PutOffError, RunLostError
from indexer.ingest.runs.finish import (
    GO_ON_AFTER_S,
    claim,
    finish,
    finish_broken,
    hand_back,
    is_publishing,
    put_off,
    run_limit_s,
)
from indexer.ingest.runs.log import RunLog
from indexer.ingest.runs.memory import MemoryLimitError, bounded_memory, browser_trouble
from indexer.ingest.runs.pulse import Progress, Pulse
from indexer.ingest.runs.sandbox import end_processes, sandbox
from indexer.models import ScrapeRun
from scrapers.events import Resume

# A database that restarts is back within a minute; after that the reaper closes the run.
DATABASE_PATIENCE_S = 90.0
FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.5, 8.0
DISK_FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
PROBE = bytes(65_536)

Result = TypeVar("Result")
Step = Callable[[str, int, int], None]  # name of the step, how much of it is done, of how much
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Ending:
    """What a run is closed with; `goes_on`: unless it can be queued for the next worker.

    `broken`: the run did not come to it by itself.
    """

    result: str
    reason: str | None = None
    goes_on: bool = False
    broken: bool = False


PUT_OFF = Ending(WORKER_ENDS.result, WORKER_ENDS.text, goes_on=True, broken=True)


def _untold(_: str, __: int, ___: int) -> None:
    """Leave the progress to who looks at the run's row."""


@dataclass(slots=True)
class Work:
    """A claimed run and what the work on it uses."""

    settings: Settings
    run_id: int
    brand_id: int | None
    kind: str
    started: datetime
    log: RunLog
    resume: Mapping[str, Resume] = field(default_factory=dict)  # by the address of the page
    step: Step = _untold
    stop: StopFlag = field(default_factory=StopFlag)
    progress: Progress = field(default_factory=Progress)
    limit_s: float = 0.0  # of this attempt, waiting for other runs left out

    @property
    def source(self) -> str:
        """Return who reports the run's products: a run hides its own source's alone."""
        return "import" if self.kind == "import" else "scrape"


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
    ending = Ending("failed", "It ended without giving a reason.")
    try:
        ending = _do(settings, run, started, log, body)
    except KeyboardInterrupt:
        ending = Ending("stopped", "It was interrupted.", broken=True)
        raise
    except Exception as error:  # before the work began, or after it: the folder
        ending = Ending("failed", error_text(error), broken=True)
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
        pulse = Pulse(
            settings.database_url,
            run.id,
            work.progress,
            work.stop,
            log,
            limit_s=work.limit_s,
            on_overdue=lambda: end_processes(job_id),
            trouble=lambda: browser_trouble(settings, job_id),
        )
        with pulse:
            log(f"Run {run.id} ({run.kind}) begins.")
            if REQUEST.get():
                log(f"Request {REQUEST.get()} started it.")
            try:
                with bounded_memory(settings):
                    ending = body(work)
            except PutOffError:
                ending = PUT_OFF
            except RunLostError as error:
                ending = Ending("failed", str(error))
            except Exception as error:
                ending = Ending("failed", reason_of(error, folder), broken=True)
                if (stopped := work.stop.reason) is not None:  # a stop is a stop
                    text = f"{stopped.text} {ending.reason}"
                    ending = replace(
                        ending, result=stopped.result, reason=text, goes_on=work.stop.puts_off()
                    )
                _log_failure(log, error)
            how = "is put off" if ending.goes_on else f"ends: {ending.result}"
            log(f"Run {run.id} {how}. {ending.reason or ''}".rstrip())
            return ending


def _log_failure(log: RunLog, error: BaseException) -> None:
    log(f"Failed: {error_text(error)}")
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
        close_as(session, run.id, ending.result, ending.reason)

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


def error_text(error: BaseException) -> str:
    """Return the reason of a failed run."""
    if isinstance(error, MemoryLimitError):
        return str(error)
    if isinstance(error, OSError) and error.errno in DISK_FULL:
        return f"The disk is full: {error}"
    if isinstance(error, DBAPIError):
        first = str(error.orig).strip().split("\n")[0]
        return f"PostgreSQL refused or went away: {first}"
    text = str(error).strip().split("\n")[0]
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def reason_of(error: BaseException, folder: Path) -> str:
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
            return f"{error_text(met)} ({error_text(error)})"
    return error_text(error)

"""A run's heartbeat: a thread that says it is alive, writes its log and notices a stop."""

import threading
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Self

from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session
from sqlalchemy.pool import NullPool

from indexer.core.background import attempt
from indexer.core.db import new_engine
from indexer.core.pulses import RUN_BEAT_S
from indexer.core.stopflag import ASKED, LOST, StopFlag, StopReason, out_of_time
from indexer.ingest.runs.errors import RunLostError
from indexer.ingest.runs.finish import beat
from indexer.ingest.runs.log import RunLog

LOOK_S = 6.0  # between two looks for trouble, which cost some ms
ANSWER_S = 10.0  # a database that hangs must not keep a run from hearing that its time is over


@dataclass(slots=True)
class Progress:
    """How far a run is; written by the run, read by its pulse."""

    found_count: int = 0
    rejected_count: int = 0
    pages_done: int = 0
    pages_total: int = 0


class Pulse:
    """Beats until the block ends. `on_overdue` ends what holds a stopped run up (its browser).

    `trouble` says now and then why the run must end, besides its time and an operator.
    """

    def __init__(  # noqa: PLR0913 - the run's own parts
        self,
        database_url: str,
        run_id: int,
        progress: Progress,
        stop: StopFlag,
        log: RunLog,
        *,
        limit_s: float,
        on_overdue: Callable[[], object],
        trouble: Callable[[], StopReason | None] = lambda: None,
    ) -> None:
        # An engine of its own: the run's pool may be busy, and its connection must not be shared.
        self._engine = new_engine(database_url, ANSWER_S, poolclass=NullPool)
        self._run_id = run_id
        self._what = f"The heartbeat of run {run_id}"
        self._progress = progress
        self._stop = stop
        self._log = log
        self._limit_s = limit_s
        self._on_overdue = on_overdue
        self._trouble = trouble
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"pulse-{run_id}", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join(timeout=10)
        attempt(self._what, self._beat)  # the last progress, of a run shorter than an interval too

    def _run(self) -> None:
        started = look_at = time.monotonic()
        stopped_at: float | None = None
        while not self._ended.wait(RUN_BEAT_S):
            attempt(self._what, self._beat)
            now = time.monotonic()
            if now - started - self._stop.waited_s > self._limit_s:
                self._stop.set(out_of_time(self._limit_s))
            if now >= look_at:
                look_at = now + LOOK_S
                if (trouble := self._trouble()) is not None:
                    self._stop.set(trouble)
            reason = self._stop.reason
            if reason is None:
                continue
            stopped_at = stopped_at or now
            if now - stopped_at >= reason.grace_s:
                attempt(f"Ending run {self._run_id}", self._on_overdue)

    def _beat(self) -> None:
        """Beat once; a database that is away is met again at the next beat."""
        try:
            with Session(self._engine) as session, session.begin():
                written = self._log.write(session)
                self._report(session)
            self._log.forget(written)
        except (SQLAlchemyError, MemoryError):
            return

    def _report(self, session: Session) -> None:
        try:
            if beat(session, self._run_id, asdict(self._progress)):
                self._stop.set(ASKED)
        except RunLostError:  # its log is written all the same
            self._stop.set(LOST)

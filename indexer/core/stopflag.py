"""Why a run must end early: ended by an operator, by the worker's SIGTERM, or out of time."""

import threading
from dataclasses import dataclass

# Set by SIGTERM in the work-horse (indexer.jobs.worker): the crawl reads it at each page
# (fault 14).
SHUTDOWN = threading.Event()


@dataclass(frozen=True, slots=True)
class StopReason:
    """The result that a run ends with, why, as a code and in words, and how long it may take."""

    result: str
    code: str
    text: str
    grace_s: float


BY_OPERATOR = StopReason("stopped", "stopped", "It was stopped by an operator.", 2)
# Shorter than the compose's stop_grace_period, after which all of the worker is killed.
WORKER_ENDS = StopReason("stopped", "stopped", "Its worker was shut down.", 30)
LOST = StopReason("failed", "process died", "It was closed by another process.", 0)


class StopFlag:
    """Is checked at each page; the first reason stays."""

    def __init__(self) -> None:
        self.waited_s = 0.0  # for another run; no part of the run's own time
        self._lock = threading.Lock()
        self._too_late = False
        self._reason: StopReason | None = None

    @property
    def reason(self) -> StopReason | None:
        """Return why the run must end, None while it may go on."""
        if self._reason is None and SHUTDOWN.is_set() and not self._too_late:
            self.set(WORKER_ENDS)
        return self._reason

    def set(self, reason: StopReason) -> None:
        """Request the run's end."""
        with self._lock:
            self._reason = self._reason or reason

    def bound(self, passed_s: float, limit_s: float) -> None:
        """Request the end of a run that takes longer than so; what it waited for is no part."""
        if passed_s - self.waited_s > limit_s:
            text = f"It took longer than {limit_s:.0f} s."
            self.set(StopReason("failed", "out of time", text, 10))

    def puts_off(self) -> bool:
        """Return True if the worker ends, so that the next one goes on with the run.

        Call it before anything is decided: after a no the worker's end is no reason any more.
        """
        self._too_late = self.reason is not WORKER_ENDS
        return not self._too_late

    def __call__(self) -> bool:
        """Return True if the run must end."""
        return self.reason is not None

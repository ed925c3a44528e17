"""What is done again and again: by threads, whatever a step raises; and processes that end."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass

log = logging.getLogger(__name__)

FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.5, 30.0
SETTLED_S = 60.0  # after this time without an end the pauses start from the first one again


def attempt(what: str, step: Callable[[], object]) -> Exception | None:
    """Do a step; return what it raised, which is logged. `what` names it in the log."""
    try:
        step()
    except Exception as error:
        log.exception("%s failed; it is tried again", what)
        return error
    return None


def repeat(
    what: str, step: Callable[[], object], every_s: float, ended: threading.Event | None = None
) -> None:
    """Do a step every so often until `ended` is set; the first comes after a pause."""
    ended = ended or threading.Event()
    while not ended.wait(every_s):
        attempt(what, step)


def start(what: str, run: Callable[[], object]) -> threading.Thread:
    """Start a thread of this name that ends with the process."""
    thread = threading.Thread(target=run, name=what, daemon=True)
    thread.start()
    return thread


@dataclass(slots=True)
class Restarts:
    """When a process that ends by itself is started again: after pauses that double, in s."""

    since: float  # of its last start
    pause: float = 0.0
    due: float | None = None  # when it is started again; None while it runs

    def is_due(self, now: float) -> bool:
        """Return True where it is to be started."""
        return self.due is not None and now >= self.due

    def ended(self, now: float) -> None:
        """Note that it has ended."""
        is_settled = not self.pause or now - self.since > SETTLED_S
        self.pause = FIRST_PAUSE_S if is_settled else min(2 * self.pause, LONGEST_PAUSE_S)
        self.due = now + self.pause

    def failed(self, now: float) -> None:
        """Note that it could not be started."""
        self.pause = min(2 * self.pause, LONGEST_PAUSE_S)
        self.due = now + self.pause

    def started(self, now: float) -> None:
        """Note that it was started."""
        self.since, self.due = now, None

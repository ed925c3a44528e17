"""What is done again and again: by threads, whatever a step raises; and processes that end."""

from __future__ import annotations

import os
import socket
import threading
from collections.abc import Callable
from dataclasses import dataclass

from indexer.core.apart import reason
from indexer.core.attempts import count, tell

_FAILED: dict[str, tuple[int, str]] = {}  # of this process: how often in a row, and why last
FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.5, 30.0
SETTLED_S = 60.0  # after this time without an end the pauses start from the first one again


def attempt(what: str, step: Callable[[], object]) -> Exception | None:
    """Do a step; return what it raised, which is logged once and then counted, by `what`."""
    try:
        step()
    except Exception as error:
        failures, before = _FAILED.get(what, (0, ""))
        _FAILED[what] = failures + 1, reason(error)
        tell(what, error, failures + 1, before)
        return error
    _FAILED.pop(what, None)
    return None


def repeat(
    what: str,
    step: Callable[[], object],
    every_s: float,
    ended: threading.Event | None = None,
    redis_url: str = "",
) -> None:
    """Do a step every so often until `ended` is set; the first comes after a pause.

    `redis_url`: health and alerts look at how it ends in this process, too.
    """
    ended, failing = ended or threading.Event(), False
    name = f"{what} in process {os.getpid()} of {socket.gethostname()}"
    while not ended.wait(every_s):
        error = attempt(what, step)
        if redis_url and (error or failing):
            count(redis_url, name, error)
        failing = error is not None


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

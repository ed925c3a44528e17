"""What is done again and again: by threads, whatever a step raises."""

import os
import socket
import threading
from collections.abc import Callable

from indexer.core.attempts import count, log_failure
from indexer.core.bad_items import reason

_FAILED: dict[str, tuple[int, str]] = {}  # of this process: how often in a row, and why last


def attempt(what: str, step: Callable[[], object]) -> Exception | None:
    """Do a step; return what it raised, which is logged once and then counted, by `what`."""
    try:
        step()
    except Exception as error:
        failures, before = _FAILED.get(what, (0, ""))
        _FAILED[what] = failures + 1, reason(error)
        log_failure(what, error, failures + 1, before)
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

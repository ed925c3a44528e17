"""What threads do again and again: whatever a step raises is logged, and the next step comes."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

log = logging.getLogger(__name__)


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

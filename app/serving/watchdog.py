"""Alerts that do not depend on the worker: a web process looks whether anybody does the jobs.

Where nobody does, it does the alerts' job itself. Both processes of a server look: an alert begins
once, and a message is sent by one of them.
"""

from __future__ import annotations

from datetime import UTC, datetime
from functools import partial

from indexer.core.apart import do_all
from indexer.core.background import repeat, start
from indexer.core.settings import Settings
from indexer.notify.sender import send_due
from indexer.notify.templates import OPERATOR_KINDS
from indexer.watch.incidents import watch_brands, watch_worker
from indexer.watch.site import nobody_tells

LOOK_EVERY_S = 20.0


class Watchdog:
    """Tells of a worker that was silent at two looks: one that is started again is at once back."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._was_silent = False

    def look(self) -> bool:
        """Look once; return whether the alerts were this process's to tell."""
        was_silent = self._was_silent
        self._was_silent = nobody_tells(self._settings, datetime.now(UTC))
        if not (was_silent and self._was_silent):
            return False
        send = partial(send_due, kinds=OPERATOR_KINDS)
        do_all(self._settings, watch_worker, watch_brands, send)
        return True

    def watch(self) -> None:
        """Look for as long as the process lives, in a thread of its own."""
        start("watchdog", self._run)

    def _run(self) -> None:
        own = self._settings.redis_url
        repeat("The watchdog's look", self.look, LOOK_EVERY_S, redis_url=own)

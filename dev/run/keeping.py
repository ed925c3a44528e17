"""Keeps what `make run` started up: what ends by itself is started again, with growing pauses.

The product's own supervisor (`indexer.supervisor`) keeps plain commands and is itself one of the
programs kept here; here are services, which must be prepared anew, and programs that come back on
sockets which `make run` holds open.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from dev.services.errors import ServiceError
from dev.services.process import Process

FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.5, 30.0
SETTLED_S = 60.0  # what lived this long starts again as if for the first time


class Startable(Protocol):
    """A process that can be started again at its old address."""

    @property
    def name(self) -> str:
        """What people call it."""

    @property
    def process(self) -> Process:
        """The process that runs, or ran last."""

    def start_again(self) -> None:
        """Start it anew after it has ended; does not wait until it answers."""


@dataclass(slots=True)
class _State:
    since: float  # of its last start, s
    pause: float = 0.0
    due: float | None = None  # when it is started again; None while it runs


@dataclass(slots=True)
class Keeper:
    """Looks after processes; call `look` from the main thread, every second or so."""

    say: Callable[[str], None]
    clock: Callable[[], float] = time.monotonic
    _states: dict[str, _State] = field(default_factory=dict)

    def look(self, one: Startable) -> None:
        """Start it again when it has ended and its pause is over; says both."""
        now = self.clock()
        state = self._states.setdefault(one.name, _State(now))
        if one.process.running:
            return
        if state.due is None:
            self._ended(one, state, now)
        if state.due is not None and now >= state.due:
            self._start(one, state, now)

    def _ended(self, one: Startable, state: _State, now: float) -> None:
        settled = not state.pause or now - state.since > SETTLED_S
        state.pause = FIRST_PAUSE_S if settled else min(2 * state.pause, LONGEST_PAUSE_S)
        state.due = now + state.pause
        code = one.process.popen.returncode
        self.say(
            f"{one.name} ended by itself (exit code {code}, log: {one.process.log});"
            f" it is started again in {state.pause:g} s."
        )

    def _start(self, one: Startable, state: _State, now: float) -> None:
        try:
            one.start_again()
        except (OSError, ServiceError) as error:
            state.pause = min(2 * state.pause, LONGEST_PAUSE_S)
            state.due = now + state.pause
            self.say(f"{one.name} could not be started, next try in {state.pause:g} s: {error}")
            return
        state.since, state.due = now, None
        self.say(f"{one.name} was started again.")

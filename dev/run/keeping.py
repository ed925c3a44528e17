"""Restarts processes of `make run` that end by themselves, with growing pauses.

The product's own supervisor (`indexer/jobs/supervisor.py`) is one of these programs. This module
also restarts services, which have to be prepared, and programs on sockets that `make run` holds.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from dev.services.errors import ServiceError
from dev.services.process import Process
from indexer.background import Restarts


class Startable(Protocol):
    """A process that can be restarted at its address."""

    @property
    def name(self) -> str:
        """The name in messages."""

    @property
    def process(self) -> Process:
        """The current or last process."""

    def start_again(self) -> None:
        """Restart it after it has ended, without waiting until it answers."""


@dataclass(slots=True)
class Keeper:
    """Watches processes; call `look` from the main thread, about every second."""

    say: Callable[[str], None]
    clock: Callable[[], float] = time.monotonic
    _states: dict[str, Restarts] = field(default_factory=dict)

    def look(self, program: Startable) -> None:
        """Restart the process when it has ended and its pause is over; reports both."""
        now = self.clock()
        state = self._states.setdefault(program.name, Restarts(now))
        if program.process.running:
            return
        if state.due is None:
            self._ended(program, state, now)
        if state.due is not None and now >= state.due:
            self._start(program, state, now)

    def _ended(self, program: Startable, state: Restarts, now: float) -> None:
        state.ended(now)
        code = program.process.popen.returncode
        self.say(
            f"{program.name} ended by itself (exit code {code}, log: {program.process.log});"
            f" it is started again in {state.pause:g} s."
        )

    def _start(self, program: Startable, state: Restarts, now: float) -> None:
        try:
            program.start_again()
        except (OSError, ServiceError) as error:
            state.failed(now)
            self.say(f"{program.name} could not be started, next try in {state.pause:g} s: {error}")
            return
        state.started(now)
        self.say(f"{program.name} was started again.")

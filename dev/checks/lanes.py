"""Run lanes of checks in parallel and print each check's output in one piece."""

from __future__ import annotations

import queue
import sys
import threading
from collections.abc import Collection

from dev.checks.check import Check, Outcome, Running

PROGRESS_EVERY_S = 30.0


class Lanes:
    """Lanes that run in parallel; the checks of a lane run one after another.

    `closing` names the checks whose output is printed last, in that order.
    """

    def __init__(self, running: Running, closing: Collection[str]) -> None:
        self._running = running
        self._closing = tuple(closing)
        self._ended: queue.Queue[Outcome] = queue.Queue()
        self._threads: list[threading.Thread] = []
        self._expected = 0
        self._outcomes: list[Outcome] = []
        self._stopped = False

    def start(self, lane: list[Check]) -> None:
        """Start a lane."""
        self._expected += len(lane)
        thread = threading.Thread(target=self._run, args=(lane,), name=f"lane {lane[0].name}")
        self._threads.append(thread)
        thread.start()

    def add(self, outcome: Outcome) -> None:
        """Add an outcome without a check, for services that did not start."""
        self._expected += 1
        self._ended.put(outcome)

    def _run(self, lane: list[Check]) -> None:
        for check in lane:
            self._ended.put(self._running.run(check))

    def outcomes(self) -> list[Outcome]:
        """Wait for all lanes, printing outcomes as they come; returns them."""
        while len(self._outcomes) < self._expected:
            try:
                self._take(self._ended.get(timeout=PROGRESS_EVERY_S))
            except queue.Empty:
                say(f"… {self._running.progress()}")
        for name in self._closing:
            for outcome in self._outcomes:
                if outcome.name == name:
                    show(outcome)
        return self._outcomes

    def _take(self, outcome: Outcome) -> None:
        self._outcomes.append(outcome)
        if outcome.name in self._closing:
            say(f"… {_verdict(outcome)}; its output follows at the end")
        else:
            show(outcome)

    def stop(self) -> None:
        """Stop all lanes, once, and print the outcomes."""
        if self._stopped:
            return
        self._stopped = True
        self._running.stop()
        for thread in self._threads:
            thread.join()
        self.outcomes()


def show(outcome: Outcome) -> None:
    """Print a check's output, between its name and its result."""
    say(f"\n── {outcome.name}")
    sys.stdout.write(outcome.output)
    if outcome.output and not outcome.output.endswith("\n"):
        sys.stdout.write("\n")
    say(f"── {_verdict(outcome)}")


def _verdict(outcome: Outcome) -> str:
    word = "passed" if outcome.passed else f"FAILED (exit code {outcome.code})"
    return f"{outcome.name}: {word} in {outcome.seconds:.0f} s"


def say(line: str) -> None:
    """Print a line at once, also into a pipe."""
    print(line, flush=True)

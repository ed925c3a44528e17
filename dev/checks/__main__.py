"""`make lint`, `make unit`, `make test`: every check runs, also after one failed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from types import FrameType

from dev.checks import plan
from dev.checks.check import Check, Outcome, Running
from dev.checks.lanes import Lanes, say
from dev.services.errors import ServiceError
from dev.services.for_tests import services_for_tests


def main(arguments: list[str]) -> int:
    """Run `lint`, `unit`, `test`, or `test` with pytest's arguments; returns the exit code."""
    goal, selection = arguments[0], arguments[1:]
    if selection:
        return _part(selection)
    # A shell's background jobs ignore SIGINT, and their child processes would inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, _interrupt)
    with tempfile.TemporaryDirectory(prefix="winkel-checks-") as logs:
        lanes = Lanes(Running(Path(logs)), plan.CLOSING)
        try:
            return _verdict(_everything(lanes) if goal == "test" else _fixed(lanes, goal))
        except KeyboardInterrupt:
            lanes.stop()
            return 130


def _part(selection: list[str]) -> int:
    """Run a part of the tests, with their output as it comes."""
    is_changed = selection[0] == "changed"
    checks = plan.changed(selection[1:]) if is_changed else [plan.part(selection)]
    if not checks:
        print("No test imports what has changed since the last commit.", file=sys.stderr)
        return 1
    return max(_run(check) for check in checks)


def _run(check: Check) -> int:
    env = {**os.environ, **check.env}
    return subprocess.run(check.command, check=False, cwd=check.folder, env=env).returncode


def _fixed(lanes: Lanes, goal: str) -> list[Outcome]:
    for lane in {"lint": plan.lint, "unit": plan.unit}[goal]():
        lanes.start(lane)
    return lanes.outcomes()


def _everything(lanes: Lanes) -> list[Outcome]:
    """Lint while the services start, and in parallel to the tests."""
    lanes.start(plan.beside_the_tests())
    started = time.monotonic()
    try:
        # From the main thread: the services die with the thread that started them.
        with services_for_tests(say) as services:
            lanes.start([plan.all_tests(services)])
            try:
                return lanes.outcomes()
            except KeyboardInterrupt:
                lanes.stop()  # before the services go: tests tidy up on them
                raise
    except ServiceError as error:
        text = f"Not one test ran, for their services did not start. {error}\n"
        lanes.add(Outcome("pytest", 1, time.monotonic() - started, text))
        return lanes.outcomes()


def _verdict(outcomes: list[Outcome]) -> int:
    failed = [outcome.name for outcome in outcomes if not outcome.passed]
    if failed:
        print(f"\nFailed: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

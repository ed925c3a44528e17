"""`python -m dev.run`: starts everything, prints the address, stops on Ctrl-C or SIGTERM."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import FrameType

from dev.files import locked
from dev.run.report import Reporter
from dev.run.site import LOCAL, Site
from dev.services.errors import ServiceError, StepError
from dev.stop import running_pid, write_pid

CHECK_EVERY_S = 1.0


def main() -> int:
    """Start everything and run until stopped; returns the exit code."""
    reporter = Reporter()
    _Signals()
    try:
        with ExitStack() as stack:
            stack.enter_context(alone(LOCAL))
            stack.callback(reporter.line, "Everything that was started is stopped.")
            site = Site(stack, reporter)
            site.start_services()
            site.prepare()
            site.start_programs()
            site.fill_catalogue()
            site.announce()
            stay = threading.Event()
            while not stay.wait(CHECK_EVERY_S):
                site.check()
    except (ServiceError, StepError) as error:
        print(f"\nFailed: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 0
    return 0


@contextmanager
def alone(local: Path) -> Iterator[None]:
    """Hold the folder's lock and write the pid; raises StepError when another `make run` has it."""
    with locked(local / "run" / "main.lock", lambda: StepError(_already_running(local))):
        write_pid()
        yield


def _already_running(local: Path) -> str:
    address = local / "url"
    pid = running_pid()
    who = f" (process {pid})" if pid else ""
    if not address.exists():
        return f"Winkel is being started in this folder already{who}. Wait for it, or: make stop"
    return (
        f"Winkel already runs in this folder{who}, at {address.read_text().strip()} . "
        "Use it, or stop it first: make stop"
    )


class _Signals:
    """Turns the first SIGINT or SIGTERM into KeyboardInterrupt; further ones are ignored."""

    def __init__(self) -> None:
        self.number = 0
        signal.signal(signal.SIGINT, self._on_signal)
        signal.signal(signal.SIGTERM, self._on_signal)

    def _on_signal(self, number: int, _frame: FrameType | None) -> None:
        if not self.number:
            self.number = number
            print("\nStopping …", flush=True)
            raise KeyboardInterrupt


if __name__ == "__main__":
    os.umask(0o022)  # the services' user must be able to read its files
    sys.exit(main())

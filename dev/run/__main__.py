"""`python -m dev.run`: starts everything, prints the address, stops on Ctrl-C or SIGTERM."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import ExitStack
from types import FrameType

from dev.files import file_lock
from dev.run.site import Site
from dev.services.errors import ServiceError
from dev.services.process import write_pid
from dev.stop import LOCAL, MAIN, main_pid


def main() -> int:
    """Start everything and run until stopped; returns the exit code."""
    signal.signal(signal.SIGINT, _stop)
    signal.signal(signal.SIGTERM, _stop)
    try:
        with file_lock(LOCAL / "run" / "main.lock", _already_running), ExitStack() as stack:
            write_pid(LOCAL / MAIN, os.getpid())
            stack.callback(print, "Everything that was started is stopped.", flush=True)
            Site(stack).run()
    except ServiceError as error:
        print(f"\nFailed: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        pass
    return 0


def _stop(_number: int, _frame: FrameType | None) -> None:
    for number in (signal.SIGINT, signal.SIGTERM):  # further ones are ignored
        signal.signal(number, lambda *_: None)
    print("\nStopping …", flush=True)
    raise KeyboardInterrupt


def _already_running() -> ServiceError:
    address = LOCAL / "url"
    where = f"at {address.read_text().strip()}" if address.exists() else "and is starting"
    return ServiceError(
        f"Winkel already runs in this folder (process {main_pid()}), {where} . "
        "Use it, or stop it first: make stop"
    )


if __name__ == "__main__":
    os.umask(0o022)  # the services' user must be able to read its files
    sys.exit(main())

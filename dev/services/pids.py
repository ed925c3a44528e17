"""Pid files, with the process's start time.

Standard library and /proc only: `make stop` works without the virtual environment.
"""

from __future__ import annotations

import os
import signal
import time
from contextlib import suppress
from pathlib import Path

POLL_S = 0.05
# Where `make services` keeps the tests' services of this folder.
KEPT_ROOT = Path(__file__).resolve().parents[2] / ".local" / "test-kept"
KEEPER = Path("run", "keeper.pid")  # below a root: the process that keeps its services running


def started_at(pid: int) -> str:
    """Return when the process started, in clock ticks since boot; empty when there is none.

    A pid is reused, the pair with the start time is not.
    """
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return ""
    fields = stat.rpartition(")")[2].split()
    return "" if fields[0] == "Z" else fields[19]


def write(path: Path, pid: int) -> None:
    """Write a running process's pid and start time to the file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"{pid} {started_at(pid)}\n")


def running(path: Path) -> int | None:
    """Return the pid in the file, None when there is none or its process has ended."""
    try:
        pid, started = path.read_text().split()
        number = int(pid)
    except (OSError, ValueError):
        return None
    return number if started_at(number) == started else None


def end(pid: int, stop_signal: signal.Signals, wait_s: float) -> bool:
    """Send the signal to a process and wait for its end; return False after the time-out."""
    started, until = started_at(pid), time.monotonic() + wait_s
    with suppress(ProcessLookupError):
        os.kill(pid, stop_signal)
    while started_at(pid) == started:
        if time.monotonic() > until:
            return False
        time.sleep(POLL_S)
    return True

"""The lock that allows one `make run` per folder."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from dev.files import locked
from dev.run.errors import StepError
from dev.stop import running_pid, write_pid


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

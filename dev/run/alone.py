"""One `make run` a folder: the lock that the second one meets before it has touched anything."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from dev.files import locked
from dev.run.errors import StepError
from dev.stop import running_pid, write_pid


@contextmanager
def alone(local: Path) -> Iterator[None]:
    """Hold the folder's lock and say who runs; raises StepError when another `make run` does."""
    with locked(local / "run" / "main.lock", lambda: StepError(_already(local))):
        write_pid()
        yield


def _already(local: Path) -> str:
    address = local / "url"
    pid = running_pid()
    who = f" (process {pid})" if pid else ""
    if not address.exists():
        return f"Winkel is being started in this folder already{who}. Wait for it, or: make stop"
    return (
        f"Winkel already runs in this folder{who}, at {address.read_text().strip()} . "
        "Use it, or stop it first: make stop"
    )

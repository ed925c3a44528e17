"""`make stop` and `make clean`. Standard library only: they work without the environment."""

from __future__ import annotations

import os
import shutil
import signal
import sys
from pathlib import Path

from dev.services import pids

ROOT = Path(__file__).resolve().parent.parent
PID_FILE = ROOT / ".local" / "run" / "main.pid"
STOP_WAIT_S = 90
GENERATED = (
    ".local",
    ".venv",
    "frontend/node_modules",
    "frontend/dist",
    "frontend/coverage",
    ".mypy_cache",
    ".ruff_cache",
    ".pytest_cache",
    ".import_linter_cache",
    ".hypothesis",
    ".schemathesis",
)


def write_pid() -> None:
    """Write this process's pid, for `make stop`."""
    pids.write(PID_FILE, os.getpid())


def running_pid() -> int | None:
    """Return the pid of this folder's `make run`, None when there is none."""
    return pids.running(PID_FILE)


def stop() -> int:
    """Stop this folder's `make run` and wait for its end; returns the exit code."""
    pid = running_pid()
    if pid is None:
        print("Nothing runs in this folder.")
        return 0
    if not pids.end(pid, signal.SIGTERM, STOP_WAIT_S):
        print(f"Process {pid} has not stopped within {STOP_WAIT_S} s.", file=sys.stderr)
        return 1
    print("Stopped.")
    return 0


def clean() -> int:
    """Delete all generated files of this folder, after a confirmation; returns the exit code."""
    if running_pid() is not None:
        print("`make run` is running here. Stop it first: make stop", file=sys.stderr)
        return 1
    if pids.running(pids.KEPT_ROOT / pids.KEEPER) is not None:
        print("The tests' services run here. Stop them first: make services STOP=1")
        return 1
    paths = [ROOT / name for name in GENERATED if (ROOT / name).exists()]
    if not paths:
        print("There is nothing to delete.")
        return 0
    print("This deletes the catalogue, its pictures and logs, and what was installed here:")
    print("\n".join(f"  {path}" for path in paths))
    if not _is_confirmed():
        print("Nothing was deleted.")
        return 1
    for path in paths:
        _delete(path)
    return 0


def _is_confirmed() -> bool:
    try:
        return input("Delete? [y/N] ").strip().lower() in {"y", "yes"}
    except EOFError:
        return False


def _delete(path: Path) -> None:
    """Delete a folder, with the data that a `services` link leads to."""
    for link in (*path.glob("services"), *path.glob("*/services")):
        if link.is_symlink():
            shutil.rmtree(link.resolve(), ignore_errors=True)
    shutil.rmtree(path)

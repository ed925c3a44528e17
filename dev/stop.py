"""`make stop`, also with CLEAN=1. Standard library only: they work without the environment."""

from __future__ import annotations

import shutil
import signal
import sys
from pathlib import Path

from dev.services.process import end, running_pid
from dev.services.servers import elsewhere

ROOT = Path(__file__).resolve().parent.parent
LOCAL = ROOT / ".local"
MAIN = Path("run", "main.pid")  # below LOCAL: the process of `make run`
KEPT_ROOT = LOCAL / "test-kept"  # of `make test KEEP=1`
KEPT_PID = Path("run", "postgres.pid")  # below KEPT_ROOT, while they run
STOP_WAIT_S = 90
GENERATED = (
    *(".local", ".venv", "frontend/node_modules", "frontend/dist", "frontend/coverage"),
    *(".mypy_cache", ".ruff_cache", ".pytest_cache", ".import_linter_cache"),
    *(".hypothesis", ".schemathesis"),
)


def main_pid() -> int | None:
    """Return the pid of this folder's `make run`, None when there is none."""
    return running_pid(LOCAL / MAIN)


def stop() -> int:
    """Stop this folder's `make run` and wait for its end; returns the exit code."""
    pid = main_pid()
    if pid is None:
        print("Nothing runs in this folder.")
        return 0
    if not end(pid, signal.SIGTERM, STOP_WAIT_S):
        print(f"Process {pid} has not stopped within {STOP_WAIT_S} s.", file=sys.stderr)
        return 1
    print("Stopped.")
    return 0


def clean() -> int:
    """Delete all generated files of this folder, after a confirmation; returns the exit code."""
    if pid := main_pid() or running_pid(KEPT_ROOT / KEPT_PID):
        print(f"Process {pid} runs here. Stop it first: make stop, or Ctrl-C", file=sys.stderr)
        return 1
    paths = [ROOT / name for name in GENERATED if (ROOT / name).exists()]
    print("This deletes the catalogue, its pictures and logs, and what was installed here:")
    print("\n".join(f"  {path}" for path in paths))
    try:
        confirmed = input("Delete? [y/N] ").strip().lower() in {"y", "yes"}
    except EOFError:
        confirmed = False
    if not confirmed:
        print("Nothing was deleted.")
        return 1
    for root in (LOCAL, *LOCAL.glob("test*")):
        shutil.rmtree(elsewhere(root), ignore_errors=True)
    for path in paths:
        shutil.rmtree(path)
    return 0

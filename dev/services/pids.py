"""Files that name a process, so that the next command finds it, or knows that it is gone.

Standard library only, and so by /proc: `make stop` works without the environment.
"""

from __future__ import annotations

from pathlib import Path

KEEPER = Path("run", "keeper.pid")  # below a root: who keeps its services running


def started_at(pid: int) -> str:
    """Return when the process started, in clock ticks since boot; empty when there is none.

    A pid alone is reused sooner or later, the pair is not.
    """
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return ""
    fields = stat.rpartition(")")[2].split()
    return "" if fields[0] == "Z" else fields[19]


def write(path: Path, pid: int) -> None:
    """Name a running process in the file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"{pid} {started_at(pid)}\n")


def running(path: Path) -> int | None:
    """Return the process that the file names, None when it is gone or no file names one."""
    try:
        pid, started = path.read_text().split()
        number = int(pid)
    except (OSError, ValueError):
        return None
    return number if started_at(number) == started else None

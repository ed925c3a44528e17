"""Child processes that do not outlive us, and the leftovers of a run that was killed."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from dev.services.account import Account

STOP_WAIT_S = 25.0
POLL_S = 0.05


@dataclass(slots=True)
class Process:
    """A started service: its handle, the log it writes and the file that names its pid."""

    name: str
    popen: subprocess.Popen[bytes]
    stop_signal: signal.Signals
    log: Path
    pid_file: Path

    @property
    def running(self) -> bool:
        """Tell whether the process is still there."""
        return self.popen.poll() is None

    def ask_to_stop(self) -> None:
        """Send the signal that this service takes as "finish cleanly"."""
        if self.running:
            self.popen.send_signal(self.stop_signal)

    def wait_stopped(self) -> None:
        """Wait until it is gone; what does not finish in time is killed with its children."""
        try:
            self.popen.wait(STOP_WAIT_S)
        except subprocess.TimeoutExpired:
            for pid in (self.popen.pid, *descendants(self.popen.pid)):
                _kill(pid)
            self.popen.wait()
        kill_session(self.popen.pid)  # what it started and left behind, a browser for example
        self.pid_file.unlink(missing_ok=True)

    def log_tail(self, lines: int = 30) -> str:
        """Return the last lines of the log, for an error message."""
        text = self.log.read_text(errors="replace") if self.log.exists() else ""
        return "\n".join(text.splitlines()[-lines:])


def spawn(  # noqa: PLR0913  a process is described by this many words
    name: str,
    command: Sequence[str],
    *,
    account: Account,
    stop_signal: signal.Signals,
    folder: Path,
    log: Path,
    env: Mapping[str, str],
    cwd: Path = Path("/"),
    pass_fds: Sequence[int] = (),
    again: bool = False,
) -> Process:
    """Start a service in its own session, its pid file in `folder`.

    `again` keeps the log of the one before, which says why it ended. Call it from the
    main thread (see Account.prefix).
    """
    folder.mkdir(parents=True, exist_ok=True)
    log.parent.mkdir(parents=True, exist_ok=True)
    pid_file = folder / f"{name}.pid"
    words = [*account.prefix(stop_signal.name.removeprefix("SIG")), *command]
    with log.open("ab" if again else "wb") as out:
        popen = subprocess.Popen(
            words,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
            cwd=cwd,
            env=dict(env),
            start_new_session=True,
            pass_fds=pass_fds,
        )
    pid_file.write_text(f"{popen.pid} {started_at(popen.pid)}\n")
    return Process(name, popen, stop_signal, log, pid_file)


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


def recover(pid_file: Path, stop_signal: signal.Signals) -> None:
    """End what a killed run left behind, if the pid file still names that very process."""
    try:
        pid, started = pid_file.read_text().split()
    except (OSError, ValueError):
        pid_file.unlink(missing_ok=True)
        return
    if started_at(int(pid)) == started:
        _end(int(pid), started, stop_signal)
    pid_file.unlink(missing_ok=True)


def _end(pid: int, started: str, stop_signal: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, stop_signal)
    until = time.monotonic() + STOP_WAIT_S
    while started_at(pid) == started:
        if time.monotonic() > until:
            break
        time.sleep(POLL_S)
    kill_session(pid)


def kill_session(leader: int) -> None:
    """Kill every process of the session that `leader` started, also those with its own group.

    `spawn` gives each service a session of its own; RQ's work-horses, for one, leave its group.
    """
    for pid in _session_members(leader):
        _kill(pid)


def _kill(pid: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(pid, signal.SIGKILL)


def _session_members(leader: int) -> list[int]:
    members = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(ProcessLookupError):
                if os.getsid(int(entry.name)) == leader:
                    members.append(int(entry.name))
    return members


def descendants(ancestor: int) -> list[int]:
    """Return the children of a process, their children and so on, whatever their session."""
    parents = _parents()
    found: list[int] = []
    newest = [ancestor]
    while newest:
        newest = [pid for pid, parent in parents.items() if parent in newest]
        found += newest
    return found


def _parents() -> dict[int, int]:
    parents = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            fields = stat.read_text().rpartition(")")[2].split()
            parents[int(stat.parent.name)] = int(fields[1])
    return parents

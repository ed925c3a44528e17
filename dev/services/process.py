"""Child processes that end with their parent, and cleaning up after a killed run."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import psutil

from dev.files import tail
from dev.services import pids
from dev.services.account import Account

STOP_WAIT_S = 25.0


@dataclass(slots=True)
class Process:
    """A started process: its handle, its log and its pid file."""

    name: str
    popen: subprocess.Popen[bytes]
    stop_signal: signal.Signals
    log: Path
    pid_file: Path

    @property
    def running(self) -> bool:
        """Return True if the process is running."""
        return self.popen.poll() is None

    def ask_to_stop(self) -> None:
        """Send the signal for a clean stop."""
        if self.running:
            self.popen.send_signal(self.stop_signal)

    def wait_stopped(self) -> None:
        """Wait for its end; after the time-out it is killed with its children."""
        try:
            self.popen.wait(STOP_WAIT_S)
        except subprocess.TimeoutExpired:
            _kill_tree(self.popen.pid)
            self.popen.wait()
        kill_session(self.popen.pid)  # children that it left running, a browser for example
        self.pid_file.unlink(missing_ok=True)

    def log_tail(self, lines: int = 30) -> str:
        """Return the last lines of the log, for an error message."""
        return tail(self.log, lines)

    def failure(self, what: str) -> str:
        """Return the error message for what failed, with the end of the log."""
        return f"{self.name} {what}. Its log, {self.log}, ends:\n{self.log_tail()}"

    def ending(self) -> str:
        """Return the error message for a process that has ended."""
        return self.failure(f"ended (exit code {self.popen.returncode})")


def spawn(  # noqa: PLR0913  a process has this many properties
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
    """Start a process in its own session, with its pid file in `folder`.

    `again` appends to the log, which says why the last process ended. Call it from the main thread
    (see Account.prefix).
    """
    log.parent.mkdir(parents=True, exist_ok=True)
    pid_file = folder / f"{name}.pid"
    argv = [*account.prefix(stop_signal.name.removeprefix("SIG")), *command]
    with log.open("ab" if again else "wb") as out:
        popen = subprocess.Popen(
            argv,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
            cwd=cwd,
            env=dict(env),
            start_new_session=True,
            pass_fds=pass_fds,
        )
    pids.write(pid_file, popen.pid)
    return Process(name, popen, stop_signal, log, pid_file)


def recover(pid_file: Path, stop_signal: signal.Signals) -> None:
    """Stop the process of a killed run, if the one in the pid file is still running."""
    pid = pids.running(pid_file)
    if pid is not None:
        pids.end(pid, stop_signal, STOP_WAIT_S)
        kill_session(pid)
    pid_file.unlink(missing_ok=True)


def kill_session(leader: int) -> None:
    """Kill every process in the session of `leader`, also in other process groups.

    `spawn` gives each process a session of its own; RQ's work-horses leave its process group.
    """
    for pid in psutil.pids():
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if os.getsid(pid) == leader:
                os.kill(pid, signal.SIGKILL)


def _kill_tree(root: int) -> None:
    """Kill a process and its descendants, whatever their session."""
    with contextlib.suppress(psutil.NoSuchProcess):
        parent = psutil.Process(root)
        for process in (parent, *parent.children(recursive=True)):
            with contextlib.suppress(psutil.NoSuchProcess, psutil.AccessDenied):
                process.kill()

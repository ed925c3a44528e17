"""The processes that this project starts, services and programs: each ends with its parent.

One that ends by itself is started again by `keep`, as the worker's pool (`indexer/jobs/pool.py`)
does it: after pauses that grow.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import psutil

from dev.files import tail
from dev.services import pids
from dev.services.account import Account
from dev.services.errors import ServiceError, StepError
from indexer.core.background import Restarts

STOP_WAIT_S = 25.0
WAIT_POLL_S = 0.1
REQUEST_TIMEOUT_S = 5
SELF = Account("", switch=False)


@dataclass(slots=True, kw_only=True)
class Process:
    """How a process is started, and its current or last one.

    Its pid file is in `root/run` and its log in `root/logs`. Who starts it keeps the sockets of
    `pass_fds` open for as long as it may be started again.
    """

    name: str
    root: Path
    command: Sequence[str] = ()
    env: Mapping[str, str] = field(default_factory=dict)
    account: Account = SELF
    stop_signal: signal.Signals = signal.SIGTERM
    cwd: Path = Path("/")
    pass_fds: Sequence[int] = ()
    popen: subprocess.Popen[bytes] = field(init=False)
    restarts: Restarts = field(init=False)

    @property
    def log(self) -> Path:
        """Return the file of its output."""
        return self.root / "logs" / f"{self.name}.log"

    @property
    def pid_file(self) -> Path:
        """Return the file that a later command finds it by, if this one is killed."""
        return self.root / "run" / f"{self.name}.pid"

    def argv(self) -> Sequence[str]:
        """Return what is started; it may prepare it."""
        return self.command

    def start(self) -> None:
        """Start it in a session of its own. Call it from the main thread (see Account.prefix)."""
        self.restarts = Restarts(time.monotonic())
        self._spawn("wb")

    def start_again(self) -> None:
        """Start it after it has ended; its log goes on, which says why it ended."""
        kill_session(self.popen.pid)  # children of a killed parent, as gunicorn's workers
        self._spawn("ab")

    def _spawn(self, mode: str) -> None:
        death = self.stop_signal.name.removeprefix("SIG")
        argv = [*self.account.prefix(death), *self.argv()]
        self.log.parent.mkdir(parents=True, exist_ok=True)
        with self.log.open(mode) as out:
            self.popen = subprocess.Popen(
                argv,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT,
                cwd=self.cwd,
                env=dict(self.env),
                start_new_session=True,
                pass_fds=self.pass_fds,
            )
        pids.write(self.pid_file, self.popen.pid)

    @property
    def running(self) -> bool:
        return self.popen.poll() is None

    def keep(self, say: Callable[[str], None], now: float) -> None:
        """Start it again when it has ended and its pause is over; say both."""
        if self.running:
            return
        if self.restarts.due is None:
            self.restarts.ended(now)
            how = f"ended by itself (exit code {self.popen.returncode}, log: {self.log})"
            say(f"{self.name} {how}; it is started again in {self.restarts.pause:g} s.")
        if not self.restarts.is_due(now):
            return
        try:
            self.start_again()
        except (OSError, ServiceError) as error:
            self.restarts.failed(now)
            pause = self.restarts.pause
            say(f"{self.name} could not be started, next try in {pause:g} s: {error}")
            return
        self.restarts.started(now)
        say(f"{self.name} was started again.")

    def wait_until(self, what: str, ready: Callable[[], bool], timeout_s: float) -> None:
        """Wait until it is ready; raises StepError where it ends or on a time-out."""
        until = time.monotonic() + timeout_s
        while not ready():
            if not self.running:
                raise StepError(self.ending())
            if time.monotonic() > until:
                raise StepError(self.failure(f"did not {what} within {timeout_s:.0f} s"))
            time.sleep(WAIT_POLL_S)

    def wait_for_http(self, url: str, timeout_s: float) -> None:
        """Wait until the URL answers with a status under 500; raises StepError on a time-out."""
        self.wait_until(f"answer at {url}", lambda: answers(url, below=500), timeout_s)

    def failure(self, what: str) -> str:
        """Return the error message for what failed, with the end of the log."""
        return f"{self.name} {what}. Its log, {self.log}, ends:\n{tail(self.log)}"

    def ending(self) -> str:
        """Return the error message for a process that has ended."""
        return self.failure(f"ended (exit code {self.popen.returncode})")

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


def stop_all(processes: Sequence[Process]) -> None:
    """Stop processes with their children, the last one started first."""
    for process in reversed(processes):
        process.ask_to_stop()
    for process in reversed(processes):
        process.wait_stopped()


def answers(url: str, below: int = 300) -> bool:
    """Return True if the URL, which is on loopback, answers with a status below this one."""
    try:
        with urllib.request.urlopen(url, timeout=REQUEST_TIMEOUT_S):  # noqa: S310
            return True
    except urllib.error.HTTPError as error:
        return error.code < below
    except OSError:
        return False


def recover(pid_file: Path, stop_signal: signal.Signals = signal.SIGTERM) -> None:
    """Stop the process of a killed run, if the one in the pid file is still running."""
    pid = pids.running(pid_file)
    if pid is not None:
        pids.end(pid, stop_signal, STOP_WAIT_S)
        kill_session(pid)
    pid_file.unlink(missing_ok=True)


def kill_session(leader: int) -> None:
    """Kill every process in the session of `leader`, also in other process groups.

    Each `Process` has a session of its own; RQ's work-horses leave its process group.
    """
    for pid in psutil.pids():
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if os.getsid(pid) == leader:
                os.kill(pid, signal.SIGKILL)


def _kill_tree(root: int) -> None:
    with contextlib.suppress(psutil.NoSuchProcess):
        parent = psutil.Process(root)
        for process in (parent, *parent.children(recursive=True)):
            with contextlib.suppress(psutil.NoSuchProcess, psutil.AccessDenied):
                process.kill()

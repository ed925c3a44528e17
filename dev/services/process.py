"""The processes that this project starts, servers and programs: each ends with its parent.

Standard library only: `make stop` works without the virtual environment.
"""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from dev.files import ServiceError, tail
from indexer.core.restarts import Restarts

SYSTEM_USER = "winkel"
STOP_WAIT_S = 25.0
POLL_S = 0.05
REQUEST_TIMEOUT_S = 5


def switched(account: str, death_signal: str = "") -> list[str]:
    """Return the prefix of a command: switch to this user, end when the parent ends.

    `death_signal` is sent when the *thread* that started the process ends, so processes are
    started from the main thread. setpriv is in util-linux, which Debian and Ubuntu always have.
    """
    words = [f"--reuid={account}", f"--regid={account}", "--clear-groups"] if account else []
    words += ["--pdeathsig", death_signal] if death_signal else []
    return ["setpriv", *words] if words else []


def give(folder: Path, account: str) -> None:
    """Create the folder and make this user, if any, the owner of it and its contents."""
    folder.mkdir(parents=True, exist_ok=True)
    for path in (folder, *folder.rglob("*")) if account else ():
        shutil.chown(path, account, account)


def service_account() -> str:
    """Return the user of services: for root a system user, as PostgreSQL refuses root; "" else."""
    if os.geteuid() != 0:
        return ""
    with suppress(KeyError):
        return pwd.getpwnam(SYSTEM_USER).pw_name
    command = ["useradd", "--system", "--user-group", "--no-create-home"]
    command += ["--home-dir", "/nonexistent", "--shell", "/usr/sbin/nologin", SYSTEM_USER]
    made = subprocess.run(command, check=False, capture_output=True, text=True)
    if made.returncode not in (0, 9):  # 9: somebody else has just made it
        raise ServiceError(
            f"The services' user could not be made: {made.stderr.strip()}. Run as an ordinary user,"
            f" or make it: {' '.join(command)}"
        )
    return SYSTEM_USER


@dataclass(kw_only=True)
class Process:
    """How a process is started, and its current or last one.

    Its pid file is in `root/run` and its log in `root/logs`. Who starts it keeps the sockets of
    `pass_fds` open for as long as it may be started again.
    """

    name: str
    root: Path
    command: Sequence[str] = ()
    env: Mapping[str, str] = field(default_factory=dict)
    account: str = ""  # the user that it runs as
    stop_signal: signal.Signals = signal.SIGTERM
    cwd: Path = Path("/")
    pass_fds: Sequence[int] = ()
    popen: subprocess.Popen[bytes] = field(init=False)
    restarts: Restarts = field(init=False)

    def __post_init__(self) -> None:
        self.log = self.root / "logs" / f"{self.name}.log"
        self.pid_file = self.root / "run" / f"{self.name}.pid"

    def prepare(self) -> None:
        """Prepare what is started, before each start."""

    def start(self) -> None:
        """Start it in a session of its own. Call it from the main thread (see `switched`)."""
        self.restarts = Restarts(time.monotonic())
        self._spawn("wb")

    def start_again(self) -> None:
        """Start it after it has ended; its log goes on, with the reason of its end."""
        kill_session(self.popen.pid)  # children of a killed parent, as gunicorn's workers
        self._spawn("ab")

    def _spawn(self, mode: str) -> None:
        self.prepare()
        death = self.stop_signal.name.removeprefix("SIG")
        self.log.parent.mkdir(parents=True, exist_ok=True)
        with self.log.open(mode) as out:
            self.popen = subprocess.Popen(
                [*switched(self.account, death), *self.command],
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT,
                cwd=self.cwd,
                env=dict(self.env),
                start_new_session=True,
                pass_fds=self.pass_fds,
            )
        write_pid(self.pid_file, self.popen.pid)

    @property
    def running(self) -> bool:
        return self.popen.poll() is None

    def keep(self, say: Callable[[str], None], now: float) -> None:
        """Start it again when it has ended and its pause is over; log both."""
        if self.running:
            return
        if self.restarts.due is None:
            self.restarts.note_end(now)
            how = f"ended by itself (exit code {self.popen.returncode}, log: {self.log})"
            say(f"{self.name} {how}; it is started again in {self.restarts.pause:g} s.")
        if not self.restarts.is_due(now):
            return
        try:
            self.start_again()
        except (OSError, ServiceError) as error:
            self.restarts.note_failure(now)
            pause = self.restarts.pause
            say(f"{self.name} could not be started, next try in {pause:g} s: {error}")
            return
        self.restarts.note_start(now)
        say(f"{self.name} was started again.")

    def wait_until(self, what: str, ready: Callable[[], bool], timeout_s: float) -> None:
        """Wait until it is ready; raises ServiceError where it ends or on a time-out."""
        until = time.monotonic() + timeout_s
        while not ready():
            if not self.running:
                raise ServiceError(self.ending())
            if time.monotonic() > until:
                raise ServiceError(self._failure(f"did not {what} within {timeout_s:.0f} s"))
            time.sleep(POLL_S)

    def _failure(self, what: str) -> str:
        return f"{self.name} {what}. Its log, {self.log}, ends:\n{tail(self.log)}"

    def ending(self) -> str:
        """Return the error message for a process that has ended."""
        return self._failure(f"ended (exit code {self.popen.returncode})")


def stop_all(processes: Sequence[Process]) -> None:
    """Stop processes with their children, the last one started first; kill what takes too long."""
    for process in reversed(processes):
        if process.running:
            process.popen.send_signal(process.stop_signal)
    for process in reversed(processes):
        with suppress(subprocess.TimeoutExpired):
            process.popen.wait(STOP_WAIT_S)
        process.popen.kill()
        process.popen.wait()
        kill_session(process.popen.pid)  # children that it left running, a browser for example
        process.pid_file.unlink(missing_ok=True)


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
    if pid := running_pid(pid_file):
        end(pid, stop_signal, STOP_WAIT_S)
        kill_session(pid)
    pid_file.unlink(missing_ok=True)


def kill_session(leader: int) -> None:
    """Kill every process in the session of `leader`, also in other process groups.

    Each `Process` has a session of its own; RQ's work-horses leave its process group.
    """
    for entry in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if os.getsid(int(entry.name)) == leader:
                os.kill(int(entry.name), signal.SIGKILL)


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


def write_pid(path: Path, pid: int) -> None:
    """Write a running process's pid and start time to the file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"{pid} {started_at(pid)}\n")


def running_pid(path: Path) -> int | None:
    """Return the pid in the file, None when there is none or its process has ended."""
    try:
        pid, started = path.read_text().split()
        return int(pid) if started_at(int(pid)) == started else None
    except (OSError, ValueError):
        return None


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

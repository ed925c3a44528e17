"""The programs that `make run` starts, each with its log."""

from __future__ import annotations

import os
import signal
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from dev.services.account import Account
from dev.services.errors import StepError
from dev.services.process import Process, kill_session, recover, spawn

POLL_S = 0.1
REQUEST_TIMEOUT_S = 5


@dataclass(slots=True)
class Program:
    """A program of the project: how to start it, and its current or last process."""

    spawn: Callable[..., Process]
    process: Process

    @property
    def name(self) -> str:
        """Return the program's name, which its log has too."""
        return self.process.name

    def start_again(self) -> None:
        """Restart it after it has ended, on the same sockets."""
        kill_session(self.process.popen.pid)  # children of a killed parent, as gunicorn's workers
        self.process = self.spawn(again=True)


class Children:
    """Long-running programs of the project, run as the caller."""

    def __init__(self, root: Path, cwd: Path) -> None:
        self._root, self._cwd = root, cwd
        self.programs: list[Program] = []

    def start(
        self,
        name: str,
        module_and_arguments: Sequence[str],
        env: Mapping[str, str],
        pass_fds: Sequence[int] = (),
    ) -> Process:
        """Start `python -m MODULE ARGUMENTS`; its output goes to `logs/<name>.log`.

        The caller keeps the sockets of `pass_fds` open for as long as the program may be restarted.
        """
        recover(self._root / "run" / f"{name}.pid", signal.SIGTERM)
        start = partial(
            spawn,
            name,
            [sys.executable, "-m", *module_and_arguments],
            account=Account(str(os.geteuid()), switch=False),
            stop_signal=signal.SIGTERM,
            folder=self._root / "run",
            log=self._root / "logs" / f"{name}.log",
            env=env,
            cwd=self._cwd,
            pass_fds=pass_fds,
        )
        program = Program(start, start())
        self.programs.append(program)
        return program.process

    def stop(self) -> None:
        """Stop all programs with their children, the last one started first."""
        for program in reversed(self.programs):
            program.process.ask_to_stop()
            program.process.wait_stopped()
        self.programs.clear()


def wait_for(process: Process, what: str, ready: Callable[[], bool], timeout_s: float) -> None:
    """Wait until it is ready; raises StepError where the process ends or on a time-out."""
    until = time.monotonic() + timeout_s
    while not ready():
        if not process.running:
            raise StepError(process.ending())
        if time.monotonic() > until:
            raise StepError(process.failure(f"did not {what} within {timeout_s:.0f} s"))
        time.sleep(POLL_S)


def wait_for_http(process: Process, url: str, timeout_s: float) -> None:
    """Wait until the URL answers with a status under 500; raises StepError on a time-out."""
    wait_for(process, f"answer at {url}", partial(_answers, url), timeout_s)


def _answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=REQUEST_TIMEOUT_S):  # noqa: S310  loopback
            return True
    except urllib.error.HTTPError as error:
        return error.code < 500
    except OSError:
        return False

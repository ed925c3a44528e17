"""The programs that `make run` starts: each with its log, stopped in reverse order."""

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

from dev.run.errors import StepError
from dev.services.account import Account
from dev.services.process import Process, kill_session, recover, spawn

POLL_S = 0.1
REQUEST_TIMEOUT_S = 5


@dataclass(slots=True)
class Program:
    """A program of the project: how it is started, and the process that runs, or ran last."""

    spawn: Callable[..., Process]
    process: Process

    @property
    def name(self) -> str:
        """Return its name, and its log's."""
        return self.process.name

    def start_again(self) -> None:
        """Start it anew after it has ended, on the sockets that it had."""
        kill_session(self.process.popen.pid)  # what a killed parent left: gunicorn's workers
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

        The caller keeps the sockets of `pass_fds` open for as long as it is kept alive.
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
        """Stop all of them, the last one started first, with whatever they started."""
        for program in reversed(self.programs):
            program.process.ask_to_stop()
            program.process.wait_stopped()
        self.programs.clear()


def ended(process: Process) -> StepError:
    """Return the error for a program that is gone."""
    return StepError(
        f"{process.name} ended (exit code {process.popen.returncode}). Its log, {process.log}, "
        f"ends:\n{process.log_tail()}"
    )


def wait_for_http(process: Process, url: str, timeout_s: float) -> None:
    """Wait until the URL answers with any status under 500; raises StepError when it does not."""
    until = time.monotonic() + timeout_s
    while not _answers(url):
        if not process.running:
            raise ended(process)
        if time.monotonic() > until:
            raise StepError(
                f"{process.name} did not answer at {url} within {timeout_s:.0f} s. Its log, "
                f"{process.log}, ends:\n{process.log_tail()}"
            )
        time.sleep(POLL_S)


def _answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=REQUEST_TIMEOUT_S):  # noqa: S310  loopback
            return True
    except urllib.error.HTTPError as error:
        return error.code < 500
    except OSError:
        return False

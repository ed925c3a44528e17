"""Keeps a few processes alive: those that end are started again, SIGTERM ends all of them.

They are forked, so that they share what was loaded before: seven workers start in the time of one,
in a third of the memory.
"""

from __future__ import annotations

import ctypes
import gc
import logging
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from multiprocessing.process import BaseProcess
from types import FrameType

from indexer.background import Restarts

LOOK_S = 0.5
PR_SET_PDEATHSIG, PR_SET_NAME = 1, 15
# What a process gets when its supervisor dies. SIGTERM is a person's word: a run that it ends is
# recorded as stopped.
ABANDONED = signal.SIGHUP
_FORK = multiprocessing.get_context("fork")

_log = logging.getLogger(__name__)


@dataclass(slots=True)
class Child:
    """A process to keep alive: `work` runs in it until SIGTERM."""

    name: str
    work: Callable[[], object]
    process: BaseProcess | None = None
    restarts: Restarts = field(default_factory=lambda: Restarts(0.0, due=0.0))
    signalled: bool = False  # SIGTERM was sent; RQ takes a second one as force

    def start(self) -> None:
        """Start it; it receives ABANDONED when the supervisor dies."""
        self.restarts.started(time.monotonic())
        arguments = (self.name, self.work, os.getpid())
        self.process = _FORK.Process(target=_run, args=arguments, name=self.name)
        self.process.start()
        _log.info("%s started, process %d", self.name, self.process.pid)

    def look(self, now: float) -> None:
        """Start it (again) when it is not alive and its pause is over."""
        if self.process is not None and self.process.is_alive():
            return
        if self.process is not None:
            _log.warning("%s ended with %s", self.name, self.process.exitcode)
            self.restarts.ended(now)
            self.process = None
        if self.restarts.due is not None and now >= self.restarts.due:
            self.start()


def _run(name: str, work: Callable[[], object], supervisor: int) -> None:
    for number in (signal.SIGTERM, signal.SIGINT, ABANDONED):  # nohup ignores the last
        signal.signal(number, signal.SIG_DFL)
    os.setsid()  # a terminal's Ctrl-C reaches only the supervisor
    libc = ctypes.CDLL(None)
    libc.prctl(PR_SET_PDEATHSIG, ABANDONED)
    libc.prctl(PR_SET_NAME, name.encode())  # as `ps -o comm` and `top` show it
    if os.getppid() == supervisor:  # else it died before it was said what happens then
        work()


def supervise(children: Sequence[Child]) -> int:
    """Keep the children alive until SIGTERM or SIGINT; then wait for them; return 0.

    They get one SIGTERM: a scrape ends with the page it is on. A second signal ends them at once.
    """
    stopping = threading.Event()

    def stop(_number: int, _frame: FrameType | None) -> None:
        if stopping.is_set():
            _signal(children, signal.SIGKILL)
        stopping.set()
        _signal(children, signal.SIGTERM)

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    gc.freeze()  # what is loaded stays shared: a collection would write to each object's page
    while not stopping.is_set():
        for child in children:
            if not stopping.is_set():
                child.look(time.monotonic())
        stopping.wait(LOOK_S)
    _signal(children, signal.SIGTERM)  # one that was being started when the signal came
    for child in children:
        if child.process is not None:
            child.process.join()
    return 0


def _signal(children: Sequence[Child], sign: signal.Signals) -> None:
    for child in children:
        if child.process is None or child.process.pid is None or not child.process.is_alive():
            continue
        if not (child.signalled and sign is signal.SIGTERM):
            child.signalled = True
            os.kill(child.process.pid, sign)

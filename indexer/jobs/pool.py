"""RQ's pool of workers, whose processes may differ, as those of a worker do.

RQ's own gives all of them the same queues, starts what dies at once and for ever again, forces who
gets two signals to end, and leaves its children behind when it is killed.
"""

import ctypes
import gc
import logging
import os
import signal
import time
from collections.abc import Callable, Mapping
from typing import Any

from redis import Redis
from rq.worker_pool import ForkProcess, WorkerData, WorkerPool

from indexer.core.queues import ALL
from indexer.core.restarts import Restarts

PR_SET_PDEATHSIG, PR_SET_NAME = 1, 15
# What a process gets when its pool dies. SIGTERM is a person's word: a run that it ends is recorded
# as stopped.
ABANDONED = signal.SIGHUP
STOPS = {signal.SIGTERM, signal.SIGINT}

_log = logging.getLogger(__name__)


class Pool(WorkerPool):
    """Keeps processes alive, each with its own work, until SIGTERM or SIGINT, and waits for them.

    They are forked, so that they share what was loaded before. At the end they get one SIGTERM: a
    scrape ends with the page it is on. A second signal ends them at once.
    """

    def __init__(self, connection: Redis, works: Mapping[str, Callable[[], object]]) -> None:
        super().__init__(ALL, connection, num_workers=len(works))
        self._works = works
        self._restarts = {name: Restarts(0.0, due=0.0) for name in works}
        self._sign = signal.SIGTERM

    def start_workers(self, *_: Any, **__: Any) -> None:
        """Leave the first start to `check_workers`, which has the signals' handlers installed."""
        gc.freeze()  # what is loaded stays shared: a collection would write to each object's page

    def check_workers(self, respawn: bool = True) -> None:
        """Start (again) what does not live and whose pause is over."""
        self.reap_workers()  # type: ignore[no-untyped-call]
        for name, restarts in self._restarts.items():
            if respawn and restarts.is_due(time.monotonic()):
                self._start(name, restarts)

    def _start(self, name: str, restarts: Restarts) -> None:
        """Start a process; a signal meanwhile comes to it and to the pool after that."""
        signal.pthread_sigmask(signal.SIG_BLOCK, STOPS)
        try:
            if self.status is not self.Status.STOPPED:
                process = ForkProcess(target=_run, args=(name, self._works[name], os.getpid()))
                process.start()
                restarts.started(time.monotonic())
                self.worker_dict[name] = WorkerData(name, process.pid or 0, process)
                _log.info("%s started, process %d", name, process.pid)
        finally:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPS)

    def handle_dead_worker(self, worker_data: WorkerData) -> None:
        """Note when it is started again."""
        super().handle_dead_worker(worker_data)
        self._restarts[worker_data.name].ended(time.monotonic())
        _log.warning("%s ended with %s", worker_data.name, worker_data.process.exitcode)

    def request_stop(self, signum: Any = None, frame: Any = None) -> None:
        """Stop, at once at the second signal: RQ takes a second SIGTERM as force."""
        if self.status is self.Status.STOPPED:
            self._sign = signal.SIGKILL
        super().request_stop(signum, frame)  # type: ignore[no-untyped-call]

    def stop_worker(self, worker_data: WorkerData, sig: Any = None) -> None:  # noqa: ARG002 - RQ's
        """Send a process the signal that is its turn."""
        super().stop_worker(worker_data, self._sign)


def _run(name: str, work: Callable[[], object], pool: int) -> None:
    for number in (*STOPS, ABANDONED):  # nohup ignores the last
        signal.signal(number, signal.SIG_DFL)
    os.setsid()  # a terminal's Ctrl-C reaches only the pool
    libc = ctypes.CDLL(None)
    libc.prctl(PR_SET_PDEATHSIG, ABANDONED)
    libc.prctl(PR_SET_NAME, name.encode())  # as `ps -o comm` and `top` show it
    signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPS)
    if os.getppid() == pool:  # else it died before this was set
        work()

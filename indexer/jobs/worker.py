"""`python -m indexer.jobs.worker`: the processes that do the jobs.

Without options it keeps a small set of processes alive: one for what an operator waits for, one
for periodic work, one for mails, one for the index, one for upkeep and pictures, some that scrape,
and RQ's scheduler. More machines or more scrapers: start it again with `--queues classify,scrape`.
"""

import argparse
import ctypes
import gc
import logging
import os
import signal
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import FrameType
from typing import Any

from redis import Redis
from redis.client import Pipeline
from rq import Queue, Worker, worker_registration
from rq.cron import CronJob, CronScheduler
from rq.job import Job
from rq.serializers import JSONSerializer
from rq.utils import now
from rq.worker_pool import ForkProcess, WorkerData, WorkerPool

from indexer.core import background
from indexer.core.heartbeats import BROWSER_BYTES, BROWSER_HELD, MONITOR_S, WORKER_TTL_S
from indexer.core.logs import REQUEST, log_as_json
from indexer.core.queues import (
    ALL,
    DO_PERIODIC,
    MESSAGES,
    PERIODIC,
    NamedJob,
    processes,
    queue,
    redis_connection,
    request_of,
)
from indexer.core.restarts import Restarts
from indexer.core.settings import Settings, SettingsError
from indexer.core.stopflag import SHUTDOWN
from indexer.ingest.runs.reaper import close_killed
from indexer.ingest.runs.sandbox import memory_of, sweep_abandoned
from indexer.jobs.periodic_jobs import HOUR, MINUTE, PLAN, well_within_s
from indexer.jobs.tasks import do_periodic
from scrapers.browsing import confine


class Scheduler(CronScheduler):
    """RQ's scheduler, but for its pickled jobs."""

    def enqueue_jobs(self) -> list[CronJob]:
        """Enqueue what is due as jobs of our kind; return it.

        So is what was enqueued later than now: the clock was ahead.
        """
        due = [
            entry
            for entry in self.get_jobs()
            if entry.should_run() or (entry.latest_enqueue_time or now()) > now()
        ]
        for entry in due:
            into = queue(entry.queue_name, self.connection)
            into.enqueue(entry.func_name, *entry.args, description=entry.name, **entry.job_options)
            entry.set_enqueue_time(now())
        background.due(self.connection, {one.name: well_within_s(PLAN[one.name]) for one in due})
        return due


def scheduler(settings: Settings) -> Scheduler:
    """Return the scheduler with its plan; a job that nobody takes lapses when the next is due."""
    cron = Scheduler(redis_connection(settings.redis_url), logging_level="WARNING")
    cron.log.setLevel(logging.WARNING)  # all rows of the plan have one function
    for entry in PLAN.values():
        cron.register(
            do_periodic,
            entry.queue,
            args=(entry.name,),
            name=entry.name,
            interval=entry.every_s,
            ttl=max(entry.every_s, MINUTE),
            result_ttl=0,
            failure_ttl=HOUR,  # RQ keeps one for a year: some hours of an outage would fill Redis
            job_timeout=entry.timeout_s,
        )
    return cron


def schedule(settings: Settings) -> None:
    """Enqueue the periodic jobs when they are due, until SIGTERM."""
    scheduler(settings).start()  # type: ignore[no-untyped-call]


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
                restarts.note_start(time.monotonic())
                self.worker_dict[name] = WorkerData(name, process.pid or 0, process)
                _log.info("%s started, process %d", name, process.pid)
        finally:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPS)

    def handle_dead_worker(self, worker_data: WorkerData) -> None:
        """Note when it is started again."""
        super().handle_dead_worker(worker_data)
        self._restarts[worker_data.name].note_end(time.monotonic())
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


log = logging.getLogger(__name__)

SCRAPERS = max(1, min(4, os.cpu_count() or 1))
UNHELD = (
    "This Linux cannot hold a browser to its guard (Landlock, since 6.7): a store's page that"
    " breaks out of Chromium's sandbox would reach what this worker reaches."
)


class WinkelWorker(Worker):
    """RQ's worker, whose work-horse stops on SIGTERM and whose killed work-horse closes its run."""

    database_url: str = ""

    def _install_signal_handlers(self) -> None:
        super()._install_signal_handlers()  # type: ignore[no-untyped-call]
        signal.signal(ABANDONED, self.abandon)

    def subscribe(self) -> None:
        """Listen to commands in a thread that takes no signal.

        The second of two signals went to it, and the main thread, which handles them, slept on: an
        abandoned worker waited for minutes and died with the next job that it took.
        """
        before = signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
        try:
            super().subscribe()  # type: ignore[no-untyped-call]
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)

    def handle_warm_shutdown_request(self) -> None:
        """Signal the work-horse to end at the next page; its browser must not get the signal."""
        super().handle_warm_shutdown_request()  # type: ignore[no-untyped-call]
        if self.horse_pid:
            os.kill(self.horse_pid, signal.SIGTERM)

    def perform_job(self, job: Job, queue: Queue) -> bool:
        """Do a job in the name of the request that enqueued it."""
        REQUEST.set(request_of(job))
        return super().perform_job(job, queue)

    def heartbeat(self, timeout: int | None = None, pipeline: Pipeline | None = None) -> None:
        """Write the worker's heartbeat, its facts, and what holds its browsers.

        RQ forgets a worker that was silent for a minute (suspended, or its Redis flushed) and has
        only the time of those that speak again: they worked and were taken for dead for ever.
        """
        super().heartbeat(timeout, pipeline)
        connection = self.connection if pipeline is None else pipeline
        values = {**self.serialize(), BROWSER_HELD: int(confine.is_possible())}
        connection.hset(self.key, mapping=values)
        worker_registration.register(self, pipeline)

    def maintain_heartbeats(self, job: Job) -> None:
        """Write that the worker and its work-horse live, and what the job's browser takes."""
        super().maintain_heartbeats(job)
        self.connection.hset(self.key, BROWSER_BYTES, memory_of(job.id))

    def run_maintenance_tasks(self) -> None:
        """End what jobs left on this machine that were closed by another one, too."""
        sweep_abandoned()
        super().run_maintenance_tasks()  # type: ignore[no-untyped-call]

    def setup_work_horse_signals(self) -> None:
        """SIGTERM sets the flag that a crawl reads at each page (fault 14)."""
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, lambda *_: SHUTDOWN.set())
        signal.signal(ABANDONED, signal.SIG_DFL)

    def abandon(self, *_: object) -> None:
        """End at once; the run of the work-horse goes on with the next worker (fault 40).

        Nothing may keep it: RQ's timer, which raises, would send it back to RQ's loop, where it
        went on to take jobs for ever, as a worker that nobody looks after.
        """
        for number in (signal.SIGALRM, signal.SIGTERM, signal.SIGINT, ABANDONED):
            signal.signal(number, signal.SIG_IGN)
        try:
            if self.horse_pid:
                self.kill_horse()
                self.wait_for_horse()
                job_id = self.get_current_job_id()
                if job_id is not None:
                    close_killed(self.database_url, job_id, "Its worker's supervisor was killed.")
        finally:
            os._exit(1)

    def request_force_stop(self, signum: int, frame: FrameType | None) -> None:
        """Close the run of the work-horse that a second signal kills."""
        job_id = self.get_current_job_id()
        try:
            super().request_force_stop(signum, frame)
        except SystemExit:
            if job_id is not None:
                close_killed(self.database_url, job_id, "Its worker was ended by force.")
            raise


def work(settings: Settings, queues: Sequence[str], *, burst: bool = False) -> None:
    """Take jobs from these queues, the first before the next, until SIGTERM."""
    connection = redis_connection(settings.redis_url)
    worker = WinkelWorker(
        [queue(name, connection) for name in queues],
        connection=connection,
        job_class=NamedJob,
        serializer=JSONSerializer,
        job_monitoring_interval=MONITOR_S,
        worker_ttl=WORKER_TTL_S,
        work_horse_killed_handler=lambda job, _pid, status, _usage: _note_killed(
            settings, job, _how_it_died(status)
        ),
    )
    worker.database_url = settings.database_url
    # These have a job every few seconds: their coming and going is not logged.
    often = {PERIODIC, MESSAGES} & {*queues}
    worker.work(burst=burst, logging_level="WARNING" if often else "INFO")


def _note_killed(settings: Settings, job: Job, how: str) -> None:
    close_killed(settings.database_url, job.id, how)
    if job.func_name == DO_PERIODIC:
        background.count(settings.redis_url, str(job.args[0]), RuntimeError(how))


def _how_it_died(status: int | None) -> str:
    if status is not None and os.WIFSIGNALED(status):
        name = signal.Signals(os.WTERMSIG(status)).name
        return f"Its process was killed ({name})."
    return "Its process ended without giving a reason."


def work_on_all(settings: Settings, scrapers: int) -> None:
    """Take the jobs of all queues and enqueue what is periodic, until SIGTERM."""
    works: dict[str, Callable[[], object]] = {"cron": partial(schedule, settings)}
    for name, queues in processes(scrapers).items():
        works[name] = partial(work, settings, queues)
    Pool(redis_connection(settings.redis_url), works).start(logging_level="WARNING")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line's request; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m indexer.jobs.worker", description=__doc__)
    parser.add_argument("--queues", help=f"take jobs from these only, of {', '.join(ALL)}")
    parser.add_argument("--scrapers", type=int, default=SCRAPERS, help="scrapes at a time")
    parser.add_argument("--burst", action="store_true", help="end when the queues are empty")
    options = parser.parse_args(arguments)
    log_as_json()
    try:
        settings = Settings.from_env()
    except SettingsError as error:
        print(error, file=sys.stderr)
        return 2
    if not confine.is_possible():
        log.warning(UNHELD)
    if options.queues is None:
        work_on_all(settings, options.scrapers)
        return 0
    queues = options.queues.split(",")
    unknown = sorted(set(queues) - set(ALL))
    if unknown:
        parser.error(f"there is no queue {', '.join(unknown)}; there are {', '.join(ALL)}")
    work(settings, queues, burst=options.burst)
    return 0


if __name__ == "__main__":
    sys.exit(main())

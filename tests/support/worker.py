"""Real worker processes for tests, and waiting for their effects."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TypeVar
from uuid import uuid4

import psutil
import pytest
from rq import Queue

from indexer.core.heartbeats import WORKER_TTL_S
from indexer.core.queues import ALL, redis_connection
from indexer.core.settings import ROOT, Settings
from indexer.ingest.runs.sandbox import FOLDER, MARK
from indexer.jobs.worker import WinkelWorker, scheduler

T = TypeVar("T")
PATIENCE_S = 120.0  # for a very busy machine: usually it takes seconds


def environment(settings: Settings) -> dict[str, str]:
    """Return the environment that gives a process these settings."""
    return {
        **os.environ,
        "DATABASE_URL": settings.database_url,
        "ELASTICSEARCH_URL": settings.elasticsearch_url,
        "REDIS_URL": settings.redis_url,
        "INDEX_PREFIX": settings.index_prefix,
        "BUCKET_LOCATION": settings.bucket_location,
        "EVIDENCE_LOCATION": settings.evidence_location,
        "ALLOW_LOOPBACK_STORES": _loopback(settings),
        "RATES_URL": settings.rates_url,
        "JOB_TIMEOUT_S": str(settings.job_timeout_s),
        "JOB_MEMORY_MB": str(settings.job_memory_mb),
    }


def for_this_process(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let jobs that run in this process read these settings."""
    for name, value in environment(settings).items():
        monkeypatch.setenv(name, value)


def _loopback(settings: Settings) -> str:
    if not settings.allow_loopback_stores:
        return "0"
    return "any" if settings.demo_stores_map is None else "1"


def eventually(what: Callable[[], T | None], says: str = "", patience_s: float = PATIENCE_S) -> T:
    """Return the function's result once it is true; raises AssertionError after the time-out."""
    deadline = time.monotonic() + patience_s
    while time.monotonic() < deadline:
        result = what()
        if result:
            return result
        time.sleep(0.05)
    raise AssertionError(f"did not happen within {patience_s:g} s: {says or what}")


def worker_log(settings: Settings) -> Path:
    """Return the file of what a worker of these settings says."""
    return Path(settings.evidence_location).parent / "worker.log"


@contextmanager
def worker(
    settings: Settings,
    *arguments: str,
    extra: dict[str, str] | None = None,
    module: str = "indexer.jobs.worker",
) -> Iterator[subprocess.Popen[bytes]]:
    """Run `python -m indexer.jobs.worker` with these settings; kills it at the end.

    And what has outlived it: a worker that is left takes the jobs of all tests that follow.
    """
    mark = f"WINKEL_TEST_WORKER={uuid4().hex}"
    log = worker_log(settings)
    log.parent.mkdir(parents=True, exist_ok=True)
    with log.open("ab") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", module, *arguments],
            cwd=ROOT,
            env=environment(settings) | dict([mark.split("=")]) | (extra or {}),
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    try:
        yield process
    finally:
        kill_tree(process.pid)
        process.wait()
        for left in psutil.process_iter():
            if _marked_command(left, [mark]):
                kill_tree(left.pid)


def pretend_worker(settings: Settings) -> WinkelWorker:
    """Have Redis say that a worker takes the jobs of each queue, as one does while it lives.

    It says so once; return it.
    """
    connection = redis_connection(settings.redis_url)
    queues = [Queue(name, connection=connection) for name in ALL]
    own = WinkelWorker(queues, connection=connection, worker_ttl=WORKER_TTL_S)
    own.register_birth()  # type: ignore[no-untyped-call]
    own.heartbeat()
    scheduler(settings).register_birth()
    return own


# One whose crawls need no browser.
plain_worker = partial(worker, module="tests.support.plain_worker")


def kill_tree(pid: int) -> None:
    """Kill a process and all of its descendants at once."""
    for process in [*descendants(pid), pid]:
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)


def descendants(pid: int) -> list[int]:
    """Return the ids of a process's children, their children, and so on."""
    return _children(pid, recursive=True)


def children(pid: int) -> list[int]:
    """Return the ids of a process's children."""
    return _children(pid, recursive=False)


def _children(pid: int, *, recursive: bool) -> list[int]:
    try:
        return [child.pid for child in psutil.Process(pid).children(recursive)]
    except psutil.NoSuchProcess:
        return []


def leftovers(job_ids: Sequence[str | None]) -> list[str]:
    """Return the processes with the mark of one of these jobs, and their temporary folders."""
    jobs = [job for job in job_ids if job]
    marks = [mark for job in jobs for mark in (f"{MARK}={job}", f"{FOLDER}{job}")]
    commands = [_marked_command(process, marks) for process in psutil.process_iter()]
    folders = [path for job in jobs for path in Path("/tmp").glob(f"{FOLDER}{job}*")]  # noqa: S108
    return [*filter(None, commands), *map(str, folders)]


def _marked_command(process: psutil.Process, marks: Sequence[str]) -> str:
    """Return the process's command line; empty where it has none of the marks or has ended."""
    try:
        command = " ".join(process.cmdline())
        variables = " ".join(f"{name}={value}" for name, value in process.environ().items())
        ended = process.status() == psutil.STATUS_ZOMBIE
    except (psutil.Error, OSError):
        return ""
    return command if not ended and any(mark in command + variables for mark in marks) else ""

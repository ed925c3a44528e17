"""Real worker processes for tests, and waiting for what they do."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from indexer.runs.sandbox import FOLDER, MARK
from indexer.settings import ROOT, Settings

T = TypeVar("T")
PATIENCE_S = 240.0  # a bound for a swamped machine: what is awaited comes in seconds


def environment(settings: Settings) -> dict[str, str]:
    """Return the environment that gives a process these settings."""
    return {
        **os.environ,
        "DATABASE_URL": settings.database_url,
        "ELASTICSEARCH_URL": settings.elasticsearch_url,
        "REDIS_URL": settings.redis_url,
        "INDEX_PREFIX": settings.index_prefix,
        "BUCKET_LOCATION": settings.bucket_location,
        "LOG_DIR": str(settings.log_dir),
        "ALLOW_LOOPBACK_STORES": _loopback(settings),
        "RATES_URL": settings.rates_url,
        "JOB_TIMEOUT_S": str(settings.job_timeout_s),
    }


def _loopback(settings: Settings) -> str:
    if not settings.allow_loopback_stores:
        return "0"
    return "any" if settings.demo_stores_map is None else "1"


def eventually(what: Callable[[], T | None], says: str = "", patience_s: float = PATIENCE_S) -> T:
    """Return what the function answers once it is something true; fails after a bound."""
    deadline = time.monotonic() + patience_s
    while time.monotonic() < deadline:
        found = what()
        if found:
            return found
        time.sleep(0.05)  # between two looks, never instead of one
    raise AssertionError(f"did not come to pass in {patience_s:g} s: {says or what}")


@contextmanager
def worker(
    settings: Settings, *arguments: str, extra: dict[str, str] | None = None
) -> Iterator[subprocess.Popen[bytes]]:
    """Run `python -m indexer.jobs.worker` with these settings; ended with the block."""
    log = settings.log_dir / "worker.log"
    log.parent.mkdir(parents=True, exist_ok=True)
    with log.open("ab") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "indexer.jobs.worker", *arguments],
            cwd=ROOT,
            env=environment(settings) | (extra or {}),
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    try:
        yield process
    finally:
        kill_tree(process.pid)
        process.wait()


def kill_tree(pid: int) -> None:
    """End a process and all that descend from it, at once."""
    for one in [*descendants(pid), pid]:
        try:
            os.kill(one, signal.SIGKILL)
        except ProcessLookupError:
            continue


def descendants(pid: int) -> list[int]:
    """Return the ids of a process's children, their children, and so on."""
    parents = _parents()
    found: list[int] = []
    level = [pid]
    while level:
        level = [child for child, parent in parents.items() if parent in level]
        found += level
    return found


def children(pid: int) -> list[int]:
    """Return the ids of a process's children."""
    return [child for child, parent in _parents().items() if parent == pid]


def _parents() -> dict[int, int]:
    parents = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                stat = (entry / "stat").read_text()
            except OSError:
                continue
            parents[int(entry.name)] = int(stat.rpartition(")")[2].split()[1])
    return parents


def leftovers(job_ids: Sequence[str | None]) -> list[str]:
    """Return what is left of these jobs: processes with their mark, temporary folders."""
    found = []
    for job_id in filter(None, job_ids):
        for entry in Path("/proc").iterdir():
            if entry.name.isdigit() and _is_of(entry, job_id):
                found.append((entry / "cmdline").read_bytes().replace(b"\0", b" ").decode())
        found += [str(path) for path in Path("/tmp").glob(f"{FOLDER}{job_id}*")]  # noqa: S108
    return found


def _is_of(process: Path, job_id: str) -> bool:
    try:
        zombie = b"State:\tZ" in (process / "status").read_bytes()
        words = (process / "environ").read_bytes() + (process / "cmdline").read_bytes()
    except OSError:
        return False
    return not zombie and (
        f"{MARK}={job_id}".encode() in words or f"{FOLDER}{job_id}".encode() in words
    )

"""The pool of a worker's processes: what ends is started again, and all end with one signal."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from indexer.core.settings import ROOT

# A process that tells its id and each SIGTERM, and ends at SIGUSR1 alone.
SCRIPT = """
import os, signal
from redis import Redis
from indexer.jobs.worker import Pool

def work():
    signal.signal(signal.SIGTERM, lambda *_: print("asked", flush=True))
    signal.signal(signal.SIGUSR1, lambda *_: os._exit(3))
    print(os.getpid(), flush=True)
    while True:
        signal.pause()

Pool(Redis(), {"patient": work}).start(logging_level="WARNING")
print("ended", flush=True)
"""


@contextmanager
def _pool() -> Iterator[tuple[subprocess.Popen[str], int]]:
    command = [sys.executable, "-c", SCRIPT]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as pool:
        try:
            yield pool, int(_line(pool))
        finally:
            pool.kill()  # its process gets SIGHUP


def _line(pool: subprocess.Popen[str]) -> str:
    assert pool.stdout
    return pool.stdout.readline().strip()


def test_what_ends_is_started_again_and_one_signal_asks_it_once_to_end() -> None:
    with _pool() as (pool, first):
        os.kill(first, signal.SIGUSR1)
        second = int(_line(pool))
        assert second != first
        pool.terminate()
        assert _line(pool) == "asked"
        os.kill(second, signal.SIGUSR1)
        assert _line(pool) == "ended", "it is asked once, and not started again"
        assert pool.wait() == 0

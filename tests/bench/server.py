"""The API under gunicorn, as `make run` starts it, for as long as a block runs."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager

import psutil

from dev.run.site import gunicorn_words
from tests.bench.stage import LOCAL, ROOT, Stage

START_S = 240.0  # of a busy machine
POLL_S = 0.1


@contextmanager
def api_server(stage: Stage) -> Iterator[tuple[str, psutil.Process]]:
    """Yield `host:port` of a server that answers searches, and its first process."""
    LOCAL.mkdir(parents=True, exist_ok=True)
    (ROOT / ".local" / "logs").mkdir(parents=True, exist_ok=True)
    with socket.create_server(("127.0.0.1", 0)) as listener, (LOCAL / "api.log").open("w") as log:
        handle = listener.fileno()
        process = subprocess.Popen(
            [sys.executable, "-m", *gunicorn_words(handle)],
            cwd=ROOT,
            env=stage.environment,
            pass_fds=[handle],
            stdout=log,
            stderr=log,
        )
        address = f"127.0.0.1:{listener.getsockname()[1]}"
        try:
            _wait(process, address)
            yield address, psutil.Process(process.pid)
        finally:
            process.terminate()
            process.wait(30)


def _wait(process: subprocess.Popen[bytes], address: str) -> None:
    limit = time.monotonic() + START_S
    while time.monotonic() < limit and process.poll() is None:
        try:
            with urllib.request.urlopen(f"http://{address}/api/filters", timeout=5):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(POLL_S)
    raise RuntimeError(f"The API did not answer; see {LOCAL / 'api.log'}.")

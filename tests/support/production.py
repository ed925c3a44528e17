"""The application in gunicorn with the production configuration (`app.serving.server`)."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path

from dev.run import gunicorn_words
from indexer.core.settings import ROOT, Settings
from tests.support.worker import environment, eventually

TIMEOUT_S = 120


@dataclass(frozen=True, slots=True)
class Served:
    """A running server: its port on 127.0.0.1, its process, and the file of its output."""

    port: int
    process: subprocess.Popen[bytes]
    log: Path

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"


@contextmanager
def gunicorn(
    settings: Settings, folder: Path, extra: dict[str, str] | None = None, *, cwd: Path = ROOT
) -> Iterator[Served]:
    """Serve the application on a free port; its access log is `access.log` in the folder.

    `cwd`: the folder of the version that serves.
    """
    env = environment(settings) | {
        "OPERATOR_TOKEN": settings.operator_token,
        "OPERATOR_OPEN": "1" if settings.operator_open else "",
        "PUBLIC_URL": settings.public_url,
        "FRONTEND_DIR": str(settings.frontend_dir),
        "SMTP_URL": settings.smtp_url,
        "RATE_LIMITS": "1" if settings.rate_limits else "0",
        "TRUSTED_PROXIES": str(settings.trusted_proxies),
        "SEARCH_TIMEOUT_MS": str(settings.search_timeout_ms),
        "KEPT_ANSWERS_MB": str(settings.kept_answers_mb),
    }
    log = folder / "gunicorn.log"
    with socket.create_server(("127.0.0.1", 0)) as listener, log.open("wb") as output:
        port = listener.getsockname()[1]
        _, *words = gunicorn_words(listener.fileno(), folder / "access.log")
        process = subprocess.Popen(
            [sys.executable, "-m", "gunicorn", *words],
            cwd=cwd,
            env={**os.environ, **env, **(extra or {})},
            pass_fds=[listener.fileno()],
            stdout=output,
            stderr=output,
        )
    try:
        eventually(lambda: process.poll() is not None or _answers(port), f"gunicorn, see {log}")
        assert process.poll() is None, log.read_text()[-2000:]
        yield Served(port, process, log)
    finally:
        process.terminate()
        process.wait(TIMEOUT_S)


def _answers(port: int) -> bool:
    connection = HTTPConnection("127.0.0.1", port, timeout=TIMEOUT_S)
    try:
        connection.request("GET", "/robots.txt")
        return connection.getresponse().status == 200
    except OSError:
        return False
    finally:
        connection.close()

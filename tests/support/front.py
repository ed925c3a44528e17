"""The production front: nginx with the repository's configuration, before gunicorn."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from dev.ports import free_port
from indexer.settings import ROOT, Settings
from tests.support.production import Served, gunicorn
from tests.support.worker import eventually

FOLDER = ROOT / "front"


@dataclass(frozen=True, slots=True)
class Front:
    """A running nginx: its ports, the application behind it, and its logs."""

    port: int
    secure_port: int
    app: Served
    folder: Path
    process: subprocess.Popen[bytes]

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"


@contextmanager
def front(
    settings: Settings,
    folder: Path,
    *,
    searches: int = 10_000,
    extra: dict[str, str] | None = None,
    trusted: str = "",
    certificates: Path | None = None,
) -> Iterator[Front]:
    """Run both; skips the test where nginx is not installed (`make test` installs it).

    `trusted`: whose word on visitors' addresses counts. With `certificates` there is TLS, too.
    """
    program = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    if program is None:
        pytest.skip("nginx is not installed: apt-get install nginx-light")
    port, secure_port = free_port(), free_port()
    with gunicorn(settings.but(trusted_proxies=1), folder, extra) as app:
        (folder / "run").mkdir()
        (folder / "log").mkdir()
        template = folder / "nginx.conf.template"
        user = "user root;\n" if os.geteuid() == 0 else ""
        template.write_text(user + (FOLDER / "nginx.conf.template").read_text())
        values = {
            "PATH": f"{os.environ.get('PATH', '')}:/usr/sbin",
            "FRONT_TEMPLATE": str(template),
            "FRONT_LISTEN": f"127.0.0.1:{port}",
            "FRONT_LISTEN_TLS": f"127.0.0.1:{secure_port}",
            "FRONT_CERTIFICATES": str(certificates or ""),
            "FRONT_TRUSTED": trusted,
            "FRONT_APP": f"127.0.0.1:{app.port}",
            "FRONT_ROOT": str(settings.frontend_dir),
            "FRONT_RUN": str(folder / "run"),
            "FRONT_LOG": str(folder / "log"),
            "FRONT_SEARCHES": str(searches),
        }
        command = ["sh", str(FOLDER / "start.sh")]
        process = subprocess.Popen(
            command, env=values, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
        )
        try:
            eventually(lambda: process.poll() is not None or _listens(port), "nginx")
            if process.poll() is not None:
                raise AssertionError(process.communicate()[1].decode())
            yield Front(port, secure_port, app, folder, process)
        finally:
            process.terminate()
            process.communicate()


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0

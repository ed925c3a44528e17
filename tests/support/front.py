"""The production front: nginx with the repository's configuration, before gunicorn."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from dev.ports import free_port
from indexer.core.settings import ROOT, Settings
from tests.support.production import Served, gunicorn
from tests.support.worker import eventually

FOLDER = ROOT / "deploy" / "nginx"


@dataclass(frozen=True, slots=True)
class Nginx:
    """A running nginx: its ports and its logs."""

    port: int
    secure_port: int
    folder: Path
    process: subprocess.Popen[bytes]

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"


@dataclass(frozen=True, slots=True)
class Front(Nginx):
    """With the application behind it."""

    app: Served


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
    """Run nginx and an application; skips the test where nginx is not installed.

    `trusted`: whose word on visitors' addresses counts. With `certificates` there is TLS, too.
    """
    own = {
        "FRONT_CERTIFICATES": str(certificates or ""),
        "FRONT_TRUSTED": trusted,
        "FRONT_SEARCHES": str(searches),
    }
    with (
        gunicorn(settings.but(trusted_proxies=1), folder, extra) as app,
        nginx(settings, folder, [app.port], own) as it,
    ):
        yield Front(it.port, it.secure_port, it.folder, it.process, app)


@contextmanager
def nginx(
    settings: Settings, folder: Path, apps: Sequence[int], own: Mapping[str, str], read_s: int = 0
) -> Iterator[Nginx]:
    """Run nginx before applications on these ports.

    `own` are variables of deploy/nginx/start.sh that differ; `read_s` is how long a search may
    take, in place of what the template says.
    """
    program = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    if program is None:
        pytest.skip("nginx is not installed: apt-get install nginx-light")
    port, secure_port = free_port(), free_port()
    (folder / "run").mkdir()
    (folder / "log").mkdir()
    template = folder / "nginx.conf.template"
    user = "user root;\n" if os.geteuid() == 0 else ""
    text = (FOLDER / "nginx.conf.template").read_text()
    if read_s:
        text = text.replace("proxy_read_timeout 20s;", f"proxy_read_timeout {read_s}s;")
    template.write_text(user + text)
    values = {
        "PATH": f"{os.environ.get('PATH', '')}:/usr/sbin",
        "FRONT_TEMPLATE": str(template),
        "FRONT_LISTEN": f"127.0.0.1:{port}",
        "FRONT_LISTEN_TLS": f"127.0.0.1:{secure_port}",
        "FRONT_APP": ",".join(f"127.0.0.1:{app}" for app in apps),
        "FRONT_ROOT": str(settings.frontend_dir),
        "FRONT_RUN": str(folder / "run"),
        "FRONT_LOG": str(folder / "log"),
        "FRONT_SEARCHES": "10000",
    }
    process = subprocess.Popen(
        ["sh", str(FOLDER / "start.sh")],
        env={**values, **own},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    try:
        eventually(lambda: process.poll() is not None or _listens(port), "nginx")
        if process.poll() is not None:
            raise AssertionError(process.communicate()[1].decode())
        yield Nginx(port, secure_port, folder, process)
    finally:
        process.terminate()
        process.communicate()


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0

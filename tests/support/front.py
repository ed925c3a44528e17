"""The production front: nginx with the repository's configuration, before gunicorn."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from indexer.settings import ROOT, Settings
from tests.support.production import Served, gunicorn
from tests.support.worker import eventually

TEMPLATE = ROOT / "front" / "nginx.conf.template"


@dataclass(frozen=True, slots=True)
class Front:
    """A running nginx: its port, the application behind it, and its logs."""

    port: int
    app: Served
    folder: Path
    process: subprocess.Popen[bytes]

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"


def rendered(values: Mapping[str, str]) -> str:
    """Return the configuration with these variables replaced, as envsubst does."""
    return re.sub(r"\$\{(FRONT_\w+)\}", lambda match: values[match[1]], TEMPLATE.read_text())


@contextmanager
def front(
    settings: Settings,
    folder: Path,
    *,
    searches: int = 10_000,
    extra: dict[str, str] | None = None,
) -> Iterator[Front]:
    """Run both; skips the test where nginx is not installed (`make test` installs it)."""
    program = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    if program is None:
        pytest.skip("nginx is not installed: apt-get install nginx-light")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with gunicorn(settings.but(trusted_proxies=1), folder, extra) as app:
        (folder / "run").mkdir()
        (folder / "log").mkdir()
        values = {
            "FRONT_LISTEN": f"127.0.0.1:{port}",
            "FRONT_APP": f"127.0.0.1:{app.port}",
            "FRONT_ROOT": str(settings.frontend_dir),
            "FRONT_RUN": str(folder / "run"),
            "FRONT_LOG": str(folder / "log"),
            "FRONT_SEARCHES": str(searches),
        }
        configuration = folder / "nginx.conf"
        user = "user root;\n" if os.geteuid() == 0 else ""
        configuration.write_text(user + rendered(values))
        command = [program, "-e", str(folder / "log" / "start"), "-c", str(configuration)]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        try:
            eventually(lambda: process.poll() is not None or _listens(port), "nginx")
            if process.poll() is not None:
                raise AssertionError(process.communicate()[1].decode())
            yield Front(port, app, folder, process)
        finally:
            process.terminate()
            process.communicate()


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0

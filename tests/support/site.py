"""The site for browser tests: the real API on the session's services, the built frontend."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from werkzeug.serving import make_server

from app.factory import create_app
from dev.files import fingerprint
from dev.run import sources
from indexer.core.settings import Settings

ROOT = Path(__file__).resolve().parents[2]
FRONTEND = ROOT / "frontend"
BUILDS = ROOT / ".local" / "frontend"
UNUSED_S = 24 * 60 * 60


def built_frontend(dev_mode: bool = False) -> Path:
    """Return the folder of a build of the present frontend, which is built once per content.

    Development mode is a build-time flag. Concurrent callers wait for the same build.
    """
    build = BUILDS / fingerprint(sources(FRONTEND), "dev" if dev_mode else "")[:16]
    BUILDS.mkdir(parents=True, exist_ok=True)
    with (BUILDS / "lock").open("w") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        if not build.exists():
            _build(build, dev_mode)
        os.utime(build)
        _delete_unused()
    return build


def _build(folder: Path, dev_mode: bool) -> None:
    """Build in a temporary folder and rename it: a build that exists is complete."""
    work = BUILDS / "partial"
    shutil.rmtree(work, ignore_errors=True)
    command = ["node_modules/.bin/vite", "build", "--outDir", str(work), "--logLevel", "error"]
    env = {**os.environ, "VITE_DEV_MODE": "1" if dev_mode else ""}
    subprocess.run(command, cwd=FRONTEND, env=env, check=True)
    work.rename(folder)


def _delete_unused() -> None:
    for folder in BUILDS.iterdir():
        if folder.is_dir() and folder.stat().st_mtime < time.time() - UNUSED_S:
            shutil.rmtree(folder)


@contextmanager
def served(settings: Settings) -> Iterator[str]:
    """Serve the application on a free port of the loopback; yields its address."""
    server = make_server("127.0.0.1", 0, create_app(settings), threaded=True)
    thread = threading.Thread(target=server.serve_forever, name="site", daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()

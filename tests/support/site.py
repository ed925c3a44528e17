"""The whole site for browser tests: the real API on the session's services, the built frontend."""

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
from dev.run.frontend import sources
from indexer.settings import Settings

ROOT = Path(__file__).resolve().parents[2]
FRONTEND = ROOT / "frontend"
BUILDS = ROOT / ".local" / "frontend"
UNUSED_S = 24 * 60 * 60


def built_frontend(dev_mode: bool = False) -> Path:
    """Return a build of the frontend as it stands now, made once per content of its folder.

    Development mode is a build-time flag. Whoever asks at the same time waits for the one build.
    """
    made = BUILDS / fingerprint(sources(FRONTEND), "dev" if dev_mode else "")[:16]
    BUILDS.mkdir(parents=True, exist_ok=True)
    with (BUILDS / "lock").open("w") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        if not made.exists():
            _build(made, dev_mode)
        os.utime(made)
        _forget_unused()
    return made


def _build(folder: Path, dev_mode: bool) -> None:
    """Build beside it and rename: a build that is there is whole."""
    work = BUILDS / "making"
    shutil.rmtree(work, ignore_errors=True)
    command = ["node_modules/.bin/vite", "build", "--outDir", str(work), "--logLevel", "error"]
    env = {**os.environ, "VITE_DEV_MODE": "1" if dev_mode else ""}
    subprocess.run(command, cwd=FRONTEND, env=env, check=True)
    work.rename(folder)


def _forget_unused() -> None:
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

"""The whole site for browser tests: the real API on the session's services, the built frontend."""

from __future__ import annotations

import os
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from werkzeug.serving import make_server

from app.factory import create_app
from dev.run.frontend import FrontendBuild
from indexer.settings import Settings

ROOT = Path(__file__).resolve().parents[2]


def build_frontend() -> Path:
    """Build the frontend where its sources changed since the last build; return its folder."""
    build = FrontendBuild(ROOT / "frontend", ROOT / ".local", os.environ)
    build.start()
    build.finish()
    return ROOT / "frontend" / "dist"


def build_dev_frontend(folder: Path) -> Path:
    """Build the frontend with development mode, which is a build-time flag, into a folder."""
    command = ["node_modules/.bin/vite", "build", "--outDir", str(folder), "--logLevel", "error"]
    env = {**os.environ, "VITE_DEV_MODE": "1"}
    subprocess.run(command, cwd=ROOT / "frontend", env=env, check=True)
    return folder


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

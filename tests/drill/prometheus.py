"""Whether Prometheus's own tool takes what we say."""

from __future__ import annotations

import shutil
import subprocess

from app import create_app
from indexer.settings import Settings
from tests.drill.site import Lost
from tests.drill.versions import Skipped


def promtool_takes(settings: Settings) -> str:
    """Have promtool check the metrics of a running site; raises Skipped where it is absent."""
    program = shutil.which("promtool")
    if program is None:
        raise Skipped("promtool is not installed: apt-get install prometheus")
    client = create_app(settings).test_client()
    client.get("/api/health/live")
    said = client.get("/metrics")
    if said.status_code != 200:
        raise Lost(f"/metrics answers {said.status_code}")
    done = subprocess.run(
        [program, "check", "metrics"],
        check=False,
        input=said.text,
        capture_output=True,
        text=True,
    )
    if done.returncode or done.stderr.strip():
        raise Lost(f"promtool: {(done.stderr or done.stdout).strip()[:600]}")
    return f"{said.text.count('# HELP')} metrics, no complaint"

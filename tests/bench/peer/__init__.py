"""Searchkit's Node API beside the product: installed from the npm registry, on the same index."""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from app.search.filters import FILTERS
from app.serving import server
from indexer.catalogue.document.tile import TILE
from tests.bench.stage import LOCAL, Stage

HERE = Path(__file__).parent
START_S = 60.0
POLL_S = 0.1
SEARCHED = ["name", "brand.text", "categoryName", "colourText"]


@contextmanager
def peer_server(stage: Stage) -> Iterator[str]:
    """Yield `host:port` of a server that answers InstantSearch's requests."""
    folder = _installed(stage)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    given = {
        "folder": str(folder),
        "port": port,
        "processes": server.workers,
        "baseFilters": [{"term": {"visible": True}}],
        "config": _config(stage),
    }
    with (LOCAL / "peer.log").open("w") as log:
        command = ["node", str(folder / "server.mjs"), json.dumps(given)]
        process = subprocess.Popen(command, cwd=folder, stdout=log, stderr=log)
        try:
            _wait(process, port)
            yield f"127.0.0.1:{port}"
        finally:
            process.terminate()
            process.wait(30)


def _installed(stage: Stage) -> Path:
    folder = LOCAL / "peer"
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", "server.mjs"):
        shutil.copy(HERE / name, folder / name)
    stage.tell("installing the peer from the npm registry")
    words = ["npm", "install", "--no-audit", "--no-fund", "--no-package-lock", "--silent"]
    subprocess.run(words, cwd=folder, check=True)
    return folder


def _config(stage: Stage) -> dict[str, Any]:
    """Return the same facets, searched words and fields of a hit as the product has."""
    facets = [
        {"attribute": one.attribute, "field": one.field_for("ZAR"), "type": "string"}
        for one in FILTERS
    ]
    return {
        "connection": {"host": stage.settings.elasticsearch_url},
        "search_settings": {
            "search_attributes": SEARCHED,
            "facet_attributes": facets,
            "result_attributes": [*TILE, "images"],
            "highlight_attributes": [],
        },
    }


def _wait(process: subprocess.Popen[bytes], port: int) -> None:
    limit = time.monotonic() + START_S
    while time.monotonic() < limit and process.poll() is None:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/", b"[]", timeout=5):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(POLL_S)
    raise RuntimeError(f"The peer did not answer; see {LOCAL / 'peer.log'}.")

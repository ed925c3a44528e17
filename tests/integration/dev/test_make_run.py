"""`make run` in another folder, on given services: everything up, scraped, stopped, up again."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from dev.services.pids import started_at
from dev.stores.catalogue.make import load_stores
from tests.support.bounds import FULL
from tests.support.groups import OWN_SERVICES
from tests.support.services import TestServices

ROOT = Path(__file__).resolve().parents[3]
pytestmark = pytest.mark.xdist_group(OWN_SERVICES)
PARTS = ("app", "indexer", "scrapers", "dev", "es_mappings")
TWO = ("oranje-atelier", "hadeda-and-wren")  # small; by pages and by a feed
STORES = {slug: store for slug, store in load_stores().items() if FULL or slug in TWO}
NOT_COPIED = shutil.ignore_patterns("node_modules", "dist", "coverage", "__pycache__")


@pytest.fixture
def clone() -> Iterator[Path]:
    """The project's sources in another folder, with the packages that are installed here.

    Not below pytest's own folder: other sessions close that, and the services' account must reach
    its data.
    """
    with tempfile.TemporaryDirectory(prefix="winkel-clone-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        folder.chmod(0o755)
        for part in (*PARTS, "frontend"):
            shutil.copytree(ROOT / part, folder / part, ignore=NOT_COPIED)
        listed = folder / "dev" / "stores" / "catalogue" / "stores.json"
        rows = [row for row in json.loads(listed.read_text()) if row["slug"] in STORES]
        listed.write_text(json.dumps(rows))
        (folder / "frontend" / "node_modules").symlink_to(ROOT / "frontend" / "node_modules")
        yield folder


@pytest.fixture
def environment(
    services: TestServices, own_database_url: str, redis_url: str, own_index_prefix: str
) -> dict[str, str]:
    given = {
        "DATABASE_URL": own_database_url,
        "REDIS_URL": redis_url,
        "ELASTICSEARCH_URL": services.elasticsearch_url,
        "INDEX_PREFIX": own_index_prefix,
        "RATES_URL": "",
    }
    return {**os.environ, **given}


@contextmanager
def running(clone: Path, environment: dict[str, str]) -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(
        [sys.executable, "-m", "dev.run"],
        cwd=clone,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        try:
            yield process
        finally:
            process.terminate()
            process.communicate()


def until_up(process: subprocess.Popen[str]) -> list[str]:
    """Read the command's lines up to the one that says how to stop it."""
    assert process.stdout is not None
    lines: list[str] = []
    for line in process.stdout:
        lines.append(line.rstrip())
        if "Stop with Ctrl-C" in line:
            return lines
    raise AssertionError("it ended:\n" + "\n".join(lines))


def call(url: str, body: Any = None) -> Any:
    encoded = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, encoded, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.loads(answer.read())


def programs(clone: Path) -> list[tuple[int, str]]:
    pairs = [path.read_text().split() for path in (clone / ".local" / "run").glob("*.pid")]
    return [(int(pid), started) for pid, started in pairs]


def test_a_first_run_scrapes_the_demo_stores_and_a_second_one_finds_them(
    clone: Path, environment: dict[str, str]
) -> None:
    with running(clone, environment) as process:
        lines = until_up(process)
        url = (clone / ".local" / "url").read_text().strip()
        assert any(url in line for line in lines)
        assert any("demo events" in line and "✓" in line for line in lines)
        check_catalogue(url)
        check_frontend(url)
        left = programs(clone)
        assert len(left) >= 4  # itself, the API, the worker, the stores
        process.send_signal(signal.SIGTERM)
        assert process.wait() == 0
        assert not [pid for pid, started in left if started_at(pid) == started]
        assert not (clone / ".local" / "url").exists()
    with running(clone, environment) as process:
        lines = until_up(process)
        assert not [line for line in lines if "scrape of" in line]
        check_catalogue((clone / ".local" / "url").read_text().strip())


def check_catalogue(url: str) -> None:
    runs = call(f"{url}/api/scraper/getHistory/")
    assert [run["failureReason"] for run in runs if run["result"] != "success"] == []
    assert len(runs) == len(STORES)
    answer = call(f"{url}/api/search", [{"indexName": "products", "params": {"query": ""}}])
    sold = sum(len(store.products) for store in STORES.values())
    assert answer["results"][0]["nbHits"] == sold


def check_frontend(url: str) -> None:
    with urllib.request.urlopen(url, timeout=30) as answer:
        assert '<div id="root">' in answer.read().decode()


def test_a_missing_service_is_said_with_what_to_do(
    clone: Path, environment: dict[str, str], tmp_path: Path
) -> None:
    environment["DATABASE_URL"] = "postgresql+psycopg://nobody@127.0.0.1:9/none"
    done = subprocess.run(
        [sys.executable, "-m", "dev.run"],
        cwd=clone,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "Failed: `python -m indexer.migrate` failed" in done.stderr
    assert "127.0.0.1" in done.stderr

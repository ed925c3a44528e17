"""`make run` in another folder: all up, scraped, one killed, stopped, up again (fault 31)."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import psutil
import pytest

from dev.services.process import started_at
from dev.stores.catalogue import load_stores
from tests.support.services import TestServices
from tests.support.worker import eventually

ROOT = Path(__file__).resolve().parents[3]
PARTS = ("app", "indexer", "scrapers", "dev", "es_mappings")
STORES = load_stores()
START_S = 900.0  # a hang's bound: beside a busy machine a first run takes minutes
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
        (folder / "frontend" / "node_modules").symlink_to(ROOT / "frontend" / "node_modules")
        yield folder


@pytest.fixture
def environment(
    services: TestServices, own_database_url: str, redis_url: str, own_index_prefix: str
) -> dict[str, str]:
    given = {
        "DATABASE_URL": own_database_url,
        "REDIS_URL": "",  # one of its own, to be killed
        "ELASTICSEARCH_URL": services.elasticsearch_url,
        "INDEX_PREFIX": own_index_prefix,
        "RATES_URL": "",
    }
    return {**os.environ, **given}


class Lines:
    """What the command prints, read as it comes."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.all: list[str] = []
        self._process = process
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        with suppress(ValueError):  # closed at the end of the test
            for line in self._process.stdout:
                self.all.append(line.rstrip())

    def have(self, words: str) -> bool:
        return any(words in line for line in self.all)

    def until(self, words: str) -> None:
        """Wait for a line with these words, of a command that goes on."""
        eventually(lambda: self._process.poll() is not None or self.have(words), words, START_S)
        assert self._process.poll() is None, "it ended:\n" + "\n".join(self.all)


@contextmanager
def running(
    clone: Path, environment: dict[str, str]
) -> Iterator[tuple[subprocess.Popen[str], Lines]]:
    with subprocess.Popen(
        [sys.executable, "-m", "dev.run"],
        cwd=clone,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        try:
            yield process, Lines(process)
        finally:
            process.terminate()
            process.wait()


def call(url: str, body: Any = None) -> Any:
    encoded = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, encoded, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.loads(answer.read())


def is_ready(url: str) -> bool:
    with suppress(OSError):
        return bool(call(f"{url}/api/health/ready"))
    return False


def address(clone: Path) -> str:
    return (clone / ".local" / "url").read_text().strip()


def programs(clone: Path) -> list[tuple[int, str]]:
    pairs = [path.read_text().split() for path in (clone / ".local" / "run").glob("*.pid")]
    return [(int(pid), started) for pid, started in pairs]


@pytest.mark.timeout(2700)
def test_fault_31_a_first_run_scrapes_what_dies_comes_back_and_a_second_run_finds_all(
    clone: Path, environment: dict[str, str]
) -> None:
    a_missing_service_is_said_with_what_to_do(clone, environment)
    with running(clone, environment) as (process, lines):
        lines.until("Stop with Ctrl-C")
        assert lines.have(address(clone))
        assert any("demo events" in line and "✓" in line for line in lines.all)
        check_catalogue(address(clone))
        check_frontend(address(clone))
        for name in ("redis", "worker", "api"):
            what_dies_is_started_again(clone, name, lines)
        another_is_refused(clone, environment, process.pid)
        left = programs(clone)
        assert len(left) >= 4  # itself, the API, the worker, the stores
        process.send_signal(signal.SIGTERM)
        assert process.wait() == 0
        assert not [pid for pid, started in left if started_at(pid) == started]
        assert not (clone / ".local" / "url").exists()
    with running(clone, environment) as (process, lines):
        lines.until("Stop with Ctrl-C")
        assert not lines.have("scrape of")
        check_catalogue(address(clone))


def what_dies_is_started_again(clone: Path, name: str, lines: Lines) -> None:
    pid, at = clone / ".local" / "run" / f"{name}.pid", address(clone)
    old = int(pid.read_text().split()[0])
    psutil.Process(old).send_signal(signal.SIGKILL)
    lines.until(f"{name} was started again")
    assert lines.have(f"{name} ended by itself (exit code -9")
    assert int(pid.read_text().split()[0]) != old
    eventually(lambda: is_ready(at), f"ready after {name}")
    assert address(clone) == at


def tried(clone: Path, environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "dev.run"],
        cwd=clone,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def another_is_refused(clone: Path, environment: dict[str, str], pid: int) -> None:
    """It changes nothing, though a build of the frontend would seem due."""
    local = clone / ".local"
    stamp = (local / "frontend.stamp").rename(local / "aside.stamp")
    (local / "logs" / "frontend.log").unlink(missing_ok=True)
    files = [local / "url", local / "env", *(local / "run").glob("*.pid")]
    before = {path: path.read_bytes() for path in files}
    done = tried(clone, environment)
    assert done.returncode == 1
    assert f"already runs in this folder (process {pid})" in done.stderr
    assert address(clone) in done.stderr
    assert {path: path.read_bytes() for path in files} == before
    assert not (local / "logs" / "frontend.log").exists()
    assert is_ready(address(clone))
    stamp.rename(local / "frontend.stamp")


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


def a_missing_service_is_said_with_what_to_do(clone: Path, environment: dict[str, str]) -> None:
    missing = {"DATABASE_URL": "postgresql+psycopg://nobody@127.0.0.1:9/none"}
    done = tried(clone, environment | missing)
    assert done.returncode == 1
    assert "Failed: `python -m indexer.migrate` failed" in done.stderr
    assert "127.0.0.1" in done.stderr

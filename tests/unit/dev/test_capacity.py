"""Processes, threads, searches at once and connections fit one another on any machine."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from dev.services.servers import SETTINGS
from indexer.core.capacity import postgres_connections, processes, threads, waiting
from indexer.core.queues import processes as worker_processes
from indexer.core.settings import ROOT, Settings, SettingsError

ADDRESSES = {
    "DATABASE_URL": "postgresql://localhost/winkel",
    "ELASTICSEARCH_URL": "http://localhost:9200",
    "REDIS_URL": "redis://localhost",
}
MOST_SCRAPERS = 4
COMPOSE = (ROOT / "docker-compose.yml").read_text()


def test_any_machine_has_enough_of_each_by_itself() -> None:
    own = Settings.from_env(ADDRESSES)
    compose = re.search(r"max_connections=\$\{POSTGRES_CONNECTIONS:-(\d+)\}", COMPOSE)
    assert compose
    for cores in range(1, 65):
        web = processes(cores)
        assert 2 <= web <= 4
        jobs = len(worker_processes(min(cores, MOST_SCRAPERS)))
        needed = postgres_connections(web, own.database_connections, jobs)
        assert needed <= int(compose[1]) == int(SETTINGS["max_connections"])


def test_the_front_lets_in_what_the_processes_take(tmp_path: Path) -> None:
    """Of each machine, in the front's own script; it is as many as they do at once and let wait."""
    for cores in range(1, 33):
        script = (ROOT / "front" / "start.sh").read_text()
        (part,) = re.findall(r"^cores=.*?^at_once=[^\n]+", script, re.MULTILINE | re.DOTALL)
        (tmp_path / "nproc").write_text(f"#!/bin/sh\necho {cores}\n")
        (tmp_path / "nproc").chmod(0o755)
        shell = ["/bin/sh", "-c", f"{part}\necho $at_once"]
        path = {"PATH": f"{tmp_path}:/bin:/usr/bin"}
        shown = subprocess.run(shell, capture_output=True, text=True, check=True, env=path).stdout
        assert int(shown) >= processes(cores) * (5 + waiting(5))
        if cores <= 2:
            assert int(shown) == 32
        own = {**path, "FRONT_AT_ONCE": "96"}
        shown = subprocess.run(shell, capture_output=True, text=True, check=True, env=own).stdout
        assert int(shown) == 96


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("WEB_THREADS", "20", "WEB_THREADS must be at least 32 with SEARCHES_AT_ONCE=5"),
        ("SEARCHES_AT_ONCE", "0", "SEARCHES_AT_ONCE must be at least 1, not 0"),
        ("DATABASE_CONNECTIONS", "3", "DATABASE_CONNECTIONS must be at least 4, not 3"),
        ("WEB_PROCESSES", "two", "WEB_PROCESSES must be a whole number, not 'two'"),
    ],
)
def test_what_cannot_work_is_refused_by_name(name: str, value: str, says: str) -> None:
    with pytest.raises(SettingsError, match=re.escape(says)):
        Settings.from_env(ADDRESSES | {name: value})
    larger = {"SEARCHES_AT_ONCE": "20", "WEB_THREADS": str(threads(20, 16))}
    assert Settings.from_env(ADDRESSES | larger).threads == threads(20, 16)

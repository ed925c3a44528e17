"""Local services: they end with their parent, come back after a kill, and keep their data."""

from __future__ import annotations

import os
import select
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
import redis

from dev.files import RootInUseError, read_exports
from dev.services.for_tests import ENV, NAMES
from dev.services.process import started_at
from dev.services.servers import local_services
from tests.support.database import psycopg_url
from tests.support.worker import eventually

ROOT = Path(__file__).resolve().parents[3]
SMALL = {"postgres", "redis"}
DEATH_S = 30


def silent(_line: str) -> None:
    """Report nothing."""


@pytest.fixture
def root() -> Iterator[Path]:
    """A folder that the services' user can reach.

    Not below pytest's: every session that begins on the machine closes /tmp/pytest-of-… to others.
    """
    with tempfile.TemporaryDirectory(prefix="winkel-services-") as made:
        folder = Path(made)
        folder.chmod(0o755)
        yield folder


@contextmanager
def command(root: Path) -> Iterator[subprocess.Popen[bytes]]:
    words = [sys.executable, "-m", "dev.services.for_tests", str(root), *sorted(SMALL)]
    with subprocess.Popen(words, cwd=ROOT) as process:
        try:
            eventually((root / ENV).exists, "the services answer")
            yield process
        finally:
            process.kill()
            (root / ENV).unlink(missing_ok=True)


def pids(root: Path) -> list[tuple[int, str]]:
    pairs = [path.read_text().split() for path in (root / "run").glob("*.pid")]
    return [(int(pid), started) for pid, started in pairs]


def remember(urls: dict[str, str]) -> None:
    with psycopg.connect(psycopg_url(urls["DATABASE_URL"]), autocommit=True) as connection:
        connection.execute("CREATE TABLE kept (word text)")
        connection.execute("INSERT INTO kept VALUES ('protea')")
    with redis.Redis.from_url(urls["REDIS_URL"]) as queue:
        queue.set("kept", "protea")


def test_data_stay_from_one_start_to_the_next_which_a_dead_ones_lock_does_not_hinder(
    root: Path,
) -> None:
    with local_services(root, SMALL, silent) as (urls, _):
        remember(urls)
        not_as_root_and_on_loopback_only(root, urls)
        with (
            pytest.raises(RootInUseError, match="make stop"),
            local_services(root, {"redis"}, silent),
        ):
            pass
    lock = root / "services" / "postgres" / "data" / "postmaster.pid"
    lock.write_text(f"{os.getpid()}\n{lock.parent}\n0\n5432\n\n\n\n")
    with local_services(root, SMALL, silent) as (urls, _):
        with psycopg.connect(psycopg_url(urls["DATABASE_URL"])) as connection:
            assert connection.execute("SELECT word FROM kept").fetchall() == [("protea",)]
        with redis.Redis.from_url(urls["REDIS_URL"]) as queue:
            assert queue.get("kept") == b"protea"


def not_as_root_and_on_loopback_only(root: Path, urls: dict[str, str]) -> None:
    for pid, _started in pids(root):
        assert Path(f"/proc/{pid}").stat().st_uid != 0
    address = urls["REDIS_URL"].removeprefix("redis://").removesuffix("/0")
    with socket.socket() as elsewhere:  # taken if the server listened on all addresses
        elsewhere.bind(("127.0.0.2", int(address.split(":")[1])))


def test_the_services_die_with_a_killed_parent_start_again_and_end_at_sigterm(root: Path) -> None:
    with command(root) as process:
        handles = [os.pidfd_open(pid) for pid, _ in pids(root)]
        assert len(handles) == len(SMALL)
        process.kill()
        for handle in handles:  # readable once the process has ended
            assert select.select([handle], [], [], DEATH_S)[0]
            os.close(handle)
    with command(root) as process:
        exported = read_exports(root / ENV)
        with psycopg.connect(psycopg_url(exported[NAMES["postgres"]])) as connection:
            assert connection.execute("SELECT 1").fetchone() == (1,)
        left = pids(root)
        process.terminate()
        assert process.wait() == 0
        assert not [pid for pid, started in left if started_at(pid) == started]
        assert not list((root / "run").glob("*.pid"))

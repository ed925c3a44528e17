"""PgBouncer before PostgreSQL, a server for each transaction: no lock is lost or left."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from sqlalchemy import make_url, text

from dev.ports import free_port
from dev.services.process import give, service_account, switched
from indexer.core.db import session_scope
from indexer.core.hosts import HostBusyError, one_browser
from indexer.core.settings import Settings
from indexer.index.database import RebuildRunningError, index_lock
from indexer.index.rebuild import rebuild
from indexer.index.reconcile import index_status
from indexer.index.writer import write_pending
from indexer.migrate import migrate
from tests.support.data import beside
from tests.support.index import rename, source
from tests.support.worker import eventually

CONFIGURATION = beside(__file__, "pgbouncer.ini")


@pytest.fixture
def pooled(shop: Settings) -> Iterator[Settings]:
    """A catalogue whose PostgreSQL is behind a pooler of six servers."""
    program = shutil.which("pgbouncer", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    if program is None:
        pytest.skip("pgbouncer is not installed: apt-get install pgbouncer")
    url, account, own = make_url(shop.database_url), service_account(), free_port()
    with TemporaryDirectory(prefix="winkel-pooler-") as name:
        file = Path(name) / "pgbouncer.ini"
        file.write_text(
            CONFIGURATION.format(
                name=url.database,
                host=url.host,
                port=url.port,
                user=url.username,
                password=url.password or "none",
                own=own,
            )
        )
        give(Path(name), account)
        process = subprocess.Popen(
            [*switched(account), program, "-q", str(file)], stderr=subprocess.DEVNULL
        )
        try:
            eventually(lambda: process.poll() is not None or _listens(own), "pgbouncer")
            there = url.set(host="127.0.0.1", port=own).update_query_dict({"pgbouncer": "1"})
            yield shop.but(database_url=there.render_as_string(hide_password=False))
        finally:
            process.terminate()
            process.wait()


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def test_behind_a_pooler_rebuilds_edits_and_migrations_work(pooled: Settings) -> None:
    migrate(pooled.database_url)
    report = rebuild(pooled)
    assert (report.documents, report.success) == (300, True)
    for number in range(8):  # a statement is prepared after five, for the server that it was on
        rename(pooled, 1, f"Renamed {number}")
        assert write_pending(pooled, refresh=True).success
    document = source(pooled, 1)
    assert document is not None
    assert document["name"] == "Renamed 7"
    with ThreadPoolExecutor(12) as several:
        assert set(several.map(lambda _: _products(pooled), range(60))) == {300}


def _products(own: Settings) -> int:
    with session_scope(own.database_url) as session:
        return int(session.scalar(text("SELECT count(*) FROM product")) or 0)


def test_behind_a_pooler_a_lock_is_its_holders_for_as_long_as_it_holds_it(pooled: Settings) -> None:
    url, prefix = pooled.database_url, pooled.index_prefix
    rebuild(pooled, fast=True)
    for _ in range(3):
        with index_lock(url, prefix) as (_, holder):
            for _ in range(8):  # others' transactions go through the same servers meanwhile
                assert _products(pooled) == 300
                with pytest.raises(RebuildRunningError), index_lock(url, prefix):
                    pass
            assert index_status(pooled)["locked"]
            holder.execute("SELECT 1")
        assert not index_status(pooled)["locked"]


def test_behind_a_pooler_a_host_has_one_browser(pooled: Settings) -> None:
    def browser() -> AbstractContextManager[None]:
        return one_browser(
            pooled.database_url,
            ["a.example", "b.example"],
            lambda: False,
            lambda _line: None,
            patience_s=0.0,
            waited=lambda _seconds: None,
        )

    for _ in range(2):
        with browser():
            assert _products(pooled) == 300
            with pytest.raises(HostBusyError), browser():
                pass

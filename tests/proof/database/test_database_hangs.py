"""Fault 30: PostgreSQL is there and says nothing (SIGSTOP)."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import psycopg
import pytest

from app import create_app
from app.live import snapshot
from app.live.snapshot import FRESH_S, TABLES
from dev.services.servers import Server
from indexer.core import db
from indexer.core.db import VISITOR_ANSWER_S, connect, engine
from indexer.core.settings import Settings
from indexer.index.rebuild import rebuild
from indexer.index.writer import write_pending
from tests.support.asking import PATIENCE_S, Reply, call
from tests.support.database import database_from_template
from tests.support.index import execute, rename, source, with_catalogue
from tests.support.own_services import hang, own_services, resume
from tests.support.production import gunicorn
from tests.support.worker import eventually

SEARCH = [{"indexName": "products", "params": {"query": "dress", "facets": ["*"]}}]
CLICK = {"brandId": 1, "productId": 1, "href": "https://example.com/"}
# Of what needs no PostgreSQL: milliseconds on a machine of its own, and on a full one less
# than the time-out.
ANSWER_S = VISITOR_ANSWER_S - 1
BOUND_S = VISITOR_ANSWER_S + 12  # one time-out, and what a busy machine adds


@dataclass(frozen=True, slots=True)
class Behind:
    """A catalogue of 300 products in a PostgreSQL that the test may stop."""

    settings: Settings
    postgres: Server


@pytest.fixture(scope="module")
def stoppable(
    settings: Settings, index_prefix: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Behind]:
    folder = tmp_path_factory.mktemp("frontend")
    index = folder / "index.html"
    index.write_text("<html><head><title>x</title></head><body></body></html>")
    with (
        own_services("postgres") as (urls, (postgres,)),
        database_from_template(urls["DATABASE_URL"]) as database_url,
    ):
        shop = with_catalogue(settings, database_url, f"{index_prefix}-hangs")
        rebuild(shop, fast=True)
        yield Behind(shop.but(frontend_dir=folder), postgres)


@pytest.fixture
def behind(
    stoppable: Behind, clean_redis: str, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Behind]:
    """The same PostgreSQL for each test, with nothing connected to it and nothing stopped.

    This process waits for its news for half a second.
    """
    monkeypatch.setattr(db, "CONNECT_TIMEOUT_S", 1)
    monkeypatch.setattr(snapshot, "PATIENCE_S", 0.5)
    try:
        yield stoppable
    finally:
        resume(stoppable.postgres)
        engine(stoppable.settings.database_url).dispose()


def at_once(port: int, path: str, body: Any = None) -> Reply:
    """Ask for what PostgreSQL's time-out delays each time, or never.

    A machine that stands still for some seconds delays one answer.
    """
    with suppress(TimeoutError):
        return call(port, path, body, ANSWER_S)
    return call(port, path, body, ANSWER_S)


def visit(port: int) -> set[int]:
    """Ask for what needs no PostgreSQL: search, tables, pages."""
    asked = {"/api/search": SEARCH} | dict.fromkeys(
        ("/api/colors", "/api/countries", "/api/filters", "/", "/about")
    )
    return {at_once(port, path, body).status for path, body in asked.items()}


def test_fault_30_search_tables_and_pages_answer_and_the_rest_fails_in_bounded_time(
    behind: Behind, tmp_path: Path
) -> None:
    with gunicorn(behind.settings, tmp_path) as site:

        def health(part: str = "") -> Reply:
            return at_once(site.port, f"/api/health{part}")

        ready = partial(call, site.port, "/api/health/ready")
        eventually(lambda: ready().status == 200, "it is ready")
        for _ in range(8):  # each of its processes has read the tables; nothing hangs yet
            assert visit(site.port) == {200}
        hang(behind.postgres)
        with ThreadPoolExecutor(12) as clicks:
            click = partial(call, site.port, "/api/interactions/saveItemClick", CLICK, BOUND_S)
            clicked = [clicks.submit(click) for _ in range(12)]
            # Long after the tables were to be read again.
            until = time.monotonic() + 20 * FRESH_S[TABLES]
            while time.monotonic() < until:
                assert visit(site.port) == {200}
            assert {future.result().status for future in clicked} == {503}
        told = health()
        assert (told.status, told.json["parts"]["catalogue"]) == (200, "down")
        assert health("/ready").status == 200  # searches answer
        assert health("/live").status == 200
        resume(behind.postgres)
        eventually(lambda: ready().status == 200, "it is ready again")


def test_fault_30_one_thread_refreshes_the_tables_and_the_others_are_served_stale(
    behind: Behind,
) -> None:
    tables = create_app(behind.settings).extensions["winkel"].snapshots
    first = tables.reference()
    hang(behind.postgres)
    tables.invalidate()
    before = threading.active_count()
    with ThreadPoolExecutor(16) as callers:
        found = [callers.submit(tables.reference) for _ in range(64)]
        assert all(one.result(timeout=PATIENCE_S) is first for one in found)
        assert threading.active_count() - before <= 16 + 1
    resume(behind.postgres)
    execute(behind.settings, "UPDATE style SET name = name || ' '")
    eventually(lambda: tables.reference() is not first, "the tables are read anew")


def test_fault_30_an_answer_that_does_not_come_ends_the_wait_and_the_connection(
    behind: Behind,
) -> None:
    connection = connect(behind.settings.database_url, answer_s=1.0)
    hang(behind.postgres)
    with pytest.raises(psycopg.OperationalError, match="has not answered within 1 s"):
        connection.execute("SELECT 1")
    assert connection.closed
    with pytest.raises(psycopg.OperationalError):
        connect(behind.settings.database_url, answer_s=1.0, connect_timeout=2)


def test_fault_30_the_outbox_waits_and_is_written_when_it_answers_again(
    behind: Behind, monkeypatch: pytest.MonkeyPatch
) -> None:
    rename(behind.settings, 1, "Waited")
    monkeypatch.setattr("indexer.core.db._Process.answer_s", 1.0)
    hang(behind.postgres)
    report = write_pending(behind.settings)
    assert (report.written, report.why != "") == (0, True)
    resume(behind.postgres)
    eventually(lambda: write_pending(behind.settings).written == 1, "it is written")
    document = source(behind.settings, 1)
    assert document is not None
    assert document["name"] == "Waited"
    assert execute(behind.settings, "SELECT count(*) FROM outbox WHERE written_at IS NULL") == [
        (0,)
    ]

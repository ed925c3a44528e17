"""Fault 57: a migration under eight visitors, an operator and a rebuild of the index."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from http.client import HTTPException
from pathlib import Path
from typing import Any

import psycopg
import pytest

from indexer.core.settings import Settings
from indexer.index.rebuild import rebuild
from indexer.migrations import online
from tests.drill.edits import Operator, lasting, lost_edits
from tests.support.asking import call
from tests.support.data import beside
from tests.support.database import psycopg_url
from tests.support.index import execute, with_catalogue
from tests.support.production import gunicorn
from tests.support.revisions import made, upgrade
from tests.support.worker import PATIENCE_S, eventually

TOKEN = "an-operator-of-this-test"
PRODUCTS, VISITORS = 500, 8
TRIES = 2  # of a revision, while the rebuild reads
MOST_S = 2.0  # that a statement of the site may wait for a table
PACE_S, LOOK_S = 0.25, 0.05
WORDS = "dress linen shirt blue boots wool red skirt lamp leather bag green jacket cotton".split()
# What a release may bring, of each kind that takes the locks of readers or writers.
RELEASE = (
    "op.execute('ALTER TABLE product ADD COLUMN made_up integer')",
    "op.execute('CREATE TABLE made_up (id bigint REFERENCES product ON DELETE CASCADE,"
    " run_id bigint REFERENCES scrape_run)')",
    "online.create_index('ix_made_up', 'product', ['name_key', 'made_up'])",
    "op.execute('ALTER TABLE product DROP COLUMN made_up')",
)
# Since when one of the site's statements has waited for a table, in s.
WAITED = beside(__file__, "waited.sql")


@dataclass
class Visits:
    """Visitors who search and read products all the time; `waited_s`: for a table, at most."""

    database_url: str
    port: int
    products: Sequence[int]
    answered: int = 0
    failed: list[str] = field(default_factory=list)
    waited_s: float = 0.0

    @contextmanager
    def going_on(self) -> Iterator[None]:
        """Visit while the block runs, which begins when all is warm."""
        stop = threading.Event()
        with ThreadPoolExecutor(VISITORS + 1) as pool:
            visits = [pool.submit(self._visit, number, stop) for number in range(VISITORS)]
            visits.append(pool.submit(self._watch, stop))
            try:
                eventually(lambda: self.answered >= 6 * VISITORS, "all is warm", 300)
                self.answered, self.failed = 0, []
                yield
            finally:
                stop.set()
        for visit in visits:
            visit.result()

    def _watch(self, stop: threading.Event) -> None:
        with psycopg.connect(psycopg_url(self.database_url), autocommit=True) as connection:
            while not stop.wait(LOOK_S):
                row = connection.execute(WAITED).fetchone()
                self.waited_s = max(self.waited_s, row[0] if row else 0.0)

    def _visit(self, number: int, stop: threading.Event) -> None:
        while not stop.wait(PACE_S):
            number += VISITORS
            word = f"{WORDS[number % len(WORDS)]} {WORDS[number // 3 % len(WORDS)]}"
            self._ask("/api/search", [{"indexName": "products", "params": {"query": word}}])
            self._ask(f"/api/products/{self.products[number % len(self.products)]}")

    def _ask(self, path: str, body: Any = None) -> None:
        try:
            reply = call(self.port, path, body)
            # A machine without a processor left sends some away, with a migration or without.
            failed = reply.status != 200 and "Retry-After" not in reply.headers
        except (OSError, HTTPException):
            failed = True
        self.failed += [path] * failed
        self.answered += 1


@pytest.fixture
def site(settings: Settings, own_database_url: str, own_index_prefix: str) -> Settings:
    own = with_catalogue(settings, own_database_url, own_index_prefix, PRODUCTS)
    rebuild(own, fast=True)
    return own.but(operator_token=TOKEN)


def test_fault_57_a_release_is_migrated_under_eight_visitors_an_operator_and_a_rebuild(
    site: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rebuild reads on until the first revision has given way some times: then both end.

    If none gave way, visitors would wait for that, and get no answer at all.
    """
    assert online.LOCK_MS < 1_000
    gave_way: list[str] = []
    monkeypatch.setattr(online, "report", gave_way.append)
    config = made(site.database_url, tmp_path, *RELEASE)
    reads, read_on = threading.Event(), threading.Event()

    def hold(_done: int, _total: int) -> None:
        reads.set()
        assert read_on.wait(PATIENCE_S)

    with gunicorn(site, tmp_path) as served, ThreadPoolExecutor(2) as beside:
        products = lasting(site)
        operator = Operator(served.port, TOKEN, products)
        visits = Visits(site.database_url, served.port, products)
        with visits.going_on(), operator.editing() as expected:
            building = beside.submit(partial(rebuild, site, progress=hold))
            assert reads.wait(PATIENCE_S)
            migrating = beside.submit(upgrade, config)
            while len(gave_way) < TRIES and not migrating.done():
                read_on.wait(0.1)
            assert not migrating.done(), migrating.exception()
            read_on.set()
            assert building.result(PATIENCE_S).success
            migrating.result(PATIENCE_S)
    assert (visits.failed, expected.unanswered) == ([], 0)
    assert visits.answered
    assert expected.acknowledged
    assert visits.waited_s <= MOST_S
    assert execute(site, "SELECT version_num FROM alembic_version") == [(f"t{len(RELEASE)}",)]
    assert not lost_edits(site, expected)

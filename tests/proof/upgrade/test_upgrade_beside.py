"""Fault 57: a migration under reads, writes and a rebuild of the index."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest

from indexer.core.settings import Settings
from indexer.index.building.rebuild import rebuild
from indexer.migrations import online
from tests.drill.beside import RELEASE, Visits, must_have_gone_on
from tests.drill.edits import Operator, lasting, lost_edits
from tests.support.index import execute, with_catalogue
from tests.support.production import gunicorn
from tests.support.revisions import made, upgrade
from tests.support.worker import PATIENCE_S

TOKEN = "an-operator-of-this-test"
PRODUCTS = 500
TRIES = 2  # of a revision, while the rebuild reads


@pytest.fixture
def site(settings: Settings, own_database_url: str, own_index_prefix: str) -> Settings:
    own = with_catalogue(settings, own_database_url, own_index_prefix, PRODUCTS)
    rebuild(own, fast=True)
    return own.but(operator_token=TOKEN)


def test_fault_57_a_release_is_migrated_under_eight_visitors_an_operator_and_a_rebuild(
    site: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rebuild reads on until the first revision has given way some times: then both end.

    If none gave way, visitors would wait for that, and get no answer at all. How long one waits is
    the drill's to measure.
    """
    assert online.LOCK_MS < 1_000
    gave_way: list[str] = []
    monkeypatch.setattr(online, "say", gave_way.append)
    config = made(site.database_url, tmp_path, *RELEASE)
    reads, read_on = threading.Event(), threading.Event()

    def hold(_done: int, _total: int) -> None:
        reads.set()
        assert read_on.wait(PATIENCE_S)

    with gunicorn(site, tmp_path) as served, ThreadPoolExecutor(2) as beside:
        products = lasting(site)
        operator = Operator(served.port, TOKEN, products)
        visits = Visits(site.database_url, served.port, products, operator)
        with visits.going_on() as expected:
            building = beside.submit(partial(rebuild, site, progress=hold))
            assert reads.wait(PATIENCE_S)
            migrating = beside.submit(upgrade, config)
            while len(gave_way) < TRIES and not migrating.done():
                read_on.wait(0.1)
            assert not migrating.done(), migrating.exception()
            read_on.set()
            assert building.result(PATIENCE_S).success
            migrating.result(PATIENCE_S)
        print(must_have_gone_on(visits, expected, most_s=PATIENCE_S))
    assert execute(site, "SELECT version_num FROM alembic_version") == [(f"t{len(RELEASE)}",)]
    assert not lost_edits(site, expected)

"""Faults 1 to 4: rebuilds that are watched, killed, fed badly, doubled."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from elasticsearch import Elasticsearch

from indexer.catalogue.document import Lookups, ProductRow, build_document
from indexer.catalogue.rates import Rates
from indexer.core.settings import ROOT, Settings
from indexer.index.building import rebuild as rebuilding
from indexer.index.building.rebuild import rebuild
from indexer.index.cluster import target
from indexer.index.cluster.client import elasticsearch, gather, indices_of
from indexer.index.cluster.mapping import IndexBody, shipped_body
from indexer.index.cluster.names import Aliases
from indexer.index.errors import RebuildRunningError, SwapRefusedError
from indexer.index.rollback import rollback
from indexer.index.status import index_status
from indexer.index.writer import write_pending
from tests.support.index import execute, refreshed_count, rename, source

# Builds until half of the products are written, says so, and waits to be killed.
HALF = """
import sys
from indexer.index.building.rebuild import rebuild
from indexer.core.settings import Settings

def progress(done, total):
    if done * 2 >= total:
        print("half", flush=True)
        sys.stdin.read()

rebuild(Settings.from_env(), progress=progress)
"""


def environment(settings: Settings) -> dict[str, str]:
    return {
        **os.environ,
        "DATABASE_URL": settings.database_url,
        "ELASTICSEARCH_URL": settings.elasticsearch_url,
        "REDIS_URL": settings.redis_url,
        "INDEX_PREFIX": settings.index_prefix,
        "RATES_URL": "",
    }


@contextmanager
def half_done(settings: Settings) -> Iterator[subprocess.Popen[bytes]]:
    """A rebuild in another process, stopped when half of it is written."""
    process = subprocess.Popen(
        [sys.executable, "-c", HALF],
        cwd=ROOT,
        env=environment(settings),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == b"half\n"
        yield process
    finally:
        process.kill()
        process.communicate()


class Searcher:
    """Searches all the time, as a visitor does, and notes the smallest count and all errors."""

    def __init__(self, settings: Settings) -> None:
        self._client = elasticsearch(settings.elasticsearch_url)
        self._index = settings.index_prefix
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._search)
        self.counts: list[int] = []
        self.empty_pages = 0
        self.errors: list[Exception] = []

    def _search(self) -> None:
        while not self._stop.is_set():
            try:
                answer = self._client.search(
                    index=self._index, size=10, track_total_hits=True, sort=["objectID"]
                ).body
            except Exception as error:
                self.errors.append(error)
                continue
            self.counts.append(answer["hits"]["total"]["value"])
            self.empty_pages += len(answer["hits"]["hits"]) != 10

    def __enter__(self) -> Searcher:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()


@pytest.mark.parametrize("fast", [True, False])
def test_fault_1_searches_during_a_rebuild_see_no_error_and_no_gap(
    shop: Settings, fast: bool
) -> None:
    rebuild(shop, fast=True)
    old = refreshed_count(shop)
    execute(
        shop,
        "INSERT INTO product (brand_id, group_key, name, currency)"
        " SELECT 1, 'more-' || n, 'More ' || n, 'ZAR' FROM generate_series(1, 50) n",
    )
    with Searcher(shop) as searcher:
        report = rebuild(shop, fast=fast)
        rollback(shop)
        rollback(shop)
    assert report.documents == old + 50
    assert searcher.errors == []
    assert searcher.empty_pages == 0
    assert min(searcher.counts) >= old


def test_fault_2_a_rebuild_killed_at_half_leaves_the_old_index_and_the_next_run_tidies(
    shop: Settings,
) -> None:
    old = rebuild(shop, fast=True).index
    with half_done(shop) as process:
        process.send_signal(signal.SIGKILL)
        process.wait()
    status = index_status(shop)
    assert status.live == old
    assert len(status.orphans) == 1
    assert refreshed_count(shop) == 300

    rename(shop, 1, "Changed beside an orphan")
    assert write_pending(shop).success
    assert (source(shop, 1) or {})["name"] == "Changed beside an orphan"
    report = rebuild(shop, fast=True)
    assert report.dropped == status.orphans
    assert index_status(shop).orphans == ()
    assert index_status(shop).previous == old


def test_fault_2_a_killed_rollback_does_not_stand_in_the_way_of_a_rebuild(shop: Settings) -> None:
    previous = rebuild(shop, fast=True).index
    rebuild(shop, fast=True)
    client, aliases = elasticsearch(shop.elasticsearch_url), Aliases(shop.index_prefix)
    client.indices.put_alias(index=previous, name=aliases.building)  # as far as it had come
    assert rebuild(shop, fast=True).success


def test_fault_3_an_index_that_lacks_documents_is_not_swapped_in(shop: Settings) -> None:
    old = rebuild(shop, fast=True).index
    body = shipped_body()
    properties = {**body.mappings["properties"], "colour": {"type": "long"}}
    bad = IndexBody(body.settings, {**body.mappings, "properties": properties})
    with pytest.raises(SwapRefusedError, match=r"holds \d+ of 300 products.*refused") as refused:
        rebuild(shop, fast=True, body=bad)
    assert "product " in str(refused.value)
    assert index_status(shop).live == old
    assert list(indices_of(elasticsearch(shop.elasticsearch_url), shop.index_prefix)) == [old]
    assert refreshed_count(shop) == 300


def test_fault_4_a_second_rebuild_is_refused_with_a_clear_message(shop: Settings) -> None:
    rebuild(shop, fast=True)
    with half_done(shop) as running:
        assert index_status(shop).locked
        for second in (rebuild, rollback):
            with pytest.raises(RebuildRunningError, match="already running"):
                second(shop)
        assert running.stdin is not None
        running.stdin.close()
        running.stdin = None
        assert running.wait() == 0
    assert not index_status(shop).locked
    assert index_status(shop).orphans == ()


def test_what_a_worker_of_the_version_before_writes_meanwhile_has_all_fields_in_the_end(
    shop: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It goes on until the new version's worker begins, and knows nothing of a new field."""
    rebuild(shop, fast=True)

    def gather_late(client: Elasticsearch, name: str, segments: int) -> None:
        rename(shop, 1, "Linen dress")
        with monkeypatch.context() as older:
            older.setattr(target, "build_document", without_types)
            assert write_pending(shop).success
        assert "productTypes" not in (source(shop, 1, name) or {})
        gather(client, name, segments)

    monkeypatch.setattr(rebuilding, "gather", gather_late)
    rebuild(shop, fast=True)
    now = source(shop, 1) or {}
    assert now["name"] == "Linen dress"
    assert "dress" in now["productTypes"]


def without_types(row: ProductRow, lookups: Lookups, rates: Rates) -> dict[str, Any]:
    return {k: v for k, v in build_document(row, lookups, rates).items() if k != "productTypes"}

"""Faults 1 to 4: rebuilds that are watched, killed, fed badly, doubled."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from app.search.engine import Engine
from indexer.core.settings import ROOT, Settings
from indexer.index.cluster.client import elasticsearch, indices_of
from indexer.index.cluster.mapping import IndexBody, shipped_body
from indexer.index.database import RebuildRunningError, SwapRefusedError
from indexer.index.rebuild import rebuild, rollback
from indexer.index.reconcile import index_status
from indexer.index.writer import write_pending
from tests.support.index import execute, refreshed_count, rename, source
from tests.support.worker import environment

# Builds until half of the products are written, says so, and waits to be killed.
HALF = """
import sys
from indexer.index.rebuild import rebuild
from indexer.core.settings import Settings

def progress(done, total):
    if done * 2 >= total:
        print("half", flush=True)
        sys.stdin.read()

rebuild(Settings.from_env(), progress=progress)
"""


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


ALL = {"size": 10, "track_total_hits": True, "sort": ["objectID"]}


class Searcher:
    """Searches all the time, as a visitor does, and notes the smallest count and all errors."""

    def __init__(self, settings: Settings) -> None:
        self._engine = Engine(settings.elasticsearch_url, settings.index_prefix, timeout_ms=30_000)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._search)
        self.counts: list[int] = []
        self.empty_pages = 0
        self.errors: list[Exception] = []

    def _search(self) -> None:
        while not self._stop.is_set():
            try:
                (answer,), _ = self._engine.search([ALL])
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


@contextmanager
def editing(settings: Settings) -> Iterator[list[str]]:
    """Edit all the time, as operators do; yields the names that were saved and not found then."""
    stop, unseen = threading.Event(), list[str]()

    def edit() -> None:
        number = 0
        while not stop.is_set():
            name, number = f"Edit {number}", number + 1
            rename(settings, 1, name)
            saved = write_pending(settings, refresh=True, limit=50).success
            if not saved or (source(settings, 1) or {}).get("name") != name:
                unseen.append(name)

    thread = threading.Thread(target=edit)
    thread.start()
    try:
        yield unseen
    finally:
        stop.set()
        thread.join()


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
    with Searcher(shop) as searcher, editing(shop) as unseen:
        report = rebuild(shop, fast=fast)
        rollback(shop)
        rollback(shop)
    assert report.documents == old + 50
    assert searcher.errors == []
    assert searcher.empty_pages == 0
    assert min(searcher.counts) >= old
    assert unseen == [], "an edit that was saved was not there"


def test_fault_2_a_rebuild_killed_at_half_leaves_the_old_index_and_the_next_run_tidies(
    shop: Settings,
) -> None:
    old = rebuild(shop, fast=True).index
    with half_done(shop) as process:
        process.send_signal(signal.SIGKILL)
        process.wait()
    status = index_status(shop)
    assert status["live"] == old
    assert len(status["orphans"]) == 1
    assert refreshed_count(shop) == 300

    rename(shop, 1, "Changed beside an orphan")
    assert write_pending(shop).success
    assert (source(shop, 1) or {})["name"] == "Changed beside an orphan"
    report = rebuild(shop, fast=True)
    assert report.dropped == list(status["orphans"])
    assert index_status(shop)["orphans"] == ()
    assert index_status(shop)["previous"] == old


def test_fault_3_an_index_that_lacks_documents_is_not_swapped_in(shop: Settings) -> None:
    old = rebuild(shop, fast=True).index
    body = shipped_body()
    properties = {**body.mappings["properties"], "colour": {"type": "long"}}
    bad = IndexBody(body.settings, {**body.mappings, "properties": properties})
    with pytest.raises(SwapRefusedError, match=r"holds \d+ of 300 products.*refused") as refused:
        rebuild(shop, fast=True, body=bad)
    assert "product " in str(refused.value)
    assert index_status(shop)["live"] == old
    assert list(indices_of(elasticsearch(shop.elasticsearch_url), shop.index_prefix)) == [old]
    assert refreshed_count(shop) == 300


def test_fault_4_a_second_rebuild_is_refused_with_a_clear_message(shop: Settings) -> None:
    rebuild(shop, fast=True)
    with half_done(shop) as running:
        assert index_status(shop)["locked"]
        for second in (rebuild, rollback):
            with pytest.raises(RebuildRunningError, match="already running"):
                second(shop)
        assert running.stdin is not None
        running.stdin.close()
        running.stdin = None
        assert running.wait() == 0
    assert not index_status(shop)["locked"]
    assert index_status(shop)["orphans"] == ()

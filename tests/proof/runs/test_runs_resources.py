"""Fault 13, PostgreSQL away at commit; and a disk that is full."""

from __future__ import annotations

import resource
import subprocess
import sys
from collections.abc import Callable, Iterator

import pytest
from sqlalchemy import make_url, select
from sqlalchemy.exc import OperationalError

from indexer.core.db import engine, session_scope
from indexer.core.settings import ROOT, Settings
from indexer.ingest.runs.reaper import reap
from indexer.ingest.runs.start import open_run
from indexer.ingest.runs.working import Work, work_on
from indexer.ingest.scraping import scrape
from indexer.models import Brand, ScrapeRun
from scrapers.events import Event, PageDone
from tests.support.catalogue import make_brand, make_items, outbox_products, read_products, read_run
from tests.support.crawling import grid
from tests.support.own_store import own_store
from tests.support.proxy import Wire
from tests.support.saved_store import Answer
from tests.support.worker import environment, leftovers


@pytest.fixture
def wire(settings: Settings, clean_database: str) -> Iterator[Wire]:
    url = make_url(settings.database_url)
    with Wire(url.host or "127.0.0.1", url.port or 5432) as wire:
        yield wire


@pytest.fixture
def behind(settings: Settings, wire: Wire, monkeypatch: pytest.MonkeyPatch) -> Iterator[Settings]:
    """The settings of a server that reaches PostgreSQL over the wire, and waits 20 s for a lock.

    No connection that was opened meanwhile, with its short bounds, is left to other tests.
    """
    monkeypatch.setattr("indexer.core.db._Process.answer_s", 20.0)
    url = make_url(settings.database_url).set(host="127.0.0.1", port=wire.port)
    yield settings.but(database_url=url.render_as_string(hide_password=False))
    engine(settings.database_url).dispose()


def five_items(brand: Brand, _work: Work) -> Iterator[Event]:
    yield from make_items(5)
    yield from (PageDone(page.page_url, 5) for page in brand.pages)


def run_and_cut(
    behind: Settings, settings: Settings, brand_id: int, cut: Callable[[], None]
) -> ScrapeRun:
    """Do a run over the wire; `cut` is called when the crawl has ended."""

    def crawl(brand: Brand, work: Work) -> Iterator[Event]:
        yield from five_items(brand, work)
        cut()

    with session_scope(settings.database_url) as session:
        run_id = open_run(session, brand_id, "scrape+classify").id
    work_on(behind, run_id, lambda work: scrape(work, crawl))
    engine(behind.database_url).dispose()
    return read_run(settings, run_id)


WRITTEN = b"written_at=clock_timestamp()"
LOST: dict[str, Callable[[Wire], None]] = {
    "the database, at the commit": lambda wire: wire.cut_after(WRITTEN),
    "the answer to the commit": lambda wire: wire.cut_after(WRITTEN, b"COMMIT"),
    # The server's end of the connection stays: the transaction would rest there for hours.
    "the client, unseen": lambda wire: wire.abandon_after(WRITTEN),
}


@pytest.mark.parametrize("what", LOST)
def test_fault_13_whatever_is_lost_at_the_commit_all_is_written_once(
    settings: Settings, behind: Settings, wire: Wire, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    monkeypatch.setattr("indexer.core.db.IDLE_S", 5.0)
    run = run_and_cut(behind, settings, make_brand(settings), lambda: LOST[what](wire))
    assert (run.result, run.new_count, run.found_count) == ("success", 5, 5)
    assert len(run.new_image_ids) == len(read_products(settings)) == 5
    assert sorted(outbox_products(settings)) == sorted(run.found_group_ids)
    with session_scope(settings.database_url) as session:
        assert session.query(ScrapeRun).count() == 1


def test_fault_13_a_run_without_its_rows_is_never_called_finished_well(
    settings: Settings, behind: Settings, wire: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("indexer.ingest.runs.working.DATABASE_PATIENCE_S", 0.0)
    brand_id = make_brand(settings)
    with pytest.raises(OperationalError):
        run_and_cut(behind, settings, brand_id, lambda: wire.cut(refuse=1_000))
    with session_scope(settings.database_url) as session:
        run = session.scalars(select(ScrapeRun)).one()
        assert (run.state, run.written_at) == ("running", None)
        run.heartbeat_at = None
    assert read_products(settings) == {}
    assert reap(settings) == []  # its page is read and kept: it goes on
    waits = read_run(settings, run.id)
    assert (waits.state, waits.result, waits.written_at) == ("queued", None, None)
    work_on(settings, run.id, lambda work: scrape(work, five_items))
    ended = read_run(settings, run.id)
    assert (ended.result, ended.new_count) == ("success", 5)
    assert len(read_products(settings)) == 5


def test_a_full_disk_ends_a_run_as_failed_with_the_reason(own_settings: Settings) -> None:
    """No file may grow: what a full disk does to the first write that meets it."""
    with own_store(own_settings, "/list") as store:
        store.answers["/list"] = Answer(grid("a", "b"))
        run = store.start()
        limited = subprocess.run(
            [sys.executable, "-m", "tests.support.plain_worker", "--queues", "scrape", "--burst"],
            cwd=ROOT,
            env=environment(store.settings),
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100)),
            capture_output=True,
            check=False,
            timeout=120,
        )
        ended = store.read(run)
    assert ended.result == "failed", limited.stderr.decode()[-2000:]
    assert "The disk is full" in (ended.failure_reason or "")
    assert read_products(own_settings) == {}
    assert leftovers([run.job_id]) == []

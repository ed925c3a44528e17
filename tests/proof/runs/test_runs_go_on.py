"""Faults 40 and 41: what dies in mid-run goes on by itself; an edit of the brand loses nothing."""

from __future__ import annotations

import os
import signal
import threading
from pathlib import Path

import pytest
from sqlalchemy import delete, select, text, update

from indexer.core.db import session_scope
from indexer.ingest.runs.finish import MOST_ATTEMPTS
from indexer.ingest.runs.reaper import reap
from indexer.models import Brand, BrandPage, RunItem, ScrapeRun
from tests.support.catalogue import read_products
from tests.support.crawling import grid
from tests.support.own_store import OwnStore
from tests.support.saved_store import Answer
from tests.support.worker import eventually, kill_tree, leftovers, plain_worker

PAGES, HALF = 12, 6
HELD = f"/list?page={HALF}"


def page(number: int) -> Answer:
    following = f'<a class="next" href="/list?page={number + 1}">Next</a>'
    names = (f"n{number}a", f"n{number}b")
    return Answer(grid(*names, extra=following if number < PAGES else ""))


def held(store: OwnStore) -> OwnStore:
    """Give it a list of 12 pages whose page 6 is not answered until its gate is opened."""
    store.answers = {f"/list?page={n}": page(n) for n in range(1, PAGES + 1)}
    store.answers["/list"] = page(1)
    store.gates[HELD] = threading.Event()
    return store


@pytest.fixture
def store(store: OwnStore) -> OwnStore:
    """One whose worker the test starts and kills."""
    return held(store)


@pytest.fixture
def worked(worked: OwnStore) -> OwnStore:
    return held(worked)


def at_half(store: OwnStore) -> ScrapeRun:
    """Start a run and wait until it asks for page 6."""
    run = store.start()
    eventually(lambda: HELD in store.visits, "page 6 is asked for")
    return run


def hurry(store: OwnStore, **columns: object) -> None:
    """Let the time to go on have come."""
    with session_scope(store.settings.database_url) as session:
        session.execute(text("UPDATE scrape_run SET resume_at = now()"))
        if columns:
            session.execute(update(ScrapeRun).values(**columns))


def went_on(store: OwnStore, run: ScrapeRun) -> None:
    """Check that the run is whole, in one row, and read no page before page 6 twice."""
    ended = store.finished(run)
    assert (ended.result, ended.failure_reason, store.runs()) == ("success", None, 1)
    assert (ended.found_count, ended.new_count) == (2 * PAGES, 2 * PAGES)
    assert len(read_products(store.settings)) == 2 * PAGES
    assert [store.visits.count(f"/list?page={n}") for n in range(2, HALF)] == [1] * (HALF - 2)


def test_40_a_killed_work_horse_goes_on_from_its_page(worked: OwnStore) -> None:
    run = at_half(worked)
    horse = eventually(lambda: _worker_pid(worked), "the run says who works on it")
    os.kill(horse, signal.SIGKILL)
    waits = worked.queued(run)
    assert waits.resume_at is not None
    worked.gates[HELD].set()
    hurry(worked)
    assert reap(worked.settings) == []
    went_on(worked, run)
    assert worked.finished(run).start_time == waits.start_time
    assert f"It goes on after {2 * (HALF - 1)} items" in worked.log(run)
    eventually(lambda: not leftovers([run.job_id]), "nothing is left of the first attempt")


def _worker_pid(store: OwnStore) -> int | None:
    with session_scope(store.settings.database_url) as session:
        return session.scalar(select(ScrapeRun.worker_pid))


def test_40_the_run_of_a_machine_that_died_goes_on_elsewhere_from_its_page(
    store: OwnStore, tmp_path: Path
) -> None:
    """The other machine has no folder of the first one's, and the run's log tells of both."""
    with plain_worker(store.settings, "--queues", "scrape") as process:
        run = at_half(store)
        eventually(lambda: store.log(run), "its log is begun")
        kill_tree(process.pid)
    with session_scope(store.settings.database_url) as session:
        session.execute(text("UPDATE scrape_run SET heartbeat_at = now() - interval '1 minute'"))
    assert reap(store.settings) == []
    store.queued(run)
    store.gates[HELD].set()
    hurry(store)
    with plain_worker(store.settings, "--queues", "scrape", extra={"TMPDIR": str(tmp_path)}):
        reap(store.settings)
        went_on(store, run)
    assert store.log(run).count(f"Run {run.id} (scrape+classify) begins.") == 2


def test_40_a_run_that_dies_again_and_again_is_closed_as_failed(worked: OwnStore) -> None:
    run = at_half(worked)
    horse = eventually(lambda: _worker_pid(worked), "the run says who works on it")
    hurry(worked, attempts=MOST_ATTEMPTS)
    os.kill(horse, signal.SIGKILL)
    ended = worked.finished(run)
    assert (ended.result, worked.runs()) == ("failed", 1)
    assert "SIGKILL" in (ended.failure_reason or "")
    assert f"begun {MOST_ATTEMPTS} times" in (ended.failure_reason or "")


def edit_pages(store: OwnStore) -> None:
    """Replace the brand's page by another row of the same address, as an operator may."""
    with session_scope(store.settings.database_url) as session:
        session.execute(delete(BrandPage))
        session.add(BrandPage(brand_id=store.brand_id, page_url=f"{store.base}/list"))


def take_pages_away(store: OwnStore) -> None:
    """Put another page in its place."""
    with session_scope(store.settings.database_url) as session:
        session.execute(delete(BrandPage))
        session.add(BrandPage(brand_id=store.brand_id, page_url=f"{store.base}/other"))


@pytest.mark.parametrize("edit", [edit_pages, take_pages_away])
def test_41_an_edit_of_the_pages_in_mid_run_loses_nothing(worked: OwnStore, edit: object) -> None:
    assert callable(edit)
    run = at_half(worked)
    edit(worked)
    worked.gates[HELD].set()
    ended = worked.finished(run)
    assert (ended.result, ended.failure_reason) == ("success", None)
    products = read_products(worked.settings).values()
    assert len(products) == 2 * PAGES
    with session_scope(worked.settings.database_url) as session:
        new = session.query(BrandPage.page_id).scalar()
    assert {p.page_id for p in products} == ({new} if edit is edit_pages else {None})


def test_41_a_deleted_brand_is_told_and_what_was_found_is_kept(worked: OwnStore) -> None:
    run = at_half(worked)
    with session_scope(worked.settings.database_url) as session:
        session.execute(delete(Brand).where(Brand.id == worked.brand_id))
    worked.gates[HELD].set()
    ended = worked.finished(run)
    assert (ended.result, ended.brand_id, ended.brand_name) == ("failed", None, "Own")
    assert "The brand was deleted during its run" in (ended.failure_reason or "")
    with session_scope(worked.settings.database_url) as session:
        assert session.query(RunItem).count() == 2 * PAGES

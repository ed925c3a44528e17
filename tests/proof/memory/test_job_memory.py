"""Fault 53: a job that needs too much memory ends with that reason, and its worker lives."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.ingest.runs.sandbox import sandbox
from indexer.ingest.runs.start import open_run
from indexer.ingest.runs.working import Ending, Work, bounded_memory, browser_trouble, work_on
from indexer.models import ScrapeRun
from scrapers.browsing.browser import Browser
from tests.support.catalogue import make_brand, read_run
from tests.support.crawling import QUICK, grid
from tests.support.own_store import OwnStore, own_store
from tests.support.saved_store import Answer, serving
from tests.support.worker import children, plain_worker

MUCH = 300 * 2**20


@pytest.fixture
def store(own_settings: Settings) -> Iterator[OwnStore]:
    with own_store(own_settings.but(job_memory_mb=1), "/list") as served:
        served.answers["/list"] = Answer(grid("a", "b"))
        yield served


def ended(settings: Settings, brand_id: int, body: Callable[[Work], Ending]) -> ScrapeRun:
    with session_scope(settings.database_url) as session:
        run_id = open_run(session, brand_id, "scrape+classify").id
    work_on(settings, run_id, body)
    return read_run(settings, run_id)


def test_fault_53_a_run_that_needs_too_much_memory_says_how_much_it_had(
    settings: Settings, clean_database: str
) -> None:
    def greedy(_work: Work) -> Ending:
        assert bytearray(MUCH)
        return Ending("success")

    brand_id = make_brand(settings)
    run = ended(settings.but(job_memory_mb=100), brand_id, greedy)
    assert (run.result, run.failure_reason) == (
        "failed",
        "It needed more than 100 MB of memory (JOB_MEMORY_MB).",
    )
    assert len(bytearray(MUCH)) == MUCH  # the process itself has no such bound
    assert ended(settings.but(job_memory_mb=900), brand_id, greedy).result == "success"


def test_fault_53_a_worker_outlives_its_jobs(store: OwnStore) -> None:
    with plain_worker(store.settings) as worker:
        first = store.finished(store.start())
        workers = children(worker.pid)
        second = store.finished(store.start())
        assert children(worker.pid) == workers
    for run in (first, second):
        assert run.result == "failed"
        assert "It needed more than 1 MB of memory" in (run.failure_reason or "")


def test_fault_53_a_browser_is_not_held_to_the_limit_of_the_process(settings: Settings) -> None:
    few = settings.but(job_memory_mb=200)
    with serving(lambda _: Answer(b"<title>here</title>")) as base, sandbox("memory-test"):
        with bounded_memory(few), Browser(QUICK) as browser:
            browser.driver.get(base)
            assert browser.driver.title == "here"
            assert browser_trouble(few, "memory-test") is None
            trouble = browser_trouble(settings.but(job_memory_mb=1), "memory-test")
        assert trouble is not None
        assert "Its browser needed more than 2 MB" in trouble.text

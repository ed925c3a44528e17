"""Faults 16 and 17: a store that shows little or nothing does no harm to the catalogue."""

from __future__ import annotations

import pytest

from indexer.jobs.tasks import run_scrape
from indexer.models import ScrapeRun
from tests.support.catalogue import read_products
from tests.support.scraped_store import ScrapedStore
from tests.support.store_control import Fault
from tests.support.worker import environment

pytestmark = pytest.mark.faults


@pytest.fixture
def scraped(store: ScrapedStore, monkeypatch: pytest.MonkeyPatch) -> ScrapedStore:
    """The store after a first good run; jobs run in this process."""
    for name, value in environment(store.settings).items():
        monkeypatch.setenv(name, value)
    assert scrape(store).result == "success"
    return store


def scrape(store: ScrapedStore) -> ScrapeRun:
    run = store.start()
    run_scrape(run.id)
    return store.read(run)


def shown(store: ScrapedStore) -> int:
    return sum(product.gone_at is None for product in read_products(store.settings).values())


@pytest.mark.parametrize("left", [0, 22])
def test_fault_16_a_store_that_shows_under_half_hides_nothing(
    scraped: ScrapedStore, left: int
) -> None:
    total = shown(scraped)
    scraped.control.keep_first(left)
    run = scrape(scraped)
    assert run.result in {"suspect", "failed"}
    assert run.gone_count == 0
    assert run.failure_reason
    assert shown(scraped) == total


@pytest.mark.parametrize(
    ("fault", "word"),
    [
        (Fault(503, "<h1>down</h1>"), "503"),
        (Fault(200, "<h1>Are you a human?</h1><p>captcha</p>"), "captcha"),
    ],
)
def test_fault_17_a_store_that_answers_with_no_page_is_not_taken_for_empty(
    scraped: ScrapedStore, fault: Fault, word: str
) -> None:
    total = shown(scraped)
    scraped.control.fail(fault)
    run = scrape(scraped)
    assert run.result == "failed"
    assert word in (run.failure_reason or "")
    assert (run.gone_count, shown(scraped)) == (0, total)
    assert all(page.screenshot_name and page.html_name for page in run.failed_pages)

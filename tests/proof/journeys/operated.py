"""A real store with its worker, and the operator's page of the site that scrapes it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

import pytest
from selenium.webdriver.remote.webelement import WebElement

from indexer.core.settings import Settings
from indexer.models import ScrapeRun
from tests.e2e.conftest import clean_page
from tests.support.browser import Browser, Page
from tests.support.database import database_from_template
from tests.support.redis_database import redis_database
from tests.support.scraped_store import ScrapedStore, for_one_test, scraped_store
from tests.support.services import TestServices
from tests.support.site import served
from tests.support.worker import worker


@dataclass(frozen=True)
class Operated:
    """A store with its worker, and the site that operates it."""

    store: ScrapedStore
    address: str
    runs: tuple[ScrapeRun, ScrapeRun]  # finished; the second saw another price


@pytest.fixture(scope="module")
def operated(
    services: TestServices,
    settings: Settings,
    index_prefix: str,
    frontend_dir: Path,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Operated]:
    """One store for the module, scraped twice: what costs half a minute is done once."""
    folder = tmp_path_factory.mktemp("operated")
    with ExitStack() as stack:
        database = stack.enter_context(database_from_template(services.database_url))
        redis = stack.enter_context(redis_database(services.redis_url))
        own = for_one_test(settings, database, redis, f"{index_prefix}-operated", folder)
        own = own.but(frontend_dir=frontend_dir)
        store = stack.enter_context(scraped_store(own))
        stack.enter_context(worker(own))
        address = stack.enter_context(served(own))
        first = store.finished(store.start())
        store.control.reprice(store.control.products()[0].number, Decimal(77))
        yield Operated(store, address, (first, store.finished(store.start())))


@pytest.fixture
def scraper(operated: Operated, session_browser: Browser) -> Page:
    """The operator's page, open."""
    page = clean_page(session_browser, operated.address)
    page.open("/scraper").button("Start all")
    return page


def running(store: ScrapedStore) -> list[ScrapeRun]:
    """Return the runs that have not ended."""
    return [run for run in store.all_runs() if run.state != "finished"]


def start(page: Page, brand_id: int) -> None:
    """Start a scrape with classification as an operator does, and wait for its row."""
    page.find("input[aria-label='Brand id']").send_keys(str(brand_id))
    page.press("Start")
    page.find("tr[data-pid]")


def toast(page: Page) -> str:
    """Return the newest toast's words."""
    return page.find("[role=status] button").text


def history_row(page: Page, run: ScrapeRun) -> WebElement:
    """Open the history and return a run's row."""
    page.button("History").click()
    return page.find(f"tr[data-run='{run.id}']")

"""Stores are added from a list by keys alone, with the page closed in the middle; then undone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from selenium.webdriver.common.keys import Keys
from sqlalchemy import select

from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.index.rebuild import rebuild
from indexer.ingest.runs.start import stop_all
from indexer.models import Brand, ListedStore
from indexer.models.brand import OPEN
from tests.e2e.conftest import clean_page
from tests.support.browser import Browser, Page
from tests.support.saved_store import Answer, serving
from tests.support.site import served
from tests.support.whole_store import whole_store
from tests.support.worker import eventually, worker

NEEDS = "section tr[data-store] [data-cell=log]"


@pytest.fixture
def own(own_settings: Settings, clean_redis: str, frontend_dir: Path) -> Settings:
    own = own_settings.but(frontend_dir=frontend_dir)
    rebuild(own, fast=True)
    return own


@pytest.fixture
def addresses() -> Iterator[list[str]]:
    with ExitStack() as stack:
        good = [stack.enter_context(whole_store(name)).base for name in ("shopify", "feed")]
        refused = Answer(b"<title>No robots here</title>", 403)
        yield [*good, stack.enter_context(serving(lambda _: refused))]


def waiting(settings: Settings) -> int:
    """Return how many stores of the list are worked on."""
    with session_scope(settings.database_url) as session:
        return session.query(ListedStore).where(ListedStore.state.in_(OPEN)).count()


def typed(page: Page, *keys: str) -> None:
    """Type into whatever has the focus."""
    page.driver.switch_to.active_element.send_keys(*keys)


def focused(page: Page) -> str:
    return page.driver.switch_to.active_element.text


def tab_to(page: Page, words: str) -> None:
    """Press Tab until something of these words has the focus."""

    def is_there(_: object) -> bool:
        typed(page, Keys.TAB)
        return focused(page).startswith(words)

    page.wait(is_there, words)


def close_tab(page: Page) -> None:
    """Close the page's tab, after opening another one."""
    old = page.driver.current_window_handle
    page.driver.switch_to.new_window("tab")
    new = page.driver.current_window_handle
    page.driver.switch_to.window(old)
    page.driver.close()
    page.driver.switch_to.window(new)


def test_2_8_stores_are_added_by_keys_with_the_page_closed_in_the_middle(
    own: Settings, addresses: list[str], session_browser: Browser
) -> None:
    with served(own) as address:
        page = clean_page(session_browser, address)
        page.open("/scraper?brand=list").find("textarea").send_keys("\n".join(addresses))
        tab_to(page, "Check the list")
        typed(page, Keys.ENTER)
        page.says("[role=status]", "3 stores will be looked at")
        tab_to(page, "Add 3 stores")
        typed(page, Keys.ENTER)
        page.text("3 stores: 3 to go, 0 added, 0 need a person")
        close_tab(page)
        with worker(own, "--queues", "operator,stores"):
            eventually(lambda: not waiting(own), "the list is worked off", patience_s=300)
            page.open("/scraper?brand=list")
            page.text("3 stores: 0 to go, 2 added, 1 needs a person")
        assert "No robots here" in page.find(NEEDS).text
        assert "Ask the store to let itself be read" in page.find(NEEDS).text
        with session_scope(own.database_url) as session:
            crons = session.scalars(select(Brand.scrape_cron)).all()
        assert len({*crons} - {""}) == 2
        stop_all(own)  # their first runs wait for a worker that scrapes
        page.open("/scraper?tab=changes&action=listed").text("1 change")

"""The site in a browser: one server and one Chromium a session, a clean tab for each test."""

from __future__ import annotations

import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from indexer.core.settings import Settings
from indexer.index.rebuild import rebuild
from tests.support.browser import Browser, Page
from tests.support.screens import DESK, PHONE, Screen, show_on
from tests.support.site import built_frontend, served


@pytest.fixture(scope="session")
def frontend_dir() -> Path:
    """The built frontend, up to date with its sources."""
    return built_frontend()


@pytest.fixture(scope="session")
def dev_frontend_dir() -> Path:
    """The same, built in development mode."""
    return built_frontend(dev_mode=True)


@pytest.fixture(scope="session")
def site(settings: Settings, frontend_dir: Path) -> Iterator[str]:
    """The address of the whole site on the session's services, with an index to search in."""
    rebuild(settings, fast=True)
    with served(settings.but(frontend_dir=frontend_dir)) as address:
        yield address


@pytest.fixture(scope="session")
def dev_site(settings: Settings, dev_frontend_dir: Path) -> Iterator[str]:
    """The site with a frontend that was built in development mode."""
    with served(settings.but(frontend_dir=dev_frontend_dir)) as address:
        yield address


@contextmanager
def shop_site(settings: Settings, fill: Callable[[str], None]) -> Iterator[str]:
    """Serve a shop of its own, which is filled once its address is known."""
    with served(settings) as address:
        fill(address)
        urllib.request.urlopen(f"{address}/api/health", timeout=30).close()
        yield address


@pytest.fixture(scope="session")
def session_browser() -> Iterator[Browser]:
    """One Chromium for the session; tests use `page` or `phone`."""
    browser = Browser()
    yield browser
    browser.close()


@pytest.fixture
def page(session_browser: Browser, site: str) -> Page:
    """A tab of 1,440 by 900 px with nothing stored and nothing open."""
    return clean_page(session_browser, site)


@pytest.fixture
def dev_page(session_browser: Browser, dev_site: str) -> Page:
    """As `page`, of the site in development mode."""
    return clean_page(session_browser, dev_site)


@pytest.fixture
def phone(session_browser: Browser, site: str) -> Page:
    """A tab of 390 by 844 px with nothing stored and nothing open."""
    return clean_page(session_browser, site, PHONE)


def clean_page(browser: Browser, site: str, screen: Screen = DESK) -> Page:
    """Return a tab on the site, on this screen, with nothing stored and nothing open.

    It wants no motion: a test waits for a state, not for a page that passes.
    """
    driver = browser.drawing()
    driver.execute_cdp_cmd("Storage.clearDataForOrigin", {"origin": site, "storageTypes": "all"})
    driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": []})
    page = Page(driver, site)
    show_on(page, screen)
    return page

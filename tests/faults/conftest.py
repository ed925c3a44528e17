from __future__ import annotations

from collections.abc import Iterator

import pytest

from indexer.settings import Settings
from scrapers.browsing.browser import Browser
from tests.support.index import with_catalogue
from tests.support.own_store import OwnStore, own_store
from tests.support.shared_browser import SharedBrowsers
from tests.support.worker import environment


def for_this_process(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let jobs that run in this process read these settings."""
    for name, value in environment(settings).items():
        monkeypatch.setenv(name, value)


@pytest.fixture
def shop(settings: Settings, own_database_url: str, own_index_prefix: str) -> Settings:
    """Settings for a generated catalogue of 300 products and an index prefix of its own."""
    return with_catalogue(settings, own_database_url, own_index_prefix)


@pytest.fixture
def store(own_settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[OwnStore]:
    """A store with one list, which this process may read as workers do."""
    for_this_process(own_settings, monkeypatch)
    with own_store(own_settings, "/list") as served:
        yield served


@pytest.fixture(scope="module")
def browser(browsers: SharedBrowsers) -> Iterator[Browser]:
    with browsers.lent() as opened:
        yield opened

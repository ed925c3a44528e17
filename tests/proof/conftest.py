from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from indexer.core.settings import Settings
from scrapers.browsing.browser import Browser
from scrapers.options import CrawlOptions
from tests.integration.app.desk import bare, desk, office, stocked
from tests.integration.app.fixtures import api, rows, shop_app, shop_settings, shop_url
from tests.support.database import database_from_template
from tests.support.index import generated
from tests.support.own_store import OwnStore, own_store
from tests.support.redis_database import redis_database
from tests.support.scraped_store import for_one_test
from tests.support.services import TestServices
from tests.support.shared_browser import SharedBrowsers
from tests.support.worker import for_this_process, plain_worker

__all__ = [
    "api",
    "bare",
    "desk",
    "office",
    "rows",
    "shop_app",
    "shop_settings",
    "shop_url",
    "stocked",
]


@pytest.fixture
def shop(settings: Settings, services: TestServices, own_index_prefix: str) -> Iterator[Settings]:
    """Settings for a generated catalogue of 300 products and an index prefix of its own."""
    with database_from_template(services.database_url, generated) as url:
        yield settings.but(database_url=url, index_prefix=own_index_prefix)


@pytest.fixture
def own_settings(
    settings: Settings,
    own_database_url: str,
    clean_redis: str,
    own_index_prefix: str,
    tmp_path: Path,
) -> Settings:
    """The session's settings with a database, a prefix and folders that only this test uses."""
    return for_one_test(settings, own_database_url, clean_redis, own_index_prefix, tmp_path)


@pytest.fixture
def store(own_settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[OwnStore]:
    """A store with one list, which this process may read as workers do."""
    for_this_process(own_settings, monkeypatch)
    with own_store(own_settings, "/list") as served:
        yield served


@pytest.fixture(scope="module")
def at_work(settings: Settings, services: TestServices) -> Iterator[Settings]:
    """The session's settings with a Redis database whose scrapes one worker does for a file."""
    with redis_database(services.redis_url) as url:
        own = settings.but(redis_url=url, job_timeout_s=120)
        with plain_worker(own, "--queues", "scrape"):
            yield own


@pytest.fixture
def worked(at_work: Settings, clean_database: str) -> Iterator[OwnStore]:
    """A store with one list, whose runs that worker does; the test sees each to its end."""
    with own_store(at_work, "/list") as served:
        yield served


@pytest.fixture
def lent_crawls(browsers: SharedBrowsers, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the runs of this process read with the session's Chromium in place of one of their own.

    It is started before: what a run starts ends with it.
    """
    with browsers.lent():
        pass

    def lent(options: CrawlOptions, stealth: bool = False) -> AbstractContextManager[Browser]:
        assert not stealth
        return browsers.lent(options)

    monkeypatch.setattr("indexer.ingest.crawling.Browser", lent)


@pytest.fixture(scope="module")
def browser(browsers: SharedBrowsers) -> Iterator[Browser]:
    with browsers.lent() as opened:
        yield opened

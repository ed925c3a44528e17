"""Fixtures that every test may use: real services, a migrated database, an index prefix."""

from __future__ import annotations

import os
import uuid
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import psycopg
import pytest
import redis
from hypothesis import HealthCheck
from hypothesis import settings as composed
from sqlalchemy.orm import Session

from indexer.core.db import session_scope
from indexer.core.settings import Settings
from tests.support.clean import Cleaner
from tests.support.database import database_from_template, psycopg_url
from tests.support.index import generated
from tests.support.redis_database import redis_database
from tests.support.scraped_store import for_one_test
from tests.support.services import TestServices, addresses, delete_indices, session_services
from tests.support.shared_browser import SharedBrowsers

# No test fails for a slow machine: speed is measured by the bench.
composed.register_profile(
    "untimed",
    composed(),
    deadline=None,
    max_examples=25,
    suppress_health_check=[HealthCheck.too_slow],
)
composed.load_profile("untimed")

SHARED = Path(os.environ.get("WINKEL_SHARED") or Path(__file__).resolve().parents[2] / "shared")


def pytest_configure(config: pytest.Config) -> None:
    """Before workers start: one set of services for all of them."""
    if config.getoption("numprocesses", None) and not config.option.collectonly:
        with ExitStack() as stack:
            os.environ.update(stack.enter_context(session_services()))  # the workers inherit it
            config.add_cleanup(stack.pop_all().close)


@pytest.fixture(scope="session")
def services() -> Iterator[TestServices]:
    """PostgreSQL, Redis and Elasticsearch: given by WINKEL_TEST_…_URL, or a local set."""
    with session_services() as found:
        yield addresses(found)


@pytest.fixture(scope="session")
def cleaner(services: TestServices) -> Iterator[Cleaner]:
    """What empties the session's database, made with it: it knows what the database began with."""
    with database_from_template(services.database_url) as url:
        yield Cleaner(url)


@pytest.fixture(scope="session")
def database_url(cleaner: Cleaner) -> str:
    """The session's database, migrated, with the reference data; see `clean_database`."""
    return cleaner.database_url


@pytest.fixture
def clean_database(database_url: str, cleaner: Cleaner) -> str:
    """The session's database with reference data and nothing else; ids start at 1."""
    cleaner.clean()
    return database_url


@pytest.fixture(scope="session")
def generated_catalogue(services: TestServices) -> Iterator[Cleaner]:
    """A database with a generated catalogue of 300 products; see `generated_shop`."""
    with database_from_template(services.database_url) as url:
        yield Cleaner(url, generated)


@pytest.fixture
def generated_shop(
    generated_catalogue: Cleaner, settings: Settings, own_index_prefix: str
) -> Settings:
    """Settings for that catalogue, as it was generated, and an index prefix of the test's own."""
    generated_catalogue.clean()
    url = generated_catalogue.database_url
    return settings.but(database_url=url, index_prefix=own_index_prefix)


@pytest.fixture
def session(clean_database: str) -> Iterator[Session]:
    """A session on the clean database, committed when the test ends without an error."""
    with session_scope(clean_database) as opened:
        yield opened


@pytest.fixture
def own_database_url(services: TestServices) -> Iterator[str]:
    """A migrated database with the reference data for one test alone (it takes 100 ms)."""
    with database_from_template(services.database_url) as url:
        yield url


@pytest.fixture
def empty_database_url(services: TestServices) -> Iterator[str]:
    """A database without any table, for one test alone."""
    with database_from_template(services.database_url) as url:
        with psycopg.connect(psycopg_url(url)) as connection:
            connection.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
        yield url


@pytest.fixture(scope="session")
def elasticsearch_url(services: TestServices) -> str:
    """The session's Elasticsearch; name indices with `index_prefix` or `own_index_prefix`."""
    return services.elasticsearch_url


@pytest.fixture(scope="session")
def index_prefix(services: TestServices) -> Iterator[str]:
    """A prefix that only this session uses; its indices are deleted after."""
    yield from _prefix(services)


@pytest.fixture
def own_index_prefix(services: TestServices) -> Iterator[str]:
    """A prefix that only this test uses; its indices are deleted after."""
    yield from _prefix(services)


@pytest.fixture(scope="session")
def redis_url(services: TestServices) -> Iterator[str]:
    """A Redis database that only this session uses."""
    with redis_database(services.redis_url) as url:
        yield url


@pytest.fixture
def clean_redis(redis_url: str) -> str:
    """The session's Redis database, emptied."""
    with redis.Redis.from_url(redis_url) as database:
        database.flushdb()
    return redis_url


@pytest.fixture(scope="session")
def settings(
    database_url: str,
    elasticsearch_url: str,
    redis_url: str,
    index_prefix: str,
    tmp_path_factory: pytest.TempPathFactory,
) -> Settings:
    """The server's settings for the session's services; exchange rates are never fetched."""
    folder = tmp_path_factory.mktemp("winkel")
    return Settings(
        database_url=database_url,
        elasticsearch_url=elasticsearch_url,
        redis_url=redis_url,
        index_prefix=index_prefix,
        operator_open=True,
        bucket_location=str(folder / "media"),
        evidence_location=str(folder / "evidence"),
        allow_loopback_stores=True,
        demo_stores_map=None,
        rates_url="",
        search_timeout_ms=60_000,  # no test fails for a slow machine
        rate_limits=False,  # the tests that are about them turn them on
        kept_answers_mb=0,  # so do these: other tests write to Elasticsearch themselves
    )


@pytest.fixture
def own_settings(
    settings: Settings, clean_database: str, clean_redis: str, own_index_prefix: str, tmp_path: Path
) -> Settings:
    """The session's settings with an empty database, and a prefix and folders of its own."""
    return for_one_test(settings, clean_database, clean_redis, own_index_prefix, tmp_path)


@pytest.fixture(scope="session")
def browsers() -> Iterator[SharedBrowsers]:
    """Chromium for tests that need one and whose subject is not its start."""
    with SharedBrowsers() as opened:
        yield opened


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of shared data beside the repository; the test is skipped where it is absent."""
    if not SHARED.is_dir():
        pytest.skip(f"no shared data at {SHARED} (set WINKEL_SHARED)")
    return SHARED


def _prefix(services: TestServices) -> Iterator[str]:
    prefix = f"test-{uuid.uuid4().hex[:12]}"
    yield prefix
    delete_indices(services.elasticsearch_url, f"{prefix}*")

"""A store that is read without pages: its database is emptied for each test, its index is kept.

No test here looks into the index: what an earlier one left there is at worst a newer revision.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from indexer.core.settings import Settings
from indexer.index.rebuild import rebuild
from tests.support.clean import Cleaner
from tests.support.own_store import OwnStore, store_without_index
from tests.support.saved_store import Answer, a_picture
from tests.support.scraped_store import for_one_test
from tests.support.services import TestServices, delete_indices
from tests.support.worker import for_this_process


@pytest.fixture(scope="module")
def live(settings: Settings, cleaner: Cleaner, services: TestServices) -> Iterator[Settings]:
    """The session's settings with an index that is there for all tests of a file."""
    cleaner.clean()
    own = settings.but(index_prefix=f"test-{uuid.uuid4().hex[:12]}")
    rebuild(own, fast=True)
    yield own
    delete_indices(services.elasticsearch_url, f"{own.index_prefix}*")


@pytest.fixture
def store(
    live: Settings,
    clean_database: str,
    clean_redis: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[OwnStore]:
    own = for_one_test(live, clean_database, clean_redis, live.index_prefix, tmp_path)
    for_this_process(own, monkeypatch)
    with store_without_index(own) as served:
        served.answers["/i.jpg"] = Answer(a_picture(), content_type="image/jpeg")
        yield served

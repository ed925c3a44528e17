"""Fixtures of the pipeline's tests: a store without its pages, and one with pages of its own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from indexer.core.settings import Settings
from tests.support.own_store import OwnStore, own_store
from tests.support.plain_crawl import use_plain_crawls
from tests.support.worker import for_this_process
from tests.support.world import World, empty_world


@pytest.fixture
def shop(settings: Settings, clean_database: str) -> World:
    return empty_world(settings, World)


@pytest.fixture
def store(own_settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[OwnStore]:
    """A store of one page, /all, which runs of this process read without a browser."""
    for_this_process(own_settings, monkeypatch)
    use_plain_crawls(monkeypatch)
    with own_store(own_settings, "/all") as served:
        yield served

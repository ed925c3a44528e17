from __future__ import annotations

import pytest

from indexer.settings import Settings
from tests.support.index import with_catalogue
from tests.support.worker import environment


def for_this_process(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let jobs that run in this process read these settings."""
    for name, value in environment(settings).items():
        monkeypatch.setenv(name, value)


@pytest.fixture
def shop(settings: Settings, own_database_url: str, own_index_prefix: str) -> Settings:
    """Settings for a generated catalogue of 300 products and an index prefix of its own."""
    return with_catalogue(settings, own_database_url, own_index_prefix)

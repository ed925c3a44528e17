from __future__ import annotations

import pytest

from indexer.core.settings import Settings
from tests.support.index import with_catalogue


@pytest.fixture
def shop(settings: Settings, own_database_url: str, own_index_prefix: str) -> Settings:
    """Settings for a generated catalogue of 300 products and an index prefix of its own."""
    return with_catalogue(settings, own_database_url, own_index_prefix)

"""Settings that cannot work together are refused by name."""

from __future__ import annotations

import re

import pytest

from indexer.core.settings import Settings, SettingsError, threads
from tests.support.data import rows

ADDRESSES = {
    "DATABASE_URL": "postgresql://localhost/winkel",
    "ELASTICSEARCH_URL": "http://localhost:9200",
    "REDIS_URL": "redis://localhost",
}


@pytest.mark.parametrize(("name", "value", "says"), rows("capacity_refused"))
def test_what_cannot_work_is_refused_by_name(name: str, value: str, says: str) -> None:
    with pytest.raises(SettingsError, match=re.escape(says)):
        Settings.from_env(ADDRESSES | {name: value})
    larger = {"SEARCHES_AT_ONCE": "20", "WEB_THREADS": str(threads(20, 16))}
    assert Settings.from_env(ADDRESSES | larger).threads == threads(20, 16)

"""Settings that cannot work together are refused by name."""

from __future__ import annotations

import re

import pytest

from indexer.core.settings import Settings, SettingsError, threads

ADDRESSES = {
    "DATABASE_URL": "postgresql://localhost/winkel",
    "ELASTICSEARCH_URL": "http://localhost:9200",
    "REDIS_URL": "redis://localhost",
}


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("WEB_THREADS", "20", "WEB_THREADS must be at least 32 with SEARCHES_AT_ONCE=5"),
        ("SEARCHES_AT_ONCE", "0", "SEARCHES_AT_ONCE must be at least 1, not 0"),
        ("DATABASE_CONNECTIONS", "3", "DATABASE_CONNECTIONS must be at least 4, not 3"),
        ("WEB_PROCESSES", "two", "WEB_PROCESSES must be a whole number, not 'two'"),
    ],
)
def test_what_cannot_work_is_refused_by_name(name: str, value: str, says: str) -> None:
    with pytest.raises(SettingsError, match=re.escape(says)):
        Settings.from_env(ADDRESSES | {name: value})
    larger = {"SEARCHES_AT_ONCE": "20", "WEB_THREADS": str(threads(20, 16))}
    assert Settings.from_env(ADDRESSES | larger).threads == threads(20, 16)

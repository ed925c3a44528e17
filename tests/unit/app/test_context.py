"""What a server refuses to start with."""

from __future__ import annotations

import pytest

from app.context import Context
from indexer.core.settings import Settings, SettingsError

NOWHERE = Settings(database_url="", elasticsearch_url="http://127.0.0.1:9", redis_url="")


def test_a_step_of_understanding_that_there_is_not_is_named() -> None:
    """Left out without a word, a name that was changed made every search a worse one."""
    with pytest.raises(SettingsError, match=r"SEARCH_TECHNIQUES: there is no things; .*types"):
        Context.of(NOWHERE.but(search_techniques="people, things"))
    assert Context.of(NOWHERE.but(search_techniques="people, types")).techniques == {
        "people",
        "types",
    }

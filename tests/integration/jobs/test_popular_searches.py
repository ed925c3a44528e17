"""Learning popular searches: many searches on many days, of products, naming nobody."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import delete, select

from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.insights import learning as popular_searches
from indexer.models import PopularSearch, SearchLog

NOW = datetime.now(UTC)


@pytest.fixture
def own(settings: Settings, clean_database: str) -> Iterator[Settings]:
    """Settings with a window of 30 days, three searches, two days; the tables are emptied after."""
    yield settings.but(popular_window_days=30, popular_least_searches=3, popular_least_days=2)
    with session_scope(settings.database_url) as session:
        session.execute(delete(SearchLog))
        session.execute(delete(PopularSearch))


def searched(settings: Settings, text: str, days: list[int], **more: Any) -> None:
    """Log a search of a text so many days ago, once for each entry."""
    given: dict[str, Any] = {"query": text, "filters": {}, "sort": "products", "total": 4} | more
    with session_scope(settings.database_url) as session:
        at = (NOW - timedelta(days=day) for day in days)
        session.add_all(SearchLog(**given, created_at=each) for each in at)


def learnt(settings: Settings) -> dict[str, int]:
    count = popular_searches.learn(settings)
    with session_scope(settings.database_url) as session:
        found = {row.text: row.times for row in session.scalars(select(PopularSearch))}
    assert len(found) == count
    return found


def test_a_text_of_many_searches_on_many_days_is_learnt_in_one_writing(own: Settings) -> None:
    searched(own, "Linen  Dress", [1, 2])
    searched(own, " linen dress", [2])
    assert learnt(own) == {"linen dress": 3}


@pytest.mark.parametrize("days", [[1, 1, 1, 1], [1, 2], [1, 40, 41]], ids=["day", "few", "old"])
def test_too_few_too_old_and_one_afternoon_are_not(own: Settings, days: list[int]) -> None:
    searched(own, "linen dress", days)
    assert learnt(own) == {}


def test_what_found_nothing_and_what_was_only_narrowed_do_not_count(own: Settings) -> None:
    searched(own, "unicorn saddle", [1, 2, 3], total=0)
    searched(own, "linen dress", [1, 2, 3], filters={"colour": ["red"]})
    assert learnt(own) == {}


def test_what_may_name_or_reach_a_person_is_never_kept_and_prices_and_sizes_are(
    own: Settings,
) -> None:
    personal = ("thandi@example.co.za", "call 082 123 4567", "8001015009087", "www.example.com")
    numbers = ("4111-1111-1111-1111", "https://example.com/a", "x", "y" * 61)
    kept = ("dress under r1500", "size 10 boots", "100% cotton", "rok & bloes")
    for text in (*personal, *numbers, *kept):
        searched(own, text, [1, 2, 3])
    assert learnt(own) == dict.fromkeys(kept, 3)


def test_what_is_no_longer_searched_for_leaves(own: Settings) -> None:
    searched(own, "linen dress", [1, 2, 3])
    assert learnt(own)
    with session_scope(own.database_url) as session:
        session.execute(delete(SearchLog))
    assert learnt(own) == {}

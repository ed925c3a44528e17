"""Popular searches, learnt from the log: texts that led many searches on many days to products.

The log holds no visitor, so that distinct days stand in for distinct people: what one person types
all afternoon is no suggestion for others. Nothing that may name a person or reach one is kept:
no text with an @ or a long run of digits.
"""

from datetime import timedelta
from typing import Any

from sqlalchemy import ColumnElement, Date, Select, cast, delete, func, insert, not_, select

from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.models import PopularSearch, SearchLog

LONGEST, SHORTEST = 60, 2  # letters
MOST_KEPT = 5_000
# Six digits, whatever stands between them: a telephone, card or identity number.
_NUMBER = r"(\d[^[:alnum:]]*){6}"
_ADDRESS = r"@|://|www\."


def learn(settings: Settings) -> int:
    """Replace the popular searches by those of the window; return how many there are."""
    with session_scope(settings.database_url) as session:
        rows = [
            {"text": text, "times": times} for text, times in session.execute(_counted(settings))
        ]
        session.execute(delete(PopularSearch))
        if rows:
            session.execute(insert(PopularSearch), rows)
    return len(rows)


def _counted(settings: Settings) -> Select[Any]:
    text = func.lower(func.btrim(func.regexp_replace(SearchLog.query, r"\s+", " ", "g")))
    days = func.count(cast(SearchLog.created_at, Date).distinct())
    times = func.count()
    return (
        select(text, times)
        .where(*_usable(text, settings))
        .group_by(text)
        .having(times >= settings.popular_least_searches, days >= settings.popular_least_days)
        .order_by(times.desc(), text)
        .limit(MOST_KEPT)
    )


def _usable(text: ColumnElement[str], settings: Settings) -> list[ColumnElement[bool]]:
    """Return what a search must be to count: a text alone that found something."""
    window = timedelta(days=settings.popular_window_days)
    return [
        SearchLog.created_at > func.now() - window,
        SearchLog.total > 0,
        SearchLog.filters == {},
        func.char_length(text).between(SHORTEST, LONGEST),
        not_(text.regexp_match(_NUMBER)),
        not_(text.regexp_match(_ADDRESS)),
    ]

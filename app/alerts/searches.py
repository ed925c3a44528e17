"""What trusted runs have added to the searches that visitors wait for, found by the search itself.

A search is read as its visitor's screen reads it, with all products; of what it finds then only
what has all of it counts, and what is only similar does not.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime

from sqlalchemy import insert, text
from sqlalchemy.orm import Session

from app.alerts.asked import search_request
from app.context import Context
from app.errors import Invalid
from app.search import execute
from app.search.execute import SearchResult
from app.search.query.relaxing import Relaxing
from app.search.request import Group, Range, SearchRequest, Term, with_conditions
from indexer.db import connect, try_lock
from indexer.models import PriceAlertReading
from indexer.price_alerts.letters import MOST_FOUND
from indexer.price_alerts.looking import SEARCHES, pending_runs, take

MOST_AT_ONCE = 10  # searches of one array
LOCK = 7_311_405  # of PostgreSQL's advisory locks: one process looks
NAMED = 5  # new products that a mail names

_NEW = text("""
SELECT min(b.slug) AS store,
       array_agg(p.id) AS ids, min(p.created_at) AS first, max(p.created_at) AS last
  FROM run_change c JOIN product p ON p.id = c.product_id JOIN brand b ON b.id = p.brand_id
 WHERE c.run_id = :run_id AND c.kind = 'new'
""")
_ALERTS = text("""
SELECT id, search, currency, country FROM price_alert
 WHERE kind = 'search' AND confirmed_at < CAST(:before AS timestamptz)
 ORDER BY search, currency, country, id
""")
Asked = tuple[str, str, str]  # a search, its currency and country


@dataclass(frozen=True, slots=True)
class _New:
    """What a run has added: its store, the products' ids, and when the first and last were."""

    store: str
    ids: frozenset[int]
    first: datetime
    last: datetime

    @property
    def group(self) -> tuple[Group, ...]:
        """Return the conditions that leave little but these products; documents know seconds."""
        first, last = math.floor(self.first.timestamp()), math.ceil(self.last.timestamp())
        bounds = Range("createdAt", ">=", first), Range("createdAt", "<=", last)
        of_store = Group((Term("store", self.store),))
        return (of_store, *(Group(ranges=(bound,)) for bound in bounds))


def look_at_searches(services: Context) -> int:
    """Look at what the trusted runs that have ended added; return for how many alerts it is new.

    Raises SearchUnavailable. A run whose products wait for the index is looked at later.
    """
    if not _pending(services):
        return 0
    with _alone(services.settings.database_url) as is_alone:
        waiting = _pending(services) if is_alone else []
        return sum(_look(services, run_id) for run_id in waiting)


def _pending(services: Context) -> list[int]:
    with services.session() as session:
        return pending_runs(session, SEARCHES)


@contextmanager
def _alone(database_url: str) -> Iterator[bool]:
    """Yield whether nobody else looks; others do so not before the end."""
    with connect(database_url, autocommit=True) as holder, holder.transaction():
        yield try_lock(holder, LOCK, 0)


def _look(services: Context, run_id: int) -> int:
    """Search for what a run has added, in no transaction: many searches take their time."""
    with services.session() as session:
        new = _added(session, run_id)
        alerts = _alerts(session, new) if new.ids else {}
    rows = _readings(services, run_id, new, alerts)
    with services.session() as session:
        if not take(session, run_id, SEARCHES):
            return 0
        if rows:
            session.execute(insert(PriceAlertReading), rows)
    return len(rows)


def _added(session: Session, run_id: int) -> _New:
    row = session.execute(_NEW, {"run_id": run_id}).one()
    return _New(row.store, frozenset(row.ids or ()), row.first, row.last)


def _alerts(session: Session, new: _New) -> dict[Asked, list[int]]:
    alerts: dict[Asked, list[int]] = defaultdict(list)
    for row in session.execute(_ALERTS, {"before": new.first}):
        alerts[row.search, row.currency, row.country].append(row.id)
    return alerts


def _readings(
    services: Context, run_id: int, new: _New, alerts: Mapping[Asked, Sequence[int]]
) -> list[dict[str, object]]:
    return [
        {
            "alert_id": alert_id,
            "run_id": run_id,
            "read_at": new.last,
            "met": True,
            "crossed": True,
            "found": len(ids),
            "product_ids": ids[:NAMED],
        }
        for asked, ids in _found(services, list(alerts), new)
        for alert_id in alerts[asked]
    ]


def _found(
    services: Context, asked: Sequence[Asked], new: _New
) -> Iterator[tuple[Asked, list[int]]]:
    """Yield the searches that find some of the new products, with their ids."""
    for start in range(0, len(asked), MOST_AT_ONCE):
        some = asked[start : start + MOST_AT_ONCE]
        requests = {one: request for one in some if (request := _request(one)) is not None}
        for one, ids in zip(requests, _new_in(services, [*requests.values()], new), strict=True):
            if ids:
                yield one, ids


def _request(asked: Asked) -> SearchRequest | None:
    """Return an alert's search; None where its values are no longer there."""
    try:
        return search_request(*asked)
    except Invalid:
        return None


def _new_in(services: Context, requests: list[SearchRequest], new: _New) -> list[list[int]]:
    engine = services.engine
    read = services.read(list(requests))
    chosen, _ = execute.choose_relaxation(engine, read, Relaxing(read, separately=True))
    narrowed = [_narrowed(request, new) for request in chosen]
    outcome = execute.run(engine, narrowed, separately=True)
    return [
        _ids(request, answer, new.ids)
        for request, answer in zip(narrowed, outcome.results, strict=True)
    ]


def _narrowed(request: SearchRequest, new: _New) -> SearchRequest:
    """Return the search for what was added, with all of what it asks."""
    meaning = request.conditions.meaning
    whole = meaning.loosely(0) if meaning is not None and meaning.relaxation else meaning
    groups = request.conditions.groups + new.group
    return with_conditions(replace(request, hits_per_page=MOST_FOUND), meaning=whole, groups=groups)


def _ids(request: SearchRequest, answer: SearchResult, new: Collection[int]) -> list[int]:
    as_asked = answer.meaning == request.conditions.meaning
    found = (int(hit.object_id) for hit in answer.hits if as_asked or hit.is_exact)
    return [id_ for id_ in found if id_ in new]

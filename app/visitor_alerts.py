"""What trusted runs have added to the searches that visitors wait for, found by the search itself.

A search is read as its visitor's screen reads it, with all products; of what it finds then only
what has all of it counts, and what is only similar does not. Of what came below an amount
PostgreSQL has the prices as the run has read them, and the search finds the products meant.
"""

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any
from urllib.parse import parse_qsl, urlencode

from sqlalchemy import Row, text
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from app.live.context import Context
from app.search import execute
from app.search.execute import SearchResult
from app.search.query.results import Hit
from app.search.request import Group, Range, SearchRequest, Term, with_conditions
from app.search.understand import Meaning
from app.search.wire.address import Query, is_searched, requests_of
from app.search.wire.request_parser import parse
from app.web.errors import Invalid
from indexer.catalogue.prices import COUNTING
from indexer.catalogue.rates import rates_in_force
from indexer.core.bad_items import each
from indexer.core.db import connect, try_lock
from indexer.models import VisitorAlertReading
from indexer.notify.messages import MOST_FOUND
from indexer.notify.triggers import SEARCHES, pending_runs, process_run

MOST_AT_ONCE = 10  # searches of one array
LOCK = 7_311_405  # of PostgreSQL's advisory locks: one process looks
NAMED = 5  # new products that a mail names

_NEW = text("""
SELECT min(b.slug) AS store,
       array_agg(p.id) AS ids, min(p.created_at) AS first, max(p.created_at) AS last
  FROM run_change c JOIN product p ON p.id = c.product_id JOIN brand b ON b.id = p.brand_id
 WHERE c.run_id = :run_id AND c.kind = 'new'
""")
# Of a run's products those that can be bought below an alert's amount and could not before it: by
# the history's row of then, and the last one before that counts, that was there when the alert was
# set, or that a run which counts has found. Each product is reported once.
_FALLEN = text("""
WITH shown AS (
    SELECT f.id, p.brand_id, h.seen_at, h.price, h.currency,
           coalesce(own.written_at, h.seen_at) AS since
      FROM scrape_run r CROSS JOIN unnest(r.found_group_ids) AS f(id)
      JOIN product p ON p.id = f.id AND p.gone_at IS NULL AND NOT p.blocked
      JOIN LATERAL (SELECT * FROM price_history
                     WHERE product_id = f.id AND seen_at <= r.start_time
                     ORDER BY seen_at DESC LIMIT 1) h ON h.price > 0 AND NOT h.sold_out
      LEFT JOIN scrape_run own ON own.id = h.run_id
     WHERE r.id = :run_id AND coalesce(own.written_at, h.seen_at) > (
           SELECT min(confirmed_at) FROM price_alert WHERE kind = 'under')
), given AS (
    SELECT currency, rate FROM unnest(CAST(:currencies AS text[]), CAST(:rates AS numeric[]))
        AS rates(currency, rate)
)
SELECT a.id, a.search, a.currency, a.country, array_agg(s.id ORDER BY s.id) AS ids
  FROM price_alert a
  JOIN shown s ON s.since > a.confirmed_at
  JOIN given wanted ON wanted.currency = a.currency
  JOIN given own ON own.currency = s.currency
  LEFT JOIN LATERAL (
       SELECT q.price, q.currency, q.sold_out
         FROM price_history q LEFT JOIN scrape_run t ON t.id = q.run_id
        WHERE q.product_id = s.id AND q.seen_at < s.seen_at
          AND (t.id IS NULL OR t.result = ANY(:counting) OR t.written_at <= a.confirmed_at
               OR EXISTS (SELECT FROM scrape_run v
                           WHERE v.brand_id = s.brand_id AND v.result = ANY(:counting)
                             AND v.start_time >= q.seen_at AND v.start_time < coalesce(
                                 (SELECT min(n.seen_at) FROM price_history n
                                   WHERE n.product_id = s.id AND n.seen_at > q.seen_at), 'infinity')
                             AND s.id = ANY(v.found_group_ids)))
        ORDER BY q.seen_at DESC LIMIT 1) b ON true
  LEFT JOIN given before ON before.currency = b.currency
 WHERE a.kind = 'under' AND round(s.price * wanted.rate / own.rate, 2) < a.amount
   AND NOT coalesce(b.price > 0 AND NOT b.sold_out
                    AND round(b.price * wanted.rate / before.rate, 2) < a.amount, false)
   AND NOT EXISTS (
       SELECT FROM price_alert_reading k LEFT JOIN scrape_run t ON t.id = k.run_id
        WHERE k.alert_id = a.id AND s.id = ANY(k.product_ids)
          AND (k.mailed_at IS NOT NULL OR t.id IS NULL OR t.result = ANY(:counting)))
 GROUP BY a.id ORDER BY a.id
""")
_ALERTS = text("""
SELECT search, currency, country, array_agg(id ORDER BY id) AS ids FROM price_alert
 WHERE kind = 'search' AND confirmed_at < CAST(:before AS timestamptz)
 GROUP BY search, currency, country ORDER BY search, currency, country
""")
SearchKey = tuple[str, str, str]  # a search, its currency and country


def canonical_query(search: str) -> str:
    """Return the query of an address as every browser writes it; raises Invalid for none."""
    return f"?{urlencode(_query_of(search))}"


def _query_of(search: str) -> Query:
    """Return the parameters of an address's query, "?q=linen"; raises Invalid for none."""
    try:
        query = parse_qsl(search.removeprefix("?"), keep_blank_values=True, max_num_fields=200)
    except ValueError:
        query = []
    if not search.startswith("?") or not is_searched(query):
        raise Invalid.field("search", "must be the query of a search's address, such as ?q=linen")
    return query


def search_request(search: str, currency: str, country: str) -> SearchRequest:
    """Return the search of an address, as the screen requests it.

    Raises Invalid for values that do not exist, and TextTooLong.
    """
    query = [*_query_of(search), ("currency", currency)]  # the address's own comes first
    (page, *_) = requests_of(query, country)
    params = page["params"] | {"facets": [], "hitsPerPage": MOST_FOUND, "page": 0}
    params.pop("brandsInTurn", None)
    (request,) = parse([{"indexName": "products", "params": params | {"numericFilters": []}}])
    return request


def look_at_searches(services: Context) -> int:
    """Look at what the trusted runs that have ended added; return for how many alerts it is new.

    Raises SomeFailedError. A run whose products wait for the index is looked at later.
    """
    if not _pending(services):
        return 0
    with _alone(services.settings.database_url) as is_alone:
        waiting = _pending(services) if is_alone else []
        return sum(each(waiting, lambda run_id: _look(services, run_id), "run {}".format))


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
        new = session.execute(_NEW, {"run_id": run_id}).one()
        alerts = _alerts(session, new.first) if new.ids else {}
        fallen = _price_drops(session, run_id)
    rows = [*_readings(services, run_id, new, alerts), *_under(services, run_id, fallen)]
    with services.session() as session:
        if not process_run(session, run_id, SEARCHES):
            return 0
        if rows:
            session.execute(insert(VisitorAlertReading), rows)
    return len(rows)


def _alerts(session: Session, before: datetime) -> dict[SearchKey, list[int]]:
    rows = session.execute(_ALERTS, {"before": before})
    return {(row.search, row.currency, row.country): row.ids for row in rows}


def _readings(
    services: Context, run_id: int, new: Row[Any], alerts: Mapping[SearchKey, Sequence[int]]
) -> list[dict[str, object]]:
    return [
        _event_of(alert_id, run_id, new.last, ids[:NAMED], len(ids))
        for search, ids in _search_all(services, list(alerts), new)
        for alert_id in alerts[search]
    ]


def _event_of(
    alert_id: int, run_id: int, at: datetime, ids: Sequence[int], found: int
) -> dict[str, object]:
    event = {"read_at": at, "met": True, "crossed": True, "found": found, "product_ids": list(ids)}
    return {"alert_id": alert_id, "run_id": run_id} | event


def _price_drops(session: Session, run_id: int) -> Sequence[Row[Any]]:
    per_euro = rates_in_force(session).per_euro
    rates = {"currencies": [*per_euro], "rates": [*per_euro.values()]}
    values = {"run_id": run_id, "counting": list(COUNTING)}
    return session.execute(_FALLEN, values | rates).all()


def _under(
    services: Context, run_id: int, fallen: Sequence[Row[Any]]
) -> Iterator[dict[str, object]]:
    now = datetime.now(UTC)
    for row in fallen:
        request = _request((row.search, row.currency, row.country))
        if request is None:
            continue
        parts = [row.ids[at : at + MOST_FOUND] for at in range(0, len(row.ids), MOST_FOUND)]
        found = [
            id_
            for part in parts
            for ids in _narrowed_to(services, [request], part, only=tuple(part))
            for id_ in ids
        ]
        if found:
            yield _event_of(row.id, run_id, now, found, len(found))


def _search_all(
    services: Context, searches: Sequence[SearchKey], new: Row[Any]
) -> Iterator[tuple[SearchKey, list[int]]]:
    for start in range(0, len(searches), MOST_AT_ONCE):
        some = searches[start : start + MOST_AT_ONCE]
        # Conditions that leave little but what is new; documents have seconds.
        first, last = math.floor(new.first.timestamp()), math.ceil(new.last.timestamp())
        bounds = Range("createdAt", ">=", first), Range("createdAt", "<=", last)
        groups = (Group((Term("store", new.store),)), *(Group(ranges=(one,)) for one in bounds))
        requests = {one: request for one in some if (request := _request(one)) is not None}
        found = _narrowed_to(services, [*requests.values()], {*new.ids}, groups)
        for one, ids in zip(requests, found, strict=True):
            if ids:
                yield one, ids


def _request(search: SearchKey) -> SearchRequest | None:
    """Return an alert's search; None where its values are no longer there."""
    try:
        return search_request(*search)
    except Invalid:
        return None


def _narrowed_to(
    services: Context,
    requests: list[SearchRequest],
    ids: Collection[int],
    groups: tuple[Group, ...] = (),
    only: tuple[int, ...] = (),
) -> list[list[int]]:
    """Return which of some products each search finds; `groups` or `only` leave little else."""
    found = exact_matches(services, requests, groups, only)
    return [[id_ for hit in hits if (id_ := int(hit.object_id)) in ids] for hits in found]


def exact_matches(
    services: Context,
    requests: list[SearchRequest],
    groups: tuple[Group, ...] = (),
    only: tuple[int, ...] = (),
) -> list[list[Hit]]:
    """Return what each search finds that meets all its conditions; nothing that is only similar."""
    engine = services.engine
    read = services.read(list(requests))
    counted = [replace(request, hits_per_page=0) for request in read]
    as_found, *_ = execute.run(engine, counted, separately=True)
    narrowed = [
        _narrow(request, answer.meaning, groups, only)
        for request, answer in zip(read, as_found, strict=True)
    ]
    results, *_ = execute.run(engine, narrowed, separately=True)
    return [_whole(request, answer) for request, answer in zip(narrowed, results, strict=True)]


def _narrow(
    request: SearchRequest,
    meaning: Meaning | None,
    groups: tuple[Group, ...],
    only: tuple[int, ...],
) -> SearchRequest:
    whole = meaning.loosely(0) if meaning is not None and meaning.relaxation else meaning
    own = request.conditions.groups + groups
    return with_conditions(request, meaning=whole, groups=own, only=only)


def _whole(request: SearchRequest, answer: SearchResult) -> list[Hit]:
    as_asked = answer.meaning == request.conditions.meaning
    return [hit for hit in answer.hits if as_asked or hit.is_exact]

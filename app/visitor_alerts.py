"""What trusted runs have added to the searches that visitors wait for, found by the search itself.

A search is read as its visitor's screen reads it, with all products; of what it finds then only
what has all of it counts, and what is only similar does not. Of what came below an amount
PostgreSQL has the prices as the run has read them, and the search finds the products meant.
"""

import math
import secrets
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any
from urllib.parse import parse_qsl, urlencode

from sqlalchemy import Row, delete, func, select, text, update
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
from app.web.errors import Invalid, NotFound
from indexer.catalogue.prices import COUNTING
from indexer.catalogue.rates import Rates, rates_in_force
from indexer.core.bad_items import each
from indexer.core.db import connect, try_lock
from indexer.models import Brand, Product, VisitorAlert, VisitorAlertAddress, VisitorAlertReading
from indexer.models.message import ALERTS_CROSSED, ALERTS_REQUESTED
from indexer.notify.messages import MOST_FOUND, drop_waiting
from indexer.notify.triggers import (
    LAST,
    PRODUCTS,
    SEARCHES,
    first_readings,
    initialise,
    pending_runs,
    process_run,
    wait_for_others,
)

MOST_ALERTS = 100  # of an address
DIGESTS = AT_ONCE, DAILY, WEEKLY = "at once", "daily", "weekly"
UNKNOWN = "This link is not known: its alerts were deleted"

_LIST = text(f"""
SELECT a.id, a.kind, a.product_id, a.search, a.amount, a.percent, a.size, a.anywhere,
       a.currency,
       a.confirmed_at IS NOT NULL AS confirmed,
       CASE WHEN a.snoozed_until > now() THEN a.snoozed_until END AS snoozed_until,
       coalesce(p.name, a.name) AS name, s.name AS store, k.met
  FROM price_alert a
  LEFT JOIN product p ON p.id = a.product_id LEFT JOIN brand s ON s.id = p.brand_id
  LEFT JOIN LATERAL ({LAST}) k ON true
 WHERE a.address_id = :id ORDER BY a.id DESC
""")  # noqa: S608 - words of our own


def by_token(session: Session, token: str) -> VisitorAlertAddress:
    """Return the address of a token, locked; raises NotFound."""
    row = session.scalars(
        select(VisitorAlertAddress)
        .where(VisitorAlertAddress.token == token.replace("\x00", ""))
        .with_for_update()
    ).one_or_none()
    if row is None:
        raise NotFound(UNKNOWN)
    return row


def by_email(session: Session, email: str, digest: str) -> VisitorAlertAddress:
    """Return the row of a mail address, locked; a new one where there is none."""
    return session.scalars(
        insert(VisitorAlertAddress)
        .values(email=email, token=secrets.token_urlsafe(32), **columns_of(digest))
        .on_conflict_do_update(
            index_elements=[func.lower(VisitorAlertAddress.email)],
            set_={"email": VisitorAlertAddress.email},  # locks the row that is there
        )
        .returning(VisitorAlertAddress)
    ).one()


def columns_of(digest: str) -> dict[str, bool]:
    """Return an address's columns for how often it gets mails."""
    return {"daily": digest in {DAILY, WEEKLY}, "weekly": digest == WEEKLY}


def set_digest(address: VisitorAlertAddress, digest: str) -> None:
    """Have an address get mails that often."""
    for name, value in columns_of(digest).items():
        setattr(address, name, value)


def digest_of(address: VisitorAlertAddress) -> str:
    """Return how often an address gets mails."""
    return WEEKLY if address.weekly else DAILY if address.daily else AT_ONCE


def product_of(session: Session, product_id: int, size: str | None = None) -> str:
    """Return the name of a product that visitors may see; raises NotFound, also for its size."""
    row = session.execute(
        select(Product.name, Product.sizes)
        .join(Brand, Brand.id == Product.brand_id)
        .where(Product.id == product_id, ~Product.blocked, Brand.is_active)
    ).one_or_none()
    if row is None:
        raise NotFound(f"There is no product {product_id}")
    if size is not None and all(one["size"] != size for one in row.sizes or ()):
        raise NotFound("The product has no such size")
    return str(row.name)


def set_alert(
    session: Session,
    address: VisitorAlertAddress,
    wanted: Mapping[str, Any],
    *,
    confirmed: bool,
    rates: Rates,
) -> bool:
    """Add an alert, or find the same; one that is not `confirmed` waits for that.

    The same in another currency or country, or at any store, takes it, unless anybody might be
    asking. Returns whether it is met already. Raises Invalid for one too many. Nothing is
    committed.
    """
    values = {**wanted, "address_id": address.id}
    same = [
        getattr(VisitorAlert, name).is_not_distinct_from(values[name])
        for name in ("address_id", "kind", "product_id", "search", "amount", "percent", "size")
    ]
    alert = session.scalars(select(VisitorAlert).where(*same)).one_or_none()
    if alert is None:
        # Who may be anybody learns nothing of those that are confirmed.
        own = select(func.count()).where(
            VisitorAlert.address_id == address.id,
            VisitorAlert.confirmed_at.is_not(None) == confirmed,
        )
        if (session.scalar(own) or 0) >= MOST_ALERTS:
            raise Invalid.field("email", f"has {MOST_ALERTS} alerts, as many as there may be")
        alert = VisitorAlert(**values)
        session.add(alert)
        session.flush()
    elif confirmed or alert.confirmed_at is None:
        place = wanted["currency"], wanted["country"], wanted["anywhere"]
        if (alert.currency, alert.country, alert.anywhere) != place:
            wait_for_others(session, PRODUCTS)
            alert.currency, alert.country, alert.anywhere = place
            _begin_anew(session, alert, rates)
    if confirmed and alert.confirmed_at is None:
        _confirm(session, [alert.id], rates)
    return any(reading["met"] for reading in first_readings(session, [alert.id], rates).values())


def confirm_all(session: Session, address: VisitorAlertAddress, rates: Rates) -> None:
    """Confirm what waits for it, from what there is now on. Nothing is committed."""
    waiting = select(VisitorAlert.id).where(
        VisitorAlert.address_id == address.id, VisitorAlert.confirmed_at.is_(None)
    )
    _confirm(session, session.scalars(waiting).all(), rates)


def _confirm(session: Session, ids: Collection[int], rates: Rates) -> None:
    chosen = update(VisitorAlert).where(VisitorAlert.id.in_(ids))
    session.execute(chosen.values(confirmed_at=func.now()))
    initialise(session, ids, rates)


def alerts_of(session: Session, address: VisitorAlertAddress) -> list[Row[Any]]:
    """Return the alerts of an address, the newest first."""
    values = {"id": address.id, "counting": list(COUNTING)}
    return list(session.execute(_LIST, values).all())


def change_amount(
    session: Session, address: VisitorAlertAddress, alert_id: int, amount: Decimal, rates: Rates
) -> None:
    """Give an alert for a price below another amount; raises NotFound, Invalid.

    It begins anew, with what there is now.
    """
    alert = session.scalars(
        select(VisitorAlert).where(
            VisitorAlert.id == alert_id, VisitorAlert.address_id == address.id
        )
    ).one_or_none()
    if alert is None or alert.amount is None:
        raise NotFound(f"There is no alert {alert_id} with an amount")
    alike = ("address_id", "kind", "product_id", "search", "size")
    same = select(VisitorAlert.id).where(
        *(getattr(VisitorAlert, name).is_not_distinct_from(getattr(alert, name)) for name in alike),
        VisitorAlert.amount == amount,
        VisitorAlert.id != alert.id,
    )
    if session.scalar(same) is not None:
        raise Invalid.field("amount", "is that of another alert of the same")
    wait_for_others(session, PRODUCTS)
    alert.amount = amount
    _begin_anew(session, alert, rates)


def snooze(session: Session, address: VisitorAlertAddress, alert_id: int, days: int) -> None:
    """Send no mail of an alert for so many days, none with 0; raises NotFound."""
    own = (VisitorAlert.id == alert_id) & (VisitorAlert.address_id == address.id)
    until = datetime.now(UTC) + timedelta(days=days) if days else None
    changed = update(VisitorAlert).where(own).values(snoozed_until=until).returning(VisitorAlert.id)
    if session.scalar(changed) is None:
        raise NotFound(f"There is no alert {alert_id}")


def _begin_anew(session: Session, alert: VisitorAlert, rates: Rates) -> None:
    session.flush()
    if alert.confirmed_at is not None:
        alert.confirmed_at = func.now()
        session.flush()
        initialise(session, [alert.id], rates)


def remove(session: Session, address: VisitorAlertAddress, alert_id: int | None) -> bool:
    """Delete an alert, or all; return whether any is left. Without one the address is forgotten."""
    own = delete(VisitorAlert).where(VisitorAlert.address_id == address.id)
    session.execute(own if alert_id is None else own.where(VisitorAlert.id == alert_id))
    left = session.scalar(
        select(VisitorAlert.id).where(VisitorAlert.address_id == address.id).limit(1)
    )
    if left is None:
        drop_waiting(session, address.email, [ALERTS_REQUESTED, ALERTS_CROSSED])
        session.delete(address)
    return left is not None


def path_of(alert: Row[Any]) -> str:
    """Return where the site shows what an alert is about."""
    return f"/{alert.search}" if alert.search is not None else f"/product/{alert.product_id}"


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
    as_found = execute.run(engine, counted, separately=True).results
    narrowed = [
        _narrow(request, answer.meaning, groups, only)
        for request, answer in zip(read, as_found, strict=True)
    ]
    outcome = execute.run(engine, narrowed, separately=True)
    return [
        _whole(request, answer) for request, answer in zip(narrowed, outcome.results, strict=True)
    ]


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

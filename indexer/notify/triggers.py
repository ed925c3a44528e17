"""Which prices cross what visitors' alerts wait for, at one store or at any."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from json import dumps
from types import SimpleNamespace
from typing import Any

from sqlalchemy import Row, TextClause, func, insert, select, text, update
from sqlalchemy.dialects.postgresql import insert as upsert
from sqlalchemy.orm import Session

from indexer.catalogue.prices import COUNTING
from indexer.catalogue.rates import Rates, rates_in_force
from indexer.catalogue.stores import EVERYWHERE, ships_to
from indexer.core.bad_items import each
from indexer.core.db import session_scope
from indexer.core.settings import SCHEDULE_ZONE, Settings
from indexer.models import VisitorAlertReading, VisitorAlertRun
from indexer.models.run import SCRAPES
from indexer.models.visitor_alert import BELOW, DROP, RISE, STOCK

# `last`: the last reading of an alert `a` that counts. A row of the history counts where its run
# does, or where a later one that does has left it as it is.
OFFERS = """
SELECT a.id AS alert_id, a.amount AS below, a.currency AS wanted, a.country, p.id AS product_id,
       h.seen_at, h.price, h.currency, h.sold_out, s.shipping_countries_list AS listed,
       s.scraped_shipping_countries AS scraped, c.iso,
       b.price AS known_price, b.currency AS known_currency, b.product_ids AS known_ids, b.met
  FROM price_alert a
  JOIN product own ON own.id = a.product_id
  JOIN product p ON (p.id = own.id OR p.thing_id = own.thing_id)
                AND NOT p.blocked AND p.gone_at IS NULL
  JOIN brand s ON s.id = p.brand_id AND s.is_active
  LEFT JOIN country c ON c.id = s.country_id
  JOIN LATERAL (
       SELECT q.* FROM price_history q LEFT JOIN scrape_run t ON t.id = q.run_id
        WHERE q.product_id = p.id
          AND (t.id IS NULL OR coalesce(t.result = ANY(:counting), false)
               OR EXISTS (SELECT FROM product_reading d WHERE d.product_id = p.id
                             AND upper(d.days) - 1 > (q.seen_at AT TIME ZONE :zone)::date))
        ORDER BY q.seen_at DESC LIMIT 1) h ON true
  LEFT JOIN LATERAL ({last}) b ON true
 WHERE a.anywhere AND {alerts}
 ORDER BY a.id, p.id
"""
OF_ALERTS = "a.id = ANY(CAST(:ids AS bigint[]))"
_OF = (
    "a.confirmed_at IS NOT NULL AND EXISTS (SELECT FROM product m WHERE {}"
    " AND (m.id = own.id OR m.thing_id = own.thing_id))"
)
OF_PRODUCTS = _OF.format("m.id = ANY(CAST(:ids AS bigint[]))")
OF_RUN = _OF.format("m.brand_id = (SELECT brand_id FROM scrape_run WHERE id = :run_id)")


def _reaches(offer: Any) -> bool:
    """Return True if its store delivers to the visitor's country, or none was chosen."""
    places = ships_to(offer.listed, offer.scraped, offer.iso)
    return not offer.country or offer.country in places or EVERYWHERE in places


# Below, an offer is one store's of the thing of an alert, with what was read of it before.


def cheapest(offers: Iterable[Any], rates: Rates) -> list[tuple[Any, bool]]:
    """Return the cheapest offer that can be bought of each alert, and whether it is met."""
    best: dict[int, tuple[Decimal, Any]] = {}
    for offer in offers:
        if (
            offer.price
            and not offer.sold_out
            and rates.has_rate(offer.currency)
            and _reaches(offer)
        ):
            amount = rates.convert(offer.price, offer.currency, offer.wanted)
            if offer.alert_id not in best or amount < best[offer.alert_id][0]:
                best[offer.alert_id] = amount, offer
    return [(offer, amount < offer.below) for amount, offer in best.values()]


def next_readings(offers: Iterable[Any], rates: Rates) -> list[dict[str, Any]]:
    """Return the rows of what is otherwise than alerts have read it before."""
    return [
        _reading(
            offer,
            offer.price,
            met,
            alert_id=offer.alert_id,
            was=offer.known_price
            if (offer.known_ids, offer.known_currency) == ([offer.product_id], offer.currency)
            else None,
            crossed=met and offer.met is False,
            product_ids=[offer.product_id],
        )
        for offer, met in cheapest(offers, rates)
        if (met, offer.price, offer.currency, [offer.product_id])
        != (offer.met, offer.known_price, offer.known_currency, offer.known_ids)
    ]


PRODUCTS, SEARCHES = "products", "searches"
LOOKED_BACK_DAYS = 7  # at runs: no worker is away for longer
# PostgreSQL's advisory locks: runs are looked at in their order.
LOCKS = {PRODUCTS: 7_311_403, SEARCHES: 7_311_404}
_PENDING = text("""
SELECT r.id FROM scrape_run r
 WHERE r.state = 'finished' AND r.result = ANY(:counting) AND r.kind = ANY(:kinds)
   AND r.written_at IS NOT NULL AND r.start_time > now() - make_interval(days => :days)
   AND NOT EXISTS (SELECT FROM price_alert_run l WHERE l.run_id = r.id AND l.part = :part)
   AND (:part = 'products' OR NOT EXISTS (  -- the searches: once the index has what it changed
       SELECT FROM run_change c JOIN outbox o ON o.product_id = c.product_id
        WHERE c.run_id = r.id AND c.kind <> 'gone' AND o.written_at IS NULL))
 ORDER BY r.end_time, r.id
""")
# The part of `z.sizes` for an alert's size.
OWN_SIZE = """
SELECT own FROM jsonb_array_elements(z.sizes) AS own WHERE own ->> 'size' = a.size LIMIT 1
"""
# The last reading of an alert `a` that counts.
LAST = """
SELECT k.* FROM price_alert_reading k LEFT JOIN scrape_run r ON r.id = k.run_id
 WHERE k.alert_id = a.id AND (r.id IS NULL OR coalesce(r.result = ANY(:counting), false))
 ORDER BY k.id DESC LIMIT 1
"""
# Of the products: their offers as of a time, and the last readings.
# Those of one size are what that costs; a size that is no longer named cannot be bought.
_OFFERS = f"""
SELECT a.id, a.kind, a.amount, a.percent, a.currency AS wanted,
       greatest(h.seen_at, z.seen_at) AS seen_at, h.currency,
       coalesce(CAST(e.own ->> 'price' AS numeric), h.price) AS price,
       h.sold_out OR a.size IS NOT NULL
       AND coalesce(CAST(e.own ->> 'sold_out' AS boolean), true) AS sold_out,
       b.read_at, b.price AS known_price, b.currency AS known_currency, b.met, b.base
  FROM price_alert a
  JOIN product p ON p.id = a.product_id AND NOT p.blocked {{and_there}}
  JOIN brand s ON s.id = p.brand_id AND s.is_active
  JOIN LATERAL ({{offer}}) h ON true
  LEFT JOIN LATERAL ({{sizes}}) z ON a.size IS NOT NULL
  LEFT JOIN LATERAL ({OWN_SIZE}) e ON true
  JOIN LATERAL ({LAST}) b ON true
 WHERE a.confirmed_at IS NOT NULL AND NOT a.anywhere AND a.product_id IN ({{products}})
 ORDER BY a.id
"""  # noqa: S608 - words of our own
_KEPT = {
    "and_there": "AND p.gone_at IS NULL",
    "offer": "SELECT * FROM price_history WHERE product_id = a.product_id AND seen_at <= :at"
    " ORDER BY seen_at DESC LIMIT 1",
    "sizes": "SELECT * FROM size_history WHERE product_id = a.product_id AND seen_at <= :at"
    " ORDER BY seen_at DESC LIMIT 1",
}
_OF_RUN = text(
    _OFFERS.format(
        **_KEPT,
        products="SELECT f.id FROM scrape_run, unnest(found_group_ids) AS f(id)"
        " WHERE scrape_run.id = :run_id",
    )
)
_OF_PRODUCTS = text(_OFFERS.format(**_KEPT, products="SELECT unnest(CAST(:ids AS bigint[]))"))
# Of offers that are not written yet.
_IF_OFFERED = text(
    _OFFERS.format(
        and_there="",
        products="SELECT unnest(CAST(:ids AS bigint[]))",
        offer="SELECT * FROM unnest(CAST(:ids AS bigint[]), CAST(:times AS timestamptz[]),"
        " CAST(:prices AS numeric[]), CAST(:currencies AS text[]), CAST(:sold AS boolean[]))"
        " AS o(id, seen_at, price, currency, sold_out) WHERE o.id = a.product_id",
        sizes="SELECT * FROM unnest(CAST(:ids AS bigint[]), CAST(:times AS timestamptz[]),"
        " CAST(:sizes AS jsonb[])) AS o(id, seen_at, sizes) WHERE o.id = a.product_id",
    )
)
# What a run no longer saw is not to be had until it is seen again.
_GONE = text(f"""
INSERT INTO price_alert_reading (alert_id, run_id, read_at, met, crossed)
SELECT a.id, c.run_id, b.read_at, false, false
  FROM run_change c JOIN price_alert a ON a.product_id = c.product_id
  JOIN LATERAL ({LAST}) b ON b.met
 WHERE c.run_id = :run_id AND c.kind = 'gone' AND a.kind = 'stock' AND a.confirmed_at IS NOT NULL
    ON CONFLICT DO NOTHING
""")  # noqa: S608
_FIRST = text(f"""
SELECT a.id, a.kind, a.amount, a.percent, a.currency AS wanted, p.currency,
       coalesce(CAST(e.own ->> 'price' AS numeric), p.price) AS price,
       p.sold_out OR p.gone_at IS NOT NULL OR a.size IS NOT NULL
       AND coalesce(CAST(e.own ->> 'sold_out' AS boolean), true) AS sold_out,
       coalesce((SELECT max(seen_at) FROM (
                     SELECT seen_at FROM price_history WHERE product_id = p.id
                     UNION ALL SELECT seen_at FROM size_history
                      WHERE product_id = p.id AND a.size IS NOT NULL) h),
                p.created_at) AS seen_at
  FROM price_alert a JOIN product p ON p.id = a.product_id
  LEFT JOIN LATERAL (SELECT p.sizes) z ON true
  LEFT JOIN LATERAL ({OWN_SIZE}) e ON true
 WHERE a.id = ANY(CAST(:ids AS bigint[]))
 ORDER BY a.id
""")  # noqa: S608
_ANYWHERE_OF_RUN, _ANYWHERE_OF_PRODUCTS, _ANYWHERE = (
    text(OFFERS.format(last=LAST, alerts=which)) for which in (OF_RUN, OF_PRODUCTS, OF_ALERTS)
)


# A reading is the columns of its row. `price` is None as long as it could not be bought; `was`: the
# price that was read before, `base`: the one that a percentage is counted from; both in the same
# currency.
Reading = dict[str, Any]


def _reading(row: Any, price: Decimal | None, met: bool, **more: Any) -> Reading:
    own = {"read_at": row.seen_at, "price": price, "currency": row.currency, "met": met}
    return {"was": None, "base": None, "crossed": False} | own | more


# Below, a row is an alert's (kind, amount in `wanted`, percent) with its product's offer in the
# store's currency and, but for the first, the reading before (read_at, known_price, base, met).


def _first(row: Row[Any], rates: Rates) -> Reading:
    """Return what there is when the alert is set: nothing has crossed yet."""
    if not _has_price(row):
        return _reading(row, None, row.kind == STOCK and not row.sold_out, currency=None)
    return _reading(row, row.price, _is_met(row, rates, row.price) or False, base=row.price)


def _next(row: Row[Any], rates: Rates) -> Reading | None:
    """Return what the offer is after the reading before; None where that stays as it was.

    A price that nobody can pay, or that has no rate, is none.
    """
    if row.seen_at < row.read_at:
        return None
    is_comparable = row.known_currency == row.currency
    base = row.base if is_comparable and row.base else row.price
    met = _is_met(row, rates, base)
    if row.kind == STOCK:
        if met == row.met:
            return None
        return _reading(row, row.price or None, bool(met), crossed=bool(met))
    if met is None or row.seen_at == row.read_at or not _has_price(row):
        return None
    was = row.known_price if is_comparable else None
    of_any_move = row.kind in {DROP, RISE} and row.percent is None
    crossed = _has_moved(row, was) if of_any_move else met and not row.met
    return _reading(row, row.price, met, crossed=crossed, was=was, base=base)


def _has_moved(row: Row[Any], was: Decimal | None) -> bool:
    return was is not None and (row.price < was if row.kind == DROP else row.price > was)


def _has_price(row: Row[Any]) -> bool:
    return bool(row.price) and not row.sold_out


def _is_met(row: Row[Any], rates: Rates, base: Decimal | None) -> bool | None:
    """Return True if the offer is as it is wished; None where its price is no evidence.

    A percentage is one of `base`.
    """
    if row.kind == STOCK:
        return not row.sold_out
    if row.percent is not None and row.price is not None and base is not None:
        if row.kind == DROP:
            return bool(row.price * 100 <= base * (100 - row.percent))
        return bool(row.price * 100 >= base * (100 + row.percent))
    if row.kind != BELOW or row.amount is None or row.price is None:
        return False
    if not rates.has_rate(row.currency):
        return None
    return bool(rates.convert(row.price, row.currency, row.wanted) < row.amount)


def look_at_runs(settings: Settings) -> int:
    """Look at the trusted runs that have ended; return how many alerts they have crossed."""
    with session_scope(settings.database_url) as session:
        waiting = pending_runs(session, PRODUCTS)

    def look_at(run_id: int) -> int:
        with session_scope(settings.database_url) as session:
            return _look_at(session, run_id) if process_run(session, run_id, PRODUCTS) else 0

    return sum(each(waiting, look_at, "run {}".format))


def pending_runs(session: Session, part: str) -> list[int]:
    """Return the ids of trusted runs that have ended and were not looked at, in their order."""
    values = {"counting": list(COUNTING), "kinds": [*SCRAPES, "import"], "part": part}
    return list(session.scalars(_PENDING, values | {"days": LOOKED_BACK_DAYS}))


def process_run(session: Session, run_id: int, part: str) -> bool:
    """Note that a run is looked at, alone; return whether it was not before."""
    wait_for_others(session, part)
    row = upsert(VisitorAlertRun).values(run_id=run_id, part=part).on_conflict_do_nothing()
    return session.scalar(row.returning(VisitorAlertRun.run_id)) is not None


def wait_for_others(session: Session, part: str) -> None:
    """Wait until nobody else looks, so that no two readings follow the same one.

    Whoever changes an alert waits before it does.
    """
    session.execute(select(func.pg_advisory_xact_lock(LOCKS[part])))


def look_at_products(session: Session, product_ids: Collection[int], now: datetime) -> int:
    """Look at products whose prices have changed by themselves at `now`; return as above.

    Nothing is committed.
    """
    wait_for_others(session, PRODUCTS)
    values = {"ids": list(product_ids), "at": now, "counting": list(COUNTING)}
    rows = session.execute(_OF_PRODUCTS, values).all()
    return _note(session, rows, _anywhere(session, _ANYWHERE_OF_PRODUCTS, values), None)


def would_trigger(
    session: Session, offers: Sequence[Mapping[str, Any]], run_start: datetime
) -> int:
    """Return how many alerts would be mailed, were these offers published by a run of that time.

    An offer: product_id, seen_at, price, currency, sold_out, and the product's sizes.
    """
    if not offers or run_start <= datetime.now(UTC) - timedelta(days=LOOKED_BACK_DAYS):
        return 0
    names = {"ids": "product_id", "times": "seen_at", "prices": "price", "currencies": "currency"}
    values = {key: [one[name] for one in offers] for key, name in names.items()}
    values["sold"] = [one["sold_out"] for one in offers]
    values["sizes"] = [dumps(one["sizes"] or ()) for one in offers]
    rates = rates_in_force(session)
    rows = session.execute(_IF_OFFERED, values | {"counting": list(COUNTING)})
    readings = [_next(row, rates) for row in rows]
    crossed = sum(reading["crossed"] for reading in readings if reading is not None)
    given = {one["product_id"]: one for one in offers}
    then = []
    for one in _anywhere(session, _ANYWHERE_OF_PRODUCTS, {"ids": [*given]}):
        new = given.get(one.product_id, {}).items()
        changed = {name: value for name, value in new if name in {"price", "currency", "sold_out"}}
        then.append(SimpleNamespace(**one._mapping | changed))
    return int(crossed) + sum(bool(row["crossed"]) for row in next_readings(then, rates))


def _look_at(session: Session, run_id: int) -> int:
    values = {"run_id": run_id, "counting": list(COUNTING)}
    session.execute(_GONE, values)
    start = session.scalar(text("SELECT start_time FROM scrape_run WHERE id = :id"), {"id": run_id})
    rows = session.execute(_OF_RUN, values | {"at": start}).all()
    return _note(session, rows, _anywhere(session, _ANYWHERE_OF_RUN, values), run_id)


def _anywhere(session: Session, statement: TextClause, values: Mapping[str, Any]) -> Sequence[Any]:
    given = {**values, "counting": list(COUNTING), "zone": SCHEDULE_ZONE}
    return session.execute(statement, given).all()


def _note(
    session: Session, rows: Collection[Row[Any]], elsewhere: Sequence[Any], run_id: int | None
) -> int:
    """Keep what is read of alerts at one store, and at any; return how many have crossed."""
    rates = rates_in_force(session)
    readings: list[dict[str, Any]] = [
        {"alert_id": row.id} | reading for row in rows if (reading := _next(row, rates))
    ]
    at_any_store = next_readings(elsewhere, rates)
    _insert(session, readings, run_id)
    _insert(session, at_any_store, run_id)
    return sum(bool(row["crossed"]) for row in (*readings, *at_any_store))


def _insert(session: Session, readings: Iterable[dict[str, Any]], run_id: int | None) -> None:
    if rows := [reading | {"run_id": run_id} for reading in readings]:
        # As one statement: rows with and without a price would be two kinds of them.
        session.execute(insert(VisitorAlertReading), rows, execution_options={"render_nulls": True})


def first_readings(
    session: Session, alert_ids: Collection[int], rates: Rates
) -> dict[int, Reading]:
    """Return what there is now of the products of alerts, by the alerts' ids."""
    rows = session.execute(_FIRST, {"ids": list(alert_ids)}).all()
    found = cheapest(_anywhere(session, _ANYWHERE, {"ids": list(alert_ids)}), rates)
    at_any_store = {offer.alert_id: _reading(offer, offer.price, met) for offer, met in found}
    return {row.id: _first(row, rates) for row in rows} | at_any_store


def initialise(session: Session, alert_ids: Collection[int], rates: Rates) -> None:
    """Have alerts of products begin with what there is now. Nothing is committed.

    What has crossed them before, and is not mailed yet, is not what they wait for.
    """
    untold = VisitorAlertReading.alert_id.in_(alert_ids) & VisitorAlertReading.mailed_at.is_(None)
    session.execute(update(VisitorAlertReading).where(untold).values(crossed=False))
    found = first_readings(session, alert_ids, rates).items()
    _insert(session, [{"alert_id": id_} | reading for id_, reading in found], None)

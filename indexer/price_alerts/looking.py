"""Looks at what trusted runs have read of products with alerts: each run once, in its order.

A run counts as readings do (`indexer.catalogue.readings`): what a suspect run wrote is looked at
when a trusted one finds the product as that has left it, or when it is accepted.

An alert crosses what it waits for by what trusted runs read, one after the other: a price is told
where it can be bought for it, and once until it has been higher again.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import asdict, dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from sqlalchemy import Row, func, insert, select, text, update
from sqlalchemy.dialects.postgresql import insert as upsert
from sqlalchemy.orm import Session

from indexer.catalogue.rates import Rates, rates_in_force
from indexer.catalogue.readings import COUNTING
from indexer.db import session_scope
from indexer.models import PriceAlertReading, PriceAlertRun
from indexer.models.price_alert import BELOW, DROP, STOCK
from indexer.models.run import SCRAPES
from indexer.settings import Settings

PRODUCTS, SEARCHES = "products", "searches"
LOOKED_BACK_DAYS = 7  # at runs: no worker is away for longer
# PostgreSQL's advisory locks: runs are looked at in their order.
LOCKS = {PRODUCTS: 7_311_403, SEARCHES: 7_311_404}
_PENDING = text("""
SELECT r.id FROM scrape_run r
 WHERE r.state = 'finished' AND r.result = ANY(:counting) AND r.kind = ANY(:kinds)
   AND r.written_at IS NOT NULL AND r.start_time > now() - make_interval(days => :days)
   AND NOT EXISTS (SELECT FROM price_alert_run l WHERE l.run_id = r.id AND l.part = :part)
   AND (:part = 'products' OR NOT EXISTS (  -- the searches: once the index has all that is new
       SELECT FROM run_change c JOIN outbox o ON o.product_id = c.product_id
        WHERE c.run_id = r.id AND c.kind = 'new' AND o.written_at IS NULL))
 ORDER BY r.end_time, r.id
""")
# The last reading of an alert `a` that counts.
LAST = """
SELECT k.* FROM price_alert_reading k LEFT JOIN scrape_run r ON r.id = k.run_id
 WHERE k.alert_id = a.id AND (r.id IS NULL OR coalesce(r.result = ANY(:counting), false))
 ORDER BY k.id DESC LIMIT 1
"""
# Of the products: their offers as of a time, and the last readings.
_OFFERS = f"""
SELECT a.id, a.kind, a.amount, a.currency AS wanted,
       h.seen_at, h.price, h.currency, h.sold_out,
       b.read_at, b.price AS known_price, b.currency AS known_currency, b.met
  FROM price_alert a
  JOIN product p ON p.id = a.product_id AND NOT p.blocked AND p.gone_at IS NULL
  JOIN brand s ON s.id = p.brand_id AND s.is_active
  JOIN LATERAL (SELECT * FROM price_history
                 WHERE product_id = a.product_id AND seen_at <= :at
                 ORDER BY seen_at DESC LIMIT 1) h ON true
  JOIN LATERAL ({LAST}) b ON true
 WHERE a.confirmed_at IS NOT NULL AND a.product_id IN ({{products}})
 ORDER BY a.id
"""  # noqa: S608 - words of our own
_OF_RUN = text(
    _OFFERS.format(
        products="SELECT f.id FROM scrape_run, unnest(found_group_ids) AS f(id)"
        " WHERE scrape_run.id = :run_id"
    )
)
_OF_PRODUCTS = text(_OFFERS.format(products="SELECT unnest(CAST(:ids AS bigint[]))"))
# What a run no longer saw is not to be had until it is seen again.
_GONE = text(f"""
INSERT INTO price_alert_reading (alert_id, run_id, read_at, met, crossed)
SELECT a.id, c.run_id, b.read_at, false, false
  FROM run_change c JOIN price_alert a ON a.product_id = c.product_id
  JOIN LATERAL ({LAST}) b ON b.met
 WHERE c.run_id = :run_id AND c.kind = 'gone' AND a.kind = 'stock' AND a.confirmed_at IS NOT NULL
    ON CONFLICT DO NOTHING
""")  # noqa: S608
_FIRST = text("""
SELECT a.id, a.kind, a.amount, a.currency AS wanted, p.price, p.currency,
       p.sold_out OR p.gone_at IS NOT NULL AS sold_out,
       coalesce((SELECT max(seen_at) FROM price_history h WHERE h.product_id = p.id),
                p.created_at) AS seen_at
  FROM price_alert a JOIN product p ON p.id = a.product_id
 WHERE a.id = ANY(CAST(:ids AS bigint[]))
 ORDER BY a.id
""")


@dataclass(frozen=True, slots=True)
class Wish:
    """What is waited for; `amount` in `currency`, the visitor's, of an alert for a price below."""

    kind: str
    amount: Decimal | None
    currency: str


@dataclass(frozen=True, slots=True)
class Offer:
    """A product's row of the price history; `price` in `currency`, the store's."""

    read_at: datetime
    price: Decimal | None
    currency: str
    sold_out: bool


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read of an offer. `price` is None as long as it could not be bought.

    `was`: the price that was read before, in the same currency.
    """

    read_at: datetime
    price: Decimal | None
    currency: str | None
    met: bool
    crossed: bool = False
    was: Decimal | None = None


def first_reading(wish: Wish, offer: Offer, rates: Rates) -> Reading:
    """Return what there is when the alert is set: nothing has crossed yet."""
    if not _has_price(offer):
        return Reading(offer.read_at, None, None, wish.kind == STOCK and not offer.sold_out)
    return Reading(offer.read_at, offer.price, offer.currency, _is_met(wish, offer, rates) or False)


def next_reading(wish: Wish, offer: Offer, before: Reading, rates: Rates) -> Reading | None:
    """Return what the offer is after `before`; None where that stays as it was.

    A price that nobody can pay, or that has no rate, is none.
    """
    if offer.read_at < before.read_at:
        return None
    met = _is_met(wish, offer, rates)
    if wish.kind == STOCK:
        if met == before.met:
            return None
        return Reading(offer.read_at, offer.price or None, offer.currency, bool(met), bool(met))
    if met is None or offer.read_at == before.read_at or not _has_price(offer):
        return None
    was = before.price if before.currency == offer.currency else None
    fell = was is not None and offer.price is not None and offer.price < was
    crossed = fell if wish.kind == DROP else met and not before.met
    return Reading(offer.read_at, offer.price, offer.currency, met, crossed, was)


def _has_price(offer: Offer) -> bool:
    return bool(offer.price) and not offer.sold_out


def _is_met(wish: Wish, offer: Offer, rates: Rates) -> bool | None:
    """Return True if the offer is as it is wished; None where its price says nothing."""
    if wish.kind == STOCK:
        return not offer.sold_out
    if wish.kind != BELOW or wish.amount is None or offer.price is None:
        return False
    if not rates.knows(offer.currency):
        return None
    return rates.convert(offer.price, offer.currency, wish.currency) < wish.amount


def look_at_runs(settings: Settings) -> int:
    """Look at the trusted runs that have ended; return how many alerts they have crossed."""
    crossed = 0
    with session_scope(settings.database_url) as session:
        waiting = pending_runs(session, PRODUCTS)
    for run_id in waiting:
        with session_scope(settings.database_url) as session:
            if take(session, run_id, PRODUCTS):
                crossed += _look_at(session, run_id)
    return crossed


def pending_runs(session: Session, part: str) -> list[int]:
    """Return the ids of trusted runs that have ended and were not looked at, in their order."""
    asked = {"counting": list(COUNTING), "kinds": [*SCRAPES, "import"], "part": part}
    return list(session.scalars(_PENDING, asked | {"days": LOOKED_BACK_DAYS}))


def take(session: Session, run_id: int, part: str) -> bool:
    """Note that a run is looked at, alone; tell whether it was not before."""
    wait_for_others(session, part)
    row = upsert(PriceAlertRun).values(run_id=run_id, part=part).on_conflict_do_nothing()
    return session.scalar(row.returning(PriceAlertRun.run_id)) is not None


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
    asked = {"ids": list(product_ids), "at": now, "counting": list(COUNTING)}
    return _note(session, session.execute(_OF_PRODUCTS, asked).all(), None)


def _look_at(session: Session, run_id: int) -> int:
    asked = {"run_id": run_id, "counting": list(COUNTING)}
    session.execute(_GONE, asked)
    start = session.scalar(text("SELECT start_time FROM scrape_run WHERE id = :id"), {"id": run_id})
    return _note(session, session.execute(_OF_RUN, asked | {"at": start}).all(), run_id)


def _note(session: Session, rows: Collection[Row[Any]], run_id: int | None) -> int:
    rates = rates_in_force(session)
    readings = [(row.id, reading) for row in rows if (reading := _next(row, rates)) is not None]
    _insert(session, readings, run_id)
    return sum(reading.crossed for _, reading in readings)


def _insert(
    session: Session, readings: Collection[tuple[int, Reading]], run_id: int | None
) -> None:
    rows = [
        {"alert_id": alert_id, "run_id": run_id} | asdict(reading) for alert_id, reading in readings
    ]
    if rows:
        # As one statement: rows with and without a price would be two kinds of them.
        session.execute(insert(PriceAlertReading), rows, execution_options={"render_nulls": True})


def _next(row: Row[Any], rates: Rates) -> Reading | None:
    before = Reading(row.read_at, row.known_price, row.known_currency, row.met)
    return next_reading(_wish(row), _offer(row), before, rates)


def _wish(row: Row[Any]) -> Wish:
    return Wish(row.kind, row.amount, row.wanted)


def _offer(row: Row[Any]) -> Offer:
    return Offer(row.seen_at, row.price, row.currency, row.sold_out)


def first_readings(
    session: Session, alert_ids: Collection[int], rates: Rates
) -> dict[int, Reading]:
    """Return what there is now of the products of alerts, by the alerts' ids."""
    rows = session.execute(_FIRST, {"ids": list(alert_ids)}).all()
    return {row.id: first_reading(_wish(row), _offer(row), rates) for row in rows}


def begin(session: Session, alert_ids: Collection[int], rates: Rates) -> None:
    """Have alerts of products begin with what there is now. Nothing is committed.

    What has crossed them before, and is not told yet, is not what they wait for.
    """
    untold = PriceAlertReading.alert_id.in_(alert_ids) & PriceAlertReading.mailed_at.is_(None)
    session.execute(update(PriceAlertReading).where(untold).values(crossed=False))
    _insert(session, first_readings(session, alert_ids, rates).items(), None)

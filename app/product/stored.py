"""What PostgreSQL knows of one product beside its document: prices, days, and what is the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import text
from sqlalchemy.orm import Session

from app.product.days import Day, Row, days_of
from indexer.catalogue.readings import COUNTING
from indexer.settings import SCHEDULE_ZONE

HISTORY_DAYS = 365
_ROWS = 2000  # of a history: a price that changes five times a day for a year
_MOST_COLORS = 200  # of one product that are left out of what is similar
ZONE = ZoneInfo(SCHEDULE_ZONE)

# A run that is no longer kept counted: suspect ones are kept as long as histories reach.
_HISTORY = """
SELECT h.seen_at, (h.seen_at AT TIME ZONE :zone)::date AS day, h.currency, h.price::text AS price,
       h.ordinary_price::text AS ordinary, h.sold_out,
       r.id IS NULL OR coalesce(r.result = ANY(:counting), false) AS counts
  FROM (SELECT * FROM price_history WHERE product_id = :id ORDER BY seen_at DESC LIMIT :rows) h
  LEFT JOIN scrape_run r ON r.id = h.run_id
"""
# Other colours of it, in the store's own groups or by a name that is the same but for its colour.
_COLOURS = """
WITH own AS (
    SELECT o.id, o.brand_id, o.sibling_key, o.name_key, coalesce(o.product_brand, b.name) AS maker
      FROM product o JOIN brand b ON b.id = o.brand_id WHERE o.id = :id
)
(SELECT o.id FROM product o JOIN own ON o.brand_id = own.brand_id
                                   AND o.sibling_key = own.sibling_key LIMIT :most)
UNION
(SELECT o.id FROM product o JOIN brand b ON b.id = o.brand_id JOIN own ON o.name_key = own.name_key
  WHERE coalesce(o.product_brand, b.name) = own.maker LIMIT :most)
"""
# All in one statement: each further one is a way there and back.
_ALL = """
SELECT p.id, p.identifiers, p.currency, p.price, p.ordinary_price, p.sold_out, p.last_seen_at,
       p.gone_at, p.blocked OR NOT b.is_active AS hidden,
       ARRAY(SELECT day::date
               FROM product_reading r CROSS JOIN unnest(r.days) AS span
              CROSS JOIN generate_series(greatest(lower(span), CAST(:today AS date) - :kept + 1),
                                         least(upper(span) - 1, :today),
                                         interval '1 day') AS day
              WHERE r.product_id = p.id) AS days,
       ARRAY({colours}) AS colors,
       (SELECT jsonb_agg(jsonb_build_array(day, currency, price, ordinary, sold_out, counts)
                         ORDER BY seen_at) FROM ({history}) seen) AS history
  FROM product p JOIN brand b ON b.id = p.brand_id
 WHERE p.id = :id
"""
_PRODUCT = text(_ALL.format(colours=_COLOURS, history=_HISTORY))


@dataclass(frozen=True, slots=True)
class Stored:
    """A product's row with its history.

    `hidden`: taken down, or its store is. `colors`: the ids of it and of what is only another
    colour of it.
    """

    id: int
    currency: str
    price: Decimal | None
    ordinary: Decimal | None
    sold_out: bool
    last_seen: datetime
    gone: bool
    hidden: bool
    days: tuple[Day, ...]
    colors: tuple[int, ...]
    identifiers: Sequence[Mapping[str, str]] = ()


def today_at(now: datetime) -> date:
    """Return the day in the shop's zone."""
    return now.astimezone(ZONE).date()


def load_product(session: Session, product_id: int, today: date) -> Stored | None:
    """Return a product with the days of the last year that count; None where there is none."""
    asked = {
        "id": product_id,
        "today": today,
        "kept": HISTORY_DAYS,
        "zone": SCHEDULE_ZONE,
        "counting": list(COUNTING),
        "rows": _ROWS,
        "most": _MOST_COLORS,
    }
    row = session.execute(_PRODUCT, asked).one_or_none()
    if row is None:
        return None
    history = [_history_row(values) for values in row.history or ()]
    return Stored(
        id=row.id,
        currency=row.currency,
        price=row.price,
        ordinary=row.ordinary_price,
        sold_out=row.sold_out,
        last_seen=row.last_seen_at,
        gone=row.gone_at is not None,
        hidden=row.hidden,
        days=tuple(days_of(history, row.days, row.currency)),
        colors=tuple(sorted({product_id, *row.colors})),
        identifiers=row.identifiers or (),
    )


def _history_row(values: Sequence[Any]) -> Row:
    """Return a row that came as JSON: its day and amounts are texts."""
    day, currency, price, ordinary, sold_out, counts = values
    return Row(
        date.fromisoformat(day), currency, _amount(price), _amount(ordinary), sold_out, counts
    )


def _amount(value: str | None) -> Decimal | None:
    return None if value is None else Decimal(value)

"""What PostgreSQL knows of one product beside its document: prices, days, and what is the same."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from zoneinfo import ZoneInfo

from sqlalchemy import text
from sqlalchemy.orm import Session

from app.product.days import Day, Row, days_of
from indexer.catalogue.readings import COUNTING
from indexer.settings import SCHEDULE_ZONE

HISTORY_DAYS = 365
_ROWS = 2000  # of a history: a price that changes five times a day for a year
_COLOURS = 200  # of one product that are left out of what is similar
ZONE = ZoneInfo(SCHEDULE_ZONE)

_PRODUCT = text("""
SELECT p.id, p.currency, p.price, p.ordinary_price, p.sold_out, p.last_seen_at, p.gone_at,
       p.blocked OR NOT b.is_active AS hidden,
       ARRAY(SELECT day::date
               FROM product_reading r CROSS JOIN unnest(r.days) AS span
              CROSS JOIN generate_series(greatest(lower(span), CAST(:today AS date) - :kept + 1),
                                         least(upper(span) - 1, :today),
                                         interval '1 day') AS day
              WHERE r.product_id = p.id) AS days
  FROM product p JOIN brand b ON b.id = p.brand_id
 WHERE p.id = :id
""")
# A run that is no longer kept counted: suspect ones are kept as long as histories reach.
_HISTORY = text("""
SELECT (h.seen_at AT TIME ZONE :zone)::date AS day, h.currency, h.price,
       h.ordinary_price AS ordinary, h.sold_out,
       r.id IS NULL OR coalesce(r.result = ANY(:counting), false) AS counts
  FROM (SELECT * FROM price_history WHERE product_id = :id ORDER BY seen_at DESC LIMIT :rows) h
  LEFT JOIN scrape_run r ON r.id = h.run_id
 ORDER BY h.seen_at
""")
# Other colours of it, in the store's own groups or by a name that is the same but for its colour.
_COLOURS_OF = text("""
WITH own AS (
    SELECT p.id, p.brand_id, p.sibling_key, p.name_key, coalesce(p.product_brand, b.name) AS maker
      FROM product p JOIN brand b ON b.id = p.brand_id WHERE p.id = :id
)
(SELECT p.id FROM product p JOIN own ON p.brand_id = own.brand_id
                                   AND p.sibling_key = own.sibling_key LIMIT :most)
UNION
(SELECT p.id FROM product p JOIN brand b ON b.id = p.brand_id JOIN own ON p.name_key = own.name_key
  WHERE coalesce(p.product_brand, b.name) = own.maker LIMIT :most)
""")


@dataclass(frozen=True, slots=True)
class Stored:
    """A product's row with its history. `hidden`: taken down, or its store is."""

    id: int
    currency: str
    price: Decimal | None
    ordinary: Decimal | None
    sold_out: bool
    last_seen: datetime
    gone: bool
    hidden: bool
    days: tuple[Day, ...]


def today_at(now: datetime) -> date:
    """Return the day in the shop's zone."""
    return now.astimezone(ZONE).date()


def load_product(session: Session, product_id: int, today: date) -> Stored | None:
    """Return a product with the days of the last year that count; None where there is none."""
    asked = {"id": product_id, "today": today, "kept": HISTORY_DAYS}
    row = session.execute(_PRODUCT, asked).one_or_none()
    if row is None:
        return None
    history = session.execute(
        _HISTORY,
        {"id": product_id, "zone": SCHEDULE_ZONE, "counting": list(COUNTING), "rows": _ROWS},
    )
    days = days_of([Row(*values) for values in history], row.days, row.currency)
    return Stored(
        id=row.id,
        currency=row.currency,
        price=row.price,
        ordinary=row.ordinary_price,
        sold_out=row.sold_out,
        last_seen=row.last_seen_at,
        gone=row.gone_at is not None,
        hidden=row.hidden,
        days=tuple(days),
    )


def other_colors_of(session: Session, product_id: int) -> list[int]:
    """Return the ids of the product and of what is only another colour of it."""
    ids = session.scalars(_COLOURS_OF, {"id": product_id, "most": _COLOURS})
    return sorted({product_id, *ids})

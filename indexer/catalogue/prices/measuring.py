"""Measures products' prices, and has documents say it: when one is written, and as days pass.

What is measured is kept (`PriceMeasure`), so that every document of a revision is the same, and a
measure that moves with the days goes to the index through the outbox as every change does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any, LiteralString, NamedTuple
from zoneinfo import ZoneInfo

import psycopg
from psycopg.rows import args_row

from indexer.catalogue.prices.histories import HISTORY, READ, parameters, stretches
from indexer.catalogue.prices.measure import WAS_DAYS, WINDOW_DAYS, Measure, measure_of
from indexer.core.settings import SCHEDULE_ZONE

Connection = psycopg.Connection[Any]
BATCH = 2_000  # products that come from PostgreSQL at a time

_ASKED: LiteralString = (
    """
SELECT p.id, p.brand_id, c.slug, p.currency, p.price, p.ordinary_price,
       NOT p.sold_out AND b.is_active,
       m.product_id IS NOT NULL, m.currency, m.price, m.price_before, """
    + HISTORY
    + ", "
    + READ
    + """
  FROM product p
  JOIN brand b ON b.id = p.brand_id
  LEFT JOIN category c ON c.id = coalesce(p.curated_category_id, p.page_category_id,
                                          p.classified_category_id)
  LEFT JOIN price_measure m ON m.product_id = p.id
 WHERE """
)
_SOME: LiteralString = _ASKED + "p.id = ANY(%(ids)s) ORDER BY p.id"
# Only what the store says was reduced, was, or has changed: nothing else has fallen.
_ALL: LiteralString = (
    _ASKED
    + """p.gone_at IS NULL AND NOT p.blocked AND p.price > 0
   AND (p.ordinary_price IS NOT NULL OR m.product_id IS NOT NULL OR EXISTS (
        SELECT FROM price_history h
         WHERE h.product_id = p.id
           AND h.seen_at >= CAST(%(today)s AS date) - make_interval(days => %(changed)s)))
 ORDER BY p.id"""
)
_KEEP: LiteralString = """
INSERT INTO price_measure (product_id, currency, price, price_before)
SELECT u.* FROM unnest(%s::bigint[], %s::text[], %s::numeric[], %s::numeric[]) AS u (id, c, p, b)
  JOIN product ON product.id = u.id
    ON CONFLICT (product_id) DO UPDATE SET currency = excluded.currency, price = excluded.price,
                                           price_before = excluded.price_before
"""
_FORGET: LiteralString = "DELETE FROM price_measure WHERE product_id = ANY(%s)"


class Kept(NamedTuple):
    """What is kept of a measure."""

    currency: str
    price: Decimal
    before: Decimal | None


@dataclass(frozen=True, slots=True)
class Measured:
    """A product with what its history says; `kept` is what it said before. `shown`: for sale.

    `category` is its slug; `ordinary` what the store says that it was.
    """

    id: int
    brand_id: int
    category: str | None
    currency: str
    price: Decimal | None
    ordinary: Decimal | None
    shown: bool
    kept: Kept | None
    measure: Measure | None

    @property
    def to_keep(self) -> Kept | None:
        """Return what is to be kept; None where there is nothing to say."""
        if self.measure is None or self.price is None:
            return None
        if self.ordinary is None and self.measure.before is None:
            return None
        return Kept(self.currency, self.price, self.measure.before)


def today_at(now: datetime) -> date:
    """Return the day in the shop's zone."""
    return now.astimezone(ZoneInfo(SCHEDULE_ZONE)).date()


def measure_products(connection: Connection, ids: Sequence[int]) -> None:
    """Measure products whose documents are about to be written, in the open transaction."""
    today = today_at(datetime.now(UTC))
    with connection.cursor(row_factory=args_row(_measured(today))) as cursor:
        cursor.execute(_SOME, parameters(today, WINDOW_DAYS) | {"ids": list(ids)})
        moved = [one for one in cursor if one.to_keep != one.kept]
    keep(connection, {one.id: one.to_keep for one in moved})


def measured(connection: Connection, today: date) -> Iterator[Measured]:
    """Yield all products of which something may be known, from one cursor in the transaction."""
    with connection.cursor(name="prices", row_factory=args_row(_measured(today))) as cursor:
        cursor.itersize = BATCH
        asked = parameters(today, WINDOW_DAYS) | {"changed": WAS_DAYS + 1}
        yield from cursor.execute(_ALL, asked)


def keep(connection: Connection, measures: Mapping[int, Kept | None]) -> None:
    """Keep measures by product; where there is nothing to say it is forgotten."""
    known = sorted((id_, *kept) for id_, kept in measures.items() if kept)
    if known:
        connection.execute(_KEEP, [list(column) for column in zip(*known, strict=True)])
    if gone := sorted(id_ for id_, kept in measures.items() if not kept):
        connection.execute(_FORGET, [gone])


def _measured(today: date) -> Callable[..., Measured]:
    def row(*values: Any) -> Measured:
        id_, brand, category, currency, price, ordinary, shown, has, *rest = values
        *kept, history, read = rest
        measure = measure_of(stretches(history, read, currency), today, price)
        return Measured(
            id_, brand, category, currency, price, ordinary, shown,
            Kept(*kept) if has else None, measure,
        )  # fmt: skip

    return row

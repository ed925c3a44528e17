"""The SQL that reads products' histories, and what reads its texts: one row a product.

Texts, not arrays or JSON: a million products are read in one pass.
"""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import LiteralString

from indexer.catalogue.prices.days import Range, Row, Stretch, stretches_of
from indexer.catalogue.readings import COUNTING
from indexer.core.settings import SCHEDULE_ZONE

# Of the days `%(kept)s` back from `%(today)s`, of products `p`. A run that is no longer kept
# counted: those that do not count are kept as long as histories reach. A price that
# changes five times a day for a year has no more than 2,000 rows.
READ: LiteralString = """
(SELECT string_agg(lower(span) || ' ' || upper(span) - 1, ',' ORDER BY span)
   FROM product_reading r
  CROSS JOIN unnest(r.days * datemultirange(daterange(
             CAST(%(today)s AS date) - %(kept)s + 1, CAST(%(today)s AS date) + 1))) AS span
  WHERE r.product_id = p.id)
"""
_SINCE: LiteralString = (
    "((CAST(%(today)s AS date) - %(kept)s + 1)::timestamp AT TIME ZONE %(zone)s)"
)
HISTORY: LiteralString = """
(SELECT string_agg((seen_at AT TIME ZONE %(zone)s)::date || ' ' || currency || ' '
                   || coalesce(price::text, '') || ' ' || coalesce(ordinary_price::text, '')
                   || CASE WHEN sold_out THEN ' s' ELSE ' -' END
                   || CASE WHEN run_id IN (SELECT id FROM scrape_run WHERE
                                coalesce(result = ANY(%(counting)s), false) IS FALSE)
                           THEN '-' ELSE '+' END, ',' ORDER BY seen_at)
   FROM (SELECT * FROM price_history h
          WHERE h.product_id = p.id AND h.seen_at >= coalesce(
                (SELECT max(seen_at) FROM price_history b
                  WHERE b.product_id = p.id AND b.seen_at < SINCE), SINCE)
          ORDER BY seen_at DESC LIMIT 2000) seen)
""".replace("SINCE", _SINCE)


def parameters(today: date, kept: int) -> dict[str, object]:
    """Return what READ and HISTORY are asked with."""
    return {"today": today, "kept": kept, "zone": SCHEDULE_ZONE, "counting": list(COUNTING)}


def stretches(history: str | None, read: str | None, currency: str) -> list[Stretch]:
    """Return the days that count of what HISTORY and READ found."""
    if not history or not read:
        return []
    rows = [_row(text) for text in history.split(",")]
    return stretches_of(rows, [_range(text) for text in read.split(",")], currency)


def _row(text: str) -> Row:
    day, currency, price, ordinary, flags = text.split(" ")
    return Row(
        date.fromisoformat(day),
        currency,
        Decimal(price) if price else None,
        Decimal(ordinary) if ordinary else None,
        flags[0] == "s",
        flags[1] == "+",
    )


def _range(text: str) -> Range:
    first, _, last = text.partition(" ")
    return date.fromisoformat(first), date.fromisoformat(last)

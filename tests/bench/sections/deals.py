"""How long the pass over all prices takes: what is measured, and the deals of the day."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import UTC, datetime

from indexer.catalogue.prices.deals import measure_all
from indexer.index.database import connect
from tests.bench.report import Figure, at_most
from tests.bench.stage import Stage

TITLE = "Deals: all prices measured"
CATALOGUE = True
MOST_S = 60.0  # for a million products

# A year of each product: read each day but some, with a change a month, a fifth of them in the last
# two months; those on sale fell from what the store says, or from less.
_FILL = """
INSERT INTO price_history (product_id, seen_at, currency, price, ordinary_price, sold_out)
SELECT p.id, now() - make_interval(days => at::int), p.currency,
       CASE WHEN at = 0 OR at = least_at THEN p.price
            ELSE round((p.price * (1 + (p.id * 31 + at) % 40 / 100.0))::numeric, 2) END,
       CASE WHEN at = least_at THEN p.ordinary_price END, (p.id + at) % 17 = 0
  FROM (SELECT *, 5 + id % 50 AS least_at FROM product) p
 CROSS JOIN LATERAL unnest(CASE WHEN p.ordinary_price IS NOT NULL OR p.id % 5 = 0
       THEN ARRAY[360, 330, 290, 260, 230, 200, 170, 140, 110, 80, 60, p.least_at]
       ELSE ARRAY[360, 330, 290, 260, 230, 200, 170, 140, 110, 70] END) AS t (at)
    ON CONFLICT DO NOTHING;
INSERT INTO product_reading (product_id, days)
SELECT id, datemultirange(daterange(current_date - 364, current_date - (id % 30)::int - 2),
                          daterange(current_date - (id % 30)::int, current_date + 1))
  FROM product ON CONFLICT DO NOTHING;
DELETE FROM price_measure;
ANALYZE price_history, product_reading
"""


def run(stage: Stage) -> Iterator[Figure]:
    """Yield the time of the first pass, and of one after which nothing has changed."""
    with connect(stage.settings.database_url) as connection:
        rows = connection.execute("SELECT count(*) FROM price_history").fetchone()
        if not rows or rows[0] < stage.products:
            stage.tell("generating a year of prices")
            for statement in _FILL.split(";"):
                connection.execute(statement.encode())
        counted = connection.execute("SELECT count(*) FROM price_history").fetchone()
    rows_read = counted[0] if counted else 0
    for name in ("first pass, all kept", "a pass that changes nothing"):
        began = time.perf_counter()
        found = measure_all(stage.settings, datetime.now(UTC))
        took = time.perf_counter() - began
        speed = f"{stage.products / took:,.0f} products/s, {rows_read / took:,.0f} rows/s"
        yield Figure(name, f"{took:.1f} s: {speed}")
    deals = sum(len(many) for many in found["deals"].values())
    yield Figure("deals, stores", f"{deals}, {len(found['stores'])}")
    yield at_most("for a million products, s", took / stage.products * 1_000_000, MOST_S)

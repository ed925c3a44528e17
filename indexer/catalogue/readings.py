"""On which days products' prices were read: without it a price that did not change and one that
were not examined are the same.

A row a product holds its days as ranges, so that a product that is read each day is one range.
"""

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import text
from sqlalchemy.orm import Session

from indexer.core.settings import SCHEDULE_ZONE

KEPT_DAYS = 400
# Results of runs whose prices count: a suspect run's do not before an operator accepts it.
COUNTING = ("success", "stopped")

_NOTE = text("""
INSERT INTO product_reading (product_id, days)
SELECT id, datemultirange(daterange(day, day + 1))
  FROM product, (SELECT (CAST(:seen_at AS timestamptz) AT TIME ZONE :zone)::date AS day) seen
 WHERE id = ANY(CAST(:ids AS bigint[]))
 ORDER BY id
    ON CONFLICT (product_id) DO UPDATE SET days = (product_reading.days + excluded.days)
       * datemultirange(daterange(upper(excluded.days) - :kept, NULL))
""")
# What a twin's days were, before it is united with the product that stays.
UNITE = text("""
INSERT INTO product_reading (product_id, days)
SELECT pair.kept, r.days
  FROM unnest(CAST(:twins AS bigint[]), CAST(:kept AS bigint[])) AS pair(twin, kept)
  JOIN product_reading r ON r.product_id = pair.twin
    ON CONFLICT (product_id) DO UPDATE SET days = product_reading.days + excluded.days
""")


def note_read(session: Session, ids: Collection[int], seen_at: datetime, result: str) -> None:
    """Note that a run that began at `seen_at` and ended in `result` read these products' prices.

    Nothing is noted of a run whose prices do not count, nor of products that are no more (united
    with another since); nothing is committed.
    """
    if ids and result in COUNTING:
        values = {"ids": list(ids), "seen_at": seen_at, "zone": SCHEDULE_ZONE, "kept": KEPT_DAYS}
        session.execute(_NOTE, values)

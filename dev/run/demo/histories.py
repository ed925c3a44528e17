"""A past for the demo stores' prices: `python -m dev.run.demo.histories`.

Real deals, sales that never end, and prices that were raised before they were cut, so that what is
measured of them can be seen. Only what was read for the first time today gets one.
"""

from __future__ import annotations

from datetime import UTC, datetime

from dev.stores.catalogue import load_stores
from indexer.catalogue.prices.deals import measure_all
from indexer.core.settings import Settings
from indexer.index.database import connect

# Of what a store marks as reduced a third truly fell, a third never cost that, a third was raised a
# week before; of the rest each ninth fell without a mark. `was` is what it cost before.
_PAST = """
WITH demo AS (
    SELECT p.*, coalesce(p.ordinary_price, round(p.price * 1.25)) AS was,
           CASE WHEN p.ordinary_price IS NOT NULL
                THEN (ARRAY['fell', 'never', 'raised'])[p.id %% 3 + 1]
                WHEN p.id %% 9 = 0 THEN 'fell' ELSE 'same' END AS kind
      FROM product p JOIN brand b ON b.id = p.brand_id
     WHERE b.slug = ANY(%s) AND p.price > 0 AND NOT EXISTS (
           SELECT FROM price_history h WHERE h.product_id = p.id AND h.seen_at < current_date)
), rows_ AS (
    INSERT INTO price_history (product_id, seen_at, currency, price, ordinary_price, sold_out)
    SELECT id, now() - make_interval(days => s.ago::int), currency, s.price, s.ordinary, false
      FROM demo CROSS JOIN LATERAL (VALUES
           (89, CASE WHEN kind = 'fell' THEN was ELSE demo.price END,
            CASE WHEN kind = 'never' THEN ordinary_price END),
           (14, CASE WHEN kind = 'raised' THEN was END, NULL),
           (6 + id %% 7, CASE WHEN kind IN ('fell', 'raised') THEN demo.price END, ordinary_price)
      ) AS s (ago, price, ordinary)
     WHERE s.price IS NOT NULL
)
INSERT INTO product_reading (product_id, days)
SELECT id, datemultirange(daterange(current_date - 89, current_date - 21),
                          daterange(current_date - 19, current_date + 1)) FROM demo
    ON CONFLICT (product_id) DO UPDATE SET days = product_reading.days + excluded.days
"""


def main() -> None:
    """Give the demo stores' products their past, and measure it."""
    settings = Settings.from_env()
    with connect(settings.database_url) as connection:
        given = connection.execute(_PAST.encode(), [list(load_stores())]).rowcount
    found = measure_all(settings, datetime.now(UTC))
    deals = sum(len(many) for many in found["deals"].values())
    print(f"{given} products have a past; {deals} real deals")


if __name__ == "__main__":
    main()

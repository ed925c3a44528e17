-- What alerts should have been told, of whole histories at once: each counting run's reading of a
-- product is the last row before it (an island of the rows and readings in one order), and a
-- crossing is a reading unlike the one before.
WITH moments AS (
    SELECT product_id, seen_at AS at, 0 AS place, CAST(NULL AS bigint) AS run_id,
           price, currency, sold_out
      FROM price_history
    UNION ALL
    SELECT id, :set_at, 1, 0, NULL, NULL, NULL FROM product
    UNION ALL
    SELECT found.id, r.start_time, 1, r.id, NULL, NULL, NULL
      FROM scrape_run r CROSS JOIN unnest(r.found_group_ids) AS found(id)
     WHERE r.result IN ('success', 'stopped') AND r.state = 'finished'
    UNION ALL
    SELECT c.product_id, r.start_time, 2, r.id, NULL, NULL, true
      FROM run_change c JOIN scrape_run r ON r.id = c.run_id
     WHERE c.kind = 'gone' AND r.result IN ('success', 'stopped')
), islands AS (
    SELECT *, count(*) FILTER (WHERE place = 0) OVER (PARTITION BY product_id ORDER BY at, place) AS island
      FROM moments
), readings AS (
    SELECT product_id, at, place, run_id,
           first_value(price) OVER row_first AS price,
           first_value(currency) OVER row_first AS currency,
           first_value(sold_out) OVER row_first OR place = 2 AS sold_out
      FROM islands
    WINDOW row_first AS (PARTITION BY product_id, island ORDER BY at, place)
), offers AS (
    SELECT a.id, a.kind, t.at, t.run_id, t.price, t.currency,
           round(t.price * wanted.per_euro / own.per_euro, 2) < a.amount AS is_below
      FROM price_alert a
      JOIN readings t ON t.product_id = a.product_id AND t.place = 1
      JOIN rate wanted ON wanted.currency = a.currency
      JOIN rate own ON own.currency = t.currency AND own.rate_set_id = wanted.rate_set_id
     WHERE a.kind IN ('below', 'drop') AND NOT t.sold_out AND t.price > 0
), stocks AS (
    SELECT a.id, t.at, t.run_id, t.place, NOT t.sold_out AS is_there
      FROM price_alert a JOIN readings t ON t.product_id = a.product_id AND t.place > 0
     WHERE a.kind = 'stock'
), told AS (
    SELECT id, run_id,
           CASE kind
               WHEN 'below' THEN is_below AND NOT coalesce(lag(is_below) OVER in_order, false)
               ELSE price < lag(price) OVER in_order AND currency = lag(currency) OVER in_order
           END AS crossed
      FROM offers
    WINDOW in_order AS (PARTITION BY id ORDER BY at)
    UNION ALL
    SELECT id, run_id, is_there AND NOT lag(is_there) OVER (PARTITION BY id ORDER BY at, place)
      FROM stocks
)
SELECT id, run_id FROM told WHERE crossed AND run_id > 0

-- What was cheapest on each day, asked day by day.
WITH days AS (
    SELECT r.product_id, day::date AS day, h.price, h.sold_out, h.currency
      FROM product_reading r CROSS JOIN unnest(r.days) s
     CROSS JOIN generate_series(lower(s), upper(s) - 1, interval '1 day') AS day
      JOIN LATERAL (SELECT * FROM price_history h WHERE h.product_id = r.product_id
                       AND (h.seen_at AT TIME ZONE 'Africa/Johannesburg')::date <= day
                     ORDER BY h.seen_at DESC LIMIT 1) h ON true
), held AS (
    SELECT p.id, p.brand_id, c.day::date AS day, b.price, b.currency
      FROM product p
     CROSS JOIN generate_series(now() - interval '40 days', now(), interval '1 day') AS at
     CROSS JOIN LATERAL (SELECT (at AT TIME ZONE 'Africa/Johannesburg')::date AS day) c
      JOIN LATERAL (SELECT * FROM days d WHERE d.product_id = p.id AND d.day <= c.day
                     ORDER BY d.day DESC LIMIT 1) b ON true
      JOIN LATERAL (SELECT * FROM days d WHERE d.product_id = p.id AND d.day >= c.day
                     ORDER BY d.day LIMIT 1) a ON true
     WHERE p.thing_id = :thing AND NOT p.blocked AND NOT b.sold_out AND b.price = a.price
       AND NOT a.sold_out AND a.day - b.day <= 4
)
SELECT DISTINCT ON (day) day::text,
       round(price * (SELECT per_euro FROM rate WHERE currency = 'ZAR')
             / (SELECT per_euro FROM rate r WHERE r.currency = h.currency), 2)::float AS zar,
       (SELECT name FROM brand WHERE id = brand_id) AS store
  FROM held h JOIN brand s ON s.id = h.brand_id AND s.is_active ORDER BY day, zar, h.id

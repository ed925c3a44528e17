-- What is known of each product's price, day by day: a row of each day on which it was read, of
-- which windows are taken. Makes the table "truth".
CREATE TEMP TABLE rows_ AS
    SELECT h.*, (seen_at AT TIME ZONE 'Africa/Johannesburg')::date AS day,
           lead((seen_at AT TIME ZONE 'Africa/Johannesburg')::date)
               OVER (PARTITION BY product_id ORDER BY seen_at) AS next_day,
           coalesce(run_id <> 2, true) AS counts
      FROM price_history h;
CREATE INDEX ON rows_ (product_id);
ANALYZE rows_;
CREATE TEMP TABLE read_ AS
WITH days AS (
    SELECT p.id, p.currency, d::date AS day
      FROM product p JOIN product_reading r ON r.product_id = p.id
     CROSS JOIN generate_series({today}::date - 89, {today}::date, interval '1 day') AS d
     WHERE d::date <@ r.days
), asked AS (
    SELECT d.id, d.day, h.seen_at, h.price, h.sold_out, h.counts OR h.day < d.day AS counts,
           coalesce(h.currency = d.currency AND h.price > 0, false) AS is_known,
           bool_and(h.sold_out) OVER (PARTITION BY d.id, d.day) AS away
      FROM days d
      JOIN rows_ h ON h.product_id = d.id AND (h.day = d.day
        OR h.day < d.day AND h.next_day IS DISTINCT FROM h.day
           AND coalesce(d.day < h.next_day, true))
), priced AS (
    SELECT id, day, away, array_agg(price ORDER BY seen_at) FILTER (WHERE away OR NOT sold_out) AS prices
      FROM asked
     GROUP BY id, day, away
    HAVING bool_and(counts) AND bool_and(is_known) FILTER (WHERE away OR NOT sold_out)
), usual AS (
    SELECT id, percentile_disc(0.5) WITHIN GROUP (ORDER BY prices[cardinality(prices)]) AS price
      FROM priced GROUP BY id
)
    SELECT d.id, d.day, d.away, d.prices, d.prices[cardinality(d.prices)] AS price,
           (SELECT min(one) FROM unnest(d.prices) one) AS low
      FROM priced d JOIN usual u USING (id)
     WHERE (SELECT bool_and(one > u.price / 50 AND one < u.price * 50) FROM unnest(d.prices) one);
CREATE INDEX ON read_ (id);
ANALYZE read_;
CREATE TEMP TABLE known AS
    SELECT p.id, p.price, p.ordinary_price AS was, r.*
      FROM product p
      JOIN LATERAL (
        SELECT max(day) AS seen, count(*) AS read_days, count(*) FILTER (WHERE away) AS away_days,
               {today}::date - min(day) + 1 AS of_days,
               count(*) FILTER (WHERE day > {today}::date - 60) AS late_read,
               count(*) FILTER (WHERE day > {today}::date - 60 AND away) AS late_away,
               {today}::date - min(day) FILTER (WHERE day > {today}::date - 60) + 1 AS late_of,
               count(*) FILTER (WHERE day > {today}::date - 60 AND NOT away) AS late,
               min(low) FILTER (WHERE NOT away) AS low,
               count(*) FILTER (WHERE NOT away) AS for_sale,
               count(*) FILTER (WHERE NOT away AND price > p.price) AS dearer,
               count(*) FILTER (WHERE NOT away AND day > {today}::date - 60
                                  AND p.ordinary_price = ANY(prices)) AS was_asked,
               (array_agg(price ORDER BY day DESC) FILTER (WHERE NOT away))[1] AS last_price
          FROM read_ WHERE read_.id = p.id) r ON true
     WHERE p.price > 0 AND r.seen > {today}::date - 7 AND r.late >= 14;
CREATE TEMP TABLE back AS
    SELECT r.*, k.price AS now_price, greatest(k.price, max(r.price) OVER (
               PARTITION BY r.id ORDER BY r.day DESC
               ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)) AS top_later
      FROM read_ r JOIN known k USING (id) WHERE NOT r.away;
CREATE INDEX ON back (id);
ANALYZE back;
CREATE TEMP TABLE truth AS
WITH rise AS (
    SELECT id, max(day) AS day FROM back WHERE price < top_later GROUP BY id
), peak AS (
    SELECT DISTINCT ON (b.id) b.id, b.price AS top, b.day
      FROM back b LEFT JOIN rise USING (id)
     WHERE b.price > b.now_price AND (rise.day IS NULL OR b.day > rise.day)
     ORDER BY b.id, b.price DESC, b.day DESC
), before AS (
    SELECT p.id, p.top, (array_agg(b.low ORDER BY b.low))[least(2, count(*))] AS low
      FROM peak p JOIN back b ON b.id = p.id AND b.day BETWEEN p.day - 29 AND p.day
     GROUP BY p.id, p.top
), drop_ AS (
    SELECT k.id, f.top, f.low, CASE WHEN f.low > k.price THEN round((f.low - k.price) * 100 / f.low) END AS off,
           (SELECT count(*) FROM back b WHERE b.id = k.id AND b.day > {today}::date - 60
                                          AND b.low >= f.low) AS supported
      FROM known k JOIN before f USING (id)
), found AS (
    SELECT k.*, d.top, CASE WHEN off >= 1 AND supported >= 2 AND supported * 10 >= late THEN d.low END AS before,
           CASE WHEN d.top > d.low THEN d.top END AS raised
      FROM known k LEFT JOIN drop_ d USING (id)
)
SELECT id, before, raised, low >= price AS lowest,
       CASE WHEN before IS NOT NULL THEN round((before - price) * 100 / before)::int ELSE 0 END AS off,
       array_remove(ARRAY[
           CASE WHEN last_price <> price THEN NULL
                WHEN low = price AND dearer >= 2 AND dearer * 10 >= for_sale
                THEN format('The lowest in %s days. ', of_days)
                WHEN low = price AND dearer = 0 THEN format('The same price for %s days. ', of_days)
                ELSE format('R %s was asked on %s of the last %s days. ', low,
                            (SELECT count(*) FROM back b WHERE b.id = found.id AND b.low = found.low),
                            of_days)
           END || format('We looked on %s of them%s.', read_days,
                         CASE WHEN away_days > 0 THEN format('; it was sold out on %s', away_days) END),
           format('R %s was asked on %s of the last %s days. ', was, was_asked, late_of)
               || format('We looked on %s of them%s.', late_read,
                         CASE WHEN late_away > 0 THEN format('; it was sold out on %s', late_away) END),
           CASE WHEN before IS NOT NULL
                THEN format('%s %% less than R %s, the lowest price of the 30 days before it fell.',
                            round((before - price) * 100 / before), before)
                WHEN was IS NOT NULL THEN 'By what we have read it is no discount'
                     || CASE WHEN raised IS NULL THEN '.' ELSE ': it was raised before it was cut.' END END
       ], NULL) AS words
  FROM found;
UPDATE truth SET words = array(SELECT w FROM unnest(words) w WHERE w NOT LIKE 'R  was asked%');
CREATE TEMP VIEW offers AS
SELECT p.id, p.brand_id, p.price, p.ordinary_price AS was, t.before, t.raised, t.lowest,
       coalesce(t.off, 0) AS off, t.id IS NOT NULL AS known,
       round((p.ordinary_price - p.price) * 100 / p.ordinary_price)::int AS claimed,
       coalesce(split_part(c.slug, '/', 1), 'other') AS root,
       t.id IS NOT NULL AND p.ordinary_price > coalesce(t.before, 0) AS denied,
       coalesce(t.before IS NOT NULL AND t.lowest AND t.off >= 5, false) AS deal
  FROM product p
  JOIN brand b ON b.id = p.brand_id AND b.is_active
  LEFT JOIN category c ON c.id = p.classified_category_id
  LEFT JOIN truth t ON t.id = p.id
 WHERE p.gone_at IS NULL AND NOT p.blocked AND NOT p.sold_out AND p.price > 0;

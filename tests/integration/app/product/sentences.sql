WITH read AS (
    SELECT p.id, p.currency, p.price AS asks, p.ordinary_price AS was, day::date
      FROM product p JOIN product_reading r ON r.product_id = p.id
      JOIN generate_series(CAST(:today AS date) - 364, CAST(:today AS date), interval '1 day') day
        ON r.days @> day::date
), wrote AS (
    SELECT h.product_id AS id, h.seen_at, h.price, h.currency, h.ordinary_price AS was,
           date(timezone('Africa/Johannesburg', h.seen_at)) AS day,
           h.run_id IS NULL OR h.run_id NOT IN (
               SELECT s.id FROM scrape_run s WHERE s.result IS NULL
                   OR s.result IN ('suspect', 'failed')) AS fine
      FROM price_history h
), asked AS (
    SELECT d.*, w.price, w.was AS w_was, w.seen_at, w.fine AND w.price > 0
           AND w.currency = d.currency IS TRUE AS fine
      FROM read d JOIN wrote w USING (id, day)
     UNION ALL
    SELECT d.*, w.price, w.was, w.seen_at, (w.price > 0 AND w.currency = d.currency) IS TRUE
      FROM read d JOIN wrote w ON w.id = d.id AND w.seen_at = (
               SELECT max(e.seen_at) FROM price_history e WHERE e.product_id = d.id
                  AND e.seen_at < timezone('Africa/Johannesburg', CAST(d.day AS timestamp)))
     WHERE (d.id, d.day) NOT IN (SELECT o.id, o.day FROM wrote o)
), daily AS (
    SELECT id, asks, was, currency, day, min(price) AS low, max(price) AS high,
           array_agg(price) AS prices,
           (array_agg(price ORDER BY seen_at DESC))[1] AS price,
           (array_agg(w_was ORDER BY seen_at DESC))[1] AS w_was
      FROM asked GROUP BY id, asks, was, currency, day HAVING bool_and(coalesce(fine, false))
), usual AS (
    SELECT id, percentile_disc(0.5) WITHIN GROUP (ORDER BY price) AS usual FROM daily GROUP BY id
), day AS (
    SELECT d.*, first_value(price) OVER (PARTITION BY id ORDER BY day DESC) AS newest,
           min(day) OVER (PARTITION BY id) AS begun, max(day) OVER (PARTITION BY id) AS ended
      FROM daily d JOIN usual USING (id)
     WHERE high < usual * 50 AND low > usual / 50
), told AS (
    SELECT *, CAST(:today AS date) - begun + 1 AS age,
           max(day) FILTER (WHERE low < asks AND day > CAST(:today AS date) - 90)
               OVER (PARTITION BY id) AS lower_day,
           min(low) FILTER (WHERE low < asks AND day > CAST(:today AS date) - 90)
               OVER (PARTITION BY id) AS lowest,
           max(day) FILTER (WHERE w_was IS NULL) OVER (PARTITION BY id) AS full_day
      FROM day
     WHERE newest = asks AND CAST(:today AS date) - begun >= 13
       AND CAST(:today AS date) - ended < 7
), sale AS (
    SELECT *, coalesce(min(day) FILTER (WHERE day > coalesce(full_day, '-infinity'))
                           OVER (PARTITION BY id), CAST(:today AS date)) AS sale_day
      FROM told
), one AS (
    SELECT id, asks, was, currency, min(age) AS age, min(lowest) AS lowest,
           count(*) FILTER (WHERE day > CAST(:today AS date) - 90) AS read_90,
           count(*) FILTER (WHERE day > CAST(:today AS date) - 90 AND low = lowest) AS at_lowest,
           min(day) FILTER (WHERE day > CAST(:today AS date) - 90
                              AND day > coalesce(lower_day, '-infinity')) AS since,
           count(*) FILTER (WHERE day > CAST(:today AS date) - 90
                              AND day > coalesce(lower_day, '-infinity')) AS since_read,
           bool_or(price > asks) FILTER (WHERE day > CAST(:today AS date) - 90
                              AND day > coalesce(lower_day, '-infinity')) AS higher,
           count(*) FILTER (WHERE day > CAST(:today AS date) - 60) AS read_60,
           count(*) FILTER (WHERE day > CAST(:today AS date) - 60 AND was = ANY(prices)) AS asked_60,
           min(low) FILTER (WHERE day BETWEEN sale_day - 30 AND sale_day - 1) AS before_low,
           count(*) FILTER (WHERE day BETWEEN sale_day - 30 AND sale_day - 1) AS before_read
      FROM sale GROUP BY id, asks, was, currency
), money AS (
    SELECT one.*, r.lowest_text, r.was_text, r.before_text,
           trim(to_char(since, 'FMDD FMMonth')
                || CASE WHEN date_part('year', since) = date_part('year', CAST(:today AS date))
                        THEN '' ELSE to_char(since, ' YYYY') END) || ', read on ' || since_read
               || ' of ' || (CAST(:today AS date) - since + 1) || ' days' AS since_text,
           CAST(:today AS date) - since + 1 AS since_days
      FROM one CROSS JOIN LATERAL (
          SELECT max(t) FILTER (WHERE k = 1) AS lowest_text, max(t) FILTER (WHERE k = 2) AS was_text,
                 max(t) FILTER (WHERE k = 3) AS before_text
            FROM (SELECT k, CAST(:sign AS text)
                         || regexp_replace(to_char(round(a * t.per_euro / s.per_euro, 2),
                                                   'FM999,999,999,990.00'), '\.00$', '') AS t
                    FROM (VALUES (1, one.lowest), (2, one.was), (3, one.before_low)) v (k, a)
                    JOIN (SELECT * FROM rate UNION ALL SELECT max(rate_set_id), 'EUR', 1 FROM rate
                           WHERE NOT EXISTS (SELECT FROM rate WHERE currency = 'EUR')) s
                      ON s.currency = one.currency
                    JOIN (SELECT * FROM rate UNION ALL SELECT max(rate_set_id), 'EUR', 1 FROM rate
                           WHERE NOT EXISTS (SELECT FROM rate WHERE currency = 'EUR')) t
                      ON t.currency = CAST(:currency AS text)) x) r
)
SELECT id,
       CASE WHEN higher AND since_days >= 14 THEN 'Lowest since ' || since_text
            WHEN lowest IS NOT NULL THEN lowest_text || ' was asked on ' || at_lowest
                 || ' of the last ' || least(90, age) || ' days, read on ' || read_90
            WHEN since_days >= 14 THEN 'The same price since ' || since_text END AS price,
       CASE WHEN was > asks THEN array_remove(ARRAY[
            was_text || ' was asked on ' || asked_60 || ' of the last ' || least(60, age)
                || ' days, read on ' || read_60,
            CASE WHEN before_read > 0 THEN 'The lowest price of the 30 days before the sale: '
                || before_text || ', read on ' || before_read END], NULL)
            ELSE '{}' END AS was
  FROM money

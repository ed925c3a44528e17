INSERT INTO product_reading
SELECT :id, datemultirange(daterange(d, d + 1))
  FROM (SELECT (now() AT TIME ZONE 'Africa/Johannesburg')::date - :day AS d) x
    ON CONFLICT (product_id) DO UPDATE SET days = product_reading.days + excluded.days

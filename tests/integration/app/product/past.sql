INSERT INTO price_history (product_id, seen_at, currency, price, sold_out)
VALUES (:id, now() - make_interval(days => :day), :currency, :price, :sold)

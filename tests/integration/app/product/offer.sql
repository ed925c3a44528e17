UPDATE product SET name = 'Quagga print boots', price = :price, currency = :currency,
       ordinary_price = NULL, sold_out = :sold, blocked = :blocked,
       gone_at = CASE WHEN :gone THEN now() END
 WHERE id = (SELECT min(id) FROM product WHERE brand_id = :brand AND name <> 'Quagga print boots')
RETURNING id

SELECT p.id, count(DISTINCT o.brand_id), min(round(o.price * 20 / r.per_euro, 2))
  FROM product p
  LEFT JOIN product o ON o.thing_id = p.thing_id AND o.gone_at IS NULL AND NOT o.blocked
       AND NOT o.sold_out AND o.price > 0
       AND o.brand_id IN (SELECT id FROM brand WHERE is_active)
  LEFT JOIN rate r ON r.currency = o.currency
 WHERE EXISTS (SELECT FROM product t WHERE t.thing_id = p.thing_id AND t.brand_id <> p.brand_id
                  AND t.gone_at IS NULL AND NOT t.blocked AND NOT t.sold_out AND t.price > 0)
 GROUP BY p.id

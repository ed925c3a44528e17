"""The statements that read products, for all of them or for some: one text each, so that a rebuild
and an incremental write build the same documents.

Effective values: curated, otherwise the page's, otherwise the classified one (design). Images
travel as JSON arrays; our own copy's address wins over the store's. What was fetched and is no
picture (NO_PICTURE failures) is none.
"""

from __future__ import annotations

from typing import LiteralString

# `crowd`: the sibling keys under which several visible products stand, but not too many. Their
# products come last and sorted, so that siblings stand together; only they are sorted. Both parts
# ask for membership and do not join: a join would hash all products and lose the order of the heap,
# in which looking up images costs half as much.
_PRODUCTS: LiteralString = """
WITH crowd AS MATERIALIZED (
    SELECT brand_id, sibling_key
      FROM product
     WHERE gone_at IS NULL AND NOT blocked AND {crowd}
     GROUP BY brand_id, sibling_key
    HAVING count(*) BETWEEN 2 AND %(limit)s
), found AS (
    SELECT p.*, NULL::bigint AS crowd
      FROM product p
     WHERE ((brand_id, sibling_key) IN (SELECT brand_id, sibling_key FROM crowd)) IS NOT TRUE
       AND {rows}
     UNION ALL
    (SELECT p.*, p.sibling_key AS crowd
       FROM product p
      WHERE {company}
      ORDER BY brand_id, sibling_key, id)
)
SELECT p.id, p.brand_id, p.group_key, p.name, p.product_brand, p.href, p.currency,
       p.price, p.ordinary_price, p.sold_out, p.item_type, p.attributes,
       coalesce(p.curated_category_id, p.page_category_id, p.classified_category_id),
       coalesce(p.curated_color_id, p.page_color_id, p.classified_color_id),
       CASE WHEN coalesce(p.curated_color_id, p.page_color_id) IS NULL
            THEN p.classified_color_ids END,
       p.hints->>'color',
       coalesce(p.curated_unisex, p.page_unisex, p.classified_unisex), p.classified_people,
       p.curated_switch_order, p.curated_sa_made, p.popularity, p.revision,
       extract(epoch FROM p.created_at)::bigint,
       p.gone_at IS NULL AND NOT p.blocked,
       (SELECT jsonb_agg(jsonb_build_array(
                   coalesce(i.calculated_url, i.image_url), i.image_width, i.image_height,
                   i.curated_category_id, i.curated_color_id) ORDER BY i.position, i.id)
          FROM product_image i
         WHERE i.product_id = p.id AND i.gone_at IS NULL AND i.fetch_failures < 100),
       p.crowd
  FROM found p
"""
# Numbers the visible products of one brand and name by their ids, from 0; the first is left out.
_NAMED: LiteralString = """
SELECT id, before FROM (
    SELECT q.id, row_number() OVER (
               PARTITION BY CASE WHEN b.is_multi_brand
                                 THEN coalesce(nullif(q.product_brand, ''), b.name)
                                 ELSE b.name END, q.name_key
               ORDER BY q.id) - 1 AS before
      FROM product q JOIN brand b ON b.id = q.brand_id
     WHERE q.gone_at IS NULL AND NOT q.blocked AND b.is_active
       AND q.name_key IN (SELECT name_key FROM product WHERE {named}
                           GROUP BY name_key HAVING count(*) > 1)) numbered
 WHERE before > 0
"""
# Counts the visible products of one brand in one store's category (0: in none).
_SHELVES: LiteralString = """
SELECT q.brand_id, CASE WHEN b.is_multi_brand THEN q.product_brand END,
       coalesce(q.curated_category_id, q.page_category_id, q.classified_category_id, 0), count(*)
  FROM product q JOIN brand b ON b.id = q.brand_id
 WHERE q.gone_at IS NULL AND NOT q.blocked AND b.is_active AND {shelf}
 GROUP BY 1, 2, 3
"""
ALL: LiteralString = _PRODUCTS.format(
    crowd="sibling_key IS NOT NULL",
    rows="true",
    company="((brand_id, sibling_key) IN (SELECT brand_id, sibling_key FROM crowd)) IS TRUE",
)
ALL_NAMED: LiteralString = _NAMED.format(named="name_key IS NOT NULL")
ALL_SHELVES: LiteralString = _SHELVES.format(shelf="true")

_OF: LiteralString = "(SELECT {0} FROM product WHERE id = ANY(%(ids)s))"
_SHELF: LiteralString = (
    "coalesce({0}curated_category_id, {0}page_category_id, {0}classified_category_id, 0)"
)
SOME: LiteralString = _PRODUCTS.format(
    crowd="(brand_id, sibling_key) IN " + _OF.format("brand_id, sibling_key"),
    rows="p.id = ANY(%(ids)s)",
    company="(brand_id, sibling_key) IN (SELECT brand_id, sibling_key FROM crowd)",
)
SOME_NAMED: LiteralString = _NAMED.format(named="name_key IN " + _OF.format("name_key"))
SOME_SHELVES: LiteralString = _SHELVES.format(
    shelf="(q.brand_id, "
    + _SHELF.format("q.")
    + ") IN "
    + _OF.format("brand_id, " + _SHELF.format(""))
)

"""The SQL that reads what documents are built from. One statement streams all products."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, LiteralString, NamedTuple

import psycopg
from psycopg.rows import args_row

from indexer.document import BrandFacts, Lookups, ProductRow
from indexer.shipping import ships_to

Connection = psycopg.Connection[Any]

# Effective values: curated, otherwise the page's, otherwise the classified one (design).
# Images travel as JSON arrays; our own copy's address wins over the store's.
_SELECT: LiteralString = """
SELECT p.id, p.brand_id, p.group_key, p.name, p.product_brand, p.href, p.currency,
       p.price, p.ordinary_price, p.sold_out, p.item_type,
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
          FROM product_image i WHERE i.product_id = p.id AND i.gone_at IS NULL)
  FROM product p
"""
_BRANDS: LiteralString = """
SELECT b.id, b.name, b.slug, b.website, b.is_active, b.is_multi_brand, b.item_type, b.image_bg,
       b.need_external_translate, b.switch_image_order, c.iso, c.nicename,
       b.shipping_countries_list, b.scraped_shipping_countries,
       ARRAY(SELECT s.slug FROM brand_style bs JOIN style s ON s.id = bs.style_id
              WHERE bs.brand_id = b.id ORDER BY s.position)
  FROM brand b LEFT JOIN country c ON c.id = b.country_id
"""
_COUNT: LiteralString = """
SELECT count(*), count(*) FILTER (WHERE p.gone_at IS NULL AND NOT p.blocked AND b.is_active)
  FROM product p JOIN brand b ON b.id = p.brand_id
"""
# A document is searchable within seconds of the change and a refresh interval (30 s): products of
# the last two minutes are not expected in the index, nor are documents that were refused.
SETTLED: LiteralString = """
SELECT count(*) FILTER (WHERE ripe), count(*) FILTER (WHERE ripe AND shown),
       (SELECT count(DISTINCT product_id) FROM outbox
         WHERE written_at IS NULL OR error IS NOT NULL)
  FROM (SELECT p.updated_at < now() - interval '120 seconds' AS ripe,
               p.gone_at IS NULL AND NOT p.blocked AND b.is_active AS shown
          FROM product p JOIN brand b ON b.id = p.brand_id) found
"""


class Settled(NamedTuple):
    """Products the index should hold by now; `excused` wait in the outbox or were refused."""

    products: int
    visible: int
    excused: int


def stream_products(connection: Connection, batch: int) -> Iterator[list[ProductRow]]:
    """Yield all products in batches, from one server-side cursor in the open transaction."""
    with connection.cursor(name="products", row_factory=args_row(ProductRow)) as all_:
        all_.execute(_SELECT + " ORDER BY p.id")
        while rows := all_.fetchmany(batch):
            yield rows


def products_by_id(connection: Connection, ids: Sequence[int]) -> list[ProductRow]:
    """Return the products that still exist, as they are now."""
    with connection.cursor(row_factory=args_row(ProductRow)) as cursor:
        return cursor.execute(_SELECT + " WHERE p.id = ANY(%s)", [list(ids)]).fetchall()


def count_products(connection: Connection) -> tuple[int, int]:
    """Return how many products there are, and how many of them visitors may see.

    The predicate is the document's own: every product is indexed, `visible` as in
    `indexer.document`.
    """
    row = connection.execute(_COUNT).fetchone()
    return (row[0], row[1]) if row else (0, 0)


def count_settled(connection: Connection) -> Settled:
    """Return how many products must be found by now, as `count_products` counts them."""
    row = connection.execute(SETTLED).fetchone()
    return Settled(*row) if row else Settled(0, 0, 0)


def load_lookups(connection: Connection) -> Lookups:
    """Return the small tables (some thousand rows) that documents refer to."""
    categories = {
        key: (slug, name)
        for key, slug, name in connection.execute("SELECT id, slug, name FROM category")
    }
    return Lookups(
        brands=_brands(connection),
        categories=categories,
        category_slugs=frozenset(slug for slug, _ in categories.values()),
        colors=dict(connection.execute("SELECT id, slug FROM color").fetchall()),
    )


def _brands(connection: Connection) -> dict[int, BrandFacts]:
    countries = connection.execute("SELECT iso, nicename FROM country").fetchall()
    iso_by_name = {iso.casefold(): iso for iso, _ in countries}
    iso_by_name |= {name.casefold(): iso for iso, name in countries}
    found = {}
    for row in connection.execute(_BRANDS):
        key, *facts, listed, scraped, styles = row
        facts += [ships_to(listed, scraped, facts[9], iso_by_name), styles]
        found[key] = BrandFacts(*facts)
    return found

"""The SQL that reads what documents are built from. One statement streams all products.

For all products or for some the same text, so that a rebuild and an incremental write build the
same documents.

Effective values: curated, otherwise the page's, otherwise the classified one (design); a colour
that the words do not name is the picture's. Images
travel as JSON arrays; our own copy's address wins over the store's. What was fetched and is no
picture (NO_PICTURE failures) is none.
"""

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from itertools import chain, groupby, islice
from operator import attrgetter
from typing import Any, LiteralString

import psycopg
from psycopg.rows import args_row

from indexer.catalogue.document import Lookups, ProductRow
from indexer.catalogue.prices import measure_products
from indexer.catalogue.stores import load_stores
from indexer.catalogue.tile import Offer
from indexer.language.classify.product import GROUP_LIMIT

# `crowd`: the sibling keys under which several visible products stand, but not too many. Their
# products come last and sorted, so that siblings stand together; only they are sorted. Both parts
# test membership and do not join: a join would hash all products and lose the order of the heap,
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
       coalesce(p.curated_color_id, p.page_color_id, p.classified_color_id,
                p.pictured_color_ids[1]),
       CASE WHEN coalesce(p.curated_color_id, p.page_color_id) IS NULL
            THEN coalesce(p.classified_color_ids, p.pictured_color_ids) END,
       coalesce(p.pictured_plain, false),
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
       (SELECT ARRAY[m.price_before] FROM price_measure m
         WHERE m.product_id = p.id AND m.price = p.price AND m.currency = p.currency),
       p.crowd, p.thing_id
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
# Who sells a thing now, and from what.
_OFFERS: LiteralString = """
SELECT thing_id, brand_id, currency, min(price)
  FROM product
 WHERE gone_at IS NULL AND NOT blocked AND NOT sold_out AND price > 0 AND {things}
 GROUP BY thing_id, brand_id, currency
"""
ALL: LiteralString = _PRODUCTS.format(
    crowd="sibling_key IS NOT NULL",
    rows="true",
    company="((brand_id, sibling_key) IN (SELECT brand_id, sibling_key FROM crowd)) IS TRUE",
)
ALL_NAMED: LiteralString = _NAMED.format(named="name_key IS NOT NULL")
ALL_SHELVES: LiteralString = _SHELVES.format(shelf="true")
ALL_OFFERS: LiteralString = _OFFERS.format(things="thing_id IS NOT NULL")

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
SOME_OFFERS: LiteralString = _OFFERS.format(things="thing_id IN " + _OF.format("thing_id"))


Connection = psycopg.Connection[Any]

_BRAND, _OWN, _CATEGORY = map(
    ProductRow._fields.index, ("brand_id", "product_brand", "category_id")
)

_MULTI_BRANDS: LiteralString = "SELECT id FROM brand WHERE is_multi_brand"
_COUNT: LiteralString = """
SELECT count(*), count(*) FILTER (WHERE p.gone_at IS NULL AND NOT p.blocked AND b.is_active)
  FROM product p JOIN brand b ON b.id = p.brand_id
"""
_UNWRITTEN: LiteralString = (
    "SELECT product_id AS id FROM outbox WHERE written_at IS NULL OR error IS NOT NULL"
)
# A document is searchable within seconds of the change and a refresh interval (30 s).
_CHANGED: LiteralString = "SELECT id FROM product WHERE updated_at >= now() - interval '120 s'"
_AT_REST: LiteralString = """
WITH moving AS ({})
SELECT count(*), count(*) FILTER (WHERE p.gone_at IS NULL AND NOT p.blocked AND b.is_active),
       (SELECT coalesce(array_agg(id), '{{}}') FROM moving)
  FROM product p JOIN brand b ON b.id = p.brand_id
 WHERE p.id NOT IN (SELECT id FROM moving)
"""
# How many products the index should hold by now, how many of them can be seen, and the ids of those
# on their way (changed lately, waiting in the outbox, or refused), which may be in it or not: who
# counts documents leaves theirs aside, so that changes of some products hide no loss of others.
WRITTEN: LiteralString = _AT_REST.format(_UNWRITTEN)
SETTLED: LiteralString = _AT_REST.format(f"{_UNWRITTEN} UNION {_CHANGED}")


def stream_products(connection: Connection, batch: int) -> Generator[list[ProductRow]]:
    """Yield all products in batches, from one server-side cursor in the open transaction."""
    # Grouping and sorting numbers of all products in memory costs seconds less than on disk.
    connection.execute("SET LOCAL work_mem = '256MB'")
    product_row = _places(connection, ALL_NAMED, ALL_SHELVES, ALL_OFFERS)
    with connection.cursor(name="products", row_factory=args_row(product_row)) as all_:
        all_.execute(ALL, {"limit": GROUP_LIMIT})
        rows = iter(lambda: all_.fetchmany(batch), [])
        products = with_siblings(chain.from_iterable(rows))
        while chunk := list(islice(products, batch)):
            yield chunk


def products_by_id(connection: Connection, ids: Sequence[int]) -> list[ProductRow]:
    """Return the products that still exist, as they are now, with their prices measured.

    In a transaction: what is measured of a product and its document belong together.
    """
    measure_products(connection, ids)
    values = {"ids": list(ids), "limit": GROUP_LIMIT}
    product_row = _places(connection, SOME_NAMED, SOME_SHELVES, SOME_OFFERS, values)
    wanted = set(ids)
    with connection.cursor(row_factory=args_row(product_row)) as cursor:
        rows = cursor.execute(SOME, values)
        return [row for row in with_siblings(rows) if row.id in wanted]


def _places(
    connection: Connection,
    named: LiteralString,
    shelves: LiteralString,
    offers: LiteralString,
    values: Mapping[str, Any] | None = None,
) -> Callable[..., ProductRow]:
    """Return what makes a row of a product's columns, of its places and of its thing's offers.

    They are looked up here: joined in the statement, they would have all products sorted.
    """
    before = dict(connection.execute(named, values).fetchall())
    products = {tuple(shelf): count for *shelf, count in connection.execute(shelves, values)}
    multi_brands = {row[0] for row in connection.execute(_MULTI_BRANDS)}
    sold: dict[int, tuple[Offer, ...]] = {}
    for thing, *offer in connection.execute(offers, values):
        sold[thing] = (*sold.get(thing, ()), Offer(*offer))

    def product_row(*columns: Any) -> ProductRow:
        *own, thing = columns
        maker = own[_OWN] if own[_BRAND] in multi_brands else None
        shelf = products.get((own[_BRAND], maker, own[_CATEGORY] or 0), 0)
        place = before.get(own[0], 0)
        return ProductRow._make((*own, place, shelf, (), sold.get(thing, ())))

    return product_row


def with_siblings(rows: Iterable[ProductRow]) -> Iterator[ProductRow]:
    """Give each product of a crowd the visible ones of it, itself among them.

    The rows come as the statement sorts them: those of no crowd first.
    """
    rest = iter(rows)
    for row in rest:
        if row.crowd is not None:
            rest = chain([row], rest)
            break
        yield row
    for _, group in groupby(rest, attrgetter("brand_id", "crowd")):
        members = list(group)
        shown = tuple(row for row in members if row.shown)
        for row in members:
            yield row._replace(siblings=shown)


def count_products(connection: Connection) -> tuple[int, int]:
    """Return how many products there are, and how many of them visitors may see.

    The predicate is the document's own: every product is indexed, `visible` as in
    `indexer.catalogue.document`.
    """
    row = connection.execute(_COUNT).fetchone()
    return (row[0], row[1]) if row else (0, 0)


def load_lookups(connection: Connection) -> Lookups:
    """Return the small tables (some thousand rows) that documents refer to."""
    categories = {
        key: (slug, name)
        for key, slug, name in connection.execute("SELECT id, slug, name FROM category")
    }
    return Lookups(
        brands={store.id: store for store in load_stores(connection)},
        categories=categories,
        category_slugs=frozenset(slug for slug, _ in categories.values()),
        colors=dict(connection.execute("SELECT id, slug FROM color").fetchall()),
    )

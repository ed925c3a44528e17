"""Products that were known by several of their links: one row, with what the others had."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Any

from sqlalchemy import delete, text
from sqlalchemy.orm import Session

from indexer.catalogue.outbox import enqueue_deleted
from indexer.catalogue.readings import UNITE as _READINGS
from indexer.models import Product
from scrapers.product import Product as Found

# Rows are locked in the order of their ids, as all writers do.
_LOCK = text("""
SELECT id, group_key FROM product
 WHERE brand_id = :brand_id AND group_key = ANY(CAST(:keys AS text[])) ORDER BY id FOR UPDATE
""")
# What the twin cost before the product was known; from then on it is the same price.
_PRICES = text("""
UPDATE price_history h SET product_id = pair.kept
  FROM unnest(CAST(:twins AS bigint[]), CAST(:kept AS bigint[])) AS pair(twin, kept)
 WHERE h.product_id = pair.twin AND h.seen_at < coalesce(
       (SELECT min(seen_at) FROM price_history WHERE product_id = pair.kept), 'infinity')
""")
_PRODUCTS = text("""
UPDATE product k SET created_at = least(k.created_at, t.created_at),
       popularity = k.popularity + t.popularity, blocked = k.blocked OR t.blocked,
       curated_category_id = coalesce(k.curated_category_id, t.curated_category_id),
       curated_color_id = coalesce(k.curated_color_id, t.curated_color_id),
       curated_unisex = coalesce(k.curated_unisex, t.curated_unisex),
       curated_switch_order = coalesce(k.curated_switch_order, t.curated_switch_order),
       curated_sa_made = coalesce(k.curated_sa_made, t.curated_sa_made)
  FROM unnest(CAST(:twins AS bigint[]), CAST(:kept AS bigint[])) AS pair(twin, kept)
  JOIN product t ON t.id = pair.twin
 WHERE k.id = pair.kept
""")
# The same alert of the product that stays is enough.
_ALERTS = text("""
UPDATE price_alert a SET product_id = pair.kept
  FROM unnest(CAST(:twins AS bigint[]), CAST(:kept AS bigint[])) AS pair(twin, kept)
 WHERE a.product_id = pair.twin AND NOT EXISTS (
       SELECT FROM price_alert o
        WHERE o.product_id = pair.kept AND o.address_id = a.address_id AND o.kind = a.kind
          AND o.amount IS NOT DISTINCT FROM a.amount)
""")
_TAKE_DOWNS = text("""
UPDATE take_down d SET group_key = pair.kept
  FROM unnest(CAST(:twin_keys AS text[]), CAST(:kept_keys AS text[])) AS pair(twin, kept)
 WHERE d.brand_id = :brand_id AND d.group_key = pair.twin AND NOT EXISTS (
       SELECT FROM take_down o WHERE o.brand_id = :brand_id AND o.group_key = pair.kept)
""")
_CLICKS = text("""
UPDATE click c SET group_key = pair.kept
  FROM unnest(CAST(:twin_keys AS text[]), CAST(:kept_keys AS text[])) AS pair(twin, kept)
 WHERE c.brand_id = :brand_id AND c.group_key = pair.twin
""")


def unite(session: Session, brand_id: int, items: Sequence[Found]) -> list[int]:
    """Make parts of the items' products of those that are known by their other links.

    Returns the ids of the rows that are no more: their price history, curation, clicks and
    take-downs are the product's that stays. Nothing is committed.
    """
    named = [(twin, item.group_key) for item in items for twin in item.also]
    if not named:
        return []
    rows = session.execute(
        _LOCK, {"brand_id": brand_id, "keys": sorted({key for pair in named for key in pair})}
    )
    ids = {row.group_key: row.id for row in rows}
    pairs = [(twin, key) for twin, key in named if twin in ids and key in ids]
    for one_each in _rounds(pairs):
        _take_over(session, brand_id, ids, one_each)
    gone = [ids[twin] for twin, _ in pairs]
    enqueue_deleted(session, gone)
    session.execute(delete(Product).where(Product.id.in_(gone)))
    return gone


def _rounds(pairs: Sequence[tuple[str, str]]) -> Iterator[list[tuple[str, str]]]:
    """Yield the pairs so that a statement meets each product that stays once."""
    by_key: dict[str, list[tuple[str, str]]] = {}
    for pair in pairs:
        by_key.setdefault(pair[1], []).append(pair)
    for one_each in zip_longest(*by_key.values()):
        yield [pair for pair in one_each if pair is not None]


def _take_over(
    session: Session, brand_id: int, ids: dict[str, int], pairs: Sequence[tuple[str, str]]
) -> None:
    values: dict[str, Any] = {
        "brand_id": brand_id,
        "twins": [ids[twin] for twin, _ in pairs],
        "kept": [ids[key] for _, key in pairs],
        "twin_keys": [twin for twin, _ in pairs],
        "kept_keys": [key for _, key in pairs],
    }
    for statement in (_PRICES, _READINGS, _PRODUCTS, _ALERTS, _TAKE_DOWNS, _CLICKS):
        names = statement.compile().params  # a statement takes no others
        session.execute(statement, {name: values[name] for name in names})

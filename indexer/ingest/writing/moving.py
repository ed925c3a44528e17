"""Known products that go on under other keys, and those that were known by several."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import zip_longest
from typing import Any

from sqlalchemy import (
    ARRAY,
    BigInteger,
    ColumnElement,
    DateTime,
    all_,
    and_,
    any_,
    delete,
    func,
    insert,
    literal,
    or_,
    select,
    text,
    update,
)
from sqlalchemy.orm import Session

from indexer.catalogue.outbox import enqueue, enqueue_deleted, hold
from indexer.catalogue.prices import UNITE as _READINGS
from indexer.ingest.identity.comparison import Moves
from indexer.ingest.staging import is_staged, note_moved
from indexer.ingest.writing.columns import WriteContext
from indexer.models import Product, RunChange, ScrapeRun
from indexer.models.run import SCRAPES

HIDDEN_AT_ONCE = 500  # products a transaction
# The kinds of runs that see a source's products.
KINDS = {"scrape": SCRAPES, "import": ("import",)}


def is_missing(session: Session, context: WriteContext, after_runs: int = 1) -> ColumnElement[bool]:
    """Return True for products that are gone by what the run saw, before it hides them.

    `after_runs`: how many complete, trusted runs in a row, this one among them, must have missed
    a product. Of its own source alone.
    """
    first: datetime | None = context.seen_at
    if after_runs > 1:  # None where there were too few: nothing is older than NULL
        first = session.scalar(
            select(ScrapeRun.start_time)
            .where(
                ScrapeRun.brand_id == context.brand_id,
                ScrapeRun.id < context.run_id,
                ScrapeRun.kind.in_(KINDS[context.source]),
                ScrapeRun.result == "success",
                ScrapeRun.complete,
            )
            .order_by(ScrapeRun.id.desc())
            .offset(after_runs - 2)
            .limit(1)
        )
    return and_(
        Product.brand_id == context.brand_id,
        Product.source == context.source,
        Product.gone_at.is_(None),
        or_(
            Product.last_seen_at < literal(first, DateTime(timezone=True)),
            # By a run whose clock was ahead.
            Product.last_seen_at > func.greatest(func.now(), context.seen_at),
        ),
    )


def hide_missing(
    session: Session, context: WriteContext, after_runs: int = 1, after: int = 0
) -> Sequence[int]:
    """Mark as gone the next products that the run did not see, those behind an id.

    Returns their ids; nothing is committed.
    """
    hold(session)
    missing = select(Product.id).where(is_missing(session, context, after_runs), Product.id > after)
    some = missing.order_by(Product.id).limit(HIDDEN_AT_ONCE).with_for_update()
    ids = session.scalars(some).all()
    if ids:
        gone = update(Product).where(Product.id.in_(ids)).values(gone_at=context.seen_at)
        session.execute(gone)
        change = {"run_id": context.run_id, "kind": "gone"}
        session.execute(insert(RunChange), [change | {"product_id": id_} for id_ in ids])
        enqueue(session, ids)
    return ids


# Rows are locked in the order of their ids, as all writers do.
_LOCK = text("""
SELECT id, group_key FROM product
 WHERE brand_id = :brand_id AND id = ANY(CAST(:ids AS bigint[])) ORDER BY id FOR UPDATE
""")
# In two steps, as are take-downs: of keys that are exchanged each is taken until the other has
# gone. No store can give the keys between (scrapers.product.clean): they begin with a space.
_AWAY = text("""
UPDATE product SET group_key = ' ' || id
 WHERE brand_id = :brand_id AND id = ANY(CAST(:ids AS bigint[]))
""")
_THERE = text("""
UPDATE product p SET group_key = pair.key
  FROM unnest(CAST(:ids AS bigint[]), CAST(:keys AS text[])) AS pair(id, key)
 WHERE p.brand_id = :brand_id AND p.id = pair.id
""")
_REKEY = """
UPDATE {} t SET group_key = {}
  FROM unnest(CAST(:old AS text[]), CAST(:new AS text[])) AS pair(old, new)
 WHERE t.brand_id = :brand_id AND t.group_key = {}
"""
_FOLLOW = tuple(
    text(_REKEY.format(*parts))
    for parts in (
        ("click", "pair.new", "pair.old"),
        ("take_down", "' ' || pair.new", "pair.old"),
        (
            "take_down",
            "pair.new",
            "' ' || pair.new AND NOT EXISTS (SELECT FROM take_down o"
            " WHERE o.brand_id = t.brand_id AND o.group_key = pair.new)",
        ),
    )
)
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
          AND (o.amount, o.percent, o.size) IS NOT DISTINCT FROM (a.amount, a.percent, a.size))
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


def move(session: Session, brand_id: int, run_id: int, moves: Moves) -> None:
    """Give known products the keys under which a run found them, and unite those known by several.

    What goes by a key follows it: take-downs, clicks. A row whose key is another product's keeps
    one of its own. The run's stage has its former key. Nothing is committed.
    """
    if not moves:
        return
    hold(session)  # the outbox's lock comes before rows' locks, as in an edit of a brand
    unite(session, brand_id, moves.united)
    ids = [*moves.keys.values(), *moves.retired]
    locked = session.execute(_LOCK, {"brand_id": brand_id, "ids": ids}).all()
    before = {row.id: row.group_key for row in locked}
    moved = {key: id_ for key, id_ in moves.keys.items() if id_ in before}
    after = {id_: f" {id_}" for id_ in before} | {id_: key for key, id_ in moved.items()}
    session.execute(_AWAY, {"brand_id": brand_id, "ids": [*before]})
    there = {"ids": [*moved.values()], "keys": [*moved]}
    session.execute(_THERE, {"brand_id": brand_id, **there})
    pairs = {"old": [*before.values()], "new": [after[id_] for id_ in before]}
    for statement in _FOLLOW:
        session.execute(statement, {"brand_id": brand_id, **pairs})
    note_moved(session, run_id, {key: before[id_] for key, id_ in moved.items()})


def is_met(run_id: int, moves: Moves) -> ColumnElement[bool]:
    """Return True for products that a run has staged, before they are moved."""
    moved = [*moves.keys.values(), *(twin for twin, _ in moves.united)]
    return or_(
        Product.id == any_(literal(moved, ARRAY(BigInteger))),
        and_(is_staged(run_id), Product.id != all_(literal([*moves.retired], ARRAY(BigInteger)))),
    )


def unite(session: Session, brand_id: int, united: Sequence[tuple[int, int]]) -> list[int]:
    """Make parts of products (the second ids) of those that are known by their other links.

    Returns the ids of the rows that are no more: their price history, curation, clicks and
    take-downs are the product's that stays. Nothing is committed.
    """
    if not united:
        return []
    ids = sorted({id_ for pair in united for id_ in pair})
    rows = session.execute(_LOCK, {"brand_id": brand_id, "ids": ids})
    keys = {row.id: row.group_key for row in rows}
    pairs = [(twin, kept) for twin, kept in united if twin in keys and kept in keys]
    for one_each in _rounds(pairs):
        _take_over(session, brand_id, keys, one_each)
    gone = [twin for twin, _ in pairs]
    enqueue_deleted(session, gone)
    session.execute(delete(Product).where(Product.id.in_(gone)))
    return gone


def _rounds(pairs: Sequence[tuple[int, int]]) -> Iterator[list[tuple[int, int]]]:
    """Yield the pairs so that a statement meets each product that stays once."""
    by_kept: dict[int, list[tuple[int, int]]] = {}
    for pair in pairs:
        by_kept.setdefault(pair[1], []).append(pair)
    for one_each in zip_longest(*by_kept.values()):
        yield [pair for pair in one_each if pair is not None]


def _take_over(
    session: Session, brand_id: int, keys: dict[int, str], pairs: Sequence[tuple[int, int]]
) -> None:
    values: dict[str, Any] = {
        "brand_id": brand_id,
        "twins": [twin for twin, _ in pairs],
        "kept": [kept for _, kept in pairs],
        "twin_keys": [keys[twin] for twin, _ in pairs],
        "kept_keys": [keys[kept] for _, kept in pairs],
    }
    for statement in (_PRICES, _READINGS, _PRODUCTS, _ALERTS, _TAKE_DOWNS, _CLICKS):
        names = statement.compile().params  # a statement takes no others
        session.execute(statement, {name: values[name] for name in names})

"""The outbox: every change of a product raises its revision and leaves a row to be indexed.

Both happen in the transaction that makes the change, so the index can neither miss it nor see one
that was rolled back. The revision is the document's version: a late write never wins.

A product's document also shows its siblings, and other stores' prices of the same thing: they
are enqueued with it.
"""

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from typing import LiteralString, NamedTuple

from sqlalchemy import (
    ColumnElement,
    TextClause,
    any_,
    bindparam,
    func,
    insert,
    literal,
    select,
    text,
)
from sqlalchemy.dialects.postgresql import ARRAY, BIGINT
from sqlalchemy.orm import Session

from indexer.catalogue.rows import Connection
from indexer.language.classify.product import GROUP_LIMIT
from indexer.models import Brand, Category, Outbox, Product, ProductImage

# Held shared while single products are enqueued and exclusively while all products of a brand
# or a reference row are: otherwise a product that a concurrent transaction is about to add is
# not seen by the edit, and keeps the values from before it.
_LOCK = 0x57494E4F
_CHUNK = 5000

# Rows are locked in the order of their ids, so that two transactions cannot deadlock.
_RAISE = text("""
WITH held AS MATERIALIZED (
    SELECT id FROM product WHERE id = ANY(:ids) ORDER BY id FOR NO KEY UPDATE
), raised AS (
    UPDATE product p SET revision = p.revision + 1,
                         updated_at = CASE WHEN :content THEN now() ELSE p.updated_at END
      FROM held WHERE p.id = held.id RETURNING p.id, p.revision
)
INSERT INTO outbox (product_id, revision) SELECT id, revision FROM raised ORDER BY id
""").bindparams(bindparam("ids", type_=ARRAY(BIGINT)))

# More visible products than GROUP_LIMIT under one key are no siblings
# (indexer.language.classify.siblings), and those here were so many before the change too: an
# endless group costs a change nothing.
_SIBLINGS = text("""
SELECT id FROM (
    SELECT q.id, count(*) OVER (PARTITION BY q.brand_id, q.sibling_key) AS others
      FROM (SELECT DISTINCT brand_id, sibling_key FROM product
             WHERE id = ANY(:ids) AND sibling_key IS NOT NULL) k
      JOIN product q USING (brand_id, sibling_key)
     WHERE q.gone_at IS NULL AND NOT q.blocked AND q.id <> ALL(:ids)
) found WHERE others <= :limit
 UNION
SELECT id FROM product
 WHERE :offers AND id <> ALL(:ids)
   AND thing_id IN (SELECT thing_id FROM product WHERE id = ANY(:ids))
""").bindparams(bindparam("ids", type_=ARRAY(BIGINT)), bindparam("limit", GROUP_LIMIT))

# The document's deletion needs a revision above the last one that was written.
_DELETE = text("""
WITH held AS MATERIALIZED (
    SELECT id, revision FROM product WHERE id = ANY(:ids) ORDER BY id FOR UPDATE
)
INSERT INTO outbox (product_id, revision, deleted) SELECT id, revision + 1, true FROM held
""").bindparams(bindparam("ids", type_=ARRAY(BIGINT)))

# A rebuild or rollback that runs replays what was written meanwhile; none takes a day. What is
# refused is kept while it is the product's last change.
_FORGET = text("""
DELETE FROM outbox WHERE id IN (
    SELECT id FROM outbox o WHERE written_at < now() - interval '1 day' AND (error IS NULL
        OR revision < (SELECT p.revision FROM product p WHERE p.id = o.product_id))
     ORDER BY id LIMIT :most)
""").bindparams(most=_CHUNK)


def delete_written(session: Session) -> int:
    """Forget changes that were written long ago, some thousand; return how many."""
    return int(getattr(session.execute(_FORGET), "rowcount", 0))


def hold(session: Session) -> None:
    """Take the shared lock; call it before the first row lock on products (schema.sql)."""
    _lock(session, shared=True)


def hold_with_siblings(session: Session, *product_ids: int) -> None:
    """Lock products, their siblings and other stores' offers, in the order of all writers: of ids.

    Call it before a change of some products: enqueueing them locks their siblings, and a run that
    has locked one with a lower id and waits for such a product would wait for ever.
    """
    hold(session)
    ids = [*product_ids, *siblings_of(session, product_ids, offers=True)]
    locked = select(Product.id).where(Product.id == any_(literal(ids, ARRAY(BIGINT))))
    session.execute(locked.order_by(Product.id).with_for_update(key_share=True))


def hold_where_sold_elsewhere(session: Session, condition: ColumnElement[bool]) -> None:
    """Do that with the products of a condition, where another store sells one of them, too.

    Where none does, only their own store's writers lock them.
    """
    hold(session)
    rows = session.execute(select(Product.id, Product.thing_id).where(condition)).all()
    if any(thing_id for _, thing_id in rows):
        hold_with_siblings(session, *(id_ for id_, _ in rows))


def enqueue(
    session: Session,
    product_ids: Collection[int],
    *,
    alone: bool = False,
    offers: bool = True,
    content: bool = True,
) -> int:
    """Have these products indexed again once the transaction commits; returns how many exist.

    Call it after the change, in the same transaction. Their siblings, and what other stores offer
    of the same thing, are indexed again too and are not counted. `alone`: the change is none that
    siblings show; `offers`: it may be one of price, stock or being shown. `content`: it is one that
    visitors may see, which `updated_at` reports to search engines.
    """
    session.flush()
    _lock(session, shared=True)
    ids = set(product_ids)
    others = set() if alone else siblings_of(session, ids, offers=offers)
    return _run(session, _RAISE, ids | others, content=content) - len(others)


def siblings_of(
    session: Session, product_ids: Collection[int], *, offers: bool = False
) -> set[int]:
    """Return the visible products that show one of these among their siblings, without these.

    With `offers` all that are the same thing as one of these, too. Called before sibling keys
    change, it returns the siblings that lose a product.
    """
    if not product_ids:
        return set()
    values = {"ids": sorted(set(product_ids)), "offers": offers}
    return set(session.scalars(_SIBLINGS, values))


def enqueue_deleted(session: Session, product_ids: Collection[int]) -> int:
    """Have these products' documents deleted; call it just before their rows are."""
    session.flush()
    _lock(session, shared=True)
    ids = sorted(set(product_ids))
    shown = session.scalars(
        select(Product.id).where(
            Product.id == any_(literal(ids, ARRAY(BIGINT))),
            Product.gone_at.is_(None),
            Product.blocked.is_(False),
        )
    ).all()
    _run(session, _RAISE, siblings_of(session, shown, offers=True) - set(ids))
    return _run(session, _DELETE, product_ids)


def enqueue_gone(session: Session, versions: Mapping[int, int]) -> None:
    """Have documents deleted whose product does not exist, by product id and their version."""
    session.flush()
    rows = [
        {"product_id": product_id, "revision": version + 1, "deleted": True}
        for product_id, version in sorted(versions.items())
    ]
    if rows:
        session.execute(insert(Outbox), rows)


def enqueue_brand(session: Session, brand_id: int) -> int:
    """Have all products of a brand indexed again, after an edit of the brand.

    Other stores' prices of the same things, too: whether it sells them, and where, may be new.
    """
    own = Product.brand_id == brand_id
    return _enqueue_where(session, own | is_thing_of(own))


def is_thing_of(condition: ColumnElement[bool]) -> ColumnElement[bool]:
    """Return True for products that are the same thing as one of a condition."""
    return Product.thing_id.in_(select(Product.thing_id).where(condition).correlate(None))


def enqueue_shipping(session: Session) -> int:
    """Have all products indexed again that name a country, or may: those of every store."""
    return _enqueue_where(session, Brand.id == Product.brand_id)


def enqueue_below(session: Session, category_id: int) -> int:
    """Have all products in a category or below it indexed again."""
    slug = select(Category.slug).where(Category.id == category_id).scalar_subquery()
    below = select(Category.id).where(
        (Category.id == category_id) | Category.slug.startswith(slug + "/")
    )
    effective = func.coalesce(
        Product.curated_category_id, Product.page_category_id, Product.classified_category_id
    )
    image = select(ProductImage.product_id).where(ProductImage.curated_category_id.in_(below))
    return _enqueue_where(session, effective.in_(below) | Product.id.in_(image))


def _enqueue_where(session: Session, condition: ColumnElement[bool]) -> int:
    session.flush()
    _lock(session, shared=False)
    ids = session.scalars(select(Product.id).where(condition).order_by(Product.id)).all()
    return _run(session, _RAISE, ids)


def _lock(session: Session, *, shared: bool) -> None:
    acquire = func.pg_advisory_xact_lock_shared if shared else func.pg_advisory_xact_lock
    session.execute(select(acquire(_LOCK)))


def _run(
    session: Session, statement: TextClause, product_ids: Collection[int], *, content: bool = True
) -> int:
    ids = sorted(set(product_ids))
    written = 0
    for start in range(0, len(ids), _CHUNK):
        chunk = {"ids": ids[start : start + _CHUNK]}
        result = session.execute(statement, chunk | {"content": content})
        written += getattr(result, "rowcount", 0)
    return written


# The outbox is written every five seconds, and a batch of a large change in some of them.
LATE = timedelta(seconds=75)
# A row that its product has left behind is no evidence of what can be found now.
_REFUSALS: LiteralString = """
SELECT count(*) FILTER (WHERE written_at IS NULL),
       count(DISTINCT product_id) FILTER (WHERE written_at IS NOT NULL),
       min(created_at) FILTER (WHERE written_at IS NULL),
       (array_agg(error ORDER BY id DESC) FILTER (WHERE written_at IS NULL))[1],
       (array_agg(error ORDER BY id DESC) FILTER (WHERE written_at IS NOT NULL))[1],
       (SELECT count(DISTINCT product_id) FROM outbox WHERE written_at IS NULL),
       (SELECT min(created_at) FROM outbox WHERE written_at IS NULL)
  FROM (SELECT o.* FROM outbox o LEFT JOIN product p ON p.id = o.product_id
         WHERE o.error IS NOT NULL AND o.revision >= coalesce(p.revision, 0)) present
"""
# What was refused is tried again: the index may have another mapping, the code may be mended, and
# older rows do not separate a document's fault from the server's.
REOPEN: LiteralString = """
UPDATE outbox o SET written_at = NULL, retry_at = NULL
 WHERE o.error IS NOT NULL AND o.written_at IS NOT NULL
   AND o.revision >= coalesce((SELECT p.revision FROM product p WHERE p.id = o.product_id), 0)
"""


class Refusals(NamedTuple):
    """`deferred`: rows that were refused for the server's sake and are tried again.

    `refused`: products whose document is refused for its own fault; `pending`: products with any
    change that is not written, the first since `oldest`.
    """

    deferred: int = 0
    refused: int = 0
    since: datetime | None = None
    why_deferred: str | None = None
    why_refused: str | None = None
    pending: int = 0
    oldest: datetime | None = None

    def late(self, now: datetime) -> str:
        """Describe that changes have not been written for too long; empty where they are."""
        if self.oldest is None or now - self.oldest < LATE:
            return ""
        waiting = f"{self.pending} changed product{'s' * (self.pending != 1)}"
        since = (now - self.oldest).total_seconds()
        return f"{waiting} wait to be written to the search index, the first for {since:.0f} s"

    @property
    def waits(self) -> str:
        """Describe why changes wait; empty where the index takes them."""
        if not self.deferred:
            return ""
        waiting = f"{self.pending} changed product{'s' * (self.pending != 1)}"
        return f"{waiting} wait for the search index, which does not take them: {self.why_deferred}"

    @property
    def lacks(self) -> str:
        """Describe why documents are refused for good; empty where none is."""
        if not self.refused:
            return ""
        refused = f"{self.refused} product{'s' * (self.refused != 1)}"
        return f"the search index refuses {refused}: {self.why_refused}"

    def __str__(self) -> str:
        """Describe both."""
        return "; ".join(words for words in (self.waits, self.lacks) if words)


def refusals_of(connection: Connection) -> Refusals:
    """Return what the index has not taken."""
    row = connection.execute(_REFUSALS).fetchone()
    return Refusals(*row) if row else Refusals()


def refusals_in(session: Session) -> Refusals:
    """Return what the index has not taken."""
    return Refusals(*session.execute(text(_REFUSALS)).one())

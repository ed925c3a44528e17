"""What pictures show of products: our own copies, looked at by classifiers, off the scrape's path.

A picture is looked at when it is new, has changed, or was looked at by an older version. What
people and pages declare of a colour stays; so do words (`indexer.catalogue.rows`).
"""

import logging
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Row, Select, func, select, update
from sqlalchemy.orm import Session, aliased

from indexer.catalogue.images import NotAPictureError, PictureStore, keep_narrow
from indexer.catalogue.outbox import enqueue
from indexer.core.bad_items import in_halves, put_aside
from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.core.stopflag import SHUTDOWN
from indexer.index.writer import write_pending
from indexer.models import Category, Color, Product, ProductImage
from indexer.vision.reading import MARK, REUSED, Reading, read_colors
from indexer.vision.scene import scene_of

BATCH = 64
BUDGET_S = 240.0  # of one turn in the background
_log = logging.getLogger(__name__)


# A main picture that is to be looked at, and what it shows
Looked = tuple[Row[Any], Reading | None]  # None: it cannot be read for now


def look_in_background(settings: Settings) -> int:
    """Look at what waits, for a while; return how many pictures were looked at."""
    until = time.monotonic() + BUDGET_S
    looked = look(settings, lambda: SHUTDOWN.is_set() or time.monotonic() > until)
    if looked:
        write_pending(settings)
    return looked


def look(
    settings: Settings,
    stop: Callable[[], bool],
    *where: ColumnElement[bool],
    report: Callable[[int], object] = lambda _: None,
) -> int:
    """Look at the pictures that wait, of some products; return how many.

    `report` gets the number of each batch.
    """
    store = PictureStore(settings.bucket_location)
    after, count = 0, 0

    def keep(looked: Sequence[Looked]) -> None:
        with session_scope(settings.database_url) as session:
            record(session, looked)

    def aside(looked: Looked, error: Exception) -> None:
        put_aside(settings, "pictures to look at", looked[0].content_hash, error)
        keep([(looked[0], Reading())])

    while not stop():
        with session_scope(settings.database_url) as session:
            batch = session.execute(_waiting(after, *where)).all()
        if not batch:
            break
        looked = [(each, classify_waiting(settings, store, each)) for each in batch]
        in_halves(looked, keep, aside)
        after = batch[-1].id
        count += len(batch)
        report(len(batch))
    return count


def waiting_count(session: Session, *where: ColumnElement[bool]) -> int:
    """Return how many pictures wait."""
    return session.scalar(_to_look_at(*where).with_only_columns(func.count())) or 0


def _to_look_at(*where: ColumnElement[bool]) -> Select[Any]:
    waits = ProductImage.annotated_hash.is_distinct_from(ProductImage.content_hash)
    # Not by this version: two ranges of an index.
    by = ProductImage.annotated_by
    waits |= (by < MARK) | (by > MARK)
    return (
        select(ProductImage.id)
        .join(Product, Product.id == ProductImage.product_id)
        .where(
            ProductImage.position == 0,
            ProductImage.gone_at.is_(None),
            ProductImage.content_hash.is_not(None),
            waits,
            Product.gone_at.is_(None),
            *where,
        )
    )


def _waiting(after: int, *where: ColumnElement[bool]) -> Select[Any]:
    other, owner = aliased(ProductImage), aliased(Product)
    alike = (
        select(other.product_id)
        .join(owner, owner.id == other.product_id)
        .where(
            other.content_hash == ProductImage.content_hash,
            other.position == 0,
            other.gone_at.is_(None),
            owner.brand_id == Product.brand_id,
            owner.gone_at.is_(None),
        )
        .limit(REUSED + 1)  # a shop's one picture for all may stand for thousands
        .correlate(ProductImage, Product)
        .subquery()
        .lateral()
    )
    category = func.coalesce(
        Product.curated_category_id, Product.page_category_id, Product.classified_category_id
    )
    shared = select(func.count()).select_from(alike).scalar_subquery()
    return (
        _to_look_at(ProductImage.id > after, *where)
        .with_only_columns(
            ProductImage.id,
            ProductImage.product_id,
            ProductImage.content_hash,
            select(Category.slug)
            .where(Category.id == category)
            .scalar_subquery()
            .label("category"),
            shared.label("shared_by"),
        )
        .order_by(ProductImage.id)
        .limit(BATCH)
    )


def classify_waiting(settings: Settings, store: PictureStore, waiting: Row[Any]) -> Reading | None:
    """Return the pixels' attributes; None where they cannot be read for now."""
    try:
        picture = store.read(waiting.content_hash, narrow=True) or keep_narrow(
            store, waiting.content_hash
        )
    except (OSError, NotAPictureError) as error:
        _log.warning("Picture %s could not be read: %s", waiting.content_hash, error)
        return None
    if picture is None or waiting.shared_by > REUSED:
        return Reading()
    try:
        return read_colors(scene_of(picture), waiting.category)
    except Exception as error:
        put_aside(settings, "pictures to look at", waiting.content_hash, error)
        return Reading()


def record(session: Session, looked: Sequence[Looked]) -> None:
    """Keep the readings with the pictures, and what follows with their products.

    A person's or page's value is in other columns. A picture that has changed meanwhile keeps
    waiting. Only products that change are indexed again.
    """
    known = [(waiting, reading) for waiting, reading in looked if reading]
    if not known:
        return
    enqueue(session, ())  # its lock comes before the rows'
    products = _lock_products(session, [waiting.product_id for waiting, _ in known])
    colors = {slug: id_ for slug, id_ in session.execute(select(Color.slug, Color.id))}  # noqa: C416 - no pairs to mypy
    changed = []
    for waiting, reading in known:
        product = products.get(waiting.product_id)
        if _keep(session, waiting, reading) and product is not None:
            changed += [product.id] if _apply(product, reading, colors) else []
    enqueue(session, changed, offers=False)


def _lock_products(session: Session, ids: Sequence[int]) -> dict[int, Product]:
    locked = select(Product).where(Product.id.in_(ids)).order_by(Product.id)
    rows = session.scalars(locked.with_for_update(key_share=True))
    return {product.id: product for product in rows}


def _keep(session: Session, waiting: Row[Any], reading: Reading) -> bool:
    """Keep the reading with its picture, which may be another one by now; return whether it is.

    One that so many products of the shop share is evidence of none.
    """
    is_shared = waiting.shared_by > REUSED
    annotation = {"sharedBy": waiting.shared_by} if is_shared else reading.annotation()
    kept = session.scalar(
        update(ProductImage)
        .where(ProductImage.id == waiting.id, ProductImage.content_hash == waiting.content_hash)
        .values(annotation=annotation, annotated_hash=waiting.content_hash, annotated_by=MARK)
        .returning(ProductImage.id)
        .execution_options(synchronize_session=False)
    )
    return kept is not None


def _apply(product: Product, reading: Reading, colors: Mapping[str, int]) -> bool:
    """Set the reading's values; return whether a document shows another value now."""
    before = product.pictured_color_ids, product.pictured_plain
    ids = [colors[slug] for slug in reading.colors if slug in colors]
    product.pictured_color_ids = ids or None
    product.pictured_plain = None if reading.is_patterned is None else not reading.is_patterned
    product.pictured_confidence = reading.confidence
    return before != (product.pictured_color_ids, product.pictured_plain)

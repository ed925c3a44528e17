"""Products that a trusted run did not see: hidden, kept, and purged much later (faults 16, 18)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import (
    ARRAY,
    BigInteger,
    ColumnElement,
    and_,
    any_,
    func,
    insert,
    literal,
    select,
    update,
)
from sqlalchemy.orm import Session

from indexer.models import Product, ProductImage, RunChange
from indexer.outbox import enqueue
from indexer.pipeline.outcome import Outcome


@dataclass(frozen=True, slots=True)
class Unseen:
    """Whose products are gone: the brand's, of one source, last seen before the run began."""

    brand_id: int
    run_id: int
    source: str
    seen_at: datetime


def count_unseen(session: Session, unseen: Unseen) -> int:
    """Return how many products `hide_unseen` would mark as gone now."""
    return session.scalar(select(func.count(Product.id)).where(_was_not_seen(unseen))) or 0


def _was_not_seen(unseen: Unseen) -> ColumnElement[bool]:
    return and_(
        Product.brand_id == unseen.brand_id,
        Product.source == unseen.source,
        Product.gone_at.is_(None),
        Product.last_seen_at < unseen.seen_at,
    )


def hide_unseen(session: Session, unseen: Unseen) -> Outcome:
    """Mark as gone what the run did not see; nothing is committed."""
    ids = session.scalars(
        update(Product)
        .where(_was_not_seen(unseen))
        .values(gone_at=unseen.seen_at)
        .returning(Product.id)
        .execution_options(synchronize_session=False)
    ).all()
    if not ids:
        return Outcome()
    session.execute(
        insert(RunChange),
        [{"run_id": unseen.run_id, "product_id": id_, "kind": "gone"} for id_ in ids],
    )
    enqueue(session, ids)
    images = session.scalars(
        select(ProductImage.id)
        .where(
            # One array: a statement takes at most 65,535 single parameters.
            ProductImage.product_id == any_(literal(list(ids), ARRAY(BigInteger))),
            ProductImage.gone_at.is_(None),
        )
        .order_by(ProductImage.id)
    ).all()
    return Outcome(gone=list(ids), gone_images=list(images), touched=list(ids))

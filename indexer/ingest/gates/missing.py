"""Products that a trusted run did not see: hidden, kept, and purged much later (faults 16, 18)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import (
    ARRAY,
    BigInteger,
    ColumnElement,
    DateTime,
    and_,
    any_,
    func,
    insert,
    literal,
    or_,
    select,
    update,
)
from sqlalchemy.orm import Session

from indexer.catalogue.outbox import enqueue, hold
from indexer.models import Product, RunChange, ScrapeRun
from indexer.models.run import SCRAPES

BATCH = 500  # products a transaction
# The kinds of runs that see a source's products.
KINDS = {"scrape": SCRAPES, "import": ("import",)}


@dataclass(frozen=True, slots=True)
class MissingProducts:
    """Whose products are gone: the brand's, of one source, last seen before the run began.

    `after_runs`: how many complete, trusted runs in a row, this one among them, must have missed
    a product.
    """

    brand_id: int
    run_id: int
    source: str
    seen_at: datetime
    after_runs: int = 1


def is_missing(session: Session, unseen: MissingProducts) -> ColumnElement[bool]:
    """Return True for products that are gone by what the run saw, before it hides them."""
    return and_(
        Product.brand_id == unseen.brand_id,
        Product.source == unseen.source,
        Product.gone_at.is_(None),
        or_(
            Product.last_seen_at < literal(_first_miss(session, unseen), DateTime(timezone=True)),
            # By a run whose clock was ahead.
            Product.last_seen_at > func.greatest(func.now(), unseen.seen_at),
        ),
    )


def _first_miss(session: Session, unseen: MissingProducts) -> datetime | None:
    """Return the start of the first of the last `after_runs` trusted runs.

    None where there were too few: nothing is older than NULL.
    """
    if unseen.after_runs == 1:
        return unseen.seen_at
    return session.scalar(
        select(ScrapeRun.start_time)
        .where(
            ScrapeRun.brand_id == unseen.brand_id,
            ScrapeRun.id < unseen.run_id,
            ScrapeRun.kind.in_(KINDS[unseen.source]),
            ScrapeRun.result == "success",
            ScrapeRun.complete,
        )
        .order_by(ScrapeRun.id.desc())
        .offset(unseen.after_runs - 2)
        .limit(1)
    )


def hide_missing(session: Session, unseen: MissingProducts, after: int = 0) -> Sequence[int]:
    """Mark as gone the next products that the run did not see, those behind an id.

    Returns their ids; nothing is committed.
    """
    hold(session)
    some = (
        select(Product.id)
        .where(is_missing(session, unseen), Product.id > after)
        .order_by(Product.id)
        .limit(BATCH)
        .with_for_update()
    )
    ids = session.scalars(some).all()
    if not ids:
        return ()
    session.execute(
        update(Product)
        .where(Product.id == any_(literal(list(ids), ARRAY(BigInteger))))
        .values(gone_at=unseen.seen_at)
        .execution_options(synchronize_session=False)
    )
    session.execute(
        insert(RunChange),
        [{"run_id": unseen.run_id, "product_id": id_, "kind": "gone"} for id_ in ids],
    )
    enqueue(session, ids)
    return ids


def count_missing(session: Session, unseen: MissingProducts, *, staged: ColumnElement[bool]) -> int:
    """Return how many products would be hidden, were those that are `staged` seen."""
    hidden = select(func.count()).where(is_missing(session, unseen), ~staged)
    return session.scalar(hidden) or 0

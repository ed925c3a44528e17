"""Sends what a run committed to Elasticsearch and reports the result (fault 8)."""

from collections.abc import Callable
from datetime import datetime

from sqlalchemy import ColumnElement, and_, exists, func, select
from sqlalchemy.orm import Session

from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.index.writer import RUN, make_visible, write_pending
from indexer.models import Outbox, Product
from indexer.models.run import Reason

SHOWN = 20  # refused documents named in the log


REFUSED = "index refused"  # the code of what makes a run no success


def index_products(
    settings: Settings, brand_id: int | None, since: datetime, log: Callable[[str], None]
) -> tuple[Reason, ...]:
    """Write the pending documents, and report on the brand's, or all, of those since a time.

    When it returns, the next search finds them by their names, or the note has the reason.
    An index that is away is no failure of the run: the rows wait in the outbox.
    """
    with session_scope(settings.database_url) as session:
        count = _count(session, _since(brand_id, since))
    if not count:
        log("The index needs no change.")
        return ()
    report = write_pending(settings, patience=RUN)
    unknown = make_visible(settings)
    with session_scope(settings.database_url) as session:
        waiting = _count(session, _since(brand_id, since), Outbox.written_at.is_(None))
        refused = _refused_documents(session, _since(brand_id, since))
    log(f"{count - len(refused) - waiting} documents are indexed.")
    for product_id, error in refused[:SHOWN]:
        log(f"Document {product_id} was refused by the index: {error}")
    if refused:
        ids = ", ".join(str(product_id) for product_id, _ in refused[:SHOWN])
        return (Reason(REFUSED, f"The index refused {len(refused)} documents: {ids}."),)
    if waiting:
        why = report.why or "another writer holds them"
        return (Reason("index behind", f"{waiting} documents wait for the index: {why}"),)
    if unknown:
        return (Reason("index behind", f"searches find new names within a minute: {unknown}"),)
    return ()


def _since(brand_id: int | None, since: datetime) -> ColumnElement[bool]:
    """Return True for outbox rows since a time, of a brand and of products that are no more."""
    if brand_id is None:
        return Outbox.created_at >= since
    others = exists().where(Product.id == Outbox.product_id, Product.brand_id != brand_id)
    return and_(Outbox.created_at >= since, ~others)


def _refused_documents(session: Session, among: ColumnElement[bool]) -> list[tuple[int, str]]:
    rows = session.execute(
        select(Outbox.product_id, func.max(Outbox.error))
        .where(among, Outbox.error.is_not(None), Outbox.written_at.is_not(None))
        .group_by(Outbox.product_id)
        .order_by(Outbox.product_id)
    )
    return [(product_id, error or "") for product_id, error in rows]


def _count(session: Session, *among: ColumnElement[bool]) -> int:
    return session.scalar(select(func.count(Outbox.product_id.distinct())).where(*among)) or 0

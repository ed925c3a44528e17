"""Sends what a run committed to Elasticsearch and reports the result (fault 8)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ARRAY, BigInteger, ColumnElement, any_, func, literal, select
from sqlalchemy.orm import Session

from indexer.db import session_scope
from indexer.index.writer import RUN, make_known, write_pending
from indexer.models import Outbox
from indexer.settings import Settings

SHOWN = 20  # refused documents named in the log


@dataclass(frozen=True, slots=True)
class IndexNote:
    """What the history says of the index; refused documents make a run no success."""

    failed: bool = False
    reasons: tuple[str, ...] = ()


def index_products(
    settings: Settings, product_ids: Sequence[int], since: datetime, log: Callable[[str], None]
) -> IndexNote:
    """Write the pending documents, and report on these products' (committed after `since`).

    When it returns, the next search finds them and knows their names, or the note says why not.
    An index that is away is no failure of the run: the rows wait in the outbox.
    """
    if not product_ids:
        log("The index needs no change.")
        return IndexNote()
    report = write_pending(settings, patience=RUN)
    unknown = make_known(settings)
    with session_scope(settings.database_url) as session:
        waiting = _waiting(session, product_ids)
        refused = _refused(session, product_ids, since)
    log(f"{len(set(product_ids)) - len(refused) - waiting} documents are indexed.")
    for product_id, error in refused[:SHOWN]:
        log(f"Document {product_id} was refused by the index: {error}")
    if refused:
        ids = ", ".join(str(product_id) for product_id, _ in refused[:SHOWN])
        return IndexNote(True, (f"The index refused {len(refused)} documents: {ids}.",))
    if waiting:
        why = report.why or "another writer holds them"
        return IndexNote(False, (f"{waiting} documents wait for the index: {why}",))
    if unknown:
        return IndexNote(False, (f"searches know new names within a minute: {unknown}",))
    return IndexNote()


def _refused(
    session: Session, product_ids: Sequence[int], since: datetime
) -> list[tuple[int, str]]:
    rows = session.execute(
        select(Outbox.product_id, func.max(Outbox.error))
        .where(
            _is_one_of(product_ids),
            Outbox.error.is_not(None),
            Outbox.written_at.is_not(None),
            Outbox.created_at >= since,
        )
        .group_by(Outbox.product_id)
        .order_by(Outbox.product_id)
    )
    return [(product_id, error or "") for product_id, error in rows]


def _waiting(session: Session, product_ids: Sequence[int]) -> int:
    return (
        session.scalar(
            select(func.count(Outbox.product_id.distinct())).where(
                _is_one_of(product_ids), Outbox.written_at.is_(None)
            )
        )
        or 0
    )


def _is_one_of(product_ids: Sequence[int]) -> ColumnElement[bool]:
    """One array and not one parameter each: PostgreSQL takes 65,535 parameters."""
    return Outbox.product_id == any_(literal(list(product_ids), ARRAY(BigInteger)))

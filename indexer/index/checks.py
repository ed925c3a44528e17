"""What was found when the index was compared with PostgreSQL, kept where an operator sees it."""

from typing import NamedTuple

from sqlalchemy import ColumnElement, delete, func, select
from sqlalchemy.orm import Session

from indexer.models import IndexCheck

KEPT = 200  # findings of one index


class CheckResult(NamedTuple):
    """`state` as in the table; `documents` are the live index's, `products` PostgreSQL's."""

    state: str
    message: str
    documents: int = 0
    products: int = 0


def keep(session: Session, prefix: str, checked: CheckResult) -> None:
    """Keep a finding; the same one again only moves its time."""
    last = last_check(session, prefix)
    if last is not None and (last.state, last.message) == (checked.state, checked.message):
        last.last_at = func.now()
        last.documents, last.products = checked.documents, checked.products
        return
    session.add(IndexCheck(index_prefix=prefix, **checked._asdict()))
    session.flush()
    ours = IndexCheck.index_prefix == prefix
    newest = select(IndexCheck.id).where(ours).order_by(IndexCheck.id.desc()).limit(KEPT)
    session.execute(delete(IndexCheck).where(ours, IndexCheck.id.not_in(newest)))


def last_check(session: Session, prefix: str) -> IndexCheck | None:
    """Return the newest finding about an index."""
    return _newest(session, IndexCheck.index_prefix == prefix)


def last_incident(session: Session, prefix: str) -> IndexCheck | None:
    """Return the newest finding that was not `whole`."""
    return _newest(session, IndexCheck.index_prefix == prefix, IndexCheck.state != "whole")


def _newest(session: Session, *conditions: ColumnElement[bool]) -> IndexCheck | None:
    newest = select(IndexCheck).where(*conditions).order_by(IndexCheck.id.desc())
    return session.scalars(newest.limit(1)).first()

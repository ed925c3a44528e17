"""Sales that begin or end by themselves: what was planned at the import, at its time.

A product holds its later prices (`PlannedPrice`). A job looks each minute which have come, and
gives them to the products as an import would: with a row of history and one of the outbox. What was
missed while no worker ran is made good by the next look, which takes the last price that has come.
A product that is gone is left alone: the import that brings it back has its price.
"""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import ColumnElement, Row, and_, insert, select, update
from sqlalchemy.orm import Session

from indexer.catalogue.outbox import enqueue, hold_with_siblings
from indexer.core.bad_items import in_halves, put_aside
from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.ingest.writing.columns import planned_columns, read_planned
from indexer.models import PriceHistory, Product
from indexer.notify.triggers import look_at_products

BATCH = 1_000  # products a transaction
BATCHES = 10  # a look; what is due beside them waits for the next minute's
Columns = dict[str, Any]


def change_planned_prices(settings: Settings, now: datetime | None = None) -> int:
    """Give products the prices whose time has come by `now`; return how many cost another price."""
    moment = now or datetime.now(UTC)
    changed = 0

    def do(ids: Sequence[int]) -> None:
        nonlocal changed
        with session_scope(settings.database_url) as session:
            changed += _change(session, ids, moment)

    def aside(product_id: int, error: Exception) -> None:
        put_aside(settings, "planned prices", product_id, error)
        with session_scope(settings.database_url) as session:
            left = update(Product).where(Product.id == product_id)
            session.execute(left.values(price_changes_at=None))

    for _ in range(BATCHES):
        with session_scope(settings.database_url) as session:
            waiting = select(Product.id).where(_due(moment))
            ordered = waiting.order_by(Product.price_changes_at, Product.id)
            ids = session.scalars(ordered.limit(BATCH)).all()
        in_halves(ids, do, aside)
        if len(ids) < BATCH:
            break
    return changed


def _change(session: Session, ids: Sequence[int], now: datetime) -> int:
    """Change some products; return how many of them cost another price."""
    hold_with_siblings(session, *ids)
    # Read once they are locked: an import may have replaced what was planned.
    rows = session.execute(_PRICED.where(Product.id.in_(ids), _due(now))).all()
    columns = [_columns(row, now) for row in rows]
    moved = [new for row, new in zip(rows, columns, strict=True) if _moves(row, new)]
    if columns:
        session.execute(update(Product), columns)
    _note(session, rows, moved, now)
    enqueue(session, [new["id"] for new in moved])
    look_at_products(session, [new["id"] for new in moved], now)
    return len(moved)


def _due(now: datetime) -> ColumnElement[bool]:
    return and_(Product.price_changes_at <= now, Product.gone_at.is_(None))


_PRICED = select(
    Product.id,
    Product.currency,
    Product.price,
    Product.ordinary_price,
    Product.sold_out,
    Product.planned_prices,
)


def _columns(row: Row[Any], now: datetime) -> Columns:
    """Return the columns at `now`: the last of the planned prices that have come, and the rest."""
    planned = read_planned(row.planned_prices)
    current = [each for each in planned if each.at <= now][-1]
    return {
        "id": row.id,
        "price": current.price,
        "ordinary_price": current.ordinary_price,
        "origin": current.origin or None,
        **planned_columns([each for each in planned if each.at > now]),
    }


def _moves(row: Row[Any], new: Columns) -> bool:
    return (row.price, row.ordinary_price) != (new["price"], new["ordinary_price"])


def _note(
    session: Session, rows: Sequence[Row[Any]], moved: Sequence[Columns], now: datetime
) -> None:
    """Add to the price history; the time is that from which visitors see the price."""
    kept = {row.id: {"currency": row.currency, "sold_out": row.sold_out} for row in rows}
    history = [
        {
            "product_id": new["id"],
            "seen_at": now,
            "price": new["price"],
            "ordinary_price": new["ordinary_price"],
            **kept[new["id"]],
        }
        for new in moved
    ]
    if history:
        session.execute(insert(PriceHistory), history)

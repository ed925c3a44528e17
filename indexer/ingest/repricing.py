"""Sales that begin or end by themselves: what was planned at the import, at its time.

A product holds its later prices (`PlannedPrice`). A job looks each minute which have come, and
gives them to the products as an import would: with a row of history and one of the outbox. What was
missed while no worker ran is made good by the next look, which takes the last price that has come.
A product that is gone is left alone: the import that brings it back has its price.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import ColumnElement, Row, Select, and_, insert, literal, select, update
from sqlalchemy.orm import Session

from indexer.catalogue.outbox import enqueue, hold_with_siblings
from indexer.core.bad_items import in_halves, put_aside
from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.ingest.writing.columns import FIRST_PRICE, HELD_BACK, planned_columns, read_planned
from indexer.ingest.writing.diff import PRICE_FIELDS
from indexer.models import PriceHistory, Product, ScrapeRun
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
            changed += _change(session, ids, moment, moment)

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


def held_prices(session: Session, runs: Iterable[ScrapeRun]) -> dict[int, list[str]]:
    """Return by run the first prices that it held back as odd, and that still are, in words."""
    noted = {run.id: run.brand_id for run in runs if any(FIRST_PRICE in one for one in run.reasons)}
    if not noted:
        return {}
    rows = session.scalars(_held(noted.values()).order_by(Product.id))
    words: dict[int, list[str]] = defaultdict(list)
    for row in rows:
        (held,) = read_planned(row.planned_prices)
        words[row.brand_id].append(f"{row.name[:60]!r} at {row.currency} {held.price:,}")
    return {run_id: words[brand_id] for run_id, brand_id in noted.items() if brand_id in words}


def accept_held_prices(session: Session, brand_id: int) -> None:
    """Give a brand's products the first prices that were held back; nothing is committed.

    They are known then: a run that reads the same changes nothing, another price is judged beside
    them.
    """
    ids = session.scalars(_held([brand_id]).with_only_columns(Product.id)).all()
    _change(session, ids, HELD_BACK, datetime.now(UTC))


def _held(brand_ids: Iterable[int | None]) -> Select[Any]:
    waits = Product.price_changes_at == HELD_BACK, Product.gone_at.is_(None)
    return select(Product).where(Product.brand_id.in_(brand_ids), *waits)


def _change(session: Session, ids: Sequence[int], until: datetime, now: datetime) -> int:
    """Give some products what was planned `until` then; return how many cost another price."""
    hold_with_siblings(session, *ids)
    # Read once they are locked: an import may have replaced what was planned.
    rows = session.execute(_PRICED.where(Product.id.in_(ids), _due(until))).all()
    columns = [_columns(row, until) for row in rows]
    moved = [row.id for row, new in zip(rows, columns, strict=True) if _moves(row, new)]
    if columns:
        session.execute(update(Product), columns)
    # The time of the history is that from which visitors see the price.
    new = select(Product.id, literal(now), *(getattr(Product, name) for name in PRICE_FIELDS))
    names = ["product_id", "seen_at", *PRICE_FIELDS]
    session.execute(insert(PriceHistory).from_select(names, new.where(Product.id.in_(moved))))
    enqueue(session, moved)
    look_at_products(session, moved, now)
    return len(moved)


def _due(now: datetime) -> ColumnElement[bool]:
    return and_(Product.price_changes_at <= now, Product.gone_at.is_(None))


_PRICED = select(Product.id, Product.price, Product.ordinary_price, Product.planned_prices)


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

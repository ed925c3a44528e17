"""Items of a run that a gate holds back: kept as they were read, until an operator accepts them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from decimal import Decimal
from typing import Any

from sqlalchemy import delete, insert, select
from sqlalchemy.orm import Session

from indexer.models import RunItem, ScrapeRun
from indexer.models.run import CHECK
from scrapers.item import Item, ItemImage

MONEY = ("price", "ordinary_price")


def hold(session: Session, run_id: int, items: Sequence[Item]) -> None:
    """Keep the items under the run; nothing is committed."""
    if items:
        rows = [{"run_id": run_id, "item": item_to_json(item)} for item in items]
        session.execute(insert(RunItem), rows)


def held_items(session: Session, run_id: int) -> list[Item]:
    """Return the items that are kept under the run, in the order in which they were read."""
    rows = session.scalars(
        select(RunItem.item).where(RunItem.run_id == run_id).order_by(RunItem.id)
    )
    return [item_from_json(row) for row in rows]


def forget_held(session: Session, brand_id: int, newest_run_id: int) -> None:
    """Remove what earlier runs of the brand hold: only its last run can be accepted.

    Checks hold what they read until the next check.
    """
    earlier = select(ScrapeRun.id).where(
        ScrapeRun.brand_id == brand_id,
        ScrapeRun.id < newest_run_id,
        (ScrapeRun.kind == CHECK)
        == select(ScrapeRun.kind == CHECK).where(ScrapeRun.id == newest_run_id).scalar_subquery(),
    )
    session.execute(
        delete(RunItem)
        .where(RunItem.run_id.in_(earlier))
        .execution_options(synchronize_session=False)
    )


def item_to_json(item: Item) -> dict[str, Any]:
    """Return the item as JSON holds it; amounts are text, so that no cent is lost."""
    row = {name: _storable(value) for name, value in asdict(item).items()}
    for name in MONEY:
        row[name] = None if row[name] is None else str(row[name])
    return row


def _storable(value: Any) -> Any:
    """Return the value without what PostgreSQL's JSON refuses: NUL, and halves of surrogates."""
    if isinstance(value, str):
        return value.replace("\0", "").encode("utf-8", "replace").decode("utf-8")
    if isinstance(value, dict):
        return {name: _storable(item) for name, item in value.items()}
    return [_storable(item) for item in value] if isinstance(value, list | tuple) else value


def item_from_json(row: Mapping[str, Any]) -> Item:
    """Return the item that `item_to_json` wrote."""
    values = dict(row)
    for name in MONEY:
        values[name] = None if values[name] is None else Decimal(values[name])
    values["attributes"] = {name: tuple(wordings) for name, wordings in row["attributes"].items()}
    values["disagreements"] = tuple(row["disagreements"])
    values["also"] = tuple(row.get("also", ()))
    values["refused_pictures"] = tuple(row["refused_pictures"])
    values["planned"] = tuple(row.get("planned", ()))
    values["images"] = tuple(ItemImage(**image) for image in values["images"])
    return Item(**values)

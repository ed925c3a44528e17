"""Products of a run under it: kept as they were read, until they are published or let go."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import TypeAdapter
from sqlalchemy import ColumnElement, case, delete, insert, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from indexer.models import RunItem, ScrapeRun
from indexer.models.run import SCRAPES
from scrapers.product import Product

# As JSON holds it; amounts are text, so that no cent is lost.
FORM = TypeAdapter(Product)


def hold(session: Session, run_id: int, products: Sequence[Product]) -> None:
    """Keep the products under the run; nothing is committed."""
    if products:
        rows = [{"run_id": run_id, "item": FORM.dump_python(one, mode="json")} for one in products]
        session.execute(insert(RunItem), rows)


def held_items(session: Session, run_id: int) -> list[Product]:
    """Return the products that are kept under the run, in the order in which they were read."""
    rows = session.scalars(
        select(RunItem.item).where(RunItem.run_id == run_id).order_by(RunItem.id)
    )
    return [FORM.validate_python(row) for row in rows]


def forget_held(session: Session, brand_id: int, newest_run_id: int) -> None:
    """Remove what earlier runs of the brand hold: only its last scrape and import can be accepted.

    Checks hold what they read until the next check.
    """
    earlier = select(ScrapeRun.id).where(
        ScrapeRun.brand_id == brand_id,
        ScrapeRun.id < newest_run_id,
        _reader(ScrapeRun.kind)
        == select(_reader(ScrapeRun.kind)).where(ScrapeRun.id == newest_run_id).scalar_subquery(),
    )
    session.execute(
        delete(RunItem)
        .where(RunItem.run_id.in_(earlier))
        .execution_options(synchronize_session=False)
    )


def _reader(kind: InstrumentedAttribute[str]) -> ColumnElement[str]:
    """Return what runs have in common that read the same source."""
    return case((kind.in_(SCRAPES), "scrape"), else_=kind)

"""Take-downs: a product or a domain that is hidden at once and stays so."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import select

from app.api.declare import Area
from app.api.declare.fields import INT_MAX
from app.api.declare.schema import Message, With
from app.api.operator import schemas
from app.context import context
from indexer.catalogue import takedowns
from indexer.index.writer import write_pending
from indexer.models import TakeDown

AREA = Area("takeDowns", "takeDowns", "Products and domains that stay hidden")
INLINE_WRITES = 5000  # the rest is written by the periodic job
MOST = 1000  # that are listed


@AREA.get("", operator=True)
@AREA.response(schemas.TakeDown(many=True))
def take_downs() -> Sequence[TakeDown]:
    """List the take-downs, newest first"""
    with context().session() as session:
        return session.scalars(select(TakeDown).order_by(TakeDown.id.desc()).limit(MOST)).all()


@AREA.post("", operator=True)
@AREA.arguments(
    schemas.TakeDownInput, example={"domain": "fakes.example", "reason": "Court order 12/26"}
)
@AREA.response(schemas.TakenDown)
def take_down(product_id: int | None = None, domain: str = "", reason: str = "") -> With:
    """Hide a product (`productId`) or everything of a domain (`domain`), at once and for good"""
    services = context()
    with services.session() as session:
        if product_id is not None:
            row = takedowns.take_down_product(session, product_id, reason)
        else:
            row = takedowns.take_down_domain(session, domain, reason)
    report = write_pending(services.settings, refresh=True, limit=INLINE_WRITES)
    return With(row, message=f"Taken down{report.note}")


@AREA.delete("/<int:take_down_id>", operator=True)
@AREA.response(Message)
def lift(take_down_id: int) -> dict[str, str]:
    """End a take-down; what no other covers is shown again"""
    services = context()
    with services.session() as session:
        takedowns.lift(session, min(take_down_id, INT_MAX))
    report = write_pending(services.settings, refresh=True, limit=INLINE_WRITES)
    return {"message": f"The take-down has ended{report.note}"}

"""Take-downs: a product or a domain that is hidden at once and stays so."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.access import note
from app.api.declare import Area
from app.api.declare.fields import by_id
from app.api.declare.schema import Message, With
from app.api.operator import schemas
from app.context import context
from indexer.catalogue import takedowns
from indexer.catalogue.audit import Subject
from indexer.index.writer import write_pending
from indexer.models import TakeDown

AREA = Area("takeDowns", "takeDowns", "Products and domains that stay hidden")
INLINE_WRITES = 5000  # the rest is written by the periodic job
MOST = 1000  # that are listed


@AREA.get("", operator=True)
@AREA.response(schemas.TakeDown(many=True))
def take_downs() -> list[With]:
    """List the take-downs, newest first, each with what it hides"""
    with context().session() as session:
        rows = session.scalars(select(TakeDown).order_by(TakeDown.id.desc()).limit(MOST)).all()
        return list(map(_with, rows, takedowns.hidden_by(session, rows)))


def _shown(session: Session, row: TakeDown) -> With:
    (hidden,) = takedowns.hidden_by(session, [row])
    return _with(row, hidden)


def _with(row: TakeDown, hidden: takedowns.Hidden) -> With:
    product = hidden.product
    return With(
        row,
        product=product.name if product else "",
        product_id=product.id if product else None,
        hides=hidden.count,
    )


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
        shown = _shown(session, row)
        facts = {"reason": row.reason, "products hidden": shown.hides}
        note(session, "taken down", _subject(shown), None, facts)
    report = write_pending(services.settings, refresh=True, limit=INLINE_WRITES)
    return With(shown, message=f"Taken down{report.note}")


def _subject(shown: With) -> Subject:
    return Subject("take-down", shown.id, shown.domain or shown.product or shown.group_key)


@AREA.post("/<int:take_down_id>", operator=True)
@AREA.arguments(schemas.TakeDownReason, example={"reason": "Court order 12/26"})
@AREA.response(Message)
def edit(take_down_id: int, reason: str) -> dict[str, str]:
    """Change the reason of a take-down"""
    with context().session() as session:
        row = by_id(session, TakeDown, take_down_id, "take-down")
        before, row.reason = row.reason, reason
        if before != reason:
            subject = _subject(_shown(session, row))
            note(session, "edited", subject, {"reason": before}, {"reason": reason})
    return {"message": "The reason is kept"}


@AREA.delete("/<int:take_down_id>", operator=True)
@AREA.response(Message)
def lift(take_down_id: int) -> dict[str, str]:
    """End a take-down; what no other covers is shown again"""
    services = context()
    with services.session() as session:
        row = by_id(session, TakeDown, take_down_id, "take-down")
        shown = _shown(session, row)
        takedowns.lift(session, row.id)
        facts = {"reason": row.reason, "products hidden": shown.hides}
        note(session, "ended", _subject(shown), facts, None)
    report = write_pending(services.settings, refresh=True, limit=INLINE_WRITES)
    return {"message": f"The take-down has ended{report.note}"}

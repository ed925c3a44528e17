"""What is bought of a shared list: its guests mark it, so that nobody buys it twice.

A list is in its link alone; who has that sees the marks, and the browser that made it hides them.
"""

from sqlalchemy import delete, func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from app.api.declare import Area
from app.api.product.schemas import MOST_IDS
from app.api.visitor.schemas import Bought, ListMark, SharedList
from app.context import context
from app.errors import Invalid
from app.visitor_alerts.rows import product_of
from indexer.models import BoughtMark

AREA = Area("sharedLists", "sharedLists", "What is bought of shared lists")

_LIST = {"list": "of-a-link-of-a-list-1"}


@AREA.post("/bought", writes=True)
@AREA.arguments(SharedList, example=_LIST)
@AREA.response(Bought)
def bought(list_: str) -> dict[str, list[int]]:
    """List what is marked as bought of a shared list"""
    with context().session() as session:
        return _marked(session, list_)


@AREA.post("/mark", writes=True)
@AREA.arguments(ListMark, example=_LIST | {"productId": 1, "bought": True})
@AREA.response(Bought)
def mark(list_: str, product_id: int, bought: bool) -> dict[str, list[int]]:
    """Mark a product of a shared list as bought, or not"""
    with context().session() as session:
        own = (BoughtMark.list == list_) & (BoughtMark.product_id == product_id)
        if not bought:
            session.execute(delete(BoughtMark).where(own))
            return _marked(session, list_)
        product_of(session, product_id)
        marks = select(func.count()).where(BoughtMark.list == list_, ~own)
        if (session.scalar(marks) or 0) >= MOST_IDS:
            raise Invalid.field("list", f"has {MOST_IDS} marks, as many as there may be")
        row = insert(BoughtMark).values(list=list_, product_id=product_id)
        session.execute(row.on_conflict_do_nothing())
        return _marked(session, list_)


def _marked(session: Session, list_: str) -> dict[str, list[int]]:
    marks = select(BoughtMark.product_id).where(BoughtMark.list == list_)
    return {"product_ids": list(session.scalars(marks.order_by(BoughtMark.product_id)))}

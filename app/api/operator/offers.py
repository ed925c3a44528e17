"""`offers`: why products of several stores are one thing; people join and part them for good."""

from datetime import datetime
from typing import Any

from sqlalchemy import case, or_, select

from app.access import note, operator_name
from app.api.declare import Answer, Area, Input
from app.api.declare.fields import BIG_MAX, Flag, Id, by_id
from app.api.declare.schema import about
from app.context import context
from app.errors import Invalid
from indexer.catalogue.audit import Subject
from indexer.index.writer import write_pending
from indexer.models import Brand, OfferEdge, Product
from indexer.offers.matching import decide as decide_on

AREA = Area("offers", "offers", "Which products of several stores are one thing, and why")
MOST = 200


class OfferReason(Answer):
    """Another store's product, and what joins it with this one."""

    product_id: int
    name: str
    brand: str
    is_same: bool = about("it is shown as the same thing now")
    rule: str = about("gtin, mpn, name and picture, person")
    score: float
    joins: bool = about("the evidence says that it is the same")
    evidence: dict[str, Any]
    decided_by: str | None
    decided_at: datetime | None


class OfferDecision(Input):
    """Two products of two stores: one thing, or not; null takes a decision back."""

    product_id = Id(BIG_MAX, required=True)
    other_id = Id(BIG_MAX, required=True)
    is_one = Flag(empty=None, required=True)


@AREA.get("/<int:product_id>", operator=True)
@AREA.response(OfferReason(many=True))
def offers(product_id: int) -> list[dict[str, Any]]:
    """List whom a product is one thing with, or would be but for one reason, the surest first"""
    edge = OfferEdge
    other = case((edge.a == product_id, edge.b), else_=edge.a)
    query = (
        select(edge, Product.name, Product.id, Product.thing_id, Brand.name.label("brand"))
        .join(Product, Product.id == other)
        .join(Brand, Brand.id == Product.brand_id)
        .where(or_(edge.a == product_id, edge.b == product_id))
        .order_by(edge.score.desc(), Product.id)
    )
    with context().session() as session:
        thing = by_id(session, Product, product_id, "product").thing_id
        return [_reason(row, thing) for row in session.execute(query.limit(MOST))]


def _reason(row: Any, thing: int | None) -> dict[str, Any]:
    names = ("rule", "score", "joins", "evidence", "decided_by", "decided_at")
    return {name: getattr(row.OfferEdge, name) for name in names} | {
        "product_id": row.id,
        "name": row.name,
        "brand": row.brand,
        "is_same": thing is not None and row.thing_id == thing,
    }


@AREA.post("", operator=True)
@AREA.arguments(OfferDecision, example={"productId": 1, "otherId": 2, "isOne": False})
@AREA.text("Parted Linen dress and Linen dress")
def decide(product_id: int, other_id: int, is_one: bool | None) -> str:
    """Say that two stores' products are one thing, or not, which no matching undoes"""
    services, did = context(), {True: "joined", False: "parted", None: "took back"}[is_one]
    with services.session() as session:
        one = by_id(session, Product, product_id, "product")
        other = by_id(session, Product, other_id, "product")
        if one.brand_id == other.brand_id:
            raise Invalid.field("otherId", "must be another store's product")
        decide_on(session, one.id, other.id, is_one, operator_name())
        what = {"other": other.id, "name": other.name}
        note(session, f"{did} the offers of", Subject("product", one.id, one.name), None, what)
        names = f"{one.name} and {other.name}"
    report = write_pending(services.settings, refresh=True, limit=1000)
    return f"{did.capitalize()} {names}{report.note}"

"""Take-downs: a product or a domain that is hidden at once and stays so."""

from __future__ import annotations

from typing import Any

from flask import Response, jsonify
from sqlalchemy import select

from app.api.route import answer, blueprint, body, route
from app.api.schemas.parts import array, ref
from app.api.values import identity, json_object, text
from app.context import context
from app.errors import Invalid, NotFound
from indexer.catalogue import takedowns
from indexer.index import write_pending
from indexer.models import TakeDown

AREA = blueprint("takeDowns", "takeDowns", "Products and domains that stay hidden")
INLINE_WRITES = 5000  # the rest is written by the periodic job


@route(AREA, "GET", "", operator=True, response=answer(array(ref("TakeDown"))))
def take_downs() -> Response:
    """List the take-downs, newest first"""
    with context().session() as session:
        rows = session.scalars(select(TakeDown).order_by(TakeDown.id.desc()).limit(1000))
        return jsonify([_shown(row) for row in rows])


def _shown(row: TakeDown) -> dict[str, Any]:
    return {
        "id": row.id,
        "domain": row.domain,
        "brandId": row.brand_id,
        "groupKey": row.group_key,
        "reason": row.reason,
        "createdAt": row.created_at.isoformat(),
    }


@route(
    AREA,
    "POST",
    "",
    operator=True,
    request=body(ref("TakeDownInput"), {"domain": "fakes.example", "reason": "Court order 12/26"}),
    response=answer(ref("TakeDown")),
)
def take_down() -> Response:
    """Hide a product (`productId`) or everything of a domain (`domain`), at once and for good"""
    sent = json_object()
    reason = text(sent.get("reason"), "reason")
    here = context()
    try:
        with here.session() as session:
            if sent.get("productId") is not None:
                product_id = identity(sent["productId"], "productId")
                row = takedowns.take_down_product(session, product_id, reason)
            else:
                row = takedowns.take_down_domain(
                    session, text(sent.get("domain"), "domain"), reason
                )
            shown = _shown(row)
    except takedowns.TakeDownError as error:
        raise Invalid(str(error)) from error
    write_pending(here.settings, refresh=True, limit=INLINE_WRITES)
    return jsonify(shown)


@route(AREA, "DELETE", "/<int:take_down_id>", operator=True, response=answer(ref("Message")))
def lift(take_down_id: int) -> Response:
    """End a take-down; what no other covers is shown again"""
    here = context()
    try:
        with here.session() as session:
            takedowns.lift(session, identity(take_down_id, "id"))
    except takedowns.TakeDownError as error:
        raise NotFound(str(error)) from error
    write_pending(here.settings, refresh=True, limit=INLINE_WRITES)
    return jsonify({"message": "The take-down has ended"})

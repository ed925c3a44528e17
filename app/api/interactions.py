"""Click tracking (spec §7): no address, no cookie, nothing that names the visitor."""

from __future__ import annotations

from typing import Any

from flask import Response, jsonify

from app.api.route import answer, blueprint, body, route
from app.api.schemas.parts import ref
from app.api.values import absent, identity, json_object, text
from app.context import context, header_country
from indexer.models import Click

AREA = blueprint("interactions", "interactions", "Clicks")

EXAMPLE = {"brandId": 1, "groupKey": "kc-102", "href": "https://karoo-cotton.example/p/102"}


@route(
    AREA,
    "POST",
    "/saveItemClick",
    writes=True,
    request=body(ref("Click"), EXAMPLE),
    response=answer(ref("Saved"), {"saved": True}),
)
def save_item_click() -> Response:
    """Record a click: a tile, a store, a brand, a chip, or a change of page"""
    return _save(json_object())


@route(
    AREA,
    "POST",
    "/saveSearchItemClick",
    writes=True,
    request=body(ref("Click"), EXAMPLE),
    response=answer(ref("Saved"), {"saved": True}),
)
def save_search_item_click() -> Response:
    """Record a click on the search screen; the same as saveItemClick"""
    return _save(json_object())


def _save(sent: dict[str, Any]) -> Response:
    brand_id = sent.get("brandId")
    click = Click(
        brand_id=None if absent(brand_id) else identity(brand_id, "brandId"),
        group_key=text(sent.get("groupKey"), "groupKey") or None,
        href=text(sent.get("href"), "href"),
        country_code=header_country(),
    )
    with context().session() as session:
        session.add(click)
    return jsonify({"saved": True})

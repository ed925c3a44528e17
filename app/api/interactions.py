"""Click tracking (spec §7): no address, no cookie, nothing that names the visitor."""

from __future__ import annotations

import re
from typing import Any

from flask import Response, jsonify

from app.api.route import answer, blueprint, body, route
from app.api.schemas.parts import ref
from app.api.values import absent, identity, json_object, text, website
from app.context import context, header_country
from app.errors import Invalid
from app.search.filters import FILTERS
from indexer.models import Click

AREA = blueprint("interactions", "interactions", "Clicks")

MAX_KEY = 2000
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_LABELS = {item.label for item in FILTERS} | {"Text"}
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


def _known_brand(value: Any) -> int | None:
    if absent(value):
        return None
    brand_id = identity(value, "brandId")
    if all(store.id != brand_id for store in context().reference.stores):
        raise Invalid.field("brandId", "there is no such brand")
    return brand_id


def _target(href: str, brand_id: int | None) -> str:
    """Return what was clicked: a brand's http(s) address, or the words of what was done.

    Analysts open what is stored here, so that it is no script and no other scheme's address.
    """
    if _CONTROL.search(href):
        raise Invalid.field("href", "must be an address or a line of words")
    if not _is_words(href):
        website(href, "href")
        if brand_id is None:
            raise Invalid.field("brandId", "is missing: an address is one of a brand")
    return href


def _is_words(href: str) -> bool:
    """Tell "Go to page 2", "Filter by Aloe" and "Colour: Red" from an address, of any scheme."""
    if "://" in href or href.startswith(("/", "\\")):
        return False
    before, colon, _ = href.partition(":")
    return not colon or before in _LABELS or before.startswith(("Add filter ", "Filter by "))


def _save(sent: dict[str, Any]) -> Response:
    brand_id = _known_brand(sent.get("brandId"))
    click = Click(
        brand_id=brand_id,
        group_key=text(sent.get("groupKey"), "groupKey", MAX_KEY) or None,
        href=_target(text(sent.get("href"), "href").strip(), brand_id),
        country_code=header_country(),
    )
    with context().session() as session:
        session.add(click)
    return jsonify({"saved": True})

"""Click tracking (spec §7): no address, no cookie, nothing that names the visitor."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from flask import Response, jsonify
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.api.route import answer, blueprint, body, route
from app.api.schemas.parts import ref
from app.api.values import absent, identity, json_object, text, website
from app.context import context, current_visitor, header_country
from app.errors import Invalid
from app.pages.meta import plain_text
from app.search.filters import FILTERS, MAX_TEXT, RESULT_WINDOW
from app.visitor import SEARCH_ID
from indexer.models import Click, Product

AREA = blueprint("interactions", "interactions", "Clicks")

MAX_KEY = 2000
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_LABELS = {item.label for item in FILTERS} | {"Text"}
MAX_ID = 64
NAME_LIMIT = 300  # characters of a product's name in an event
VIEW_KINDS = ("details", "quick", "colour")
VIEW = {"brandId": 1, "groupKey": "kc-102", "kind": "details"}
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


@route(
    AREA,
    "POST",
    "/saveItemView",
    writes=True,
    request=body(ref("ItemView"), VIEW),
    response=answer(ref("Saved"), {"saved": True}),
)
def save_item_view() -> Response:
    """Record that a product was looked at without leaving the site"""
    sent = json_object()
    brand_id = _known_brand(sent.get("brandId"))
    group_key = text(sent.get("groupKey"), "groupKey", MAX_KEY) or None
    kind = sent.get("kind") or VIEW_KINDS[0]
    if kind not in VIEW_KINDS:
        raise Invalid.field("kind", f"must be one of {', '.join(VIEW_KINDS)}")
    joined = _joined(sent)
    with context().session() as session:
        of = _named(session, brand_id, group_key)
    if not of.product:
        raise Invalid.field("groupKey", "there is no such product of this brand")
    _record("view", kind, of, joined)
    return jsonify({"saved": True})


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


@dataclass(frozen=True, slots=True)
class _Of:
    """What an interaction is about; `product` is its id in the index, empty where it has none."""

    brand_id: int | None
    group_key: str | None
    product: str = ""
    name: str = ""

    def fields(self) -> dict[str, Any]:
        """Return the event's fields."""
        stores = context().reference.stores
        store = next((one for one in stores if one.id == self.brand_id), None)
        return {
            "product": self.product or None,
            "productName": self.name or None,
            "brand": store.name if store else None,
            "store": store.slug if store else None,
        }


def _named(session: Session, brand_id: int | None, group_key: str | None) -> _Of:
    """Return what is about a brand or one of its products."""
    if brand_id is None or group_key is None:
        return _Of(brand_id, group_key)
    query = select(Product.id, Product.name).where(
        Product.brand_id == brand_id, Product.group_key == group_key
    )
    row = session.execute(query).first()
    if row is None:
        return _Of(brand_id, group_key)
    return _Of(brand_id, group_key, str(row.id), row.name[:NAME_LIMIT])


def _kind(href: str, of: _Of) -> str:
    """Return what was clicked: a product, a store, a page, a filter, or something else in words."""
    if not _is_words(href):
        return "product" if of.group_key else "store"
    if href.startswith("Go to page "):
        return "page"
    return "filter" if href.startswith(("Add filter ", "Filter by ")) else "other"


def _joined(sent: dict[str, Any]) -> dict[str, Any]:
    """Return what joins an interaction with the search that it came from."""
    number = text(sent.get("searchId"), "searchId", MAX_ID)
    if number and not SEARCH_ID.fullmatch(number):
        raise Invalid.field("searchId", "must be the id of a search, 16 to 64 letters and digits")
    position = sent.get("position")
    if position is not None and (type(position) is not int or not 0 < position <= RESULT_WINDOW):
        raise Invalid.field("position", f"must be a place from 1 to {RESULT_WINDOW}")
    words = text(sent.get("query"), "query", MAX_TEXT)
    return {"search": number or None, "position": position, "query": plain_text(words)}


def _record(event: str, kind: str, of: _Of, joined: dict[str, Any]) -> None:
    """Have an interaction counted for analysts."""
    who = current_visitor(header_country())
    said = {"session": who.session, "device": who.device, "country": who.country, "kind": kind}
    context().recorder.add(event, {**joined, **of.fields(), **said})


def _save(sent: dict[str, Any]) -> Response:
    brand_id = _known_brand(sent.get("brandId"))
    joined = _joined(sent)
    click = Click(
        brand_id=brand_id,
        group_key=text(sent.get("groupKey"), "groupKey", MAX_KEY) or None,
        href=_target(text(sent.get("href"), "href").strip(), brand_id),
        country_code=header_country(),
    )
    with context().session() as session:
        session.add(click)
        of = _named(session, brand_id, click.group_key)
        kind = _kind(click.href, of)
    _record("click", kind, of, joined)
    return jsonify({"saved": True})

"""Click tracking (spec §7): no address, no cookie, nothing that names the visitor."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.api.declare import Area
from app.api.declare.fields import website_refusal
from app.api.visitor import schemas
from app.context import context, current_visitor, header_country
from app.errors import Invalid
from app.search.filters import FILTERS
from app.search.wire.address import plain_text
from indexer.models import Click, Product
from scrapers.wording import is_plain

AREA = Area("interactions", "interactions", "Clicks and views")

Sent = Mapping[str, Any]  # as schemas.Interaction reads it
_LABELS = {item.label for item in FILTERS} | {"Text"}
NAME_LIMIT = 300  # characters of a product's name in an event
VIEW = {"brandId": 1, "groupKey": "kc-102", "kind": "details"}
EXAMPLE = {"brandId": 1, "groupKey": "kc-102", "href": "https://karoo-cotton.example/p/102"}
SAVED = {"saved": True}


@AREA.post("/saveItemClick", writes=True)
@AREA.arguments(schemas.Click, as_kwargs=False, example=EXAMPLE)
@AREA.response(schemas.Saved, example=SAVED)
def save_item_click(sent: Sent) -> dict[str, bool]:
    """Record a click: a tile, a store, a brand, a chip, or a change of page"""
    return _save(sent)


@AREA.post("/saveItemView", writes=True)
@AREA.arguments(schemas.ItemView, as_kwargs=False, example=VIEW)
@AREA.response(schemas.Saved, example=SAVED)
def save_item_view(sent: Sent) -> dict[str, bool]:
    """Record that a product was looked at without leaving the site"""
    brand_id = _known_brand(sent.get("brand_id"))
    with context().session() as session:
        subject = _subject(session, brand_id, sent.get("group_key") or None)
    if not subject.product:
        raise Invalid.field("groupKey", "there is no such product of this brand")
    _record("view", sent.get("kind", schemas.VIEW_KINDS[0]), subject, _joined(sent))
    return SAVED


def _known_brand(brand_id: int | None) -> int | None:
    stores = context().reference.stores
    if brand_id is not None and all(store.id != brand_id for store in stores):
        raise Invalid.field("brandId", "there is no such brand")
    return brand_id


def _target(href: str, brand_id: int | None) -> str:
    """Return what was clicked: a brand's http(s) address, or the words of what was done.

    Analysts open what is stored here, so that it is no script and no other scheme's address.
    """
    if not is_plain(href):
        raise Invalid.field("href", "must be an address or a line of words")
    if not _is_words(href):
        if website_refusal(href):
            raise Invalid.field("href", "must be an http or https address, or a line of words")
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
class _Subject:
    """What an interaction is about; `product` is its id in the index, empty where it has none."""

    brand_id: int | None
    group_key: str | None
    product: str = ""
    name: str = ""

    def fields(self) -> dict[str, Any]:
        """Return the event's fields."""
        stores = context().reference.stores
        store = next((store for store in stores if store.id == self.brand_id), None)
        return {
            "product": self.product or None,
            "productName": self.name or None,
            "brand": store.name if store else None,
            "store": store.slug if store else None,
        }


def _subject(session: Session, brand_id: int | None, group_key: str | None) -> _Subject:
    """Return what is about a brand or one of its products."""
    if brand_id is None or group_key is None:
        return _Subject(brand_id, group_key)
    query = select(Product.id, Product.name).where(
        Product.brand_id == brand_id, Product.group_key == group_key
    )
    row = session.execute(query).first()
    if row is None:
        return _Subject(brand_id, group_key)
    return _Subject(brand_id, group_key, str(row.id), row.name[:NAME_LIMIT])


def _kind(href: str, subject: _Subject) -> str:
    """Return what was clicked: a product, a store, a page, a filter, or something else in words."""
    if not _is_words(href):
        return "product" if subject.group_key else "store"
    if href.startswith("Go to page "):
        return "page"
    return "filter" if href.startswith(("Add filter ", "Filter by ")) else "other"


def _joined(sent: Sent) -> dict[str, Any]:
    """Return what joins an interaction with the search that it came from."""
    return {
        "search": sent.get("search_id") or None,
        "position": sent.get("position"),
        "query": plain_text(sent.get("query", "")),
    }


def _record(event: str, kind: str, subject: _Subject, joined: dict[str, Any]) -> None:
    """Have an interaction counted for analysts."""
    who = current_visitor(header_country())
    visit = {"session": who.session, "device": who.device, "country": who.country, "kind": kind}
    context().recorder.add(event, {**joined, **subject.fields(), **visit})


def _save(sent: Sent) -> dict[str, bool]:
    brand_id = _known_brand(sent.get("brand_id"))
    click = Click(
        brand_id=brand_id,
        group_key=sent.get("group_key") or None,
        href=_target(sent.get("href", "").strip(), brand_id),
        country_code=header_country(),
    )
    with context().session() as session:
        session.add(click)
        subject = _subject(session, brand_id, click.group_key)
        kind = _kind(click.href, subject)
    _record("click", kind, subject, _joined(sent))
    return SAVED

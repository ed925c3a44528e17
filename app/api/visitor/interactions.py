"""Clicks and views, shared lists, the newsletter."""

import base64
import hashlib
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from flask import Response, render_template
from markupsafe import Markup
from sqlalchemy import delete, func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from app.api.declare import Area
from app.api.declare.fields import Message, website_refusal
from app.api.product import MOST_IDS
from app.api.visitor import schemas
from app.api.visitor.alert_rows import product_of
from app.api.visitor.schemas import Bought, ListMark, SharedList, Subscription
from app.live.context import context, current_visitor, header_country
from app.search.filters import FILTERS
from app.search.wire.address import plain_text
from app.web.errors import Invalid
from indexer.models import BoughtMark, Click, NewsletterSubscription, Product
from indexer.notify import messages as newsletter
from indexer.notify.messages import goes_out
from scrapers.wording import is_plain

INTERACTIONS = Area("interactions", "interactions", "Clicks and views")

Sent = Mapping[str, Any]  # as schemas.Interaction reads it
_LABELS = {item.label for item in FILTERS} | {"Text"}
NAME_LIMIT = 300  # characters of a product's name in an event
VIEW = {"brandId": 1, "groupKey": "kc-102", "kind": "details"}
EXAMPLE = {"brandId": 1, "groupKey": "kc-102", "href": "https://karoo-cotton.example/p/102"}
SAVED = {"saved": True}


@INTERACTIONS.post("/saveItemClick", writes=True)
@INTERACTIONS.arguments(schemas.Click, as_kwargs=False, example=EXAMPLE)
@INTERACTIONS.response(schemas.Saved, example=SAVED)
def save_item_click(sent: Sent) -> dict[str, bool]:
    """Record a click: a tile, a store, a brand, a chip, or a change of page"""
    brand_id = _check_brand(sent.get("brand_id"))
    click = Click(
        brand_id=brand_id,
        group_key=sent.get("group_key") or None,
        href=_target(sent.get("href", "").strip(), brand_id),
        country_code=header_country(),
    )
    with context().session() as session:
        session.add(click)
        subject = _subject(session, brand_id, click.group_key)
        kind = _kind(click.href, click.group_key)
    _record("click", kind, subject, _search_context(sent))
    return SAVED


@INTERACTIONS.post("/saveItemView", writes=True)
@INTERACTIONS.arguments(schemas.ItemView, as_kwargs=False, example=VIEW)
@INTERACTIONS.response(schemas.Saved, example=SAVED)
def save_item_view(sent: Sent) -> dict[str, bool]:
    """Record that a product was looked at without leaving the site"""
    brand_id = _check_brand(sent.get("brand_id"))
    with context().session() as session:
        subject = _subject(session, brand_id, sent.get("group_key") or None)
    if not subject["product"]:
        raise Invalid.field("groupKey", "there is no such product of this brand")
    _record("view", sent.get("kind", schemas.VIEW_KINDS[0]), subject, _search_context(sent))
    return SAVED


def _check_brand(brand_id: int | None) -> int | None:
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


def _subject(session: Session, brand_id: int | None, group_key: str | None) -> dict[str, Any]:
    """Return the event's fields of a brand or one of its products; None what is not known."""
    query = select(Product.id, Product.name).where(
        Product.brand_id == brand_id, Product.group_key == group_key
    )
    row = session.execute(query).first() if brand_id and group_key else None
    stores = context().reference.stores
    store = next((store for store in stores if store.id == brand_id), None)
    return {
        "product": str(row.id) if row else None,
        "productName": row.name[:NAME_LIMIT] if row else None,
        "brand": store.name if store else None,
        "store": store.slug if store else None,
    }


def _kind(href: str, group_key: str | None) -> str:
    """Return what was clicked: a product, a store, a page, a filter, or something else in words."""
    if not _is_words(href):
        return "product" if group_key else "store"
    if href.startswith("Go to page "):
        return "page"
    return "filter" if href.startswith(("Add filter ", "Filter by ")) else "other"


def _search_context(sent: Sent) -> dict[str, Any]:
    """Return what joins an interaction with the search that it came from."""
    return {
        "search": sent.get("search_id") or None,
        "position": sent.get("position"),
        "query": plain_text(sent.get("query", "")),
    }


def _record(event: str, kind: str, subject: dict[str, Any], joined: dict[str, Any]) -> None:
    """Have an interaction counted for analysts."""
    visit = current_visitor(header_country()) | {"kind": kind}
    context().recorder.add(event, {**joined, **subject, **visit})


SHARED_LISTS = Area("sharedLists", "sharedLists", "What is bought of shared lists")

_LIST = {"list": "of-a-link-of-a-list-1"}


@SHARED_LISTS.post("/bought", writes=True)
@SHARED_LISTS.arguments(SharedList, example=_LIST)
@SHARED_LISTS.response(Bought)
def bought(list_: str) -> dict[str, list[int]]:
    """List what is marked as bought of a shared list"""
    with context().session() as session:
        return _marks_of(session, list_)


@SHARED_LISTS.post("/mark", writes=True)
@SHARED_LISTS.arguments(ListMark, example=_LIST | {"productId": 1, "bought": True})
@SHARED_LISTS.response(Bought)
def mark(list_: str, product_id: int, bought: bool) -> dict[str, list[int]]:
    """Mark a product of a shared list as bought, or not"""
    with context().session() as session:
        own = (BoughtMark.list == list_) & (BoughtMark.product_id == product_id)
        if not bought:
            session.execute(delete(BoughtMark).where(own))
            return _marks_of(session, list_)
        product_of(session, product_id)
        marks = select(func.count()).where(BoughtMark.list == list_, ~own)
        if (session.scalar(marks) or 0) >= MOST_IDS:
            raise Invalid.field("list", f"has {MOST_IDS} marks, as many as there may be")
        row = insert(BoughtMark).values(list=list_, product_id=product_id)
        session.execute(row.on_conflict_do_nothing())
        return _marks_of(session, list_)


def _marks_of(session: Session, list_: str) -> dict[str, list[int]]:
    marks = select(BoughtMark.product_id).where(BoughtMark.list == list_)
    return {"product_ids": list(session.scalars(marks.order_by(BoughtMark.product_id)))}


NEWSLETTER = Area("subscriptions", "subscriptions", "The newsletter")

YES = "Yes, send me the newsletter"
LEAVE = "Leave the newsletter"
SENT = "Thank you! Please confirm by the mail that we send you."
PAGE = "<!doctype html>…"
NOTED = "Thank you! Your address is noted; we will ask you to confirm it by mail."
# The frontend's own tokens; these pages are small enough to do without its files.
STYLE = (Path(__file__).parents[2] / "templates/note.css").read_text(encoding="utf-8")
_HASH = base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()
POLICY = (
    f"default-src 'none'; style-src 'sha256-{_HASH}'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)


@NEWSLETTER.post("/subscribeToNewsletter", writes=True)
@NEWSLETTER.arguments(Subscription, example={"email": "thandi@example.org"})
@NEWSLETTER.response(Message, example={"message": SENT})
def subscribe(email: str) -> dict[str, str]:
    """Request the newsletter

    The answer is the same whether or not the address is known already.
    """
    services = context()
    with services.session() as session:
        newsletter.subscribe(session, services.settings, email)
        return {"message": SENT if goes_out(session, services.settings) else NOTED}


@NEWSLETTER.get("/confirm/<token>")
@NEWSLETTER.text(PAGE, "text/html")
def confirm_page(token: str) -> Response:
    """Show the state of an address, with the form to confirm it

    Changes nothing: mail scanners fetch every link.
    """
    with context().session() as session:
        row = newsletter.by_token(session, token)
        if row is not None and row.confirmed_at is None and row.left_at is None:
            return note("Is this your address?", f"The newsletter would go to {row.email}.", YES)
        return _state_page(row)


@NEWSLETTER.post("/confirm/<token>")
@NEWSLETTER.text(PAGE, "text/html")
def confirm(token: str) -> Response:
    """Confirm an address, from the page of the link in the mail"""
    with context().session() as session:
        row = newsletter.by_token(session, token)
        if row is not None and row.confirmed_at is None and row.left_at is None:
            row.confirmed_at = datetime.now(UTC)
        return _state_page(row)


@NEWSLETTER.get("/leave/<token>")
@NEWSLETTER.text(PAGE, "text/html")
def leave_page(token: str) -> Response:
    """Show the state of an address, with the form to leave

    Changes nothing: mail scanners fetch every link.
    """
    with context().session() as session:
        row = newsletter.by_token(session, token)
        if row is None or row.left_at is not None:
            return _state_page(row)
        return note("Leave the newsletter?", f"{row.email} would get no more mail from us.", LEAVE)


@NEWSLETTER.post("/leave/<token>")
@NEWSLETTER.text(PAGE, "text/html")
def leave(token: str) -> Response:
    """Leave the newsletter, from that page or as a mail program does it (RFC 8058)"""
    with context().session() as session:
        row = newsletter.by_token(session, token)
        if row is not None and row.left_at is None:
            row.left_at = datetime.now(UTC)
        return _state_page(row)


def _state_page(row: NewsletterSubscription | None) -> Response:
    """Return the page of a result."""
    if row is None:
        return note("This link is not known", "Nothing is sent to an address because of it.")
    if row.left_at is not None:
        return note("You have left", "You get no more mail from us, unless you sign up again.")
    return note("You are on the list", "Thank you. Each mail has a link to leave.")


def note(title: str, words: str, button: str = "") -> Response:
    """Return a small page without scripts; a button posts to the page's own address.

    The address holds a secret, so it is neither kept nor sent to the next page.
    """
    page = render_template(
        "note.html",
        title=title,
        words=words,
        button=button,
        style=Markup(STYLE),  # noqa: S704
    )
    response = Response(page, mimetype="text/html")
    response.headers["Content-Security-Policy"] = POLICY
    response.headers["Cache-Control"] = "no-store"
    response.headers["Referrer-Policy"] = "no-referrer"
    return response

"""`brands/add`: an operator's new or edited brand, and the websites that visitors suggested."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlsplit

from flask import Response, jsonify
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.api.brand_wire import CONFIG
from app.api.brands import AREA, brand_by_id
from app.api.route import answer, body, route
from app.api.schemas.parts import array, ref
from app.api.values import INT_MAX, absent, flag, identity, json_object, text, website
from app.brand_audit import configuration, record
from app.context import context
from app.errors import Conflict, Invalid, NotFound
from app.operators import operator_name
from indexer.catalogue.outbox import enqueue_brand
from indexer.index import write_pending
from indexer.models import Brand, BrandPage, BrandSubmission, Category, Color, Country, Style
from indexer.schedule.timetable import CronError, check_cron
from scrapers.browsing.manners import cookies_of, headers_of, proxy_of, user_agent_of
from scrapers.config import FieldHelp, wire_name

Body = dict[str, Any]

MAX_PAGES = 500
MAX_SELECTOR = 2000
MAX_LIST = 20_000
# The database's own bounds (indexer.models.brand), with the unit that the message names.
BOUNDS = {
    "scroll_delay": (0, 60_000),
    "hover_delay": (0, 60_000),
    "parent_depth": (0, 50),
    "scrape_every_hours": (1, 24 * 366),
    "request_delay": (0, 600_000),
    "page_time_budget": (5, 3_600),
    "run_time_budget": (1, 1_440),
    "detail_concurrency": (1, 8),
    "country_id": (1, INT_MAX),
}
LONG = frozenset({"shipping_countries_list", "extra_headers", "cookies"})
MAY_BE_EMPTY = frozenset(
    "country_id scrape_every_hours request_delay page_time_budget run_time_budget"
    " detail_concurrency".split()
)
# What is written in a form of its own; each raises ValueError with words for the operator.
WRITTEN: dict[str, Callable[[str], object]] = {
    "extra_headers": headers_of,
    "cookies": cookies_of,
    "upstream_proxy": proxy_of,
    "user_agent": user_agent_of,
}
INLINE_WRITES = 5000  # products written at once; the periodic job writes the rest
_CURRENCY = re.compile(r"[A-Z]{3}")


@route(
    AREA,
    "POST",
    "/add",
    operator=True,
    request=body(
        ref("BrandInput"),
        {
            "name": "Karoo Cotton",
            "website": "https://karoo-cotton.example",
            "nodePath": ".product-card img",
            "parentDepth": 2,
            "styles": [1],
            "pages": [{"pageUrl": "https://karoo-cotton.example/women", "productCategory": 5}],
        },
    ),
    response=answer(ref("BrandSaved")),
)
def add() -> Response:
    """Add a brand, or edit the one whose `id` is given

    Fields that are not sent stay as they are. Pages without an address are dropped; pages keep
    their ids. All products of an edited brand are indexed again.
    """
    return save(json_object())


def save(sent: Body, action: str = "edited", restored_id: int | None = None) -> Response:
    """Add or edit a brand, keep the edit in its record, and have its products indexed again."""
    here = context()
    with here.session() as session:
        found = _existing(session, sent)
        before = configuration(found) if found.id else None
        _configure(session, found, sent)
        _refuse_namesakes(session, found)
        found.slug = found.slug or _free_slug(session, found)
        session.add(found)
        session.flush()
        action = action if before else "added"
        author = operator_name()
        record(session, found, before, author=author, action=action, restored_id=restored_id)
        enqueue_brand(session, found.id)
        saved = {"id": found.id, "slug": found.slug, "message": f"Saved {found.name}"}
    here.references.forget()
    write_pending(here.settings, refresh=True, limit=INLINE_WRITES)
    return jsonify(saved)


def _existing(session: Session, sent: Body) -> Brand:
    """Return the brand to edit, locked: two edits at once are recorded one after the other."""
    if sent.get("id") is None:
        return Brand(website="")
    brand_id = identity(sent["id"], "id")
    session.execute(select(Brand.id).where(Brand.id == brand_id).with_for_update())
    return brand_by_id(session, brand_id)


def _configure(session: Session, found: Brand, sent: Body) -> None:
    schedule = (found.scrape_every_hours, found.scrape_cron)
    for name, value in typed_fields(sent).items():
        setattr(found, name, value)
    refuse_two_schedules(found.scrape_every_hours, found.scrape_cron)
    if found.id and schedule != (found.scrape_every_hours, found.scrape_cron):
        found.scheduled_since = datetime.now(UTC)
    if not (found.name or "").strip():
        raise Invalid.field("name", "is missing")
    if found.country_id is not None and session.get(Country, found.country_id) is None:
        raise Invalid.field("countryId", f"there is no country {found.country_id}")
    if sent.get("itemType") is not None:
        found.item_type = text(sent["itemType"], "itemType")
        if found.item_type not in {"new", "vintage"}:
            raise Invalid.field("itemType", "must be new or vintage")
    if "styles" in sent:
        found.styles = _styles(session, sent["styles"])
    if "pages" in sent:
        found.pages = _pages(session, found, sent["pages"])


def typed_fields(sent: Body) -> Body:
    """Return the configuration fields that were sent, by their own names; raises Invalid."""
    return {
        item.name: _field(item, sent[name], name)
        for item in CONFIG
        if (name := wire_name(item.name)) in sent
    }


def _field(item: FieldHelp, value: Any, name: str) -> Any:
    if item.type == "bool":
        return flag(value, name)
    if item.type == "int":
        return _number(item.name, value, name)
    if item.name in {"website", "pin_board_url", "shipping_page"} and value:
        return website(value, name)
    words = text(value, name, MAX_LIST if item.name in LONG else MAX_SELECTOR)
    if item.name in WRITTEN:
        try:
            WRITTEN[item.name](words)
        except ValueError as error:
            raise Invalid.field(name, str(error)) from error
    if item.name == "currency" and not _CURRENCY.fullmatch(words):
        raise Invalid.field(name, "must be a currency's three capital letters")
    return cron(words, name) if item.name == "scrape_cron" else words


def cron(words: str, name: str) -> str:
    """Return a cron expression, or nothing; raises Invalid."""
    try:
        return check_cron(words) if words.strip() else ""
    except CronError as error:
        raise Invalid.field(name, str(error)) from error


def refuse_two_schedules(every: int | None, line: str) -> None:
    """Raise Invalid where both hours and a cron expression are given."""
    if every and line:
        raise Invalid.field("scrapeCron", "give either hours or a cron expression, not both")


def _number(field: str, value: Any, name: str) -> int | None:
    least, most = BOUNDS[field]
    if absent(value):
        return None if field in MAY_BE_EMPTY else least
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 12:
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise Invalid.field(name, f"must be a whole number from {least} to {most}")
    return value


def hours(value: Any, name: str) -> int | None:
    """Return the hours between two scrapes, None where there are none; raises Invalid."""
    return _number("scrape_every_hours", value, name)


def slug_of(address: str, name: str) -> str:
    """Return a store's slug: its host without `www` and the top domains, otherwise its name."""
    host = (urlsplit(address).hostname or "").removeprefix("www.")
    first = host.split(".", 1)[0] if "." in host and not host.replace(".", "").isdigit() else ""
    folded = unicodedata.normalize("NFKD", first or name).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", folded.lower()).strip("-") or "store"


def _refuse_namesakes(session: Session, found: Brand) -> None:
    with session.no_autoflush:
        others = select(Brand.id).where(Brand.name == found.name, Brand.id != (found.id or 0))
        if session.scalar(others.limit(1)) is not None:
            raise Conflict(f"There is a brand named {found.name} already")


def _free_slug(session: Session, found: Brand) -> str:
    """Return the brand's slug, numbered when another brand has it."""
    with session.no_autoflush:
        taken = set(session.scalars(select(Brand.slug)))
    stem = slug_of(found.website, found.name)
    numbered = (f"{stem}-{number}" for number in range(2, INT_MAX))
    return stem if stem not in taken else next(slug for slug in numbered if slug not in taken)


def _styles(session: Session, sent: Any) -> list[Style]:
    if not isinstance(sent, list):
        raise Invalid.field("styles", "must be a list of style ids")
    wanted = {
        identity(item.get("styleId", item.get("id")) if isinstance(item, dict) else item, "styles")
        for item in sent
    }
    found = list(session.scalars(select(Style).where(Style.id.in_(wanted))))
    if missing := wanted - {style.id for style in found}:
        raise Invalid.field("styles", f"there is no style {min(missing)}")
    return found


def _pages(session: Session, found: Brand, sent: Any) -> list[BrandPage]:
    kept = {page.page_id: page for page in found.pages}
    return [_page(session, kept, row, place) for place, row in enumerate(page_rows(sent))]


def page_rows(sent: Any) -> list[Body]:
    """Return the page entries that have an address (spec §3); raises Invalid."""
    if not isinstance(sent, list) or not all(isinstance(row, dict) for row in sent):
        raise Invalid.field("pages", "must be a list of pages")
    if len(sent) > MAX_PAGES:
        raise Invalid.field("pages", f"at most {MAX_PAGES} pages")
    return [row for row in sent if row.get("pageUrl")]


def _page(session: Session, kept: dict[int, BrandPage], row: Body, place: int) -> BrandPage:
    page = kept.pop(row["pageId"], None) if isinstance(row.get("pageId"), int) else None
    page = page or BrandPage()
    page.page_url = website(row["pageUrl"], "pageUrl")
    page.position = place
    page.product_category = _chosen(session, Category, row, "productCategory")
    page.color = _chosen(session, Color, row, "color")
    page.custom_click_selector = text(row.get("customClickSelector"), "customClickSelector")
    return page


def _chosen(
    session: Session, model: type[Category] | type[Color], row: Body, name: str
) -> int | None:
    if absent(row.get(name)) or row[name] in (0, "0"):
        return None
    key = identity(row[name], name)
    if session.get(model, key) is None:
        raise Invalid.field(name, f"there is no {model.__tablename__} {key}")
    return key


@route(AREA, "GET", "/submissions", operator=True, response=answer(array(ref("BrandSubmission"))))
def submissions() -> Response:
    """List the websites that visitors suggested, those that wait for a decision first"""
    with context().session() as session:
        rows = session.scalars(
            select(BrandSubmission)
            .order_by(BrandSubmission.decided_at.is_not(None), BrandSubmission.id.desc())
            .limit(500)
        )
        return jsonify([_submission(row) for row in rows])


def _submission(row: BrandSubmission) -> Body:
    return {
        "id": row.id,
        "website": row.website,
        "state": row.state,
        "createdAt": row.created_at.isoformat(),
        "decidedAt": row.decided_at.isoformat() if row.decided_at else None,
    }


@route(
    AREA,
    "POST",
    "/submissions/<int:submission_id>",
    operator=True,
    request=body(ref("Decision"), {"state": "accepted"}),
    response=answer(ref("BrandSubmission")),
)
def decide(submission_id: int) -> Response:
    """Accept or decline a suggested website"""
    state = text(json_object().get("state"), "state")
    if state not in {"new", "accepted", "declined"}:
        raise Invalid.field("state", "must be accepted, declined or new")
    with context().session() as session:
        row = session.get(BrandSubmission, min(submission_id, INT_MAX))
        if row is None:
            raise NotFound(f"There is no submission {submission_id}")
        row.state = state
        row.decided_at = None if state == "new" else datetime.now(UTC)
        return jsonify(_submission(row))

"""Brands as the database has them."""

import re
import unicodedata
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlsplit

from sqlalchemy import select
from sqlalchemy.orm import Session, selectinload

from app.api.brands import schemas
from app.api.brands.schemas import CONFIG, SECRETS, BrandConfiguration
from app.api.declare import Answer, Area, ValueOrObject
from app.api.declare.fields import EXAMPLES, INT_MAX, Id, Message, With, about, by_id, chosen_id
from app.live.context import context
from app.web.access import note, operator_name
from app.web.errors import Conflict, Invalid, NotFound, SameWebsite
from indexer.catalogue import audit
from indexer.catalogue.audit import Subject
from indexer.catalogue.outbox import enqueue_brand
from indexer.core.queues import DO_PERIODIC, UPKEEP, QueueUnavailableError, enqueue
from indexer.core.wording import counted
from indexer.ingest.purge import holdings
from indexer.ingest.schedule import RUNS_LOOKED_AT, next_scrape, recent_runs, timetable_of, zone_of
from indexer.ingest.sources.store_lists import brands_of_sites, hold_stores, settle_listed
from indexer.models import (
    Brand,
    BrandPage,
    BrandVersion,
    Category,
    Color,
    Country,
    ScrapeRun,
    Style,
)
from scrapers.config import wire_name
from scrapers.web.rate_limiter import host_of


def brand_by_id(session: Session, brand_id: int) -> Brand:
    """Return a brand with its pages and styles; raises NotFound."""
    wanted = select(Brand).where(Brand.id == min(brand_id, INT_MAX))
    brand = session.scalar(wanted.options(selectinload(Brand.pages), selectinload(Brand.styles)))
    if brand is None:
        raise NotFound(f"There is no brand {brand_id}")
    return brand


Values = dict[str, Any]
Sent = Mapping[str, Any]  # of a brand, as schemas.BrandInput reads them

_SECRETS = {wire_name(name) for name in SECRETS}
MASK = "(hidden)"


def configuration(brand: Brand) -> Values:
    """Return a brand's configuration as `POST brands/add` takes it, pages and styles included."""
    values: Values = BrandConfiguration().dump(brand)
    return values


def record(  # noqa: PLR0913 - an edit's facts
    session: Session,
    brand: Brand,
    before: Values | None,
    *,
    author: str,
    action: str,
    restored_id: int | None = None,
) -> int | None:
    """Keep an edit, and return its version, or None where it changed nothing; `before` is None for
    a new brand.

    The first edit of a brand that was there before there were records keeps what it was, too.
    """
    after = configuration(brand)
    if before is not None:
        if not changes(before, after):
            return None
        recorded = select(BrandVersion.id).where(BrandVersion.brand_id == brand.id).limit(1)
        if session.scalar(recorded) is None:
            _add(session, brand.id, before, author=NOBODY, action="before")
    kept = action if action in ACTIONS else "edited"
    version = _add(session, brand.id, after, author=author, action=kept, restored_id=restored_id)
    # Of a new brand no field that is as in every new one.
    edits = [without_secrets(change) for change in changes(before or _NEW, after)]
    old = None if before is None else {change["field"]: change["old"] for change in edits}
    new = {change["field"]: change["new"] for change in edits if change["new"] or before}
    audit.record(session, author, action, Subject("brand", brand.id, brand.name), old, new)
    return version.id


_NEW = {
    wire_name(column.key): getattr(column.default, "arg", None)
    for column in Brand.__table__.columns
}
ACTIONS = frozenset({"added", "edited", "restored"})
NOBODY = ""


def _add(session: Session, brand_id: int, values: Values, **facts: Any) -> BrandVersion:
    version = BrandVersion(brand_id=brand_id, values=values, **facts)
    session.add(version)
    session.flush()  # in this order
    return version


def changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[Values]:
    """Return the fields that differ, each with its old and its new value.

    Pages are compared without their ids and places in lists of addresses.
    """
    return [
        {"field": name, "old": before.get(name), "new": after.get(name)}
        for name in dict.fromkeys((*before, *after))
        if _comparable(name, before.get(name)) != _comparable(name, after.get(name))
    ]


def _comparable(name: str, value: Any) -> Any:
    if name != "pages" or not isinstance(value, list):
        return value
    return [{key: row.get(key) for key in row if key != "pageId"} for row in value]


def without_secrets(change: Values) -> Values:
    """Return a change as operators see it: nothing that may be a password."""
    if change["field"] not in _SECRETS:
        return change
    return change | {side: MASK if change[side] else change[side] for side in ("old", "new")}


EDIT = Area("brand_edit", "brands", "Brands as operators set them")

INLINE_WRITES = 5000  # products written at once; the periodic job writes the rest
SAVED = "Saved {name}"
UNCHANGED = "Nothing was changed: {name} was like that already"
SHOWN = "{name} is enabled; its products are shown"
HIDDEN = "{name} is disabled; its products are hidden and kept"


@EDIT.post("/add", operator=True)
@EDIT.arguments(schemas.BrandInput, as_kwargs=False, example=EXAMPLES["brand"])
@EDIT.response(schemas.BrandSaved)
def add(sent: Sent) -> dict[str, Any]:
    """Add a brand, or edit the one whose `id` is given

    Fields that are not sent stay as they are. Pages without an address are dropped; pages keep
    their ids. All products of an edited brand are indexed again.
    """
    return save(sent)


@EDIT.post("/setActive", operator=True)
@EDIT.arguments(schemas.BrandSwitch, example={"brandId": 12, "isActive": False})
@EDIT.response(schemas.BrandSaved)
def set_active(brand_id: int, is_active: bool) -> dict[str, Any]:
    """Enable or disable a brand: a disabled one's products are hidden and kept"""
    opening = SHOWN if is_active else HIDDEN
    action = "enabled" if is_active else "disabled"
    return save({"id": brand_id, "is_active": is_active}, opening, action)


def save(
    sent: Sent, opening: str = SAVED, action: str = "edited", restored_id: int | None = None
) -> dict[str, Any]:
    """Add or edit a brand, keep the edit in its record, and have its products indexed again.

    Returns what schemas.BrandSaved answers and the edit's version; `opening` begins its
    message, which ends with what the save starts.
    """
    services = context()
    with services.session() as session:
        brand, version, is_due_anew = save_in(
            session, sent, operator_name(), action=action, restored_id=restored_id
        )
        answer = {"id": brand.id, "slug": brand.slug, "version": version}
        opening = UNCHANGED if opening == SAVED and version is None else opening
        message = opening.format(name=brand.name) + (_starts(session, brand) if is_due_anew else "")
    return answer | {"message": message + services.written(INLINE_WRITES)}


def save_in(
    session: Session,
    sent: Sent,
    author: str,
    *,
    action: str = "edited",
    restored_id: int | None = None,
) -> tuple[Brand, int | None, bool]:
    """Add or edit a brand in a transaction, with who did it; return it, its version in the record
    (None where nothing was changed), and whether it is read at other times now.

    Raises Invalid, Conflict, SameWebsite and NotFound.
    """
    hold_stores(session)
    brand = _existing(session, sent.get("id"))
    before = configuration(brand) if brand.id else None
    due = _dueness(brand)
    website = brand.website
    _configure(session, brand, sent)
    _refuse_namesakes(session, brand)
    if not sent.get("same_website") and brand.website != website:
        _check_second(session, brand)
    brand.slug = brand.slug or _free_slug(session, brand)
    session.add(brand)
    session.flush()
    action = action if before is not None else "added"
    version = record(session, brand, before, author=author, action=action, restored_id=restored_id)
    settle_listed(session, brand)
    enqueue_brand(session, brand.id)
    return brand, version, due != _dueness(brand)


def _dueness(brand: Brand) -> tuple[object, ...]:
    return brand.is_active, brand.scrape_every_hours, brand.scrape_cron, brand.source


def _starts(session: Session, brand: Brand) -> str:
    """Return what a save of a schedule starts, in words; "" where nothing."""
    settings = context().settings
    if not timetable_of(brand, settings).is_set:
        return ""
    runs = recent_runs(session, [brand.id], RUNS_LOOKED_AT).get(brand.id, [])
    if runs and runs[0].state != "finished":
        return "; it is being read now"
    due = next_scrape(brand, runs, settings, can_be_read=brand.can_be_read)
    if due is None:
        return ""
    if due <= datetime.now(UTC):
        return "; its first run starts within a minute" if not runs else "; a run starts now"
    shown = due.astimezone(zone_of(settings))
    return f"; it is read next on {shown:%A %-d %B at %H:%M} ({settings.schedule_timezone})"


def _check_second(session: Session, brand: Brand) -> None:
    """Raise SameWebsite where another brand has this website: it may be meant, or a mistake."""
    with session.no_autoflush:
        other = brands_of_sites(session).get(host_of(brand.website))
    if other is not None and other.id != brand.id:
        where = ", in the archive" if other.is_archived else ""
        raise SameWebsite(
            f"{other.name} (brand {other.id}{where}) has this website already",
            {"website": [f"is that of {other.name}, brand {other.id}{where}"]},
        )


def _existing(session: Session, brand_id: int | None) -> Brand:
    """Return the brand to edit, locked: two edits at once are recorded one after the other."""
    if brand_id is None:
        return Brand(website="")
    brand = _lock_brand(session, brand_id)
    if brand.archived_at is not None:
        raise Conflict(f"{brand.name} is in the archive: bring it back first")
    return brand


def _configure(session: Session, brand: Brand, sent: Sent) -> None:
    schedule = (brand.scrape_every_hours, brand.scrape_cron)
    for name in ("item_type", *(item.name for item in CONFIG)):
        if name in sent:
            setattr(brand, name, sent[name])
    refuse_two_schedules(brand.scrape_every_hours, brand.scrape_cron)
    if brand.source in {"feed", "catalogue"} and not brand.source_url:
        raise Invalid.field(f"{brand.source}Url", f"is missing; the source is a {brand.source}")
    brand.feed_version = None  # it is read again as the brand is now
    if brand.id and schedule != (brand.scrape_every_hours, brand.scrape_cron):
        brand.scheduled_since = datetime.now(UTC)
    if not (brand.name or "").strip():
        raise Invalid.field("name", "is missing")
    chosen_id(session, Country, brand.country_id, "countryId")
    if "styles" in sent:
        brand.styles = _styles(session, set(sent["styles"]))
    if "pages" in sent:
        kept = {page.page_id: page for page in brand.pages}
        brand.pages = [_page(session, kept, row, at) for at, row in enumerate(sent["pages"])]


def refuse_two_schedules(every: int | None, line: str) -> None:
    """Raise Invalid where both hours and a cron expression are given."""
    if every and line:
        raise Invalid.field("scrapeCron", "give either hours or a cron expression, not both")


def slug_of(address: str, name: str) -> str:
    """Return a store's slug: its host without `www` and the top domains, otherwise its name."""
    host = (urlsplit(address).hostname or "").removeprefix("www.")
    first = host.split(".", 1)[0] if "." in host and not host.replace(".", "").isdigit() else ""
    folded = unicodedata.normalize("NFKD", first or name).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", folded.lower()).strip("-") or "store"


def _refuse_namesakes(session: Session, brand: Brand) -> None:
    with session.no_autoflush:
        others = select(Brand.id).where(Brand.name == brand.name, Brand.id != (brand.id or 0))
        if session.scalar(others.limit(1)) is not None:
            raise Conflict(f"There is a brand named {brand.name} already")


def _free_slug(session: Session, brand: Brand) -> str:
    """Return the brand's slug, numbered when another brand has it."""
    with session.no_autoflush:
        taken = set(session.scalars(select(Brand.slug)))
    stem = slug_of(brand.website, brand.name)
    numbered = (f"{stem}-{number}" for number in range(2, INT_MAX))
    return stem if stem not in taken else next(slug for slug in numbered if slug not in taken)


def _styles(session: Session, wanted: set[int]) -> list[Style]:
    rows = list(session.scalars(select(Style).where(Style.id.in_(wanted))))
    if missing := wanted - {style.id for style in rows}:
        raise Invalid.field("styles", f"there is no style {min(missing)}")
    return rows


def _page(session: Session, kept: dict[int, BrandPage], row: Sent, place: int) -> BrandPage:
    page_id = row.get("page_id")
    page = (kept.pop(page_id, None) if isinstance(page_id, int) else None) or BrandPage()
    page.page_url = row["page_url"]
    page.position = place
    category, color = row.get("product_category"), row.get("color")
    page.product_category = chosen_id(session, Category, category, "productCategory")
    page.color = chosen_id(session, Color, color, "color")
    page.custom_click_selector = row.get("custom_click_selector", "")
    return page


VERSIONS = Area("brand_versions", "brands", "The edits of brands")
MOST = 200  # versions that are listed


@VERSIONS.get("/<int:brand_id>/versions", operator=True)
@VERSIONS.response(schemas.BrandVersion(many=True))
def versions(brand_id: int) -> list[With]:
    """List the edits of a brand's configuration, newest first, at most 200

    Each has the fields that it changed with their old and new values, and what going back to it
    would change now. Fields that may hold a password are shown as hidden.
    """
    with context().session() as session:
        now = configuration(brand_by_id(session, brand_id))
        rows = session.scalars(
            select(BrandVersion)
            .where(BrandVersion.brand_id == brand_id)
            .order_by(BrandVersion.id.desc())
            .limit(MOST + 1)
        ).all()
    earlier = [*rows[1:], None]
    return [
        _version(version, before, now)
        for version, before in zip(rows[:MOST], earlier, strict=False)
    ]


def _version(version: BrandVersion, before: BrandVersion | None, now: dict[str, Any]) -> With:
    edits = changes(before.values, version.values) if before else []
    # A field that was declared since then stays as it is.
    kept = {name: value for name, value in now.items() if name in version.values}
    return With(
        version,
        changes=[without_secrets(change) for change in edits],
        restoring=[without_secrets(change) for change in changes(kept, version.values)],
    )


@VERSIONS.post("/restore", operator=True)
@VERSIONS.arguments(schemas.VersionId, example=41)
@VERSIONS.response(schemas.BrandSaved)
def restore(version_id: int) -> dict[str, Any]:
    """Set a brand's configuration to what it was after an earlier edit

    That is an edit, too: it is checked and recorded like any other.
    """
    with context().session() as session:
        version = by_id(session, BrandVersion, version_id, "version")
    sent = schemas.BrandInput().load(version.values | {"id": version.brand_id})
    return save(sent, "{name} is as it was after that edit", "restored", version_id)


ARCHIVE = Area("brand_archive", "brands", "Brands that leave the list")
REMOVAL_S = 3600


class ArchivedBrand(ValueOrObject):
    """The brand that is meant."""

    brand_id = Id(required=True)


class BrandHoldings(Answer):
    """What a brand has, in numbers: what archiving hides, and what deleting removes."""

    shown: int = about("Products that visitors find now")
    products: int = about("With those that are gone or hidden")
    prices: int = about("Entries of its products' price histories")
    runs: int = about("They stay, with its name")
    alerts: int = about("Visitors' alerts on its products")
    searches: int = about("Searches of visitors that chose it")
    take_downs: int


@ARCHIVE.get("/<int:brand_id>/holdings", operator=True)
@ARCHIVE.response(BrandHoldings)
def brand_holdings(brand_id: int) -> dict[str, int]:
    """Count what a brand has, before it is disabled, archived or deleted"""
    with context().session() as session:
        return holdings(session, brand_by_id(session, brand_id))


@ARCHIVE.post("/archive", operator=True)
@ARCHIVE.arguments(ArchivedBrand, example=12)
@ARCHIVE.response(Message)
def archive(brand_id: int) -> dict[str, str]:
    """Take a brand off the list: its products are hidden, it is read no more, nothing is lost"""
    with context().session() as session:
        brand = _lock_brand(session, brand_id)
        if brand.archived_at is not None:
            raise Conflict(f"{brand.name} is in the archive already")
        _refuse_running(session, brand)
        has = holdings(session, brand)
        brand.archived_at, brand.was_active = datetime.now(UTC), brand.is_active
        brand.is_active = False
        note(session, "archived", _subject(brand), {"products shown": has["shown"]}, {})
        enqueue_brand(session, brand.id)
        name = brand.name
    written = context().written(INLINE_WRITES)
    return {
        "message": f"{name} is in the archive: {counted(has['shown'], 'product')} hidden{written}"
    }


@ARCHIVE.post("/bringBack", operator=True)
@ARCHIVE.arguments(ArchivedBrand, example=12)
@ARCHIVE.response(Message)
def bring_back(brand_id: int) -> dict[str, str]:
    """Bring a brand back from the archive, enabled or disabled as it was"""
    with context().session() as session:
        brand = _lock_brand(session, brand_id)
        _refuse_listed(brand)
        brand.is_active, brand.archived_at, brand.was_active = bool(brand.was_active), None, None
        brand.scheduled_since = datetime.now(UTC)  # what was due meanwhile is not made up for
        session.flush()
        has = holdings(session, brand)
        note(session, "brought back", _subject(brand), {}, {"products shown": has["shown"]})
        enqueue_brand(session, brand.id)
        name = brand.name
    written = context().written(INLINE_WRITES)
    return {"message": f"{name} is back: {counted(has['shown'], 'product')} shown{written}"}


@ARCHIVE.post("/delete", operator=True)
@ARCHIVE.arguments(ArchivedBrand, example=12)
@ARCHIVE.response(Message)
def delete(brand_id: int) -> dict[str, str]:
    """Delete a brand of the archive with its products and their prices, for good

    Its runs stay with its name, and so does what operators did to it.
    """
    services = context()
    with services.session() as session:
        brand = _lock_brand(session, brand_id)
        _refuse_listed(brand)
        has = holdings(session, brand)
        brand.deleting_at = datetime.now(UTC)
        gone = {"website": brand.website, "products": has["products"], "prices": has["prices"]}
        note(session, "deleted", _subject(brand), gone | {"alerts": has["alerts"]}, None)
        name = brand.name
    try:
        enqueue(services.settings, UPKEEP, DO_PERIODIC, "remove_brands", timeout_s=REMOVAL_S)
        begins = "now"
    except QueueUnavailableError:
        begins = "as soon as the job queue answers"
    return {
        "message": f"{name} is being deleted with {counted(has['products'], 'product')};"
        f" it begins {begins}"
    }


def _lock_brand(session: Session, brand_id: int) -> Brand:
    """Return a brand under its lock; raises NotFound, and Conflict where it is being deleted."""
    key = min(brand_id, INT_MAX)
    session.execute(select(Brand.id).where(Brand.id == key).with_for_update())
    brand = brand_by_id(session, brand_id)
    if brand.deleting_at is not None:
        raise Conflict(f"{brand.name} is being deleted")
    return brand


def _refuse_listed(brand: Brand) -> None:
    if brand.archived_at is None:
        raise Conflict(f"{brand.name} is not in the archive")


def _refuse_running(session: Session, brand: Brand) -> None:
    own = (ScrapeRun.brand_id == brand.id) & (ScrapeRun.state != "finished")
    run_id = session.scalar(select(ScrapeRun.id).where(own))
    if run_id is not None:
        raise Conflict(f"{brand.name} is running (process {run_id}): stop it first")


def _subject(brand: Brand) -> Subject:
    return Subject("brand", brand.id, brand.name)

"""The brands as operators see them: how each is doing, and when it is scraped next."""

import re
from collections.abc import Collection, Sequence
from datetime import UTC, datetime
from typing import Any

from marshmallow import ValidationError, fields
from marshmallow.validate import Length
from sqlalchemy import (
    ColumnElement,
    ScalarSelect,
    Select,
    SQLColumnExpression,
    and_,
    delete,
    exists,
    func,
    or_,
    select,
)
from sqlalchemy.dialects.postgresql import aggregate_order_by
from sqlalchemy.orm import InstrumentedAttribute, Session, selectinload

from app.api.brands import schemas
from app.api.brands.adding import brand_of
from app.api.brands.edit import brand_by_id, refuse_two_schedules
from app.api.declare import Answer, Area, Input
from app.api.declare.fields import (
    PAGE,
    TOTAL,
    Id,
    Message,
    With,
    about,
    by_id,
    one_of,
    page_of,
    website_refusal,
)
from app.live.context import context
from app.web.access import note, operator_name
from indexer.catalogue.audit import Subject
from indexer.core.wording import counted
from indexer.ingest.schedule import (
    BETWEEN,
    HAS_TIMETABLE,
    RecentRun,
    Timetable,
    next_scrape,
    recent_runs,
    regular_times,
    schedule_text,
    timetable_of,
    zone_of,
)
from indexer.ingest.sources.store_lists import (
    TODO,
    judge,
    list_stores,
    look_again,
    plan,
    queue_looks,
)
from indexer.models import Brand, Incident, ListedStore, ScrapeRun
from indexer.models.brand import LISTED_STATES, NEEDS, WAITING
from indexer.models.run import CHECK, READINGS, SCRAPES
from scrapers.web.rate_limiter import host_of

OVERVIEW = Area("brand_overview", "brands", "How brands are doing")
TREND_RUNS = 12
ID = re.compile(r"\d{1,9}", re.ASCII)
TIMES_SHOWN = 3


def _last(column: InstrumentedAttribute[Any], *where: ColumnElement[bool]) -> ScalarSelect[Any]:
    """Return what a brand's last ended run has."""
    of_brand = (ScrapeRun.brand_id == Brand.id, ScrapeRun.kind.in_(READINGS))
    ended = (ScrapeRun.state == "finished", ScrapeRun.start_time.is_not(None))
    runs = select(column).where(*of_brand, *ended, *where)
    return runs.order_by(ScrapeRun.start_time.desc()).limit(1).scalar_subquery()


# Runs that show how much the store offers: one that brought nothing new shows nothing of it.
_COUNTED = (
    ScrapeRun.result.in_(("success", "suspect")),
    ScrapeRun.only_pages.is_(None),
    ScrapeRun.kind != CHECK,
)
_IN_TROUBLE = (
    exists().where(Incident.brand_id == Brand.id, Incident.closed_at.is_(None)),
    _last(ScrapeRun.result).in_(("failed", "suspect")),
)
_ORDERS: dict[str, SQLColumnExpression[Any]] = {
    "name": func.lower(Brand.name),
    "id": Brand.id,
    "lastRun": _last(ScrapeRun.end_time),
    "found": _last(ScrapeRun.found_count, *_COUNTED),
}
_ARCHIVED = Brand.archived_at.is_not(None)
_SHOWN: dict[str, ColumnElement[bool]] = {
    "archived": _ARCHIVED,
    "active": Brand.is_active.is_(True),
    "disabled": Brand.is_active.is_(False),
    "in trouble": or_(*_IN_TROUBLE),
    "scheduled": and_(Brand.is_active, HAS_TIMETABLE, Brand.can_be_read),
}


@OVERVIEW.get("/overview", operator=True)
@OVERVIEW.query(schemas.OverviewQuery)
@OVERVIEW.response(schemas.BrandOverview(many=True), headers=TOTAL)
def overview(
    page: int = 1, page_size: int = PAGE, text: str = "", show: str = "", order: str = "name"
) -> tuple[list[With], dict[str, str]]:
    """List brands with their state, their last and next run, and how much they found lately

    A page at a time; the total is in the header `X-Total-Count`.
    """
    wanted = _matching_brands(text, show)
    with context().session() as session:
        wanted = wanted.options(selectinload(Brand.pages))
        by = _ORDERS[order.removeprefix("-")]
        way = by.desc() if order.startswith("-") else by.asc()
        in_order = wanted.order_by(way.nulls_last(), func.lower(Brand.name), Brand.id)
        brands, total = page_of(session, in_order, page, page_size)
        ids = [brand.id for brand in brands]
        runs = recent_runs(session, ids, TREND_RUNS + 1, READINGS)
        troubles = _troubles(session, ids)
        rows = [_row(brand, runs.get(brand.id, []), troubles.get(brand.id, [])) for brand in brands]
    return rows, {"X-Total-Count": str(total)}


def _matching_brands(text: str, show: str) -> Select[Brand]:
    """Return the brands whose name or website has the text, or whose id it is.

    The archive is a list of its own.
    """
    query = select(Brand).where(_ARCHIVED if show == "archived" else ~_ARCHIVED)
    if show:
        query = query.where(_SHOWN[show])
    if not (words := text.strip()):
        return query
    in_words = [column.icontains(words, autoescape=True) for column in (Brand.name, Brand.website)]
    is_id = [Brand.id == int(words)] if ID.fullmatch(words) else []
    return query.where(or_(*in_words, *is_id))


@OVERVIEW.get("/starting", operator=True)
@OVERVIEW.response(schemas.Starting)
def starting() -> dict[str, int]:
    """Count what starting all brands would start, and what it would leave out"""
    works = exists().where(ScrapeRun.brand_id == Brand.id, ScrapeRun.state != "finished")
    kinds = {
        "ready": and_(Brand.is_active, Brand.can_be_read, ~works),
        "running": and_(Brand.is_active, works),
        "without_address": and_(Brand.is_active, ~Brand.can_be_read, ~works),
        "disabled": Brand.is_active.is_(False),
    }
    counts = (func.count().filter(kind).label(name) for name, kind in kinds.items())
    with context().session() as session:
        return dict(session.execute(select(*counts).where(~_ARCHIVED)).one()._mapping)


def _row(brand: Brand, runs: Sequence[RecentRun], troubles: Sequence[str]) -> With:
    settings = context().settings
    scrapes = [run for run in runs if run.kind in SCRAPES]
    working = next((run for run in runs if run.state != "finished"), None)
    ended = [run for run in runs if run.state == "finished"]
    return With(
        brand,
        pages=len(brand.pages) if brand.source == "pages" else 1,
        checkable=bool(brand.other_source),
        schedule=schedule_text(timetable_of(brand, settings)),
        next_run=next_scrape(brand, scrapes, settings, can_be_read=brand.can_be_read),
        troubles=troubles,
        state=working.state if working else None,
        pid=working.id if working else None,
        last_run=ended[0] if ended else None,
        trend=[
            run
            for run in reversed(ended[:TREND_RUNS])
            if run.result in {"success", "suspect"} and run.only_pages is None and run.kind != CHECK
        ],
    )


def _troubles(session: Session, brand_ids: Collection[int]) -> dict[int, Sequence[str]]:
    kinds = func.array_agg(aggregate_order_by(Incident.kind, Incident.id))
    rows = select(Incident.brand_id, kinds).group_by(Incident.brand_id)
    is_open = Incident.closed_at.is_(None) & Incident.brand_id.in_(brand_ids)
    return {brand_id: kinds for brand_id, kinds in session.execute(rows.where(is_open)) if brand_id}


@OVERVIEW.get("/schedule", operator=True)
@OVERVIEW.query(schemas.ScheduleQuery)
@OVERVIEW.response(schemas.ScheduleTimes)
def schedule(hours: str = "", cron: str = "", brand_id: int | None = None) -> dict[str, Any]:
    """Show when a brand would be scraped by a schedule, before it is saved"""
    sent = schemas.Schedule().load({"scrapeEveryHours": hours, "scrapeCron": cron})
    every, line = sent["scrape_every_hours"], sent["scrape_cron"]
    refuse_two_schedules(every, line)
    settings, now = context().settings, datetime.now(UTC)
    table = Timetable(every, line, now, zone_of(settings))
    times = regular_times(table, _last_start(brand_id), TIMES_SHOWN)
    return {
        "words": schedule_text(table),
        "time_zone": settings.schedule_timezone,
        "times": [max(time, now) for time in times],
    }


def _last_start(brand_id: int | None) -> datetime | None:
    if brand_id is None:
        return None
    with context().session() as session:
        brand_by_id(session, brand_id)
        runs = recent_runs(session, [brand_id], TREND_RUNS).get(brand_id, [])
    return next((run.created_at for run in runs if run.only_pages is None), None)


LISTED = Area("listed_stores", "brands/stores", "Stores that are added by a list of addresses")
MOST = 500  # stores of a list
SHOWN = 2000
SHOWN_WRONG = 5


class StoreList(Input):
    """The stores of a list."""

    addresses = fields.List(
        fields.String(),
        required=True,
        error_messages={"invalid": "must be a list of addresses"},
        validate=Length(1, MOST, error=f"must be 1 to {MOST} addresses"),
        metadata={"description": "As people type them; a domain alone is one"},
    )


class StoreIds(Input):
    """Stores of the list."""

    ids = fields.List(
        Id(), required=True, error_messages={"invalid": "must be a list of stores' ids"}
    )


class KnownStore(Answer):
    """A store that is a brand already."""

    name: str
    is_archived: bool
    site: str
    brand_id: int = about(attribute="id")


class StorePlan(Answer):
    """What listing these stores would do."""

    waiting: int = about("So many are looked at")
    again: int = about("So many of those were on the list before")
    known: list[KnownStore]
    wrong: list[str] = about("Lines that are no address")
    between: str = about("When they are read each night")
    time_zone: str


class LookedAt(Answer):
    """A place of a store that was looked at, and what it has, or why it gives nothing."""

    source: str
    label: str
    address: str
    state: str
    products: int
    problem: str
    proposed: bool


class ListedStoreRow(
    Answer, of=ListedStore, columns="id site website reason added_by brand_id created_at looked_at"
):
    """A store of the list."""

    state: str = one_of(*LISTED_STATES)
    todo: str = about("What a person is needed for")
    brand: str = about("Its brand's name; empty: it is none")
    schedule: str = about("When its brand is read")
    source: str = about("What it is read from; empty: none")
    products: int
    sources: list[LookedAt]


class StoreRows(Answer):
    """The list, and when its stores are read."""

    stores: list[ListedStoreRow]
    between: str
    time_zone: str


class StoreForm(Answer):
    """What was worked out of a store, as the brand form takes it."""

    values: dict[str, Any]


EXAMPLE = {"addresses": ["karoo-cotton.example", "https://shop.fynbos.example"]}


@LISTED.post("/plan", operator=True)
@LISTED.arguments(StoreList, example=EXAMPLE)
@LISTED.response(StorePlan)
def plan_stores(addresses: list[str]) -> dict[str, Any]:
    """Show what listing stores would do, before it is done"""
    good, wrong = _read(addresses)
    with context().session() as session:
        planned = plan(session, good)
        known = [With(brand, site=site) for site, brand in planned["known"].items()]
        return planned | {"known": known, "wrong": wrong} | _nights()


def _read(lines: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the addresses of a list, each site once, and what is no address."""
    good: dict[str, str] = {}
    wrong = []
    for line in map(str.strip, lines):
        address = line if "://" in line else f"https://{line}"
        if website_refusal(address) is not None or "." not in host_of(address):
            wrong.append(line)
        else:
            good.setdefault(host_of(address), address)
    return [*good.values()], wrong


def _nights() -> dict[str, str]:
    return {"between": BETWEEN, "time_zone": context().settings.schedule_timezone}


@LISTED.post("", operator=True)
@LISTED.arguments(StoreList, example=EXAMPLE)
@LISTED.response(Message)
def add_stores(addresses: list[str]) -> dict[str, str]:
    """List stores: each is looked at, added, read at once and then every night

    The list is worked off by the worker, whether its page is open or not. What cannot be added by
    itself stays in the list with its reason.
    """
    good, wrong = _read(addresses)
    if wrong:
        shown = ", ".join(wrong[:SHOWN_WRONG])
        raise ValidationError({"addresses": [f"no address of a store: {shown}"]})
    services = context()
    with services.session() as session:
        listed = list_stores(session, good, operator_name())
        sites = {"stores": [host_of(address) for address in good]}
        note(session, "listed", Subject("stores", "", counted(len(good), "store")), None, sites)
    queue_looks(services.settings)
    known = f"; {len(listed['known'])} brands already" if listed["known"] else ""
    waits = counted(listed["waiting"], "store")
    return {"message": f"{waits} on the list, looked at one after another{known}"}


@LISTED.get("", operator=True)
@LISTED.response(StoreRows)
def stores() -> dict[str, Any]:
    """List the stores of the list, those that need a person first"""
    with context().session() as session:
        rows = session.execute(
            select(ListedStore, Brand)
            .outerjoin(Brand, Brand.id == ListedStore.brand_id)
            .order_by(ListedStore.state != NEEDS, ListedStore.id.desc())
            .limit(SHOWN)
        ).all()
    return {"stores": [_listed_row(row, brand) for row, brand in rows], **_nights()}


def _listed_row(row: ListedStore, brand: Brand | None) -> With:
    found = row.found or {}
    source = judge(found)[2] or {}
    return With(
        row,
        brand=brand.name if brand else "",
        schedule=schedule_text(timetable_of(brand, context().settings)) if brand else "",
        todo=TODO.get(row.need, ""),
        source=source.get("label", ""),
        products=source.get("products", 0),
        sources=found.get("sources", ()),
    )


@LISTED.get("/<int:store_id>", operator=True)
@LISTED.response(StoreForm)
def store_form(store_id: int) -> dict[str, Any]:
    """Show what was worked out of a store, for the form of its brand"""
    with context().session() as session:
        return {"values": brand_of(session, by_id(session, ListedStore, store_id, "store"))}


@LISTED.post("/again", operator=True)
@LISTED.arguments(StoreIds, example={"ids": [3]})
@LISTED.response(Message)
def look_again_at(ids: list[int]) -> dict[str, str]:
    """Look at stores that need a person once more"""
    services = context()
    with services.session() as session:
        rows = _rows(session, ids)
        for row in rows:
            look_again(row, operator_name())
        _note(session, "looked at again", rows)
    queue_looks(services.settings)
    return {"message": f"{counted(len(rows), 'store')} looked at again"}


@LISTED.post("/forget", operator=True)
@LISTED.arguments(StoreIds, example={"ids": [3]})
@LISTED.response(Message)
def forget(ids: list[int]) -> dict[str, str]:
    """Take stores off the list, but those that are looked at; brands stay as they are"""
    with context().session() as session:
        rows = _rows(session, ids)
        _note(session, "taken off the list", rows)
        session.execute(delete(ListedStore).where(ListedStore.id.in_([row.id for row in rows])))
    return {"message": f"{counted(len(rows), 'store')} taken off the list"}


def _rows(session: Session, ids: Sequence[int]) -> Sequence[ListedStore]:
    """Return those that need a person, wait, or are done: not those that are worked on."""
    wanted = ListedStore.id.in_(ids) & ListedStore.state.in_((NEEDS, WAITING, "added", "known"))
    return session.scalars(select(ListedStore).where(wanted).with_for_update()).all()


def _note(session: Session, action: str, rows: Sequence[ListedStore]) -> None:
    if rows:
        sites = {"stores": [row.site for row in rows]}
        note(session, action, Subject("stores", "", counted(len(rows), "store")), sites, None)

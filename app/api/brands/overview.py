"""The brands as operators see them: how each is doing, and when it is scraped next."""

import re
from collections.abc import Collection, Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, exists, func, or_, select
from sqlalchemy.orm import Session, selectinload

from app.api.brands import schemas
from app.api.brands.edit import refuse_two_schedules
from app.api.brands.rows import brand_by_id
from app.api.declare import Area
from app.api.declare.schema import With
from app.context import context
from indexer.ingest.schedule.due import (
    HAS_TIMETABLE,
    RecentRun,
    next_scrape,
    recent_runs,
    timetable_of,
    zone_of,
)
from indexer.ingest.schedule.timetable import Timetable, regular_times, schedule_text
from indexer.models import Brand, Incident, ScrapeRun
from indexer.models.run import CHECK, READINGS, SCRAPES

AREA = Area("brand_overview", "brands", "How brands are doing")
TREND_RUNS = 12
PAGE = 50  # brands
ID = re.compile(r"\d{1,9}", re.ASCII)
TOTAL = {"X-Total-Count": {"schema": {"type": "integer"}}}
TIMES_SHOWN = 3
_LAST_RESULT = (
    select(ScrapeRun.result)
    .where(
        ScrapeRun.brand_id == Brand.id,
        ScrapeRun.kind.in_(READINGS),
        ScrapeRun.state == "finished",
        ScrapeRun.start_time.is_not(None),
    )
    .order_by(ScrapeRun.start_time.desc())
    .limit(1)
    .scalar_subquery()
)
_IN_TROUBLE = (
    exists().where(Incident.brand_id == Brand.id, Incident.closed_at.is_(None)),
    _LAST_RESULT.in_(("failed", "suspect")),
)
_ARCHIVED = Brand.archived_at.is_not(None)
_SHOWN: dict[str, ColumnElement[bool]] = {
    "archived": _ARCHIVED,
    "active": Brand.is_active.is_(True),
    "disabled": Brand.is_active.is_(False),
    "in trouble": or_(*_IN_TROUBLE),
    "scheduled": and_(Brand.is_active, HAS_TIMETABLE, Brand.can_be_read),
}


@AREA.get("/overview", operator=True)
@AREA.query(schemas.OverviewQuery)
@AREA.response(schemas.BrandOverview(many=True), headers=TOTAL)
def overview(
    page: int = 1, page_size: int = PAGE, text: str = "", show: str = ""
) -> tuple[list[With], dict[str, str]]:
    """List brands with their state, their last and next run, and how much they found lately

    A page at a time, by name; the total is in the header `X-Total-Count`.
    """
    wanted = _wanted(text, show)
    with context().session() as session:
        total = session.scalar(select(func.count()).select_from(wanted.subquery()))
        brands = session.scalars(
            wanted.options(selectinload(Brand.pages))
            .order_by(func.lower(Brand.name), Brand.id)
            .limit(page_size)
            .offset((page - 1) * page_size)
        ).all()
        ids = [brand.id for brand in brands]
        runs = recent_runs(session, ids, TREND_RUNS + 1, READINGS)
        troubles = _troubles(session, ids)
        rows = [_row(brand, runs.get(brand.id, []), troubles.get(brand.id, [])) for brand in brands]
    return rows, {"X-Total-Count": str(total)}


def _wanted(text: str, show: str) -> Select[Brand]:
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


@AREA.get("/starting", operator=True)
@AREA.response(schemas.Starting)
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
    return With(
        brand,
        pages=len(brand.pages) if brand.source == "pages" else 1,
        checkable=bool(brand.other_source),
        schedule=schedule_text(timetable_of(brand, settings)),
        next_run=next_scrape(brand, scrapes, settings, can_be_read=brand.can_be_read),
        troubles=troubles,
        **_runs(runs),
    )


def _troubles(session: Session, brand_ids: Collection[int]) -> dict[int, list[str]]:
    kinds: dict[int, list[str]] = {}
    rows = select(Brand.id, Incident.kind).join(Incident).where(Incident.closed_at.is_(None))
    rows = rows.where(Brand.id.in_(brand_ids))
    for brand_id, kind in session.execute(rows.order_by(Incident.id)):
        kinds.setdefault(brand_id, []).append(kind)
    return kinds


def _runs(runs: Sequence[RecentRun]) -> dict[str, Any]:
    working = next((run for run in runs if run.state != "finished"), None)
    ended = [run for run in runs if run.state == "finished"]
    return {
        "state": working.state if working else None,
        "pid": working.id if working else None,
        "last_run": ended[0] if ended else None,
        # A run that brought nothing new says nothing of how much the store offers.
        "trend": [
            run
            for run in reversed(ended[:TREND_RUNS])
            if run.result in {"success", "suspect"} and run.only_pages is None and run.kind != CHECK
        ],
    }


@AREA.get("/schedule", operator=True)
@AREA.query(schemas.ScheduleQuery)
@AREA.response(schemas.ScheduleTimes)
def schedule(hours: str = "", cron: str = "", brand_id: int | None = None) -> dict[str, Any]:
    """Tell when a brand would be scraped by a schedule, before it is saved"""
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

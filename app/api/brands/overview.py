"""The brands as operators see them: how each is doing, and when it is scraped next."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session, selectinload

from app.api.brands import schemas
from app.api.brands.edit import refuse_two_schedules
from app.api.brands.rows import brand_by_id
from app.api.declare import Area
from app.api.declare.schema import With
from app.context import context
from indexer.models import Alert, Brand
from indexer.models.run import CHECK, READINGS, SCRAPES
from indexer.schedule.due import next_scrape, timetable_of, zone_of
from indexer.schedule.recent import RecentRun, recent_runs
from indexer.schedule.timetable import Timetable, regular_times, schedule_text

AREA = Area("brand_overview", "brands", "How brands are doing")
TREND_RUNS = 12
TIMES_SHOWN = 3


@AREA.get("/overview", operator=True)
@AREA.response(schemas.BrandOverview(many=True))
def overview() -> list[With]:
    """List all brands with their state, their last and next run, and how much they found lately"""
    settings = context().settings
    with context().session() as session:
        brands = session.scalars(
            select(Brand).options(selectinload(Brand.pages)).order_by(func.lower(Brand.name))
        ).all()
        runs = recent_runs(session, [brand.id for brand in brands], TREND_RUNS + 1, READINGS)
        troubles = _troubles(session)
        rows = []
        for brand in brands:
            of_brand = runs.get(brand.id, [])
            scrapes = [run for run in of_brand if run.kind in SCRAPES]
            row = With(
                brand,
                pages=len(brand.pages) if brand.source == "pages" else 1,
                checkable=bool(brand.other_source),
                schedule=schedule_text(timetable_of(brand, settings)),
                next_run=next_scrape(brand, scrapes, settings, can_be_read=brand.can_be_read),
                troubles=troubles.get(brand.id, []),
                **_runs(of_brand),
            )
            rows.append(row)
    return rows


def _troubles(session: Session) -> dict[int, list[str]]:
    kinds: dict[int, list[str]] = {}
    rows = select(Brand.id, Alert.kind).join(Alert).where(Alert.closed_at.is_(None))
    for brand_id, kind in session.execute(rows.order_by(Alert.id)):
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

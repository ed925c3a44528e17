"""The brands as operators see them: how each is doing, when it is scraped next, on and off."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from flask import Response, jsonify, request
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from app.api.brand_edit import cron, hours, refuse_two_schedules, save
from app.api.brands import AREA, brand_by_id
from app.api.route import ID_VALUE, answer, body, parameter, route
from app.api.schemas.parts import array, ref
from app.api.values import flag, identity, json_object
from app.context import context
from app.errors import Invalid
from indexer.models import Alert, Brand, BrandPage
from indexer.pipeline.verdict.baseline import SCRAPES
from indexer.schedule.due import next_scrape, timetable_of, zone_of
from indexer.schedule.recent import RecentRun, recent_runs
from indexer.schedule.timetable import Timetable, in_words, regular_times

TREND_RUNS = 12
KINDS = (*SCRAPES, "import")
TIMES_SHOWN = 3


@route(AREA, "GET", "/overview", operator=True, response=answer(array(ref("BrandOverview"))))
def overview() -> Response:
    """List all brands with their state, their last and next run, and how much they found lately"""
    settings = context().settings
    with context().session() as session:
        brands = session.scalars(select(Brand).order_by(func.lower(Brand.name))).all()
        ids = [brand.id for brand in brands]
        runs = recent_runs(session, ids, TREND_RUNS + 1, KINDS)
        pages = _page_counts(session)
        troubles = _troubles(session)
        rows = []
        for brand in brands:
            of = runs.get(brand.id, [])
            scrapes = [run for run in of if run.kind in SCRAPES]
            due = next_scrape(brand, scrapes, settings, has_pages=bool(pages.get(brand.id)))
            rows.append(
                _row(brand, of)
                | {
                    "pages": pages.get(brand.id, 0),
                    "schedule": in_words(timetable_of(brand, settings)),
                    "nextRun": due.isoformat() if due else None,
                    "troubles": troubles.get(brand.id, []),
                }
            )
        return jsonify(rows)


def _page_counts(session: Session) -> dict[int, int]:
    counted = select(BrandPage.brand_id, func.count()).group_by(BrandPage.brand_id)
    return {row[0]: row[1] for row in session.execute(counted)}


def _troubles(session: Session) -> dict[int, list[str]]:
    found: dict[int, list[str]] = {}
    rows = select(Alert.brand_id, Alert.kind).where(Alert.closed_at.is_(None)).order_by(Alert.id)
    for brand_id, kind in session.execute(rows):
        found.setdefault(brand_id, []).append(kind)
    return found


def _row(brand: Brand, runs: Sequence[RecentRun]) -> dict[str, Any]:
    working = next((run for run in runs if run.state != "finished"), None)
    ended = [run for run in runs if run.state == "finished"]
    return {
        "id": brand.id,
        "name": brand.name,
        "slug": brand.slug,
        "website": brand.website,
        "isActive": brand.is_active,
        "state": working.state if working else None,
        "pid": working.id if working else None,
        "lastRun": _run(ended[0]) if ended else None,
        # A run that brought nothing new says nothing of how much the store offers.
        "trend": [
            _run(run)
            for run in reversed(ended[:TREND_RUNS])
            if run.result in {"success", "suspect"} and run.only_pages is None
        ],
    }


def _run(run: RecentRun) -> dict[str, Any]:
    return {
        "id": run.id,
        "kind": run.kind,
        "result": run.result,
        "complete": run.complete,
        "foundCount": run.found_count,
        "failureReason": run.failure_reason,
        "endTime": run.end_time.isoformat() if run.end_time else None,
    }


@route(
    AREA,
    "POST",
    "/setActive",
    operator=True,
    request=body(ref("BrandSwitch"), {"brandId": 12, "isActive": False}),
    response=answer(ref("BrandSaved")),
)
def set_active() -> Response:
    """Enable or disable a brand: a disabled one's products are hidden and kept"""
    sent = json_object()
    brand_id = identity(sent.get("brandId"), "brandId")
    if "isActive" not in sent:
        raise Invalid.field("isActive", "is missing")
    return save({"id": brand_id, "isActive": flag(sent["isActive"], "isActive")})


@route(
    AREA,
    "GET",
    "/schedule",
    operator=True,
    parameters=[
        parameter("hours", {"type": "string", "maxLength": 20}, "Hours between two scrapes"),
        parameter("cron", {"type": "string", "maxLength": 200}, "A cron expression", "30 3 * * 1"),
        parameter("brandId", ID_VALUE, "The brand whose schedule it would be"),
    ],
    response=answer(ref("ScheduleTimes")),
)
def schedule() -> Response:
    """Tell when a brand would be scraped by a schedule, before it is saved"""
    every = hours(request.args.get("hours", ""), "scrapeEveryHours")
    line = cron(request.args.get("cron", ""), "scrapeCron")
    refuse_two_schedules(every, line)
    settings, now = context().settings, datetime.now(UTC)
    table = Timetable(every, line, now, zone_of(settings))
    last = None
    if sent := request.args.get("brandId", ""):
        last = _last_start(identity(sent, "brandId"))
    times = regular_times(table, last, TIMES_SHOWN)
    return jsonify(
        {
            "words": in_words(table),
            "timeZone": settings.schedule_timezone,
            "times": [max(time, now).isoformat() for time in times],
        }
    )


def _last_start(brand_id: int) -> datetime | None:
    with context().session() as session:
        brand_by_id(session, brand_id)
        runs = recent_runs(session, [brand_id], TREND_RUNS).get(brand_id, [])
    return next((run.created_at for run in runs if run.only_pages is None), None)

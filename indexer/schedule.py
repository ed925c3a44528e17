"""Scheduled scrapes: brands with an interval are started when it is over."""

from __future__ import annotations

from sqlalchemy import func, or_, select

from indexer.db import session_scope
from indexer.models import Brand, ScrapeRun
from indexer.pipeline.baseline import SCRAPES
from indexer.runs.errors import RunRefusedError
from indexer.runs.start import start_run
from indexer.settings import Settings


def due_brands(settings: Settings) -> list[int]:
    """Return the active brands whose last scrape was started longer ago than their interval."""
    last = (
        select(func.max(ScrapeRun.created_at))
        .where(ScrapeRun.brand_id == Brand.id, ScrapeRun.kind.in_(SCRAPES))
        .scalar_subquery()
    )
    interval = func.make_interval(0, 0, 0, 0, Brand.scrape_every_hours)
    with session_scope(settings.database_url) as session:
        return list(
            session.scalars(
                select(Brand.id)
                .where(
                    Brand.is_active,
                    Brand.scrape_every_hours.is_not(None),
                    Brand.pages.any(),
                    or_(last.is_(None), last < func.now() - interval),
                )
                .order_by(Brand.id)
            )
        )


def start_due(settings: Settings) -> list[int]:
    """Start the scrapes that are due; return their runs' ids. A running brand is left alone."""
    started = []
    for brand_id in due_brands(settings):
        try:
            started.append(start_run(settings, brand_id, "scrape+classify").id)
        except RunRefusedError:
            continue
    return started

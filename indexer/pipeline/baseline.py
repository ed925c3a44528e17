"""The last run of a brand that was trusted: what the gates compare with."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import select
from sqlalchemy.orm import Session

from indexer.models import ScrapeRun
from indexer.pipeline.gates import Baseline

SCRAPES = ("scrape+classify", "scrape")


def load_baseline(
    session: Session, brand_id: int | None, kinds: Collection[str] = SCRAPES
) -> Baseline | None:
    """Return the brand's last complete, successful run of these kinds."""
    row = session.execute(
        select(ScrapeRun.found_count, ScrapeRun.coverage)
        .where(
            ScrapeRun.brand_id == brand_id,
            ScrapeRun.kind.in_(kinds),
            ScrapeRun.result == "success",
            ScrapeRun.complete,
        )
        .order_by(ScrapeRun.start_time.desc())
        .limit(1)
    ).first()
    return Baseline(row.found_count, row.coverage or {}) if row else None

"""The last runs of a brand that were trusted: what the gates compare with."""

from collections.abc import Collection, Iterable
from itertools import takewhile
from statistics import median_high
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from indexer.ingest.verdict.gates import Baseline
from indexer.models import ScrapeRun
from indexer.models.run import ACCEPTED, SCRAPES

RUNS = 5  # trusted runs whose median count is the measure: one odd run does not move it

UNITED = "products united"  # the code of a run that made one of products that were known twice


def load_baseline(
    session: Session, brand_id: int | None, kinds: Collection[str] = SCRAPES
) -> Baseline | None:
    """Return the median count of the brand's last trusted runs, and the last one's coverage."""
    rows = session.execute(
        select(ScrapeRun.found_count, ScrapeRun.coverage, ScrapeRun.reasons)
        .where(
            ScrapeRun.brand_id == brand_id,
            ScrapeRun.kind.in_(kinds),
            ScrapeRun.result == "success",
            ScrapeRun.complete,
        )
        .order_by(ScrapeRun.start_time.desc())
        .limit(RUNS)
    ).all()
    if not rows:
        return None
    later = list(takewhile(lambda row: not _begins_anew(row.reasons), rows))
    measured = rows[: len(later) + 1]
    counts = [row.found_count for row in measured]
    return Baseline(median_high(counts), rows[0].coverage or {}, len(counts))


def _begins_anew(reasons: Iterable[Any]) -> bool:
    """Return True if a run is the new measure: an operator accepted it, or it counts otherwise."""
    return any(one[0] in {ACCEPTED, UNITED} for one in reasons)

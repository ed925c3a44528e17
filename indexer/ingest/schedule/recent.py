"""The last runs of brands, for schedules, trends and alerts."""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass, fields
from datetime import datetime
from operator import attrgetter

from sqlalchemy import func, select, true
from sqlalchemy.orm import Session

from indexer.ingest.schedule.timetable import PastRun
from indexer.models import Brand, ScrapeRun
from indexer.models.run import SCRAPES


@dataclass(frozen=True, slots=True)
class RecentRun:
    """A run's history row without its lists of ids."""

    id: int
    kind: str
    state: str
    result: str | None
    complete: bool
    stop_requested: bool
    failure_reason: str | None
    found_count: int
    new_count: int
    changed_count: int
    gone_count: int
    rejected_count: int
    only_pages: list[int] | None
    created_at: datetime
    start_time: datetime | None
    end_time: datetime | None
    rejected_at: datetime | None = None

    @property
    def past(self) -> PastRun:
        """Return it as a timetable takes it."""
        return PastRun(
            self.created_at, self.end_time, self.result, self.complete, self.stop_requested
        )


_COLUMNS = [getattr(ScrapeRun, column.name) for column in fields(RecentRun)]


def recent_runs(
    session: Session,
    brand_ids: Collection[int],
    most: int,
    kinds: Collection[str] = SCRAPES,
    now: datetime | None = None,
) -> dict[int, list[RecentRun]]:
    """Return each brand's last runs of these kinds, newest first, one that works included.

    Those of a clock that was ahead would stand first until their time has come.
    """
    is_past = ScrapeRun.created_at <= func.greatest(func.now(), now)
    runs = (
        select(*_COLUMNS)
        .where(ScrapeRun.brand_id == Brand.id, ScrapeRun.kind.in_(kinds), is_past)
        # As the index is sorted; a run that waits has no start yet and stands first.
        .order_by(ScrapeRun.start_time.desc())
        .limit(most)
        .lateral()
    )
    rows = session.execute(
        select(Brand.id, *runs.c).join(runs, true()).where(Brand.id.in_(brand_ids))
    )
    by_brand: dict[int, list[RecentRun]] = defaultdict(list)
    for brand_id, *columns in rows:
        by_brand[brand_id].append(RecentRun(*columns))
    return {
        brand_id: sorted(brand_runs, key=attrgetter("created_at", "id"), reverse=True)
        for brand_id, brand_runs in by_brand.items()
    }

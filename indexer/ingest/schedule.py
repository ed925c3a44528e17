"""Which brands are due, by what their last runs found."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import count, islice, takewhile
from operator import attrgetter
from typing import Any, TypeAlias
from zoneinfo import ZoneInfo

from cronsim import CronSim, CronSimError
from sqlalchemy import Row, delete, exists, func, or_, select, true
from sqlalchemy.orm import Session

from indexer.core.bad_items import do_all, each
from indexer.core.db import session_scope
from indexer.core.hosts import LONGEST_S
from indexer.core.settings import Settings
from indexer.ingest.runs.finish import RunRefusedError
from indexer.ingest.runs.start import start_run
from indexer.models import Brand, HostTurn, ScrapeRun
from indexer.models.run import CHECK, SCRAPES
from scrapers.options import CrawlOptions
from scrapers.web.rate_limiter import host_of

FIRST_RETRY = timedelta(minutes=15)  # doubled after each further failure
LONGEST_RETRY = timedelta(hours=12)
# Five fields; a sixth, of seconds, is none of ours.
CRON_FIELDS = 5


class CronError(ValueError):
    """A cron expression is unusable; the message shows a valid one."""


@dataclass(frozen=True, slots=True)
class Timetable:
    """A brand's schedule: hours between starts, or a cron expression, or neither (by hand).

    `since` is when it was set: times of a cron expression before that are not made up for.
    """

    every_hours: int | None
    cron: str
    since: datetime
    zone: ZoneInfo

    @property
    def is_set(self) -> bool:
        """Return True if anything is scheduled."""
        return bool(self.every_hours or self.cron)


def check_cron(expression: str) -> str:
    """Return a cron expression with single spaces; raises CronError."""
    words = expression.split()
    if len(words) != CRON_FIELDS:
        raise CronError(
            "must have five fields: minute, hour, day of the month, month, day of the week, "
            "as in 30 3 * * 1"
        )
    line = " ".join(words)
    try:
        next(CronSim(line, datetime.now(UTC)))
    except CronSimError as error:
        raise CronError(f"{error}. An example: 30 3 * * 1 is each Monday at 03:30") from error
    except StopIteration as error:
        raise CronError("never comes: no day is like that") from error
    return line


def schedule_text(table: Timetable) -> str:
    """Return the schedule as a sentence's part."""
    if table.cron:
        return f"{CronSim(table.cron, table.since).explain()} ({table.zone.key})"
    if table.every_hours:
        return "Every hour" if table.every_hours == 1 else f"Every {table.every_hours} hours"
    return "By hand"


def regular_times(
    table: Timetable, last: datetime | None, most: int = 1, now: datetime | None = None
) -> list[datetime]:
    """Return the next times by the schedule alone after a scrape that was started at `last`.

    A brand that was never scraped is due at once by an interval, and at its next time by cron.
    Moments later than now are those of a clock that was ahead.
    """
    now = now or datetime.now(UTC)
    if table.cron:
        after = min(max(last or table.since, table.since), now)
        times = CronSim(table.cron, after.astimezone(table.zone))
        return [time.astimezone(UTC) for time in islice(times, most)]
    if not table.every_hours:
        return []
    step = timedelta(hours=table.every_hours)
    first = last + step if last and last <= now + step else min(table.since, now)
    return [first + number * step for number in range(most)]


def next_run(
    table: Timetable, runs: Sequence[Row[Any]], now: datetime | None = None
) -> datetime | None:
    """Return when the next scrape is due, None where none is scheduled; `runs`: newest first.

    After a failure it comes sooner than by the schedule: 15 minutes after its end, then 30, and
    so on, never later than the regular time.
    """
    times = regular_times(table, runs[0].created_at if runs else None, now=now)
    if not times:
        return None
    failures = sum(1 for _ in takewhile(_is_retried, runs))
    ended: datetime | None = runs[0].end_time if failures else None
    return times[0] if ended is None else min(times[0], ended + _backoff(failures))


def _is_retried(run: Row[Any]) -> bool:
    """Return True if it brought less than the store has, and nobody wanted that."""
    if run.result == "stopped":
        return not run.stop_requested
    return run.result == "failed" or (run.result == "suspect" and not run.complete)


def _backoff(failures: int) -> timedelta:
    pause: timedelta = FIRST_RETRY * 2 ** min(failures - 1, 10)
    return min(pause, LONGEST_RETRY)


RecentRun: TypeAlias = Row[Any]  # of ScrapeRun, without its lists of ids
_COLUMNS = [
    getattr(ScrapeRun, name)
    for name in (
        "id kind state result complete stop_requested failure_reason found_count new_count"
        " changed_count gone_count rejected_count only_pages created_at start_time end_time"
        " rejected_at reasons"
    ).split()
]


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
        select(Brand.id.label("of_brand"), *runs.c)
        .join(runs, true())
        .where(Brand.id.in_(brand_ids))
    )
    by_brand: dict[int, list[RecentRun]] = defaultdict(list)
    for row in rows:
        by_brand[row.of_brand].append(row)
    return {
        brand_id: sorted(brand_runs, key=attrgetter("created_at", "id"), reverse=True)
        for brand_id, brand_runs in by_brand.items()
    }


# Enough for the pause after failures in a row to reach its longest.
RUNS_LOOKED_AT = 8
HAS_TIMETABLE = or_(Brand.scrape_every_hours.is_not(None), Brand.scrape_cron != "")


def zone_of(settings: Settings) -> ZoneInfo:
    return ZoneInfo(settings.schedule_timezone)


def timetable_of(brand: Brand, settings: Settings) -> Timetable:
    return Timetable(
        brand.scrape_every_hours, brand.scrape_cron, brand.scheduled_since, zone_of(settings)
    )


def next_scrape(
    brand: Brand,
    runs: Sequence[RecentRun],
    settings: Settings,
    can_be_read: bool,
    now: datetime | None = None,
) -> datetime | None:
    """Return when a brand is scraped next by its timetable; None where it is not."""
    if not (brand.is_active and can_be_read):
        return None
    # A run of some pages is no turn of the timetable.
    full_runs = [run for run in runs if run.only_pages is None]
    return next_run(timetable_of(brand, settings), full_runs, now)


def due_brands(
    settings: Settings, now: datetime | None = None, start: Callable[[int], object] = lambda _: None
) -> list[int]:
    """Return the active brands whose next scrape is due, each started; those running left out."""
    now = now or datetime.now(UTC)
    with session_scope(settings.database_url) as session:
        brands = session.scalars(
            select(Brand)
            .where(Brand.is_active, HAS_TIMETABLE, Brand.can_be_read)
            .order_by(Brand.id)
        ).all()
        runs = recent_runs(session, [brand.id for brand in brands], RUNS_LOOKED_AT, now=now)
        alone = blocked_hosts(session, now)

    def look(brand: Brand) -> bool:
        is_due = host_of(brand.website) not in alone and _is_due(
            brand, runs.get(brand.id, []), settings, now
        )
        if is_due:
            start(brand.id)
        return is_due

    looked = each(brands, look, lambda brand: brand.name)
    return [brand.id for brand, is_due in zip(brands, looked, strict=True) if is_due]


def blocked_hosts(session: Session, now: datetime) -> dict[str, datetime]:
    """Return the hosts that get no request for longer than a run would wait, and until when."""
    soon = now + timedelta(seconds=CrawlOptions().retry_after_limit_s)
    held = HostTurn.next_at.between(soon, now + timedelta(seconds=LONGEST_S))
    rows = session.execute(select(HostTurn.host, HostTurn.next_at).where(held))
    return {row.host: row.next_at for row in rows}


def unblock(session: Session, host: str) -> bool:
    """End a host's time of being left alone; return False where it is not."""
    held = delete(HostTurn).where(HostTurn.host == host, HostTurn.next_at > func.now())
    return session.scalar(held.returning(HostTurn.host)) is not None


def _is_due(brand: Brand, runs: Sequence[RecentRun], settings: Settings, now: datetime) -> bool:
    if runs and runs[0].state != "finished":
        return False
    due = next_scrape(brand, runs, settings, can_be_read=True, now=now)
    return due is not None and due <= now


def due_checks(settings: Settings, now: datetime | None = None) -> list[int]:
    """Return the active brands whose other source is to be read as a check."""
    now, every = now or datetime.now(UTC), Brand.check_every_days * timedelta(days=1)
    lately = ScrapeRun.created_at.between(now - every, now + every)
    checked = exists().where(ScrapeRun.brand_id == Brand.id, ScrapeRun.kind == CHECK, lately)
    with session_scope(settings.database_url) as session:
        due = select(Brand).where(Brand.is_active, Brand.check_every_days.is_not(None), ~checked)
        return [brand.id for brand in session.scalars(due) if brand.other_source]


def start_due(settings: Settings) -> list[int]:
    """Start what is due; return the runs' ids. A running brand is left alone."""
    started: list[int] = []

    def start(brand_id: int, kind: str = "scrape+classify") -> None:
        with suppress(RunRefusedError):
            started.append(start_run(settings, brand_id, kind).id)

    def start_checks(settings: Settings) -> None:
        each(due_checks(settings), partial(start, kind=CHECK), "the check of brand {}".format)

    do_all(settings, partial(due_brands, start=start), start_checks)
    return started


HOUR = 60
NIGHT = (0, 5 * HOUR)  # minutes of the day, in the zone of the timetables
GOLDEN = (5**0.5 - 1) / 2  # its multiples fall into the widest gaps
BETWEEN = "00:00 and 05:00"
_NIGHTLY = re.compile(r"(\d{1,2}) (\d{1,2}) \* \* \*")


def free_night(crons: Iterable[str]) -> str:
    """Return a cron expression for a minute of the night that the fewest have.

    One after another such minutes are spread evenly, however many there are.
    """
    taken = Counter(minute for minute in map(_minute, crons) if minute is not None)
    fewest = min(taken.get(minute, 0) for minute in range(*NIGHT))
    minute = next(own for own in _spread() if taken.get(own, 0) == fewest)
    return f"{minute % HOUR} {minute // HOUR} * * *"


def _spread() -> Iterator[int]:
    """Yield minutes of the night, each as far as can be from those before, for ever."""
    length = NIGHT[1] - NIGHT[0]
    for number in count():
        yield NIGHT[0] + int(length * (number * GOLDEN % 1))


def _minute(cron: str) -> int | None:
    found = _NIGHTLY.fullmatch(cron)
    minute = int(found[2]) * HOUR + int(found[1]) if found else NIGHT[1]
    return minute if NIGHT[0] <= minute < NIGHT[1] else None

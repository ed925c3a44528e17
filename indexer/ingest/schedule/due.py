"""Scheduled scrapes: brands with a timetable are started when it says so."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import partial
from zoneinfo import ZoneInfo

from sqlalchemy import delete, exists, func, or_, select
from sqlalchemy.orm import Session

from indexer.core.apart import do_all, each
from indexer.core.db import session_scope
from indexer.core.hosts.turns import LONGEST_S
from indexer.core.settings import Settings
from indexer.ingest.runs.errors import RunRefusedError
from indexer.ingest.runs.start import start_run
from indexer.ingest.schedule.recent import RecentRun, recent_runs
from indexer.ingest.schedule.timetable import Timetable, next_run
from indexer.models import Brand, HostTurn, ScrapeRun
from indexer.models.run import CHECK
from scrapers.options import CrawlOptions
from scrapers.web.turns import host_of

# Enough for the pause after failures in a row to reach its longest.
RUNS_LOOKED_AT = 8
HAS_TIMETABLE = or_(Brand.scrape_every_hours.is_not(None), Brand.scrape_cron != "")


def zone_of(settings: Settings) -> ZoneInfo:
    """Return the time zone of cron expressions."""
    return ZoneInfo(settings.schedule_timezone)


def timetable_of(brand: Brand, settings: Settings) -> Timetable:
    """Return a brand's timetable."""
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
    full_runs = [run.past for run in runs if run.only_pages is None]
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
        alone = left_alone(session, now)

    def look(brand: Brand) -> bool:
        is_due = host_of(brand.website) not in alone and _is_due(
            brand, runs.get(brand.id, []), settings, now
        )
        if is_due:
            start(brand.id)
        return is_due

    looked = each(brands, look, lambda brand: brand.name)
    return [brand.id for brand, is_due in zip(brands, looked, strict=True) if is_due]


def left_alone(session: Session, now: datetime) -> dict[str, datetime]:
    """Return the hosts that are asked nothing for longer than a run would wait, and until when."""
    soon = now + timedelta(seconds=CrawlOptions().retry_after_limit_s)
    held = HostTurn.next_at.between(soon, now + timedelta(seconds=LONGEST_S))
    rows = session.execute(select(HostTurn.host, HostTurn.next_at).where(held))
    return {row.host: row.next_at for row in rows}


def ask_again(session: Session, host: str) -> bool:
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

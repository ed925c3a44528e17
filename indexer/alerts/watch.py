"""Checks brands, index and backups; troubles that began or ended become one message, sent once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from datetime import UTC, datetime
from uuid import uuid4

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from indexer.alerts import words
from indexer.alerts.backups import backup_trouble, noted_backups
from indexer.alerts.message import SITE_NAMES, Notice, is_on, queue
from indexer.alerts.site import index_now, worker_now
from indexer.alerts.trouble import TREND_RUNS, Trouble, troubles
from indexer.alerts.words import Change
from indexer.db import session_scope
from indexer.models import Alert, Brand, BrandVersion
from indexer.models.alert import BEHIND, MISSED, STALLED
from indexer.models.message import CHANGE
from indexer.models.run import READINGS
from indexer.notify.messages import site
from indexer.schedule.due import timetable_of, zone_of
from indexer.schedule.recent import RecentRun, recent_runs
from indexer.settings import Settings

# A retry every so often must not push the last good runs out of sight.
RUNS_LOOKED_AT = 3 * TREND_RUNS
LOCK = 7_311_402  # of PostgreSQL's advisory locks: two watches at once would tell twice


def watch_brands(settings: Settings, now: datetime | None = None) -> int:
    """Note the troubles that began or ended since the last look; return how many those are.

    Where mail or a webhook is configured, one message lists them all.
    """
    now = now or datetime.now(UTC)
    with session_scope(settings.database_url) as session:
        session.execute(select(func.pg_advisory_xact_lock(LOCK)))
        return _tell(session, settings, _changes(session, settings, now))


def watch_worker(settings: Settings, now: datetime | None = None) -> int:
    """Note whether the jobs are done; return how many alerts began or ended.

    The worker looks after its own processes; the web processes look, too, as it may be dead.
    """
    now = now or datetime.now(UTC)
    trouble = worker_now(settings, now)
    with session_scope(settings.database_url) as session:
        session.execute(select(func.pg_advisory_xact_lock(LOCK)))
        known = select(Alert).where(Alert.closed_at.is_(None), Alert.kind == STALLED)
        before = session.scalars(known).first()
        return _tell(session, settings, _site_changes(session, STALLED, trouble, before, now))


def _tell(session: Session, settings: Settings, changes: Sequence[Change]) -> int:
    if changes and is_on(settings):
        base, zone = site(settings), zone_of(settings)
        body = words.text(changes, base, zone)
        subject, payload = words.subject(changes), words.payload(changes, base)
        queue(session, settings, Notice(CHANGE, f"change:{uuid4().hex}", subject, body, payload))
    return len(changes)


def _changes(session: Session, settings: Settings, now: datetime) -> list[Change]:
    brands = session.scalars(select(Brand).order_by(Brand.id)).all()
    runs = recent_runs(session, [brand.id for brand in brands], RUNS_LOOKED_AT, READINGS)
    known: dict[int | None, dict[str, Alert]] = defaultdict(dict)
    for alert in session.scalars(select(Alert).where(Alert.closed_at.is_(None))):
        known[alert.brand_id][alert.kind] = alert
    site_now = {
        BEHIND: index_now(session, settings, now),
        MISSED: backup_trouble(settings.backup_every_hours, noted_backups(session), now),
    }
    changes: list[Change] = []
    for kind, present in site_now.items():
        changes += _site_changes(session, kind, present, known[None].get(kind), now)
    for brand in brands:
        of, before = runs.get(brand.id, []), known[brand.id]
        wrong = _troubles(brand, of, settings, now, before)
        for kind in before.keys() - wrong.keys():
            changes.append(_ended(brand, of, before[kind], now))
        for trouble in wrong.values():
            if trouble.kind in before:
                _goes_on(before[trouble.kind], trouble)
            else:
                changes.append(_begun(session, brand, of, trouble, now))
    session.flush()
    return changes


def _site_changes(
    session: Session, kind: str, trouble: Trouble | None, alert: Alert | None, now: datetime
) -> list[Change]:
    """Note a trouble of no brand that began or ended."""
    if trouble is not None and alert is None:
        session.add(Alert(kind=kind, words=trouble.words, opened_at=now))
        return [Change(None, SITE_NAMES[kind], kind, trouble.words, False, now)]
    if trouble is not None and alert is not None:
        _goes_on(alert, trouble)
    if trouble is None and alert is not None:
        alert.closed_at = now
        return [Change(None, SITE_NAMES[kind], kind, "", True, alert.opened_at)]
    return []


def _goes_on(alert: Alert, trouble: Trouble) -> None:
    """Have an open alert say what is wrong by now: it is no news, but what is looked at."""
    alert.words, alert.run_id = trouble.words, trouble.run_id


def _troubles(
    brand: Brand,
    runs: Sequence[RecentRun],
    settings: Settings,
    now: datetime,
    known: Collection[str],
) -> dict[str, Trouble]:
    if not brand.is_active:
        return {}
    table = timetable_of(brand, settings)
    return troubles(
        runs,
        table if table.is_set and brand.can_be_read else None,
        now,
        settings.alert_shrink_percent / 100,
        known,
    )


def _begun(
    session: Session, brand: Brand, runs: Sequence[RecentRun], trouble: Trouble, now: datetime
) -> Change:
    facts = {"kind": trouble.kind, "run_id": trouble.run_id, "words": trouble.words}
    session.add(Alert(brand_id=brand.id, opened_at=now, **facts))
    run = next((run for run in runs if run.id == trouble.run_id), None)
    good = _last_good(runs, run)
    edited = _edits(session, brand.id, good.created_at) if good else ()
    return Change(brand.id, brand.name, trouble.kind, trouble.words, False, now, run, good, edited)


def _ended(brand: Brand, runs: Sequence[RecentRun], alert: Alert, now: datetime) -> Change:
    alert.closed_at = now
    words = "" if brand.is_active else "The brand was disabled."
    run = _last_good(runs, None)
    return Change(brand.id, brand.name, alert.kind, words, True, alert.opened_at, run, None)


def _last_good(runs: Sequence[RecentRun], run: RecentRun | None) -> RecentRun | None:
    """Return the last run that was trusted, before `run` unless that is None."""
    return next(
        (
            earlier
            for earlier in runs
            if earlier.result == "success"
            and earlier.complete
            and (run is None or earlier.id < run.id)
        ),
        None,
    )


def _edits(session: Session, brand_id: int, since: datetime) -> list[str]:
    """Return the fields that were edited since then, with who edited them; no values: secrets."""
    newest = select(BrandVersion).where(BrandVersion.brand_id == brand_id)
    before = session.scalars(
        newest.where(BrandVersion.created_at <= since).order_by(BrandVersion.id.desc()).limit(1)
    ).first()
    later = session.scalars(
        newest.where(BrandVersion.created_at > since).order_by(BrandVersion.id)
    ).all()
    edits = []
    for version in later:
        if before is not None and version.action != "before":
            fields = [
                name for name, value in version.values.items() if before.values.get(name) != value
            ]
            edits.append(f"{', '.join(fields)} (by {version.author or 'somebody'})")
        before = version
    return edits

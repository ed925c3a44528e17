"""Incidents: what began or ended to be wrong with a brand or the site, reported once."""

import hashlib
import hmac
from collections import defaultdict
from collections.abc import Collection, Sequence
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

from sqlalchemy import case, func, select
from sqlalchemy.orm import Session

from indexer.core.bad_items import try_each
from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.ingest.compare import differences_by_field
from indexer.ingest.schedule import RecentRun, recent_runs, timetable_of
from indexer.models import Brand, BrandVersion, Incident
from indexer.models.incident import BEHIND, MISSED, STALLED
from indexer.models.run import READINGS
from indexer.notify.messages import line, notify_operators, site
from indexer.watch.site import (
    TREND_RUNS,
    backup_trouble,
    index_now,
    noted_backups,
    troubles,
    worker_now,
)

# In a brand's place, what of the site is in trouble.
SITE_NAMES = {BEHIND: "The search index", STALLED: "The worker", MISSED: "The backup"}
# A row's name, of incidents outer-joined with their brands.
NAME = func.coalesce(Brand.name, case(SITE_NAMES, value=Incident.kind))
# A retry every so often must not push the last good runs out of sight.
RUNS_LOOKED_AT = 3 * TREND_RUNS
COUNTS = ("found", "new", "changed", "gone", "rejected")  # of a run
MARK = 24  # hexadecimal digits of a link's signature
LOCK = 7_311_402  # of PostgreSQL's advisory locks: two watches at once would report twice


def watch_brands(settings: Settings, now: datetime | None = None) -> int:
    """Note the incidents that began or ended since the last look; return how many those are.

    Where mail, a webhook or a chat is configured, one message lists them all.
    """
    with session_scope(settings.database_url) as session:
        watch = _Watch(session, settings, now or datetime.now(UTC))
        brands = session.scalars(select(Brand).order_by(Brand.id)).all()
        runs = recent_runs(session, [brand.id for brand in brands], RUNS_LOOKED_AT, READINGS)
        noted = noted_backups(session)
        watch.note(BEHIND, index_now(session, settings, watch.now))
        watch.note(MISSED, backup_trouble(settings.backup_every_hours, noted, watch.now))
        _, failed = try_each(
            brands,
            lambda brand: watch.check_brand(brand, runs.get(brand.id, [])),
            lambda brand: brand.name,
        )
        message = watch.queue_message()
    if failed:
        raise failed
    return message


def watch_brand(settings: Settings, brand_id: int) -> None:
    """Note the incidents of one brand that began or ended, as somebody has decided something."""
    with session_scope(settings.database_url) as session:
        watch = _Watch(session, settings, datetime.now(UTC))
        runs = recent_runs(session, [brand_id], RUNS_LOOKED_AT, READINGS)
        watch.check_brand(session.get_one(Brand, brand_id), runs.get(brand_id, []))
        watch.queue_message()


def watch_worker(settings: Settings, now: datetime | None = None) -> int:
    """Note whether the jobs are done; return how many incidents began or ended.

    The worker looks after its own processes; the web processes look, too, as it may be dead.
    """
    now = now or datetime.now(UTC)
    trouble = worker_now(settings, now)
    with session_scope(settings.database_url) as session:
        watch = _Watch(session, settings, now)
        watch.note(STALLED, trouble)
        return watch.queue_message()


class _Watch:
    """One look, alone: what is open, and what begins and ends by it, as messages have it."""

    def __init__(self, session: Session, settings: Settings, now: datetime) -> None:
        session.execute(select(func.pg_advisory_xact_lock(LOCK)))
        self.now = now
        self._session, self._settings = session, settings
        self._open: dict[int | None, dict[str, Incident]] = defaultdict(dict)
        for incident in session.scalars(select(Incident).where(Incident.closed_at.is_(None))):
            self._open[incident.brand_id][incident.kind] = incident
        self._began: list[dict[str, Any]] = []
        self._ended: list[dict[str, Any]] = []

    def check_brand(self, brand: Brand, runs: Sequence[RecentRun]) -> None:
        """Note what is wrong with a brand, and what no longer is."""
        known = self._open[brand.id]
        wrong = self._troubles(brand, runs, known)
        for kind in known.keys() | wrong.keys():
            self.note(kind, wrong.get(kind), brand, runs)

    def _troubles(
        self, brand: Brand, runs: Sequence[RecentRun], known: Collection[str]
    ) -> dict[str, Incident]:
        if not brand.is_active:
            return {}
        table = timetable_of(brand, self._settings)
        planned = table if table.is_set and brand.can_be_read else None
        return troubles(runs, planned, self.now, self._settings.alert_shrink_percent / 100, known)

    def note(
        self,
        kind: str,
        trouble: Incident | None,
        brand: Brand | None = None,
        runs: Sequence[RecentRun] = (),
    ) -> None:
        """Begin an incident, end it, or update what is wrong by now, which is no news."""
        incident = self._open[brand.id if brand else None].get(kind)
        if trouble is None and incident is not None:
            self._end(incident, brand, runs)
        elif trouble is not None and incident is not None:
            self._go_on(incident, trouble, brand, runs)
        elif trouble is not None:
            self._begin(trouble, brand, runs)

    def _end(self, incident: Incident, brand: Brand | None, runs: Sequence[RecentRun]) -> None:
        incident.closed_at = self.now
        if _is_quiet(incident, self.now):
            return
        words = "The brand was disabled." if brand and not brand.is_active else ""
        good = _last_good(runs, None)
        change = self._change(incident.kind, words, incident.opened_at, brand, good)
        self._ended.append(change)

    def _go_on(
        self, incident: Incident, trouble: Incident, brand: Brand | None, runs: Sequence[RecentRun]
    ) -> None:
        if incident.run_id != trouble.run_id:
            incident.changes = self._changes(trouble)
        incident.words, incident.run_id = trouble.words, trouble.run_id
        if incident.muted_until is not None and not _is_quiet(incident, self.now):
            incident.muted_until = incident.muted_by = None
            self._began.append(self._message_facts(trouble, brand, runs))

    def _changes(self, trouble: Incident) -> list[str]:
        """Return what a held run read otherwise, field by field."""
        if trouble.kind != "suspect" or trouble.run_id is None:
            return []
        return differences_by_field(self._session, trouble.run_id)

    def _begin(self, new: Incident, brand: Brand | None, runs: Sequence[RecentRun]) -> None:
        """Keep a trouble that is new, and report it unless its kind is muted."""
        new.brand_id, new.opened_at = brand.id if brand else None, self.now
        new.changes = self._changes(new)
        last = self._session.scalars(
            select(Incident)
            .where(Incident.brand_id.is_not_distinct_from(new.brand_id), Incident.kind == new.kind)
            .order_by(Incident.id.desc())
            .limit(1)
        ).first()
        if last is not None and _is_quiet(last, self.now):
            new.muted_until, new.muted_by = last.muted_until, last.muted_by
        self._session.add(new)
        self._session.flush()
        self._open[new.brand_id][new.kind] = new
        if new.muted_until is None:
            self._began.append(self._message_facts(new, brand, runs))

    def _message_facts(
        self, trouble: Incident, brand: Brand | None, runs: Sequence[RecentRun]
    ) -> dict[str, Any]:
        run = next((run for run in runs if run.id == trouble.run_id), None)
        good = _last_good(runs, run)
        edited = _edits(self._session, brand.id, good.created_at) if brand and good else []
        change = self._change(trouble.kind, trouble.words, self.now, brand, run)
        return change | {"lastGoodRun": _run(good), "edited": edited}

    def _change(
        self, kind: str, words: str, since: datetime, brand: Brand | None, run: RecentRun | None
    ) -> dict[str, Any]:
        incident = self._open[brand.id if brand else None].get(kind)
        return {
            "brandId": brand.id if brand else None,
            "brand": line(brand.name if brand else SITE_NAMES[kind]),
            "kind": kind,
            "words": line(words),
            "since": since.isoformat(),
            "run": _run(run),
            "lastGoodRun": None,
            "edited": [],
            "changes": [line(words) for words in (incident.changes if incident else [])],
            "url": decision_url(self._settings, incident),
        }

    def queue_message(self) -> int:
        """Keep the message; return how many changes it has."""
        count = len(self._began) + len(self._ended)
        if count:
            facts = {"event": "brands.changed", "began": self._began, "ended": self._ended}
            key = f"change:{uuid4().hex}"
            notify_operators(self._session, self._settings, "change", key, facts)
        return count


def _is_quiet(incident: Incident, now: datetime) -> bool:
    return incident.muted_until is not None and incident.muted_until > now


def decision_url(settings: Settings, incident: Incident | None) -> str:
    """Return the page where an alert is decided; its mark proves that the link is ours."""
    if incident is None:
        return f"{site(settings)}/scraper?tab=alerts"
    return f"{site(settings)}/decide/{incident.id}/{mark_of(settings, incident.id)}"


def mark_of(settings: Settings, alert_id: int) -> str:
    """Return what an alert's link is signed with: it leads to the page, and lets nobody in."""
    key = (settings.operator_token or settings.operator_tokens or settings.database_url).encode()
    return hmac.new(key, f"alert {alert_id}".encode(), hashlib.sha256).hexdigest()[:MARK]


def _run(run: RecentRun | None) -> dict[str, Any] | None:
    if run is None:
        return None
    counts = {name: getattr(run, f"{name}_count") for name in COUNTS}
    end = (run.end_time or run.created_at).isoformat()
    return {"id": run.id, "result": run.result, **counts, "endTime": end}


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
            by = version.author or "somebody"
            edits.append(line(f"{', '.join(fields)} (by {by})"))
        before = version
    return edits

"""The daily digest: what is wrong now, and what the last day's runs did."""

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import Row, func, select
from sqlalchemy.orm import Session

from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.ingest.schedule import zone_of
from indexer.models import Brand, Incident, Message, ScrapeRun
from indexer.models.message import MAIL
from indexer.notify.messages import line, notifies_operators, notify_operators, site
from indexer.watch.incidents import COUNTS, NAME, decision_url

DAY = timedelta(days=1)
MOST_MOVED = 10  # brands whose products changed most
MOVES = ("new", "changed", "gone")


def queue_digest(settings: Settings, now: datetime | None = None) -> bool:
    """Keep the day's digest once its hour has come; return whether this call did."""
    now = now or datetime.now(UTC)
    local = now.astimezone(zone_of(settings))
    if not notifies_operators(settings) or local.hour < settings.alert_digest_hour:
        return False
    key = f"digest:{local.date()}"
    same = Message.key.startswith(f"{key}:", autoescape=True)
    with session_scope(settings.database_url) as session:
        if session.scalar(select(Message.id).where(same).limit(1)) is not None:
            return False
        facts: dict[str, Any] = {
            "event": "digest",
            "day": local.date().isoformat(),
            "open": _open(session, settings),
        }
        facts |= _of_runs(_finished_runs(session, now - DAY))
        facts["mailsGivenUp"] = _failed_messages(session, now - DAY)
        facts["url"] = f"{site(settings)}/scraper?tab=alerts"
        return bool(notify_operators(session, settings, "digest", key, facts))


def _open(session: Session, settings: Settings) -> list[dict[str, Any]]:
    rows = session.execute(
        select(Incident, NAME)
        .outerjoin(Brand, Brand.id == Incident.brand_id)
        .where(
            Incident.closed_at.is_(None),
            Incident.muted_until.is_(None) | (Incident.muted_until <= func.now()),
        )
        .order_by(Incident.opened_at, Incident.id)
    )
    return [
        {
            "brandId": incident.brand_id,
            "brand": line(name),
            "kind": incident.kind,
            "words": line(incident.words),
            "since": incident.opened_at.isoformat(),
            "acknowledgedBy": incident.acknowledged_by,
            "url": decision_url(settings, incident),
        }
        for incident, name in rows
    ]


def _finished_runs(session: Session, since: datetime) -> Sequence[Row[Any]]:
    counts = [getattr(ScrapeRun, f"{name}_count").label(name) for name in COUNTS]
    return session.execute(
        select(ScrapeRun.brand_id, Brand.name, ScrapeRun.result, *counts)
        .join(Brand, Brand.id == ScrapeRun.brand_id)
        .where(ScrapeRun.end_time.between(since, since + 2 * DAY), ScrapeRun.kind != "classify")
    ).all()


def _of_runs(runs: Sequence[Row[Any]]) -> dict[str, Any]:
    moved: dict[int, dict[str, Any]] = {}
    for run in runs:
        brand = moved.setdefault(run.brand_id, {"brand": line(run.name)} | dict.fromkeys(MOVES, 0))
        for name in MOVES:
            brand[name] += getattr(run, name)
    most = sorted(moved.values(), key=lambda brand: -sum(brand[name] for name in MOVES))
    return {
        "results": dict(Counter(run.result for run in runs)),
        "totals": {name: sum(getattr(run, name) for run in runs) for name in COUNTS},
        "moved": [brand for brand in most if any(brand[name] for name in MOVES)][:MOST_MOVED],
    }


def _failed_messages(session: Session, since: datetime) -> dict[str, int]:
    reasons = select(Message.why).where(Message.channel == MAIL, Message.gave_up_at >= since)
    return dict(Counter(line(why or "", 300) for why in session.scalars(reasons)))

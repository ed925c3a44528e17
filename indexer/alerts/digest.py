"""The daily digest: what is wrong now, and what the last day's runs did."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import Row, select
from sqlalchemy.orm import Session

from indexer.alerts.message import NAME, Notice, is_on, queue
from indexer.alerts.words import one_line
from indexer.db import session_scope
from indexer.models import Alert, Brand, Message, ScrapeRun
from indexer.models.message import DIGEST, MAIL
from indexer.notify.messages import site
from indexer.schedule.due import zone_of
from indexer.settings import Settings

DAY = timedelta(days=1)
MOST_MOVED = 10  # brands whose products changed most
COUNTS = ("found", "new", "changed", "gone", "rejected")


def queue_digest(settings: Settings, now: datetime | None = None) -> bool:
    """Keep the day's digest once its hour has come; return whether this call did."""
    now = now or datetime.now(UTC)
    zone = zone_of(settings)
    local = now.astimezone(zone)
    if not is_on(settings) or local.hour < settings.alert_digest_hour:
        return False
    with session_scope(settings.database_url) as session:
        key = f"{DIGEST}:{local.date()}"
        same = Message.key.startswith(f"{key}:", autoescape=True)
        if session.scalar(select(Message.id).where(same).limit(1)) is not None:
            return False
        wrong, runs = _open(session), _ended(session, now - DAY)
        lost = _given_up(session, now - DAY)
        subject = _subject(wrong, local)
        body = _text(wrong, runs, lost, zone, site(settings))
        payload = _payload(wrong, runs, local, site(settings)) | {"mailsGivenUp": dict(lost)}
        return bool(queue(session, settings, Notice(DIGEST, key, subject, body, payload)))


def _open(session: Session) -> Sequence[Row[Any]]:
    rows: Sequence[Row[Any]] = session.execute(
        select(
            Alert.brand_id,
            NAME.label("name"),
            Alert.kind,
            Alert.words,
            Alert.opened_at,
        )
        .outerjoin(Brand, Brand.id == Alert.brand_id)
        .where(Alert.closed_at.is_(None))
        .order_by(Alert.opened_at, Alert.id)
    ).all()  # type: ignore[assignment]  # a row of many columns is a row
    return rows


def _ended(session: Session, since: datetime) -> Sequence[Row[Any]]:
    counts = [getattr(ScrapeRun, f"{name}_count") for name in COUNTS]
    return session.execute(
        select(ScrapeRun.brand_id, Brand.name, ScrapeRun.result, *counts)
        .join(Brand, Brand.id == ScrapeRun.brand_id)
        .where(ScrapeRun.end_time >= since, ScrapeRun.kind != "classify")
    ).all()


def _given_up(session: Session, since: datetime) -> Counter[str]:
    """Return why mails were given up, and how many for each reason."""
    reasons = select(Message.why).where(Message.channel == MAIL, Message.gave_up_at >= since)
    return Counter(one_line(why or "", 300) for why in session.scalars(reasons))


def _subject(wrong: Sequence[Row[Any]], local: datetime) -> str:
    brands = len({row.brand_id for row in wrong} - {None})
    parts = [f"{row.name[0].lower()}{row.name[1:]}" for row in wrong if row.brand_id is None]
    parts += [f"{brands} brand{'s' * (brands > 1)}"] * bool(brands)
    state = f"{' and '.join(parts)} in trouble" if parts else "all is well"
    return f"Winkel, {local:%d %b %Y}: {state}"


def _totals(runs: Sequence[Row[Any]]) -> dict[str, int]:
    return {name: sum(getattr(run, f"{name}_count") for run in runs) for name in COUNTS}


def _moved(runs: Sequence[Row[Any]]) -> list[tuple[str, int, int, int]]:
    """Return the brands of which most came, changed and went: name and the three counts."""
    moved: dict[int, list[Any]] = {}
    for run in runs:
        row = moved.setdefault(run.brand_id, [one_line(run.name, 120), 0, 0, 0])
        for place, name in enumerate(("new", "changed", "gone"), 1):
            row[place] += getattr(run, f"{name}_count")
    rows = [(row[0], row[1], row[2], row[3]) for row in moved.values() if any(row[1:])]
    return sorted(rows, key=lambda row: -(row[1] + row[2] + row[3]))[:MOST_MOVED]


def _text(
    wrong: Sequence[Row[Any]],
    runs: Sequence[Row[Any]],
    lost: Counter[str],
    zone: ZoneInfo,
    base: str,
) -> str:
    lines = ["In trouble now:"] if wrong else ["Nothing is in trouble."]
    for row in wrong:
        since = f"{row.opened_at.astimezone(zone):%d %b %Y %H:%M}"
        lines.append(f"  {one_line(row.name, 120)}: {row.kind} since {since}")
        lines.append(f"    {one_line(row.words)}")
    results = Counter(run.result for run in runs)
    counts = ", ".join(f"{count} {result}" for result, count in sorted(results.items()))
    lines += ["", f"Runs of the last 24 hours: {counts or 'none'}."]
    if runs:
        lines.append(", ".join(f"{count} {name}" for name, count in _totals(runs).items()) + ".")
    for name, new, changed, gone in _moved(runs):
        lines.append(f"  {name}: {new} new, {changed} changed, {gone} gone")
    if lost:
        lines += ["", f"Mails given up in the last 24 hours: {lost.total()}."]
        lines += [f"  {count}: {why}" for why, count in lost.most_common(MOST_MOVED)]
    return "\n".join([*lines, "", f"{base}/scraper?tab=alerts", ""])


def _payload(
    wrong: Sequence[Row[Any]], runs: Sequence[Row[Any]], local: datetime, base: str
) -> dict[str, Any]:
    return {
        "event": "digest",
        "day": local.date().isoformat(),
        "open": [
            {
                "brandId": row.brand_id,
                "brand": one_line(row.name),
                "kind": row.kind,
                "words": one_line(row.words),
                "since": row.opened_at.isoformat(),
            }
            for row in wrong
        ],
        "results": dict(Counter(run.result for run in runs)),
        "totals": _totals(runs),
        "url": f"{base}/scraper?tab=alerts",
    }

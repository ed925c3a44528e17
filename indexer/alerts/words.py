"""Alerts in words: a mail's subject and text, and JSON. What stores wrote becomes one line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from indexer.schedule.recent import RecentRun
from scrapers import wording

MOST_WORDS = 600  # of one reason
MOST_NAMED = 3  # brands in a subject


@dataclass(frozen=True, slots=True)
class Change:
    """A trouble of a brand that began or ended (`over`), with the runs that tell about it.

    `brand_id` None: of the search index, whose name stands for the brand's. `edited`: the
    configuration's fields that were edited since the last good run, and by whom.
    """

    brand_id: int | None
    brand: str
    kind: str
    words: str
    over: bool
    since: datetime
    run: RecentRun | None = None
    good: RecentRun | None = None
    edited: Sequence[str] = ()


def one_line(words: str, most: int = MOST_WORDS) -> str:
    """Return words on one line (scrapers.wording), cut to `most` characters."""
    line = wording.one_line(words)
    return line if len(line) <= most else f"{line[: most - 1]}…"


def subject(changes: Sequence[Change]) -> str:
    """Return a mail's subject: what began first."""
    begun = [change for change in changes if not change.over]
    subjects = begun or list(changes)
    names = list(dict.fromkeys(one_line(change.brand, 60) for change in subjects))
    if len(names) > MOST_NAMED:
        what = "troubles" if any(change.brand_id is None for change in subjects) else "brands"
        state = f"{what} need a look" if begun else f"{what} have recovered"
        return f"Winkel: {len(names)} {state}"
    if not begun:
        return f"Winkel: {', '.join(names)} recovered"
    parts = []
    for name in names:
        kinds = [change.kind for change in subjects if one_line(change.brand, 60) == name]
        parts.append(f"{name} {' and '.join(kinds)}")
    return f"Winkel: {', '.join(parts)}"


def text(changes: Sequence[Change], base: str, zone: ZoneInfo) -> str:
    """Return a mail's text."""
    return "\n".join("\n".join(_lines(change, base, zone)) + "\n" for change in changes)


def _lines(change: Change, base: str, zone: ZoneInfo) -> list[str]:
    name = one_line(change.brand, 120)
    if change.over:
        head = f"{name}: no longer {change.kind} (since {_time(change.since, zone)})"
    else:
        head = f"{name}: {change.kind}"
    lines = [head, f"  {one_line(change.words)}"] if change.words else [head]
    if change.run is not None:
        lines.append(f"  {_numbers(change.run, change.good, zone)}")
    if change.edited and not change.over:
        lines.append(f"  Edited since then: {one_line('; '.join(change.edited))}")
    return [*lines, f"  {_link(change, base)}"]


def _link(change: Change, base: str) -> str:
    """Return where an operator sees it: the brand, or all that is open."""
    where = "tab=alerts" if change.brand_id is None else f"brand={change.brand_id}"
    return f"{base}/scraper?{where}"


def _numbers(run: RecentRun, good: RecentRun | None, zone: ZoneInfo) -> str:
    when = run.end_time or run.created_at
    words = (
        f"Run {run.id}, {_time(when, zone)}: {run.found_count} found, {run.new_count} new,"
        f" {run.changed_count} changed, {run.gone_count} gone, {run.rejected_count} rejected."
    )
    if good is None or good.id == run.id:
        return words
    before = _time(good.end_time or good.created_at, zone)
    return f"{words} The last good run {good.id}, {before}: {good.found_count} found."


def _time(time: datetime, zone: ZoneInfo) -> str:
    return f"{time.astimezone(zone):%d %b %Y %H:%M}"


def payload(changes: Sequence[Change], base: str) -> dict[str, Any]:
    """Return the changes as the webhook's JSON."""
    return {
        "event": "brands.changed",
        "began": [_json(change, base) for change in changes if not change.over],
        "ended": [_json(change, base) for change in changes if change.over],
    }


def _json(change: Change, base: str) -> dict[str, Any]:
    return {
        "brandId": change.brand_id,
        "brand": one_line(change.brand),
        "kind": change.kind,
        "words": one_line(change.words),
        "since": change.since.isoformat(),
        "run": _run(change.run),
        "lastGoodRun": _run(change.good),
        "edited": [one_line(field) for field in change.edited],
        "url": _link(change, base),
    }


def _run(run: RecentRun | None) -> dict[str, Any] | None:
    if run is None:
        return None
    return {
        "id": run.id,
        "result": run.result,
        "found": run.found_count,
        "new": run.new_count,
        "changed": run.changed_count,
        "gone": run.gone_count,
        "rejected": run.rejected_count,
        "endTime": run.end_time.isoformat() if run.end_time else None,
    }

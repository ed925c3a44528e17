"""What is wrong with a brand or with the index: pure, from what is known of them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import takewhile

from indexer.catalogue.refusals import Refusals
from indexer.insights.buffer import Waiting
from indexer.models import IndexCheck
from indexer.models.alert import BEHIND, STALLED
from indexer.models.run import CHECK, SCRAPES
from indexer.pipeline.verdict.baseline import is_accepted
from indexer.pulses import Pulses
from indexer.schedule.recent import RecentRun
from indexer.schedule.timetable import Timetable, regular_times

# How late a scheduled scrape may be: what waits in a queue for an hour is late.
LEAST_GRACE = timedelta(hours=1)
MOST_GRACE = timedelta(hours=12)
GRACE_SHARE = 0.25  # of the interval
INDEX_GRACE = timedelta(seconds=30)  # a busy index takes on its own what it has put off
REPLACED = {"fell back", "rebuilt"}  # states of a check
TOLD_FOR = timedelta(minutes=30)
BEGINNING = timedelta(seconds=60)
FEWEST = 5  # products of which a share says something
TREND_RUNS = 10  # trusted runs before the last one, whose best is what it is compared with


@dataclass(frozen=True, slots=True)
class Trouble:
    """One kind of trouble, why, and the run that shows it."""

    kind: str
    words: str
    run_id: int | None = None


def troubles(
    runs: Sequence[RecentRun],
    table: Timetable | None,
    now: datetime,
    shrink_share: float,
    already: Collection[str] = (),
) -> dict[str, Trouble]:
    """Return the troubles of a brand by kind; `runs` newest first, `table` None: not scheduled.

    `already`: the kinds that are known. What has shrunk counts as recovered only once half of the
    loss is made good, so that a count at the limit does not flicker.
    """
    full_runs = [run for run in runs if run.only_pages is None]
    shrunk = shrink_share / 2 if "shrinking" in already else shrink_share
    reads = [run for run in full_runs if run.kind != CHECK]
    present = (_result(full_runs), _overdue(reads, table, now), _shrinking(reads, shrunk))
    return {trouble.kind: trouble for trouble in present if trouble}


def index_trouble(
    refusals: Refusals,
    check: IndexCheck | None,
    now: datetime,
    incident: IndexCheck | None = None,
    absent: str = "",
) -> Trouble | None:
    """Return the search index's trouble: it is absent, does not take changes, or lacks products.

    `check`: the last comparison with PostgreSQL; `incident`: the last one that found something.
    What waits for some seconds is no trouble; an index that was lost and replaced is one for a
    while, so that somebody asks why.
    """
    failed = check.message if check is not None and check.state == "failed" and not absent else ""
    is_late = refusals.since is not None and now - refusals.since >= INDEX_GRACE
    waits = refusals.waits if is_late else refusals.late(now)
    parts = (absent, failed, waits, refusals.lacks, _lost(incident, now))
    words = "; ".join(part for part in parts if part)
    return Trouble(BEHIND, words) if words else None


def with_events(index: Trouble | None, events: Waiting | None, *, is_away: bool) -> Trouble | None:
    """Return the index's trouble with the searches and clicks that wait for Elasticsearch.

    While it is away they say how long it may be; that some were let go of is a trouble by itself.
    """
    if events is None or not (is_away or events.lost) or not str(events):
        return index
    return Trouble(BEHIND, f"{index.words}; {events}" if index else str(events))


def _lost(incident: IndexCheck | None, now: datetime) -> str:
    """Return what was found when the index was replaced lately; empty where it was not."""
    if incident is None or incident.state not in REPLACED or now - incident.last_at > TOLD_FOR:
        return ""
    return incident.message


def worker_trouble(state: Pulses | None, note: str, now: datetime) -> Trouble | None:
    """Return the worker's trouble; `state` None: it is unknown, for the reason in `note`.

    While a worker begins its processes come one after the other.
    """
    if state is None:
        return Trouble(STALLED, note)
    if state.started is not None and now - state.started < BEGINNING:
        return None
    words = "; ".join(part for part in (state.trouble, note) if part)
    return Trouble(STALLED, words) if state.trouble else None


def _result(runs: Sequence[RecentRun]) -> Trouble | None:
    """Return how the last run ended; a stopped run counts as no evidence."""
    last = next((run for run in runs if run.result not in {None, "stopped"}), None)
    if last is None or last.result == "success":
        return None
    reason = last.failure_reason or "no reason was kept"
    return Trouble(str(last.result), reason, last.id)


def _overdue(runs: Sequence[RecentRun], table: Timetable | None, now: datetime) -> Trouble | None:
    if table is None or (runs and runs[0].state == "running"):
        return None
    started = [run for run in runs if run.state == "finished"]
    times = regular_times(table, started[0].created_at if started else None, 2)
    if not times:
        return None
    grace = min(max(LEAST_GRACE, (times[1] - times[0]) * GRACE_SHARE), MOST_GRACE)
    if now <= times[0] + grace:
        return None
    due = times[0].astimezone(table.zone)
    waits = f"run {runs[0].id} waits in the queue" if runs and runs[0].state == "queued" else ""
    return Trouble("overdue", f"it was due {due:%d %b %Y %H:%M}; {waits or 'nothing was started'}")


def _shrinking(runs: Sequence[RecentRun], share: float) -> Trouble | None:
    """Compare the last trusted run with the best of those before it, back to an accepted one."""
    trusted = [run for run in runs if run.result == "success" and run.complete]
    if not trusted:
        return None
    last, earlier = trusted[0], [run for run in trusted[1:] if run.kind in _family(trusted[0])]
    if is_accepted(last.failure_reason):
        return None
    later = list(takewhile(lambda run: not is_accepted(run.failure_reason), earlier))
    measured = earlier[: min(len(later) + 1, TREND_RUNS)]
    if not measured:
        return None
    best = max(measured, key=lambda run: run.found_count)
    if best.found_count < FEWEST or last.found_count > (1 - share) * best.found_count:
        return None
    lost = 1 - last.found_count / best.found_count
    words = f"{last.found_count} products were found, {best.found_count} in run {best.id}"
    return Trouble("shrinking", f"{words}: {lost:.0%} fewer", last.id)


def _family(run: RecentRun) -> tuple[str, ...]:
    return ("import",) if run.kind == "import" else SCRAPES

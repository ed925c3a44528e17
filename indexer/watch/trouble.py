"""What is wrong with a brand: pure, from what is known of it."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import takewhile

from indexer.ingest.schedule.due import RecentRun
from indexer.ingest.schedule.timetable import Timetable, regular_times
from indexer.models.run import CHECK, SCRAPES, is_accepted

# How late a scheduled scrape may be: what waits in a queue for an hour is late.
LEAST_GRACE = timedelta(hours=1)
MOST_GRACE = timedelta(hours=12)
GRACE_SHARE = 0.25  # of the interval
FEWEST = 5  # products from which a share is evidence
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


def _result(runs: Sequence[RecentRun]) -> Trouble | None:
    """Return how the last run ended; a stopped run counts as no evidence.

    What an operator has rejected is decided: it raises no alert.
    """
    last = next((run for run in runs if run.result not in {None, "stopped"}), None)
    if last is None or last.result == "success" or last.rejected_at is not None:
        return None
    reason = last.failure_reason or "no reason was kept"
    return Trouble(str(last.result), reason, last.id)


def _overdue(runs: Sequence[RecentRun], table: Timetable | None, now: datetime) -> Trouble | None:
    if table is None or (runs and runs[0].state == "running"):
        return None
    started = [run for run in runs if run.state == "finished"]
    times = regular_times(table, started[0].created_at if started else None, 2, now)
    if not times:
        return None
    grace = min(max(LEAST_GRACE, (times[1] - times[0]) * GRACE_SHARE), MOST_GRACE)
    if now <= times[0] + grace:
        return None
    due = times[0].astimezone(table.zone)
    waits = f"run {runs[0].id} waits in the queue" if runs and runs[0].state == "queued" else ""
    return Trouble("overdue", f"it was due {due:%d %b %Y %H:%M}; {waits or 'nothing was started'}")


def _shrinking(runs: Sequence[RecentRun], share: float) -> Trouble | None:
    trusted = [run for run in runs if run.result == "success" and run.complete]
    if not trusted:
        return None
    last, family = trusted[0], ("import",) if trusted[0].kind == "import" else SCRAPES
    earlier = [run for run in trusted[1:] if run.kind in family]
    if is_accepted(last.reasons):
        return None
    later = list(takewhile(lambda run: not is_accepted(run.reasons), earlier))
    measured = earlier[: min(len(later) + 1, TREND_RUNS)]
    if not measured:
        return None
    best = max(measured, key=lambda run: run.found_count)
    if best.found_count < FEWEST or last.found_count > (1 - share) * best.found_count:
        return None
    lost = 1 - last.found_count / best.found_count
    words = f"{last.found_count} products were found, {best.found_count} in run {best.id}"
    return Trouble("shrinking", f"{words}: {lost:.0%} fewer", last.id)

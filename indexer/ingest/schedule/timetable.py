"""When a brand is to be scraped next: an interval or a cron expression, and retries in between."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import islice, takewhile
from typing import Any
from zoneinfo import ZoneInfo

from cronsim import CronSim, CronSimError
from sqlalchemy import Row

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

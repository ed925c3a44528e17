"""When a brand is scraped next: by hours or cron, and sooner after a failure."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from indexer.ingest.schedule import CronError, Timetable, check_cron, next_run, schedule_text
from indexer.models import ScrapeRun

SAST = ZoneInfo("Africa/Johannesburg")  # two hours ahead of UTC
NOON = datetime(2026, 11, 18, 12, 0, tzinfo=UTC)  # a Wednesday
HOUR = timedelta(hours=1)


def table(hours: int | None = None, cron: str = "", since: datetime = NOON) -> Timetable:
    return Timetable(hours, cron, since, SAST)


def ended(
    result: str, started: datetime = NOON, *, complete: bool = True, asked: bool = False
) -> Any:
    """Return a run of ten minutes."""
    return ScrapeRun(
        created_at=started,
        end_time=started + timedelta(minutes=10),
        result=result,
        complete=complete,
        stop_requested=asked,
    )


def test_without_a_schedule_nothing_is_next() -> None:
    assert next_run(table(), [ended("failed")]) is None
    assert schedule_text(table()) == "By hand"


def test_an_interval_counts_from_the_last_start_and_a_new_brand_is_due_at_once() -> None:
    assert next_run(table(24), [ended("success")]) == NOON + 24 * HOUR
    assert next_run(table(24), []) == NOON
    assert schedule_text(table(24)) == "Every 24 hours"
    assert schedule_text(table(1)) == "Every hour"


def test_cron_is_read_in_the_schedules_time_zone() -> None:
    nightly = table(cron="30 3 * * *")
    assert next_run(nightly, []) == datetime(2026, 11, 19, 1, 30, tzinfo=UTC)
    assert schedule_text(nightly) == "At 03:30 every day (Africa/Johannesburg)"


def test_a_missed_cron_time_is_due_and_not_left_out() -> None:
    set_long_ago = table(cron="0 6 * * *", since=NOON - timedelta(days=90))
    assert next_run(set_long_ago, [ended("success", NOON - timedelta(days=3))]) < NOON  # type: ignore[operator]


@pytest.mark.parametrize(
    ("failures", "minutes"), [(1, 15), (2, 30), (3, 60), (4, 120), (6, 480), (7, 720), (12, 720)]
)
def test_a_failed_run_does_not_wait_a_whole_interval(failures: int, minutes: int) -> None:
    runs = [ended("failed"), *[ended("failed", NOON - HOUR)] * (failures - 1), ended("success")]
    due = next_run(table(24), runs)
    assert due == NOON + timedelta(minutes=10) + timedelta(minutes=minutes)


def test_a_retry_never_comes_later_than_the_schedule() -> None:
    assert next_run(table(1), [ended("failed")] * 5) == NOON + HOUR


@pytest.mark.parametrize(
    ("run", "retried"),
    [
        (ended("failed", complete=False), True),
        (ended("suspect", complete=False), True),  # pages that were not read
        (ended("suspect"), False),  # an operator is to look
        (ended("stopped", complete=False, asked=True), False),
        (ended("stopped", complete=False), True),  # its worker was told to end
        (ended("success"), False),
    ],
)
def test_what_is_tried_again_soon(run: Any, retried: bool) -> None:
    due = next_run(table(24), [run])
    assert (due == NOON + 24 * HOUR) is not retried


@pytest.mark.parametrize("since", [NOON, NOON + 40_000 * HOUR])
@pytest.mark.parametrize("ahead", [7, 40_000])
def test_a_clock_that_was_ahead_stops_no_timetable(since: datetime, ahead: int) -> None:
    runs = [ended("success", NOON + ahead * HOUR)]
    assert next_run(table(6, since=since), runs, NOON) == NOON
    morning = datetime(2026, 11, 19, 1, 30, tzinfo=UTC)
    assert next_run(table(cron="30 3 * * *", since=since), runs, NOON) == morning


@pytest.mark.parametrize(
    "bad",
    [
        *("61 * * * *", "0 0 30 2 *", "@daily", "* * * *", "0 0 0 * * *", "a b c d e"),
        *("*/0 * * * *", "0 3 * * 1#6", "٣ * * * *"),
    ],
)
def test_an_unusable_cron_expression_is_refused_with_what_to_write(bad: str) -> None:
    with pytest.raises(CronError, match=r"30 3 \* \* 1|never comes"):
        check_cron(bad)
    assert check_cron(" */15  8-17 * * MON-FRI ") == "*/15 8-17 * * MON-FRI"

"""What is wrong with a brand, from its runs and its timetable."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from indexer.ingest.schedule import Timetable
from indexer.models import ScrapeRun
from indexer.watch.site import troubles
from tests.support.data import rows

ZONE = ZoneInfo("Africa/Johannesburg")
NOW = datetime(2026, 11, 18, 12, 0, tzinfo=UTC)
HOUR = timedelta(hours=1)


def run(number: int, found: int = 40, result: str | None = "success", **facts: Any) -> Any:
    """Return a scrape that began an hour ago, or at `created_at`."""
    started = facts.pop("created_at", NOW - HOUR)
    values: dict[str, Any] = {
        "id": number,
        "kind": "scrape+classify",
        "state": "finished" if result else "queued",
        "result": result,
        "complete": result in {"success", "suspect"},
        "stop_requested": False,
        "failure_reason": None,
        "found_count": found,
        **dict.fromkeys(("new_count", "changed_count", "gone_count", "rejected_count"), 1),
        "only_pages": None,
        "created_at": started,
        "start_time": started,
        "end_time": started + HOUR / 2,
    }
    return ScrapeRun(**values | {"reasons": []} | facts)


def every(hours: int, since: datetime = NOW) -> Timetable:
    return Timetable(hours, "", since, ZONE)


def kinds(*runs: Any, table: Timetable | None = None, already: tuple[str, ...] = ()) -> set[str]:
    return set(troubles(runs, table, NOW, 0.2, already))


@pytest.mark.parametrize(("results", "expected"), rows("last_runs"))
def test_the_last_run_that_ended_by_itself_tells(
    results: list[str | None], expected: list[str]
) -> None:
    runs = (run(9 - place, result=result) for place, result in enumerate(results))
    assert kinds(*runs) == {*expected}


def test_what_an_operator_rejected_asks_nobody() -> None:
    assert kinds(run(9, result="suspect", rejected_at=NOW), run(8)) == set()
    assert kinds(run(9, result="suspect"), run(8, result="suspect", rejected_at=NOW)) == {"suspect"}


def test_a_run_of_some_pages_mends_and_spoils_nothing() -> None:
    some = run(9, 2, only_pages=[1], complete=False)
    assert kinds(some, run(8, result="failed")) == {"failed"}
    assert kinds(some, run(8)) == set()


@pytest.mark.parametrize(
    ("hours_ago", "interval", "late"),
    [(25, 24, False), (29, 24, False), (31, 24, True), (2.1, 1, True), (1.9, 1, False)],
)
def test_a_scrape_is_overdue_after_a_quarter_of_its_interval_and_an_hour_at_least(
    hours_ago: float, interval: int, late: bool
) -> None:
    last = run(1, created_at=NOW - hours_ago * HOUR)
    assert kinds(last, table=every(interval)) == ({"overdue"} if late else set())


def test_a_brand_that_was_never_scraped_is_overdue_too_and_one_that_runs_is_not() -> None:
    assert kinds(table=every(24, NOW - 7 * HOUR)) == {"overdue"}
    assert kinds(table=every(24, NOW - 5 * HOUR)) == set()
    old = run(1, created_at=NOW - 90 * HOUR)
    assert kinds(run(2, 0, None, state="running"), old, table=every(24)) == set()
    waits = troubles([run(2, 0, None), old], every(24), NOW, 0.2)["overdue"]
    assert "run 2 waits in the queue" in waits.words
    assert kinds(old) == set()  # by hand


@pytest.mark.parametrize(("counts", "shrinks"), rows("shrinking_counts"))
def test_a_brand_shrinks_when_it_has_a_fifth_fewer_than_its_best_lately(
    counts: tuple[int, ...], shrinks: bool
) -> None:
    runs = [run(20 - place, found) for place, found in enumerate(counts)]
    assert kinds(*runs) == ({"shrinking"} if shrinks else set())


def test_what_an_operator_accepted_is_the_new_measure() -> None:
    accepted: dict[str, Any] = {"reasons": [["accepted", "Accepted by an operator"]]}
    assert kinds(run(3, 50, **accepted), run(2, 100)) == set()
    assert kinds(run(4, 51), run(3, 50, **accepted), run(2, 100)) == set()
    assert kinds(run(4, 39), run(3, 50, **accepted), run(2, 100)) == {"shrinking"}


def test_a_count_at_the_limit_does_not_flicker() -> None:
    assert kinds(run(3, 82), run(2, 100)) == set()
    assert kinds(run(3, 82), run(2, 100), already=("shrinking",)) == {"shrinking"}
    assert kinds(run(3, 91), run(2, 100), already=("shrinking",)) == set()


def test_a_failed_run_says_nothing_of_how_much_there_is() -> None:
    assert kinds(run(4, 0, "failed"), run(3, 79), run(2, 100)) == {"failed", "shrinking"}

"""What a soak and a cluster's bar count as lost, late and failed."""

from __future__ import annotations

import pytest

from app.metrics.declared import METRICS
from tests.drill.edits import Expected
from tests.drill.nodes import Search, minutes
from tests.drill.prometheus import missing
from tests.drill.soak import Told, is_proof


def test_an_acknowledged_edit_is_lost_unless_it_or_one_sent_since_is_there() -> None:
    expected = Expected()
    expected.sent(1, 4, acknowledged=True)
    expected.sent(2, 5, acknowledged=True)
    expected.sent(2, 6, acknowledged=False)
    expected.sent(3, 7, acknowledged=False)  # nobody was told that it is saved
    assert (expected.acknowledged, expected.unanswered) == (2, 2)
    assert expected.lost({1: 4, 2: 5}) == []
    assert expected.lost({1: 4, 2: 6, 3: 1}) == []
    assert expected.lost({1: 5, 2: 6}) == [1]
    assert expected.lost({}) == [1, 2]
    expected.sent(2, 8, acknowledged=True)
    assert expected.lost({1: 4, 2: 6}) == [2]


@pytest.mark.parametrize(
    ("told", "over", "needs", "good"),
    [
        (90.0, 20.0, True, True),
        (91.0, 20.0, True, False),
        (None, 20.0, True, False),
        (30.0, None, True, False),
        (None, 20.0, False, True),
        (None, None, False, False),
    ],
)
def test_a_trouble_is_good_where_it_was_told_in_time_and_ended(
    told: float | None, over: float | None, needs: bool, good: bool
) -> None:
    assert Told("any", told, over, needs).is_good is good


def test_a_soak_in_which_little_was_saved_proves_nothing() -> None:
    assert not is_proof(Expected(unanswered=900), troubles=8)
    assert not is_proof(Expected(acknowledged=39), troubles=8)
    assert is_proof(Expected(acknowledged=40, unanswered=900), troubles=8)


def test_a_metric_that_is_not_there_is_no_success_of_those_that_are() -> None:
    """What is asked of Prometheus is what the site said, which may be half."""
    present = {metric.name for metric in METRICS}
    assert missing(present) == []
    assert missing(present - {"winkel_browsers_held"}) == [], "there is no worker"
    lacking = {"winkel_outbox_pending", "winkel_request_seconds"}
    assert missing(present - lacking) == sorted(lacking)


def test_searches_count_in_the_minute_in_which_they_began() -> None:
    quick = [Search(second, 100.0, 200) for second in range(60)]
    slow = [Search(60.0 + second, 2_100.0, 200) for second in range(60)]
    failed = Search(130.0, 5.0, 503)
    rows = minutes([*slow, *quick, failed, Search(131.0, 90.0, 200)], ["a", "b", "c", "d"])
    assert [(row.answered, row.failed, row.p95_ms) for row in rows] == [
        (60, 0, 100.0),
        (60, 0, 2_100.0),
        (1, 1, 90.0),
        (0, 0, 0.0),
    ]
    assert [row.is_good for row in rows] == [True, False, False, False], "no search is no success"

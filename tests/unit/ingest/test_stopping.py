"""Why a run ends."""

from __future__ import annotations

import threading

import pytest

from indexer.core import stopflag
from indexer.core.stopflag import BY_OPERATOR, LOST, StopFlag


def test_the_first_reason_stays() -> None:
    stop = StopFlag()
    stop.set(BY_OPERATOR)
    stop.set(LOST)
    assert stop.reason is BY_OPERATOR


@pytest.mark.parametrize(("waited_s", "is_over"), [(0.0, True), (3600.0, False)])
def test_the_wait_for_another_run_is_no_part_of_a_runs_time(waited_s: float, is_over: bool) -> None:
    stop = StopFlag()
    stop.waited_s = waited_s
    stop.bound(passed_s=60.0, limit_s=50.0)
    assert stop() == is_over


def test_a_worker_that_ends_puts_off_what_is_not_decided_and_nothing_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(stopflag, "SHUTDOWN", threading.Event())
    early, decided, asked = StopFlag(), StopFlag(), StopFlag()
    assert not decided.puts_off()
    asked.set(BY_OPERATOR)
    stopflag.SHUTDOWN.set()
    assert early.puts_off()
    assert early.reason is stopflag.WORKER_ENDS
    assert decided.reason is None, "what is judged ends as it is"
    assert not asked.puts_off(), "an operator's stop stays one"

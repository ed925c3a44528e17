"""Why a run ends."""

from __future__ import annotations

import pytest

from indexer.runs import pulse
from indexer.runs.log import RunLog
from indexer.runs.stopflag import ASKED, LOST, StopFlag


def test_the_first_reason_stays() -> None:
    stop = StopFlag()
    stop.set(ASKED)
    stop.set(LOST)
    assert stop.reason is ASKED


class OneBeat(pulse.Pulse):
    """A pulse that ends after its first beat."""

    def _beat(self) -> None:
        self._ended.set()


@pytest.mark.parametrize(("waited_s", "is_over"), [(0.0, True), (3600.0, False)])
def test_the_wait_for_another_run_is_no_part_of_a_runs_time(
    monkeypatch: pytest.MonkeyPatch, waited_s: float, is_over: bool
) -> None:
    monkeypatch.setattr(pulse, "INTERVAL_S", 0.01)
    stop = StopFlag()
    stop.waited_s = waited_s
    url = "postgresql+psycopg://nobody@127.0.0.1:9/none"
    OneBeat(url, 1, pulse.Progress(), stop, RunLog(1), limit_s=0.0, on_overdue=lambda: None)._run()
    assert stop() == is_over

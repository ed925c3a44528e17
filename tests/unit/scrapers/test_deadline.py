"""An answer's time: over all its parts, but for the wait for a host's turn (fault 20, 53)."""

from __future__ import annotations

import pytest

from scrapers.polite.exchange import Deadline, TooLateError


def test_the_wait_for_a_turn_is_not_the_answers_time(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr("scrapers.polite.exchange.time.monotonic", lambda: now[0])
    deadline = Deadline(30)
    now[0] += 10
    with deadline.pause():
        now[0] += 600
    assert deadline.remaining() == 20
    now[0] += 20
    with pytest.raises(TooLateError, match="longer than 30 s"):
        deadline.remaining()

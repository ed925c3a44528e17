"""When calls of a service that fails are refused."""

from __future__ import annotations

import pytest

from app.live import breaker
from app.live.breaker import Breaker, EngineFailed
from app.web.errors import SearchUnavailable


def fail(guarded: Breaker) -> None:
    with pytest.raises(SearchUnavailable), guarded.call():
        raise EngineFailed


def test_only_failures_in_a_row_count() -> None:
    guarded = Breaker(lambda: True)
    for _ in range(breaker.FAILURES_TO_OPEN):
        fail(guarded)
        assert not guarded.is_open
        with guarded.call():
            pass


def test_while_one_caller_tries_others_are_refused_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(breaker, "OPEN_FOR_S", 0.0)
    tries: list[int] = []

    def probe() -> bool:
        tries.append(1)
        with pytest.raises(SearchUnavailable), guarded.call():
            raise AssertionError
        return True

    guarded = Breaker(probe)
    for _ in range(breaker.FAILURES_TO_OPEN):
        fail(guarded)
    with guarded.call():
        assert tries == [1]
        with pytest.raises(SearchUnavailable), guarded.call():
            raise AssertionError
    assert not guarded.is_open

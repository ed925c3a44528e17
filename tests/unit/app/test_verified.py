from __future__ import annotations

import pytest

from app.search.suggest.verified import FRESH_S, MOST, Verified

KEY = ("text", "black dress", "", "ZAR")


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time in s; a test moves it."""
    now = [1000.0]
    monkeypatch.setattr("app.search.suggest.verified.time.monotonic", lambda: now[0])
    return now


def test_an_answer_serves_while_it_is_fresh_and_no_longer(clock: list[float]) -> None:
    verified = Verified()
    assert verified.get(KEY) is None
    verified.put(KEY, False)
    clock[0] += FRESH_S - 1
    assert verified.get(KEY) is False
    clock[0] += 2
    assert verified.get(KEY) is None


def test_a_text_a_brand_and_another_country_are_apart(clock: list[float]) -> None:
    verified = Verified()
    verified.put(("text", "Mango", "", "ZAR"), False)
    assert verified.get(("brand", "Mango", "", "ZAR")) is None
    assert verified.get(("text", "Mango", "ZA", "ZAR")) is None


def test_it_does_not_grow_without_end(clock: list[float]) -> None:
    verified = Verified()
    for number in range(MOST + 10):
        verified.put(("text", str(number), "", "ZAR"), True)
    assert verified.get(("text", "0", "", "ZAR")) is None
    assert verified.get(("text", str(MOST + 9), "", "ZAR")) is True

"""Which texts look for something to give."""

from __future__ import annotations

import pytest

from app.search.reading import is_gift

WORDS = ("present", "gift", "Geskenk", "isipho", "birthday", "Mother's Day", "mother’s day gift")
FRAMES = ("{} for my mom", "a {} for dad under R500", "iets as {}", "{}")


@pytest.mark.parametrize("text", [f.format(w) for w in WORDS for f in FRAMES])
def test_a_gift_or_an_occasion_is_one(text: str) -> None:
    assert is_gift(text)


@pytest.mark.parametrize(
    "text",
    ["school uniform", "wedding guest dress", "representative", "motherboard", "giftless", ""],
)
def test_what_only_looks_like_it_is_none(text: str) -> None:
    assert not is_gift(text)

"""Discounts in per cent, and what only looks like one."""

from __future__ import annotations

import pytest

from app.search.understand import Amount, understand
from tests.unit.app.understand.language import language, parts, quantities

# A text, and the least and the most per cent.
DISCOUNTS = [
    ("50% off dresses", 50, None),
    ("dresses at least 20% off", 20, None),
    ("dresses over 30 % off", 30, None),
    ("dresses 30% off or more", 30, None),
    ("dresses 30%+ off", 30, None),
    ("dresses 30 percent off", 30, None),
    ("dresses with 30 per cent discount", 30, None),
    ("discount of 30% on dresses", 30, None),
    ("dresses reduced by at least 40%", 40, None),
    ("save 25% dresses", 25, None),
    ("up to 50% off jeans", None, 50),
    ("20-40% off jeans", 20, 40),
    ("20% to 40% off jeans", 20, 40),
    ("half price shoes", 50, None),
    ("half-priced shoes", 50, None),
    ("30% afslag skoene", 30, None),
    ("skoene met 30 persent korting", 30, None),
    ("20% off white shirt", 20, None),
]


@pytest.mark.parametrize(("text", "low", "high"), DISCOUNTS)
def test_a_discount_is_read_with_its_bounds(text: str, low: int | None, high: int | None) -> None:
    (read,) = parts(text, "discount")
    assert isinstance(read, Amount)
    assert (read.low, read.high) == (low, high)


@pytest.mark.parametrize(
    "text", ["100% cotton", "50% wool jersey", "off white", "20 off", "1/2 price", "sale 2026"]
)
def test_other_shares_are_no_discounts(text: str) -> None:
    assert not quantities(text, "discount")


def test_a_discount_is_a_condition_that_can_be_taken_away() -> None:
    text = "at least 20% off jeans under R500"
    meaning = understand(text, language())
    amounts = [part for part in meaning.parts if isinstance(part, Amount)]
    assert [(part.kind, part.label, part.low, part.high) for part in amounts] == [
        ("state", "20% off or more", 20, None),
        ("price", "Up to R 500", None, 500),
    ]
    assert [part.kind for part in meaning.parts[2:]] == ["type"]
    assert not meaning.words
    without = understand(text, language(), without=frozenset({meaning.parts[0].id}))
    assert without.parts[0].kind == "price"
    assert "20% off or more" not in {part.label for part in without.parts}

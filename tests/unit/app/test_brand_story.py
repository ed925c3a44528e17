"""What is said of a brand: only what is known, in sentences that are true."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from app.product.brand import Told, story

BARE = Told("Aloe", False, False, "", False, [], 0, {}, datetime(2026, 3, 1, tzinfo=UTC))
SINCE = "It has been here since March 2026."


def test_what_is_not_known_is_not_said() -> None:
    assert story(BARE) == ["Aloe is a store.", SINCE]


def test_all_that_is_known_is_said_with_three_countries_and_departments_at_most() -> None:
    told = replace(
        BARE,
        is_multi_brand=True,
        is_vintage=True,
        country="South Africa",
        reached=["A", "B", "C", "D"],
        products=1200,
        departments={"Women": 3, "Men": 3, "Home": 2, "Outdoor": 1},
    )
    assert story(told) == [
        "Aloe is a store of many brands that ships from South Africa.",
        "It delivers to A, B, C and 1 more country.",
        "What it sells is vintage.",
        "1,200 of its products are here: 3 in Women, 3 in Men and 2 in Home.",
        SINCE,
    ]
    assert "It delivers all over the world." in story(replace(told, everywhere=True))

"""What is said of a brand: only what is known, in sentences that are true."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from app.product.brand import Told, story

BARE = Told("Aloe", False, False, "", False, [], 0, {}, datetime(2026, 3, 1, tzinfo=UTC))
WHO, SINCE = "Aloe is a store.", "It has been here since March 2026."


def test_what_is_not_known_is_not_said() -> None:
    assert story(BARE) == [WHO, SINCE]


def test_a_multi_brand_store_of_vintage_that_ships_from_a_country() -> None:
    told = replace(BARE, is_multi_brand=True, is_vintage=True, country="South Africa")
    assert story(told) == [
        "Aloe is a store of many brands that ships from South Africa.",
        "What it sells is vintage.",
        SINCE,
    ]


@pytest.mark.parametrize(
    ("reached", "said"),
    [
        (["South Africa"], "It delivers to South Africa."),
        (["Namibia", "Zambia"], "It delivers to Namibia and Zambia."),
        (["A", "B", "C"], "It delivers to A, B and C."),
        (["A", "B", "C", "D"], "It delivers to A, B, C and 1 more country."),
        (["A", "B", "C", "D", "E"], "It delivers to A, B, C and 2 more countries."),
    ],
)
def test_it_names_three_countries_at_most(reached: list[str], said: str) -> None:
    assert story(replace(BARE, reached=reached)) == [WHO, said, SINCE]
    everywhere = replace(BARE, reached=reached, everywhere=True)
    assert story(everywhere)[1] == "It delivers all over the world."


@pytest.mark.parametrize(
    ("products", "departments", "said"),
    [
        (1, {"Women": 1}, "1 of its products is here."),
        (1200, {"Women": 1200}, "1,200 of its products are here."),
        (7, {"Women": 5, "Men": 2}, "7 of its products are here: 5 in Women and 2 in Men."),
        (
            9,
            {"Women": 3, "Men": 3, "Home": 2, "Outdoor": 1},
            "9 of its products are here: 3 in Women, 3 in Men and 2 in Home.",
        ),
    ],
)
def test_it_says_how_many_products_it_has_and_where_most_are(
    products: int, departments: dict[str, int], said: str
) -> None:
    told = replace(BARE, products=products, departments=departments)
    assert story(told) == [WHO, said, SINCE]

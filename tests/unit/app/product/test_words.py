"""The bounds of what is said of a price: a row each, a day or a price beside the next rule."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest

from app.product.days import Day
from app.product.words import Words, day_text
from tests.unit.app.product.test_history import ago, read, row, said

# When the store changed its price (days ago, price), days that were not read, what it asks now.
PRICES: list[tuple[list[tuple[int, int]], range, int, str]] = [
    ([(13, 100)], range(0), 100, "The same price since 19 May, read on 14 of 14 days"),
    ([(30, 100)], range(6), 100, "The same price since 2 May, read on 25 of 31 days"),
    (
        [(40, 599), (38, 899), (30, 599), (28, 950), (20, 899)],
        range(0),
        899,
        "Lowest since 4 May, read on 29 of 29 days",
    ),
    (
        [(40, 650), (30, 599), (28, 899)],
        range(0),
        899,
        "R 599 was asked on 2 of the last 41 days, read on 41",
    ),
    (
        [(120, 899), (30, 599), (28, 899)],
        range(0),
        899,
        "R 599 was asked on 2 of the last 90 days, read on 90",
    ),
    # Of a day's two prices the lower was asked, and the last one stays.
    (
        [(20, 899), (5, 749), (5, 899)],
        range(0),
        899,
        "R 749 was asked on 1 of the last 21 days, read on 21",
    ),
    (
        [(20, 899), (0, 749), (0, 899)],
        range(1, 19),
        899,
        "R 749 was asked on 1 of the last 21 days, read on 3",
    ),
]


@pytest.mark.parametrize(("changes", "unread", "price", "words"), PRICES)
def test_what_is_said_of_a_price(
    changes: list[tuple[int, int]], unread: range, price: int, words: str
) -> None:
    rows = [row(days, asked, sold_out=False) for days, asked in changes]
    assert said(read(*rows, skipped=tuple(unread)), price).price == words


def test_a_was_is_higher_and_any_price_of_a_day_was_asked() -> None:
    assert said(read(row(30, 100, sold_out=False)), 100, 100) == Words(
        "The same price since 2 May, read on 31 of 31 days"
    )
    rows = [row(20, 749, sold_out=False), row(20, 599, sold_out=False)]
    (asked, *_) = said(read(*rows), 599, 749).was
    assert asked == "R 749 was asked on 1 of the last 21 days, read on 21"


@pytest.mark.parametrize("wrong", [2, 5000])
def test_a_day_with_one_misread_price_does_not_count(wrong: int) -> None:
    days = read(*(row(9, price, sold_out=False) for price in (100, wrong, 100)))
    assert [*map(_day, days)] == [ago(n) for n in range(8, -1, -1)]


def _day(day: Day) -> date:
    assert day.price == Decimal(100)
    return day.day


def test_a_day_of_another_year_has_its_year() -> None:
    assert day_text(date(2025, 12, 31), date(2026, 1, 5)) == "31 December 2025"

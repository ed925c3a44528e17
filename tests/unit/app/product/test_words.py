"""What is measured and said of a price: a row each, a day or a price beside the next rule.

Prices are (days ago, price), with "x" where it was sold out. `NO`: no discount.
"""

from __future__ import annotations

from collections.abc import Collection
from decimal import Decimal
from typing import Any

import pytest

from indexer.catalogue.prices.measure import Stretch
from tests.unit.app.product.test_history import measured, read, row, said

Changes = list[tuple[Any, ...]]
NO = "By what we have read it is no discount."
RAISED = "By what we have read it is no discount: it was raised before it was cut."


def days_of(changes: Changes, unread: Collection[int] = ()) -> list[Stretch]:
    rows = [row(ago, price, sold_out=bool(away)) for ago, price, *away in changes]
    return read(*rows, skipped=unread)


def looked(on: int, more: str = "") -> str:
    return f"We looked on {on} of them{more}."


# What it cost, days that were not read, what it costs now; what is said of that.
PRICES: list[tuple[Changes, Collection[int], int, str | None]] = [
    ([(13, 100)], (), 100, f"The same price for 14 days. {looked(14)}"),
    ([(12, 100)], (), 100, None),
    ([(30, 100)], range(6), 100, f"The same price for 31 days. {looked(25)}"),
    ([(30, 100)], range(7), 100, None),
    ([(30, 100)], (), 101, None),
    ([(90, 899), (5, 749)], (7, 8), 749, f"The lowest in 90 days. {looked(88)}"),
    ([(40, 899), (5, 749)], (), 749, f"The lowest in 41 days. {looked(41)}"),
    # Dearer on too few days to be low now: a tenth of them, and two.
    ([(20, 749), (19, 899), (18, 749)], (), 749,
     f"R 749 was asked on 20 of the last 21 days. {looked(21)}"),
    ([(20, 749), (19, 899), (17, 749)], (), 749,
     f"R 749 was asked on 19 of the last 21 days. {looked(21)}"),
    ([(19, 749), (18, 899), (16, 749)], (), 749, f"The lowest in 20 days. {looked(20)}"),
    ([(40, 899), (30, 599), (28, 899)], (), 899,
     f"R 599 was asked on 2 of the last 41 days. {looked(41)}"),
    ([(120, 899), (95, 99), (80, 899), (30, 599), (28, 899)], (), 899,
     f"R 99 was asked on 9 of the last 90 days. {looked(90)}"),
    # Of a day's two prices the lower was asked, and the last one stays.
    ([(20, 899), (5, 749), (5, 899)], (), 899,
     f"R 749 was asked on 1 of the last 21 days. {looked(21)}"),
    # What nobody could buy at is no price.
    ([(30, 500), (19, 100, "x"), (9, 400)], (), 400,
     f"The lowest in 31 days. {looked(31, '; it was sold out on 10')}"),
]  # fmt: skip


@pytest.mark.parametrize(("changes", "unread", "price", "words"), PRICES)
def test_what_is_said_of_a_price(
    changes: Changes, unread: Collection[int], price: int, words: str | None
) -> None:
    assert next(iter(said(days_of(changes, unread), price)), None) == words


# What it cost, what it costs now; what it cost before that, what it was raised to, if it is lowest.
DROPS: list[tuple[Changes, int, tuple[int | None, int | None, bool]]] = [
    ([(40, 500), (5, 300)], 300, (500, None, True)),
    ([(40, 500), (8, 400), (5, 300)], 300, (500, None, True)),  # in steps
    ([(40, 80), (19, 100), (5, 90)], 90, (None, 100, False)),
    ([(60, 300), (1, 500), (0, 300)], 300, (None, 500, True)),
    ([(60, 300)], 300, (None, None, True)),
    # A cheap day before is a slip; two are not.
    ([(40, 500), (12, 200), (11, 500), (5, 300)], 300, (500, None, False)),
    ([(40, 500), (12, 200), (10, 500), (5, 300)], 300, (None, 500, False)),
    ([(40, 300), (19, 300, "x"), (9, 400), (3, 300)], 300, (None, 400, True)),
    ([(80, 200), (34, 500), (4, 300)], 300, (500, None, False)),  # cheaper 31 days before it fell
    ([(80, 200), (33, 500), (4, 300)], 300, (500, None, False)),  # on one of the 30
    ([(80, 200), (32, 500), (4, 300)], 300, (None, 500, False)),
    # So long ago that it is the price by now: 54 of 60 days, 55 of them.
    ([(89, 500), (53, 300)], 300, (500, None, True)),
    ([(89, 500), (54, 300)], 300, (None, None, True)),
    ([(89, 500), (5, 499)], 499, (None, None, True)),  # less than half a per cent
    # What it costs now was not read yet, or cannot be bought.
    ([(40, 500)], 300, (500, None, True)),
    ([(40, 500), (5, 300, "x")], 300, (500, None, True)),
    ([(40, 500)], 600, (None, None, False)),
]


@pytest.mark.parametrize(("changes", "price", "found"), DROPS)
def test_a_drop_is_from_the_lowest_price_of_the_30_days_before_it_fell(
    changes: Changes, price: int, found: tuple[int | None, int | None, bool]
) -> None:
    measure = measured(days_of(changes), price)
    assert measure is not None
    assert (measure.before, measure.raised, measure.lowest) == found


# The cases of the reviews: what it cost, now, what the store says that it was.
CLAIMS: list[tuple[Changes, int, int, list[str]]] = [
    ([(60, 300), (1, 500), (0, 300)], 300, 500,
     [f"R 300 was asked on 60 of the last 61 days. {looked(61)}",
      f"R 500 was asked on 1 of the last 60 days. {looked(60)}", RAISED]),
    ([(40, 80), (19, 100), (5, 90)], 90, 100,
     [f"R 80 was asked on 21 of the last 41 days. {looked(41)}",
      f"R 100 was asked on 14 of the last 41 days. {looked(41)}", RAISED]),
    ([(60, 300)], 300, 500,
     [f"The same price for 61 days. {looked(61)}",
      f"R 500 was asked on 0 of the last 60 days. {looked(60)}", NO]),
    ([(40, 500), (19, 300), (11, 500), (10, 300)], 300, 500,
     [f"The lowest in 41 days. {looked(41)}",
      f"R 500 was asked on 22 of the last 41 days. {looked(41)}", RAISED]),
    ([(89, 2999), (20, 2749, "x"), (10, 2999), (4, 2499)], 2499, 3499,
     [f"The lowest in 90 days. {looked(90, '; it was sold out on 10')}",
      f"R 3499 was asked on 0 of the last 60 days. {looked(60, '; it was sold out on 10')}",
      "17 % less than R 2999, the lowest price of the 30 days before it fell."]),
    ([(20, 100)], 100, 100, [f"The same price for 21 days. {looked(21)}"]),
]  # fmt: skip


@pytest.mark.parametrize(("changes", "price", "was", "words"), CLAIMS)
def test_what_a_store_says_stands_beside_what_was_read(
    changes: Changes, price: int, was: int, words: list[str]
) -> None:
    assert said(days_of(changes), price, was) == words


def test_any_price_of_a_day_was_asked() -> None:
    words = said(read(row(20, 749), row(20, 599)), 599, Decimal(749))
    assert words[1] == f"R 749 was asked on 1 of the last 21 days. {looked(21)}"

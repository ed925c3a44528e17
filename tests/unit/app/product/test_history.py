"""What a price history says, by hand: each rule of days, words, steps and addresses once."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest

from app.product.address import product_id_of, product_path
from app.product.days import Day, Row, days_of
from app.product.view import changes_of, steps_of
from app.product.words import Now, Words, words_of

TODAY = date(2026, 6, 1)


def ago(days: int) -> date:
    return TODAY - timedelta(days=days)


def row(days_ago: int, price: object, **more: Any) -> Row:
    amount = None if price is None else Decimal(str(price))
    return Row(ago(days_ago), more.pop("currency", "ZAR"), amount, more.pop("was", None), **more)


def money(amount: Decimal) -> str:
    return f"R {amount}"


def read(*rows: Row, skipped: tuple[int, ...] = ()) -> list[Day]:
    """Return the days of rows, read each day since the first but on those skipped."""
    oldest = (TODAY - rows[0].day).days
    return days_of(list(rows), [ago(n) for n in range(oldest + 1) if n not in skipped], "ZAR")


def said(days: list[Day], price: object, was: object = None) -> Words:
    ordinary = None if was is None else Decimal(str(was))
    return words_of(days, Now(TODAY, Decimal(str(price)), ordinary), money)


def test_a_price_holds_until_the_next_and_a_day_nobody_looked_does_not_count() -> None:
    days = read(row(4, 100, sold_out=False), row(1, 90, sold_out=True), skipped=(3,))
    assert [(day.day, int(day.price), day.sold_out) for day in days] == [
        (ago(4), 100, False),
        (ago(2), 100, False),
        (ago(1), 90, True),
        (ago(0), 90, True),
    ]


def test_what_a_suspect_run_wrote_counts_once_a_later_run_has_left_it() -> None:
    days = read(row(3, 100, sold_out=False), row(2, 80, sold_out=False, counts=False))
    assert [(day.day, int(day.price)) for day in days] == [
        (ago(3), 100),
        (ago(1), 80),
        (ago(0), 80),
    ]


@pytest.mark.parametrize("price", [None, 0, 10_000, "0.01"])
def test_a_price_that_is_none_or_was_misread_does_not_count(price: object) -> None:
    wrong = row(2, price, sold_out=False)
    days = read(row(9, 100, sold_out=False), wrong, row(1, 100, sold_out=False))
    assert ago(2) not in [day.day for day in days]
    assert {day.price for day in days} == {100}


def test_days_in_another_currency_than_the_stores_present_one_do_not_count() -> None:
    days = read(row(3, 9, currency="USD", sold_out=False), row(1, 100, sold_out=False))
    assert [day.day for day in days] == [ago(1), ago(0)]


def test_the_lowest_price_is_said_with_the_days_on_which_it_was_read() -> None:
    days = read(row(90, 899, sold_out=False), row(5, 749, sold_out=False), skipped=(7, 8))
    assert said(days, 749).price == "Lowest since 4 March, read on 88 of 90 days"


def test_a_lower_price_of_the_same_days_is_said_with_its_days() -> None:
    days = read(
        row(40, 899, sold_out=False), row(30, 599, sold_out=False), row(28, 899, sold_out=False)
    )
    assert said(days, 899).price == "R 599 was asked on 2 of the last 41 days, read on 41"


def test_the_stores_was_stands_beside_what_it_was() -> None:
    days = read(
        row(75, 599, sold_out=False),
        row(31, 749, sold_out=False),
        row(29, 549, was=Decimal(749), sold_out=False),
    )
    assert said(days, 549, 749).was == (
        "R 749 was asked on 2 of the last 60 days, read on 60",
        "The lowest price of the 30 days before the sale: R 599, read on 30",
    )


@pytest.mark.parametrize(
    ("oldest", "skipped", "price"),
    [(12, (), 100), (30, tuple(range(7)), 100), (30, (), 101)],
    ids=["13 days", "not read for a week", "another price now"],
)
def test_nothing_is_said_of_little_or_old_history(
    oldest: int, skipped: tuple[int, ...], price: int
) -> None:
    assert said(read(row(oldest, 100, sold_out=False), skipped=skipped), price, 200) == Words()


def test_steps_end_where_it_was_not_read_and_changes_are_told_the_newest_first() -> None:
    days = read(
        row(20, 899, sold_out=False),
        row(3, 749, sold_out=False),
        row(1, 749, sold_out=True),
        skipped=(8, 9, 10, 11, 15),
    )
    steps = steps_of(days)
    spans = [((TODAY - s.first).days, (TODAY - s.last).days, s.read) for s in steps]
    assert spans == [(20, 12, 8), (7, 4, 4), (3, 2, 2), (1, 0, 2)]
    texts = [change.text for change in changes_of(steps, money)]
    assert texts == ["Sold out", "Down from R 899 to R 749"]


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("Linen dress", "/product/linen-dress-7"),
        ("Crème <b>Brûlée</b> & co", "/product/creme-b-brulee-b-co-7"),
        ("連衣裙", "/product/7"),
        ("x" * 99, f"/product/{'x' * 60}-7"),
    ],
)
def test_a_path_has_the_names_words_and_the_id_that_it_is_found_by(name: str, path: str) -> None:
    assert product_path(name, 7) == path
    assert product_id_of(path) == 7


@pytest.mark.parametrize("path", ["/product", "/product/", "/product/a", "/product/a-07x", "/7"])
def test_what_has_no_id_is_no_products_path(path: str) -> None:
    assert product_id_of(path) is None

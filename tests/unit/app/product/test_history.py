"""What a price history says, by hand: each rule of days, words, steps and addresses once."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest

from app.product.related import product_id_of, product_path
from app.product.view import changes_of, sentences, steps_of
from indexer.catalogue.prices import (
    Measure,
    Row,
    Stretch,
    measure_of,
    stretches_of,
    without_outliers,
)
from tests.support.data import rows

TODAY = date(2026, 6, 1)


def ago(days: int) -> date:
    return TODAY - timedelta(days=days)


def row(days_ago: int, price: object, **more: Any) -> Row:
    amount = None if price is None else Decimal(str(price))
    more = {"ordinary": more.pop("was", None), "sold_out": False} | more
    return Row(ago(days_ago), price=amount, **more)


def money(amount: Decimal) -> str:
    return f"R {amount}"


def read(*rows: Row, skipped: Collection[int] = ()) -> list[Stretch]:
    """Return the days of rows, read each day since the first but on those skipped."""
    oldest = (TODAY - rows[0].day).days
    days = [ago(n) for n in range(oldest, -1, -1) if n not in skipped]
    return stretches_of(list(rows), [(day, day) for day in days])


def measured(days: list[Stretch], price: object) -> Measure | None:
    return measure_of(days, TODAY, Decimal(str(price)))


def said(days: list[Stretch], price: object, was: object = None) -> list[str]:
    ordinary = None if was is None else Decimal(str(was))
    return sentences(measured(days, price), TODAY, Decimal(str(price)), ordinary, money)


def days_of(stretches: Sequence[Stretch]) -> list[tuple[int, int, bool]]:
    """Return days ago, price and whether it was sold out, of each day."""
    return [
        ((TODAY - one.first).days - n, int(one.price), one.sold_out)
        for one in stretches
        for n in range(one.days)
    ]


def test_a_price_holds_until_the_next_and_a_day_nobody_looked_does_not_count() -> None:
    days = read(row(4, 100), row(1, 90, sold_out=True), skipped=(3,))
    assert days_of(days) == [(4, 100, False), (2, 100, False), (1, 90, True), (0, 90, True)]


def test_what_a_suspect_run_wrote_counts_once_a_later_run_has_left_it() -> None:
    days = read(row(3, 100), row(2, 80, counts=False))
    assert days_of(days) == [(3, 100, False), (1, 80, False), (0, 80, False)]


def test_of_a_day_on_which_it_could_be_bought_only_that_price_counts() -> None:
    days = read(row(2, 100), row(1, 60, sold_out=True), row(1, 90), row(0, 50, sold_out=True))
    assert days_of(days) == [(2, 100, False), (1, 90, False), (0, 50, True)]
    days = read(row(2, 100), row(1, 90), row(1, 60, sold_out=True))
    assert days_of(days) == [(2, 100, False), (1, 90, False), (0, 60, True)]


@pytest.mark.parametrize("price", [None, 0, 10_000, "0.01"])
def test_a_price_that_is_none_or_was_misread_does_not_count(price: object) -> None:
    days = without_outliers(read(row(9, 100), row(2, price), row(1, 100)))
    assert [day for day, *_ in days_of(days)] == [9, 8, 7, 6, 5, 4, 3, 1, 0]
    assert {day.price for day in days} == {100}


def test_steps_end_where_it_was_not_read_and_changes_are_told_the_newest_first() -> None:
    days = read(row(20, 899), row(3, 749), row(1, 749, sold_out=True), skipped=(8, 9, 10, 11, 15))
    steps = steps_of(days)
    spans = [((TODAY - s.first).days, (TODAY - s.last).days) for s in steps]
    assert spans == [(20, 12), (7, 4), (3, 2), (1, 0)]
    texts = [change["text"] for change in changes_of(steps, money)]
    assert texts == ["Sold out", "Down from R 899 to R 749"]


@pytest.mark.parametrize(("name", "path"), rows("product_paths"))
def test_a_path_has_the_names_words_and_the_id_that_it_is_found_by(name: str, path: str) -> None:
    assert product_path(name, 7) == path
    assert product_id_of(path) == 7

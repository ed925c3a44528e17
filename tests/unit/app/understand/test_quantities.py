"""One reading of numbers, units and comparisons, whatever they are of."""

from __future__ import annotations

import pytest

from app.search.understand import Amount, understand
from indexer.reference.quantities.quantities import UNITS
from tests.unit.app.understand.language import language, parts, quantities

NUMBERS = [("12", 12), ("twelve", 12), ("twaalf", 12), ("three fifty", 350), ("3 fifty", 350)]


@pytest.mark.parametrize(("said", "number"), NUMBERS)
def test_a_number_is_one_in_words_and_digits_whatever_it_counts(said: str, number: int) -> None:
    (price,) = parts(f"socks under {said} rand", "price")
    assert isinstance(price, Amount)
    assert price.high == number
    (measure,) = parts(f"{said} cm candle", "measure")
    assert measure.label == f"{number} cm"


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ("dress two to six years", ["Children", "Size 2-6 years"]),
        ("babygrow ses tot twaalf maande", ["Children", "Size 6-12 months"]),
        ("girls dress aged four", ["Children"]),
    ],
)
def test_an_age_may_be_in_words_too(text: str, labels: list[str]) -> None:
    assert [part.label for part in parts(text, "age")] == labels


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("dress under R300 in black", None, 300),
        ("shirts under 500 in blue", None, 500),
        ("R500 men's shoes", None, 600),
        ("shoes under R300-00", None, 300),
        ("dress for R300 or less", None, 300),
        ("not more than R300 or so", None, 300),
    ],
)
def test_words_behind_a_price_do_not_hide_it(
    text: str, low: float | None, high: float | None
) -> None:
    (price,) = parts(text, "price")
    assert isinstance(price, Amount)
    assert (price.low, price.high) == (low, high)


def test_not_more_than_a_share_is_an_upper_bound() -> None:
    (discount,) = parts("dresses not more than 20% off", "discount")
    assert isinstance(discount, Amount)
    assert (discount.low, discount.high) == (None, 20)


@pytest.mark.parametrize(
    ("text", "typed"),
    [
        ("40-50l backpack", "40-50l"),
        ("backpack between 40l and 50 litres", "between 40l and 50 litres"),
        ("minstens 45l rugsak", "minstens 45l"),
        ("curtain of 230 cm or more", "230 cm or more"),
    ],
)
def test_a_comparison_belongs_to_its_measure(text: str, typed: str) -> None:
    (measure,) = parts(text, "measure")
    assert measure.text == typed
    assert not understand(text, language()).words


@pytest.mark.parametrize("text", ["0 ml", "99999 m", "9" * 12 + " kg"])
def test_what_nobody_would_write_is_no_measure(text: str) -> None:
    assert not parts(text, "measure")


@pytest.mark.parametrize("unit", UNITS["count"]["1"])
def test_what_is_only_counted_becomes_nothing(unit: str) -> None:
    text = f"under 40 {unit}"
    assert not [
        one for kind in ("discount", "price", "age", "measure") for one in quantities(text, kind)
    ]


def test_a_number_that_is_a_size_is_not_the_beginning_of_a_measure() -> None:
    meaning = understand("size 9 500 ml", language())
    labels = [part.label for kind in ("size", "measure") for part in meaning.of(kind)]
    assert labels == ["Size 9", "500 ml"]


@pytest.mark.parametrize(
    "text", ["1" * 999, "R" + "9" * 400, "under " + "7 " * 300, "9" * 50 + " ml"]
)
def test_a_number_of_no_end_is_none(text: str) -> None:
    assert not understand(text, language()).of("price")

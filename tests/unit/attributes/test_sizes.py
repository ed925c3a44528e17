"""Sizes in many systems and languages: what a filter shows of what stores write."""

from __future__ import annotations

import random

import pytest

from scrapers.attributes import SIZE

IN_ORDER = [
    *("XXS", "XS", "S", "M", "L", "XL", "XXL", "3XL", "5XL"),
    *("2", "8", "8.5", "10", "38", "42 2/3"),
    *("8-10", "32/30", "32/34"),
    *("UK 5.5", "UK 9", "US 9", "EU 42"),
    *("34B", "36A"),
    *("Newborn", "0-3 months", "3-6 months", "12-18 months"),
    *("2-3 years", "5-6 years"),
    "104 cm",
    *("Single", "Queen", "King"),
    "50 ml",
    "Petite",
    "One size",
]


def test_sizes_sort_as_sizes_do() -> None:
    shuffled = random.Random(3).sample(IN_ORDER, len(IN_ORDER))
    assert SIZE.ordered(shuffled) == IN_ORDER


@pytest.mark.parametrize("value", IN_ORDER)
def test_a_value_read_again_is_itself(value: str) -> None:
    assert SIZE.read([value]) == [value]


@pytest.mark.parametrize(
    ("wording", "values"),
    [
        *[(word, ["XL"]) for word in ("xl", "X-Large", "Extra Large", "extra large", "XLarge")],
        *[(word, ["XXL"]) for word in ("2XL", "XX-Large", "2X-Large", "Extra Extra Large")],
        *[(word, ["3XL"]) for word in ("XXXL", "3XL", "3x large")],
        *[(word, ["S"]) for word in ("s", "Small", "klein", "Size S", "Maat: S", "petit")],
        ("1X", ["1X"]),
        ("Größe 38", ["38"]),
        ("Gr. 38", ["38"]),
        ("Taille 38", ["38"]),
        ("grootte 12", ["12"]),
        ("08", ["8"]),
        *[(word, ["8.5"]) for word in ("8.5", "8,5", "8½", "8 ½", "8 1/2")],
        *[(word, ["42 2/3"]) for word in ("42 2/3", "42⅔")],
        *[(word, ["UK 9"]) for word in ("UK 9", "uk9", "9 UK", "UK: 9", "GB 9")],
        *[(word, ["EU 42"]) for word in ("EU 42", "EUR 42", "42 EU", "Euro 42")],
        *[(word, ["UK 8", "EU 42"]) for word in ("UK 8 / EU 42", "UK8/EU42", "UK 8 (EU 42)")],
        ("UK 8 EU 42", ["UK 8", "EU 42"]),
        ("S/M", ["S", "M"]),
        ("S, M, L", ["S", "M", "L"]),
        ("36,37,38", ["36", "37", "38"]),
        ("M (38-40)", ["M", "38", "40"]),
        *[(word, ["32/34"]) for word in ("32/34", "W32 L34", "32W x 34L", "32x34", "w32/l34")],
        *[(word, ["32"]) for word in ("W32", "32W", "waist 32")],
        ("98/104", ["98/104"]),
        *[(word, ["34DD"]) for word in ("34DD", "34 dd")],
        *[(word, ["0-3 months"]) for word in ("0-3m", "0-3 Months", "0–3 mths", "00-03 M")],
        ("6-9 Monate", ["6-9 months"]),
        ("6/9 mois", ["6-9 months"]),
        ("12m", ["12 months"]),
        ("NB", ["Newborn"]),
        *[(word, ["5-6 years"]) for word in ("5-6Y", "5-6 yrs", "Age 5-6", "5 to 6 jaar")],
        ("3T", ["3 years"]),
        ("104cm", ["104 cm"]),
        ("200 x 300 cm", ["200 × 300 cm"]),
        ("Three Quarter", ["Three quarter"]),
        ("King Size", ["King"]),
        *[(word, ["One size"]) for word in ("One Size", "OS", "O/S", "one size fits most", "TU")],
        *[(word, ["One size"]) for word in ("Taille unique", "Einheitsgröße", "Een maat")],
        ("Petite", ["Petite"]),
    ],
)
def test_what_stores_write_becomes_what_people_choose(wording: str, values: list[str]) -> None:
    assert SIZE.read([wording]) == SIZE.ordered(values)


@pytest.mark.parametrize(
    "wording",
    ["", " ", "Choose an option", "Select size", "Kies 'n grootte", "Default Title", "Size", "-",
     "n/a", "Size guide", "This blouse is true to its size, order your own", "\x00"],
)  # fmt: skip
def test_what_is_no_size_gives_none(wording: str) -> None:
    assert SIZE.read([wording]) == []


def test_a_product_carries_each_size_once_in_order_and_not_without_end() -> None:
    assert SIZE.read(["Large", "XS", "L", "extra small"]) == ["XS", "L"]
    assert len(SIZE.read([str(number) for number in range(500)])) == 60

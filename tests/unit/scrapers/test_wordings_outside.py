"""Wordings that others collected: how many are read rightly, wrongly, or not at all, by halves.

The readers were tuned on half a alone; half b says what they do with what they were not made for.
A wrong value is worse than none, and the limits are those measured: who lowers one writes it here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from decimal import Decimal

import pytest

from scrapers.values.availability import read_availability
from scrapers.values.price.prices import CurrencyMismatchError, parse_price
from tests.support.wordings import TABLE

RIGHT, WRONG, NOTHING = "right", "wrong", "not understood"
SAID = {True: "yes", False: "no", None: "?"}


def rows(name: str) -> Iterator[list[str]]:
    lines = TABLE.with_name(name).read_text(encoding="utf-8").splitlines()
    return (line.split("\t") for line in lines if not line.startswith("#"))


def price(currency: str, paid: str, ordinary: str, text: str) -> str:
    try:
        reading = parse_price(text, currency)
    except CurrencyMismatchError:
        return RIGHT if paid == "-" else NOTHING
    if reading.value is None:
        return RIGHT if paid == "-" else NOTHING
    same = paid != "-" and reading.value == Decimal(paid)
    before = None if ordinary in {"-", "?"} else Decimal(ordinary)
    return RIGHT if same and (ordinary == "?" or reading.ordinary == before) else WRONG


def availability(value: str, text: str) -> str:
    said = SAID[read_availability(text).value]
    return RIGHT if said == value else NOTHING if said == "?" else WRONG


@pytest.mark.parametrize(
    ("name", "read", "half", "wrong", "not_understood"),
    [
        # Not understood by intent: without tax, and amounts beside words that nobody knows.
        ("prices_outside.tsv", price, "a", 0, 15),
        ("prices_outside.tsv", price, "b", 0, 20),
        ("availability_outside.tsv", availability, "a", 0, 1),
        ("availability_outside.tsv", availability, "b", 0, 2),
    ],
)
def test_wordings_from_outside_are_read_as_measured(
    name: str, read: Callable[..., str], half: str, wrong: int, not_understood: int
) -> None:
    read_as = Counter(read(*row) for place, _source, *row in rows(name) if place == half)
    assert read_as[WRONG] <= wrong
    assert read_as[NOTHING] <= not_understood
    assert read_as[RIGHT] > 40

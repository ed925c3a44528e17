from __future__ import annotations

import pytest

from app.search.understand import fold
from app.search.understand.money import prices

# A text, and the price in it: low, high, currency, near.
PRICES = [
    ("dress under R300", None, 300, "ZAR", None),
    ("dress under 300", None, 300, None, None),
    ("dress under300", None, 300, None, None),
    ("jeans below R 500", None, 500, "ZAR", None),
    ("less than R99.99", None, 99.99, "ZAR", None),
    ("not more than 300", None, 300, None, None),
    ("up to 250 bucks", None, 250, None, None),
    ("max 500 rand", None, 500, "ZAR", None),
    ("t-shirt 500 max", None, 500, None, None),
    ("dress <R300", None, 300, "ZAR", None),
    ("shirt 300 or less", None, 300, None, None),
    ("for R300 or less", None, 300, "ZAR", None),
    ("R 500,00 or cheaper", None, 500, "ZAR", None),
    ("budget of 600", None, 600, None, None),
    ("couch under R10K", None, 10_000, "ZAR", None),
    ("under five hundred rand", None, 500, "ZAR", None),
    ("less than a thousand", None, 1000, None, None),
    ("rok onder R300", None, 300, "ZAR", None),
    ("rok tot R500", None, 500, "ZAR", None),
    ("minder as R250", None, 250, "ZAR", None),
    ("boots over R1 000", 1000, None, "ZAR", None),
    ("boots over 1,000", 1000, None, None, None),
    ("boots over R1,500.00", 1500, None, "ZAR", None),
    ("shirt R300+", 300, None, "ZAR", None),
    ("shirt R300 and up", 300, None, "ZAR", None),
    ("from R200", 200, None, "ZAR", None),
    ("> 500", 500, None, None, None),
    ("shoes R200-R400", 200, 400, "ZAR", None),
    ("shoes R200 – R400", 200, 400, "ZAR", None),
    ("200-400 rand shoes", 200, 400, "ZAR", None),
    ("shoes between 200 and 400", 200, 400, None, None),
    ("shoes from R200 to R400", 200, 400, "ZAR", None),
    ("skoene tussen R200 en R400", 200, 400, "ZAR", None),
    ("couch 5k-10k", 5000, 10_000, None, None),
    ("between one hundred and two hundred rand", 100, 200, "ZAR", None),
    ("around R400", 280, 520, "ZAR", 400),
    ("R500 dress", None, 600, "ZAR", 500),
    ("300 rand shirt", None, 360, "ZAR", 300),
    ("dress for R500", None, 600, "ZAR", 500),
    ("R 1 299,99", None, 1559.99, "ZAR", 1299.99),
    ("$40 bag", None, 48, "USD", 40),
    ("bag less than $ 40", None, 40, "USD", None),
    ("bag 40 dollars or less", None, 40, "USD", None),
    ("€30 bag", None, 36, "EUR", 30),
    ("twenty euros", None, 24, "EUR", 20),
    ("men size 10 under 900", None, 900, None, None),
]
NO_PRICES = [
    "over the knee boots",
    "3 seater couch",
    "size 32-34 jeans",
    "jeans 32 waist",
    "2-3 years dress",
    "100-200 cm curtain",
    "160x230 rug",
    "levi's 501 jeans",
    "top 10 dresses",
    "one piece swimsuit",
    "two tone shirt",
    "3 pack socks",
    "dress",
    "",
]


@pytest.mark.parametrize(("text", "low", "high", "currency", "near"), PRICES)
def test_a_price_is_read_as_people_type_it(
    text: str, low: float | None, high: float | None, currency: str | None, near: float | None
) -> None:
    (found,) = prices(fold(text))
    assert (found.low, found.high, found.currency, found.near) == (low, high, currency, near)


@pytest.mark.parametrize("text", NO_PRICES)
def test_sizes_counts_and_models_are_no_prices(text: str) -> None:
    assert prices(fold(text)) == []


def test_two_bounds_are_two_prices() -> None:
    found = prices(fold("over R200 but under R500"))
    assert [(one.low, one.high) for one in found] == [(200, None), (None, 500)]


def test_a_price_stands_where_it_was_typed() -> None:
    text = "black dress under R300 for summer"
    (found,) = prices(fold(text))
    assert text[found.start : found.end] == "under R300"

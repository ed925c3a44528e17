from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from scrapers.feeds.errors import RowRefusedError
from scrapers.feeds.price import parse_price

KNOWN = {"ZAR", "EUR", "USD", "JPY"}


def parsed(value: Any) -> tuple[Decimal, str] | None:
    return parse_price(value, "ZAR", KNOWN.__contains__)


@pytest.mark.parametrize(
    ("value", "amount", "currency"),
    [
        ("299.00 ZAR", "299.00", "ZAR"),
        ("299 zar", "299", "ZAR"),
        ("EUR 12.5", "12.5", "EUR"),
        ("1,299.00 ZAR", "1299.00", "ZAR"),
        ("1.299,00 EUR", "1299.00", "EUR"),
        ("1 299,95 EUR", "1299.95", "EUR"),
        ("1\u00a0299 ZAR", "1299", "ZAR"),
        ("12,000 JPY", "12000", "JPY"),
        ("1.234.567 ZAR", "1234567", "ZAR"),
        ("11.99EUR", "11.99", "EUR"),
        ("15", "15", "ZAR"),
        (15, "15", "ZAR"),
        (15.5, "15.5", "ZAR"),
        ("R 1 299,00", "1299.00", "ZAR"),
        ("R1299.00", "1299.00", "ZAR"),
        ("1299,- ZAR", "1299", "ZAR"),
        ("1.299 ZAR", "1299", "ZAR"),
        ("1 299,00 R", "1299.00", "ZAR"),
        ("US$ 29.99", "29.99", "USD"),
        ("٣ ZAR", "3", "ZAR"),
        ({"value": "5.00", "currency": "USD"}, "5.00", "USD"),
    ],
)
def test_amounts_are_read_with_their_currency(value: Any, amount: str, currency: str) -> None:
    assert parsed(value) == (Decimal(amount), currency)


@pytest.mark.parametrize("value", [None, "", "  ", "0.00 ZAR", 0])
def test_a_price_may_be_absent(value: Any) -> None:
    assert parsed(value) is None


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("-5.00 ZAR", "negative"),
        ("ZAR -5", "negative"),
        (-5, "negative"),
        ("299.00 XYZ", "no exchange rate for the currency XYZ"),
        ("NaN", "is not understood"),
        (float("nan"), "is not understood"),
        (float("inf"), "is not understood"),
        ("call us", "is not understood"),
        ("299.00 rand", "is not understood"),
        ("ZAR 5 EUR", "is not understood"),
        ("$29.99", "currency"),
        ("From R299", "is not understood"),
        ("R299 R399", "is not understood"),
        (True, "is not understood"),
        ([1], "is not understood"),
        ("1e9 ZAR", "is not understood"),
    ],
)
def test_what_is_no_price_is_refused_with_the_reason(value: Any, reason: str) -> None:
    with pytest.raises(RowRefusedError, match=reason):
        parsed(value)

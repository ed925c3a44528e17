"""Amounts in the fields of feeds, structured data and platforms: a machine's, and people's."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from scrapers.pricing.money import read_money
from scrapers.values.offers import Price, price


def read(value: Any) -> Price:
    return price(read_money(value, "ZAR").value or (), "ZAR")


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
        ("1 299,00 R", "1299.00", "ZAR"),
        ("US$ 29.99", "29.99", "USD"),
        ("٣ ZAR", "3", "ZAR"),
        ({"value": "5.00", "currency": "USD"}, "5.00", "USD"),
        # A machine writes no thousands; a single digit before three is a person's.
        (116.087, "116.087", "ZAR"),
        ("869.565 ZAR", "869.565", "ZAR"),
        ("116.087", "116.087", "ZAR"),
        ("1.299 ZAR", "1299", "ZAR"),
        # Words are read as those on cards.
        ("R299.00 incl. VAT", "299.00", "ZAR"),
        ("R299.00/ea", "299.00", "ZAR"),
        ("From R299", "299", "ZAR"),
    ],
)
def test_amounts_are_read_with_their_currency(value: Any, amount: str, currency: str) -> None:
    found = read(value)
    assert (found.value, found.currency) == (Decimal(amount), currency)


@pytest.mark.parametrize("value", [None, "", "  ", "0.00 ZAR", 0])
def test_a_price_may_be_absent(value: Any) -> None:
    assert not read_money(value, "ZAR").not_understood
    assert (read(value).value, read(value).not_understood) == (None, False)


@pytest.mark.parametrize(
    "value",
    [
        *("-5.00 ZAR", "ZAR -5", -5, "NaN", float("nan"), float("inf"), "call us", True, [{}]),
        *("299.00 rand", "ZAR 5 EUR", "$29.99", "1e9 ZAR", f"1{' ' * 9}000{' x' * 200} ZAR"),
        *("2 for R300", "R299.00 (excl. VAT)", "12 x R99", "POA", "Members R299", "R99 p/m"),
    ],
)
def test_what_is_no_price_of_one_piece_is_not_understood(value: Any) -> None:
    assert read_money(value, "ZAR").not_understood or read(value).not_understood

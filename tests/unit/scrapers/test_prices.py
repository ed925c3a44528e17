"""Prices as stores write them."""

from decimal import Decimal

import pytest

from scrapers.prices import CurrencyMismatchError, parse_price


@pytest.mark.parametrize(
    ("text", "currency", "lowest", "highest"),
    [
        ("R 1 299,99", "ZAR", "1299.99", "1299.99"),
        ("R1,299.00", "ZAR", "1299.00", "1299.00"),
        ("R1\u00a0299", "ZAR", "1299", "1299"),
        ("R\u202f12\u202f499,50", "ZAR", "12499.50", "12499.50"),
        ("from R299", "ZAR", "299", "299"),
        ("Was R999 Now R499", "ZAR", "499", "999"),
        ("R299 – R499", "ZAR", "299", "499"),
        ("€1.299,–", "EUR", "1299", "1299"),
        ("1.299,- €", "EUR", "1299", "1299"),
        ("\n 9 900,00 zł", "PLN", "9900.00", "9900.00"),
        ("349,95", "EUR", "349.95", "349.95"),
        ("32,75 € 32,75 €", "EUR", "32.75", "32.75"),
        ("ر.ق ١٬٢٩٩٫٥٠", "ZAR", "1299.50", "1299.50"),
        ("۱۲۵۰", "ZAR", "1250", "1250"),
        ("CHF 1'250.00", "CHF", "1250.00", "1250.00"),
        ("$45.00", "USD", "45.00", "45.00"),
        ("ZAR 899", "ZAR", "899", "899"),
        ("1.299.000 IDR", "IDR", "1299000", "1299000"),
        ("-20% R80.00", "ZAR", "80.00", "80.00"),
        ("2 for R300", "ZAR", "300", "300"),
        ("R0", "ZAR", "0", "0"),
        ("R499 Save R100", "ZAR", "499", "499"),
        ("R 1 299 (save up to R 200)", "ZAR", "1299", "1299"),
        ("R499, R100 off", "ZAR", "499", "499"),
        ("R 500 or 4 x R 125", "ZAR", "500", "500"),
        ("R2,400 · R 99 p/m", "ZAR", "2400", "2400"),
    ],
)
def test_amounts_are_read(text: str, currency: str, lowest: str, highest: str) -> None:
    price = parse_price(text, currency)
    assert price is not None
    assert (price.amount, price.highest) == (Decimal(lowest), Decimal(highest))


@pytest.mark.parametrize("text", ["", "Sold out", "Price on request", "50 % off", "R"])
def test_a_text_without_an_amount_has_no_price(text: str) -> None:
    assert parse_price(text, "ZAR") is None


@pytest.mark.parametrize(
    ("text", "currency"), [("EUR 30", "ZAR"), ("€ 30", "ZAR"), ("30 USD", "EUR"), ("£9", "ZAR")]
)
def test_a_printed_currency_that_contradicts_the_brands_is_refused(
    text: str, currency: str
) -> None:
    with pytest.raises(CurrencyMismatchError, match=currency):
        parse_price(text, currency)


@pytest.mark.parametrize(
    ("text", "reduced"),
    [
        ("Was R999 Now R499", True),
        ("RRP R999, R499", True),
        ("R299 – R499", False),
        ("from R299 to R499", False),
        ("Now R499", False),
    ],
)
def test_a_reduction_is_told_from_a_range_by_its_words(text: str, reduced: bool) -> None:
    price = parse_price(text, "ZAR")
    assert price is not None
    assert price.reduced is reduced


def test_a_shared_sign_contradicts_nothing() -> None:
    assert parse_price("$ 30", "ZAR") is not None

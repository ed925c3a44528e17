"""Amounts in the visitor's currency, in figures and in words. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal

from app.product.words import Money
from app.search.understand.conditions.amounts import SIGNS
from indexer.catalogue.rates import TARGETS, Rates

NO_BREAK = "\u00a0"


def money_in(currency: str, store_currency: str, rates: Rates) -> Money:
    """Return what writes a store's amounts as the visitor reads them (spec §9): "R 1,299.50".

    As `formatMoney` in frontend/src writes them.
    """

    def text(amount: Decimal) -> str:
        figures = f"{rates.convert(amount, store_currency, currency):,.2f}".removesuffix(".00")
        return SIGNS[currency].replace(" ", NO_BREAK) + figures

    return text


def amounts_of(
    amount: Decimal | None, store_currency: str, rates: Rates
) -> Mapping[str, float] | None:
    """Return an amount in all currencies, as documents hold it; None for no amount."""
    if amount is None:
        return None
    return {code.lower(): float(rates.convert(amount, store_currency, code)) for code in TARGETS}

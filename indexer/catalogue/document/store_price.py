"""What a store asks, in its own currency: beside amounts in the visitor's it tells that these were
converted, and from what. Pure.
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from indexer.catalogue.rates import approximate, written

STORE_PRICE = "storePrice"


def store_price(amount: Decimal | None, currency: str) -> dict[str, Any] | None:
    """Return `{currency, amount}`; None where no amount is known."""
    if amount is None or not amount.is_finite():
        return None
    return {"currency": currency, "amount": float(amount)}


def price_text(hit: Mapping[str, Any], currency: str, name: str = "price") -> str | None:
    """Return an amount of a hit as visitors read it: "R 1,299.50", "≈ R 5,174" of one that was
    converted. None where it has none in this currency.
    """
    amount = (hit.get(name) or {}).get(currency.lower())
    if amount is None:
        return None
    asked = hit.get(STORE_PRICE)
    told = approximate if asked and asked["currency"] != currency else written
    return told(Decimal(str(amount)), currency)

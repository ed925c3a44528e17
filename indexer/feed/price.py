"""Amounts in feeds: "299.00 ZAR" as Google asks for, and the near misses that stores write."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from decimal import Decimal, InvalidOperation
from typing import Any

from indexer.feed.errors import RowRefusedError

PRICE = re.compile(
    r"(?P<before>[A-Za-z]{3})?\s*(?:(?P<sign>[-−])\s*)?(?P<amount>\d(?:[\d.,'\s]*[\d.,'])?)"
    r"\s*(?P<after>[A-Za-z]{3})?"
)
SHOWN, LONGEST = 40, 60  # characters

Knows = Callable[[str], bool]


def parse_price(value: Any, default: str, knows: Knows) -> tuple[Decimal, str] | None:
    """Return the amount and its currency, None where the feed gives none.

    An amount without a currency is in `default`; `knows` tells whether a currency can be
    converted. Raises RowRefusedError for what is no price, negative, or of an unknown currency.
    """
    if isinstance(value, Mapping):  # the Content API's {"value": "299.00", "currency": "ZAR"}
        value = f"{value.get('value', '')} {value.get('currency', '')}"
    if value is None or (isinstance(value, str) and not value.strip()):
        return None
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise RowRefusedError(f"{str(value)[:SHOWN]!r} is not a price")
    if isinstance(value, float) and not math.isfinite(value):
        raise RowRefusedError(f"{value} is not a price")
    text = str(value).strip()
    match = PRICE.fullmatch(text) if len(text) <= LONGEST else None
    if match is None or (match["before"] and match["after"]):
        raise RowRefusedError(f"{str(value)[:SHOWN]!r} is not a price")
    if match["sign"]:
        raise RowRefusedError(f"the price {str(value)[:SHOWN]} is negative")
    return _amount(match["amount"]), _currency(match["before"] or match["after"], default, knows)


def _currency(code: str | None, default: str, knows: Knows) -> str:
    currency = (code or default).upper()
    if not knows(currency):
        raise RowRefusedError(f"there is no exchange rate for the currency {currency}")
    return currency


def _amount(text: str) -> Decimal:
    """Read digits with either decimal sign: the last separator decides, three digits group."""
    digits = re.sub(r"['\s\u00a0\u202f]", "", text).rstrip(".,")
    last = max(digits.rfind("."), digits.rfind(","))
    if last >= 0:
        sign, places = digits[last], len(digits) - last - 1
        groups = digits.count(sign) > 1 or (sign == "," and places == 3)
        units = re.sub(r"[.,]", "", digits[:last])
        digits = re.sub(r"[.,]", "", digits) if groups else f"{units}.{digits[last + 1 :]}"
    try:
        return Decimal(digits)
    except InvalidOperation:
        raise RowRefusedError(f"{text[:SHOWN]!r} is not an amount") from None

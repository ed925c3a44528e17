"""Amounts in feeds: "299.00 ZAR" as Google asks for, and all that stores write on their pages."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta, timezone
from decimal import Decimal
from typing import Any

from scrapers.feeds.errors import NotUnderstoodError, RowRefusedError
from scrapers.pricing.currencies import codes_of, sign_pattern
from scrapers.pricing.numbers import read_amount

SHOWN, LONGEST = 40, 60  # characters
FAR = datetime(2200, 1, 1, tzinfo=UTC)  # "9999-12-31" is no end that anybody waits for
STORES_TIME = timezone(timedelta(hours=2))  # of a date without an offset: South Africa's
# Without spaces; ",-" stands for no cents.
AMOUNT = re.compile(r"\d[\d.,'’]*(?:[-–—])?")
TAKEN = "\0"  # in the place of a sign: what stands on both sides of one is no single amount
CODE = re.compile(r"^[A-Za-z]{3}(?=\W*\d)|(?<=[\d.,])[A-Za-z]{3}$")

Knows = Callable[[str], bool]


def parse_price(value: Any, default: str, knows: Knows) -> tuple[Decimal, str] | None:
    """Return the amount and its currency; None where the feed gives none, or 0, which is none.

    An amount without a currency is in `default`; `knows` tells whether a currency can be
    converted. Raises RowRefusedError for what is no price, negative, or of an unknown currency.
    """
    if isinstance(value, Mapping):  # the Content API's {"value": "299.00", "currency": "ZAR"}
        value = f"{value.get('value', '')} {value.get('currency', '')}"
    if value is None or (isinstance(value, str) and not value.strip()):
        return None
    text = str(value).strip()
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise NotUnderstoodError("price", text)
    if isinstance(value, float) and not math.isfinite(value):
        raise NotUnderstoodError("price", text)
    rest, codes = _without_signs(text)
    if rest.startswith(("-", "−")):
        raise RowRefusedError(f"the price {text[:SHOWN]} is negative")
    if len(text) > LONGEST or not AMOUNT.fullmatch(rest):
        raise NotUnderstoodError("price", text)
    currency = _currency(codes, default, text)
    if not knows(currency):
        raise RowRefusedError(f"there is no exchange rate for the currency {currency}")
    amount = read_amount(rest.rstrip("-–—.,"), currency)
    if amount is None:
        raise NotUnderstoodError("price", text)
    return (amount, currency) if amount else None


def _without_signs(text: str) -> tuple[str, list[frozenset[str]]]:
    """Return the text without its currencies' signs and spaces, and the codes of each sign."""
    codes: list[frozenset[str]] = []

    def take(sign: re.Match[str]) -> str:
        codes.append(codes_of(sign.group()))
        return TAKEN

    unsigned = "".join(sign_pattern().sub(take, text[:LONGEST]).split())
    digits = "".join(str(int(char)) if char.isdecimal() else char for char in unsigned)
    rest = digits.strip(TAKEN)
    if code := CODE.search(rest):  # "zar", and codes of no currency
        codes.append(frozenset({code.group().upper()}))
        rest = CODE.sub("", rest, count=1)
    return rest, codes


def _currency(codes: list[frozenset[str]], default: str, text: str) -> str:
    """Return the currency that all signs may mean, the default first."""
    if not codes:
        return default
    shared = frozenset.intersection(*codes)
    if default in shared:
        return default
    if len(shared) != 1:
        raise NotUnderstoodError("price's currency", text)
    return next(iter(shared))


def sale_interval(text: str) -> tuple[datetime | None, datetime | None]:
    """Return when a sale begins and ends: Google's "start/end", either of which may be missing.

    A date without a time is a whole day. Raises NotUnderstoodError.
    """
    start, _, end = (part.strip() for part in text.partition("/"))
    try:
        return (
            _moment(start, timedelta(0)) if start else None,
            _moment(end, timedelta(days=1)) if end else None,
        )
    except ValueError:
        raise NotUnderstoodError("sale_price_effective_date", text) from None


def _moment(text: str, day: timedelta) -> datetime:
    """Return the time that a text names; `day` is added where it is a date alone."""
    moment = datetime.fromisoformat(text)
    moment = moment if moment.tzinfo else moment.replace(tzinfo=STORES_TIME)
    if moment >= FAR:
        return FAR
    return moment + day if len(text) <= len("2026-11-25") else moment

"""An amount as a source's field has it: a machine's number, perhaps with a currency, or words."""

import re
from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal
from typing import Any

from scrapers.values.offers import Offer
from scrapers.values.price.currencies import CODES, SIGNS, sign_pattern
from scrapers.values.price.numbers import read_amount
from scrapers.values.price.price_text import from_text
from scrapers.values.price.prices import CurrencyMismatchError, printed_offers
from scrapers.values.reading import Reading, quote
from scrapers.wording import plain_text

LONGEST = 200  # characters
# A machine writes no thousands. One digit and three decimals in a text are a person's: "1.299".
MACHINE = re.compile(r"\d{1,15}(?:\.\d{0,15})?")
EXPONENT = re.compile(r"\d{1,15}(?:\.\d{1,15})?[eE]\+?0?\d")
MICROS, MICRO_DIGITS = re.compile(r"[0-9]{1,20}"), 6
THOUSAND = re.compile(r"[1-9]\.(?!000)\d{3}")
# As people write a number; ",-" stands for no cents. A space is left in what is no group.
WRITTEN = re.compile(r"\d[\d.,'’ ]{0,40}[-–—]?")
CODE = re.compile(r"^[A-Za-z]{3}(?=\W*\d)|(?<=\d)[A-Za-z]{3}$")
SPACES = re.compile(r"\s(?!\d)|(?<!\d)\s|\s(?=\d{3}(?!\d))")  # of a number's groups, and around it
NONE = re.compile(r"^[-−]|\d[a-z]\d|;", re.I)  # negative, an exponent, or several amounts
TAKEN = "\0"  # in the place of a sign: what stands on both sides of one is no single amount


def read_money(value: Any, default: str | None) -> Reading[tuple[Offer, ...]]:
    """Return the offers of a field's value; not understood for what is no amount, or negative.

    `value`: a number, a text, or an object with `value` and `currency`, as the Content API's. An
    amount without a currency is in `default`; a sign of several currencies is no currency. Or an
    object with `amountMicros` and `currencyCode`, as the Merchant API's.
    """
    if isinstance(value, Mapping) and "amountMicros" in value:
        return _micros(
            str(value["amountMicros"]), currency_code(value.get("currencyCode")) or default
        )
    if isinstance(value, Mapping):
        default = currency_code(value.get("currency")) or default
        value = value.get("value", value.get("@value", str(dict(value))))
    if isinstance(value, list):
        value = next((one for one in value if one not in (None, "")), None)
    if isinstance(value, bool) or not isinstance(value, str | int | float | Decimal | None):
        return Reading(None, str(value)[:LONGEST])
    text = plain_text(str(value)) if value is not None else ""
    if value is None or not text:
        return Reading()
    if not isinstance(value, str):
        return _number(value, default, text)
    if EXPONENT.fullmatch(text):
        return _number(Decimal(text), default, text)
    offers = _offers_of_text(text[: LONGEST + 1], default)
    quoted = offers and tuple(replace(offer, origin=quote(text)) for offer in offers)
    return Reading(quoted, text[:LONGEST])


def _number(value: float | Decimal, default: str | None, text: str) -> Reading[tuple[Offer, ...]]:
    amount = Decimal(str(value))
    if not amount.is_finite() or amount < 0:
        return Reading(None, text[:LONGEST])
    return Reading((Offer(amount, default, origin=quote(text)),), text)


def _micros(text: str, currency: str | None) -> Reading[tuple[Offer, ...]]:
    if not MICROS.fullmatch(text):
        return Reading(None, plain_text(text)[:LONGEST])
    amount = Decimal(text).scaleb(-MICRO_DIGITS)
    return Reading((Offer(amount, currency, origin=quote(text, MICRO_DIGITS)),), text)


def _offers_of_text(text: str, default: str | None) -> tuple[Offer, ...] | None:
    """Return the offers of a text: a number with its currency, or words as people write them."""
    bare, codes = _without_signs(text)
    currency = _currency(codes, default)
    if len(text) > LONGEST or NONE.search(bare) or (codes and currency is None):
        return None
    if MACHINE.fullmatch(bare) and not THOUSAND.fullmatch(bare):
        return (Offer(Decimal(bare), currency),)
    if WRITTEN.fullmatch(bare):
        amount = read_amount(bare.rstrip("-–—.,"), currency or "XXX")
        return None if amount is None else (Offer(amount, currency),)
    try:
        offers = printed_offers([from_text(text)], currency or "XXX")
    except CurrencyMismatchError:
        return None
    return tuple(replace(offer, currency=currency) for offer in offers) or None


def _without_signs(text: str) -> tuple[str, list[frozenset[str]]]:
    codes: list[frozenset[str]] = []

    def take(sign: re.Match[str]) -> str:
        codes.append(SIGNS[sign.group()])
        return TAKEN

    unsigned = SPACES.sub("", sign_pattern().sub(take, text))
    digits = "".join(str(int(char)) if char.isdecimal() else char for char in unsigned)
    rest = digits.strip(TAKEN)
    if code := CODE.search(rest):  # "zar", and codes of no currency
        codes.append(frozenset({code.group().upper()}))
        rest = CODE.sub("", rest, count=1)
    return rest, codes


def _currency(codes: list[frozenset[str]], default: str | None) -> str | None:
    """Return the currency that all signs may mean, the default first; None for several."""
    if not codes:
        return default
    shared = frozenset.intersection(*codes)
    if default in shared:
        return default
    return next(iter(shared)) if len(shared) == 1 else None


def currency_code(value: Any) -> str | None:
    """Return the ISO code of a code or of a sign that has only one; None for anything else."""
    text = plain_text(value) if isinstance(value, str) else ""
    if text.upper() in CODES:
        return text.upper()
    codes = SIGNS.get(text, frozenset())
    return next(iter(codes)) if len(codes) == 1 else None

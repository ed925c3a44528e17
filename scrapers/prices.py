"""Prices as stores write them: "R 1 299,99", "€1.299,–", "Was R999 Now R499", Arabic digits."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from decimal import Decimal

from price_parser.parser import parse_number

GROUP = "[ '’.,\u066b\u066c]"
# A number with groups of three, or plain; with up to two decimals; not inside a longer number.
AMOUNT = re.compile(rf"(?<![\d.,])(?:\d{{1,3}}(?:{GROUP}\d{{3}})+|\d+)(?:[.,]\d{{1,2}})?(?!\d)")
DECIMALS = re.compile(r"[.,]\d{1,2}$")
# Only signs that stand for one currency; "$" may be a dozen dollars, "kr" three crowns.
SIGNS = {"€": "EUR", "£": "GBP", "zł": "PLN", "₹": "INR", "₦": "NGN", "₺": "TRY"}
SHARED_SIGNS = ("$", "kr", "¥")
CODES = frozenset(
    "AED AUD BRL BWP CAD CHF CNY CZK DKK EGP EUR GBP HKD HUF IDR ILS INR JPY KES KRW LSL MUR MXN"
    " MYR MZN NAD NGN NOK NZD PHP PLN RON RUB SAR SEK SGD SZL THB TRY TZS UGX USD ZAR ZMW"
    " ZWL".split()
)
CODE = re.compile(r"(?<![A-Za-z])([A-Z]{3})(?![A-Za-z])")
RAND = re.compile(r"(?<![A-Za-z])R(?=\s*\d)")
# "Save R 100", "R 100 off", "4 x R 125", "R 99 p/m": amounts that nobody pays for the product.
SIGN_BETWEEN = r"[\s:]*(?:up to\s*)?(?:[A-Z]{1,3}|[€£$₹₦₺])?\s*$"
SAVED_BEFORE = re.compile(
    rf"(?:\b(?:save[sd]?|saving|spaar|bespaar|less)|\d\s*[x×]){SIGN_BETWEEN}", re.I
)
SAVED_AFTER = re.compile(r"^\s*(?:off\b|discount\b|p/?m\b|per month\b|a month\b|/\s*mo)", re.I)
# The words of a reduction; without one, two amounts are a range.
REDUCED = re.compile(r"\b(?:was|now|rrp|before|regular|original(?:ly)?|save|nou|voor|van)\b", re.I)
BESIDE = 5  # characters between an amount and its sign, "€ 1.299" to "1 299,00 zł"


class CurrencyMismatchError(ValueError):
    """A price is printed in another currency than the brand's; the message names both."""


@dataclass(frozen=True, slots=True)
class ParsedPrice:
    """What a price text says: the lowest amount, and the highest where several are printed.

    `reduced`: the text says that the lowest is what a higher one became, and not a range.
    """

    amount: Decimal
    highest: Decimal
    reduced: bool = False


def parse_price(text: str, currency: str) -> ParsedPrice | None:
    """Return the amounts printed in the text, in `currency`; None where none is printed.

    Of several amounts ("Was R999 Now R499", "R299 – R499") the lowest is `amount`. Amounts beside
    a currency's sign win over bare numbers; percentages, savings and instalments are none. Raises
    CurrencyMismatchError when the text prints a code or an unmistakable sign of another currency.
    """
    plain = _plain(text)
    _check_currency(plain, currency)
    found = [match for match in AMOUNT.finditer(plain) if _is_price(plain, match)]
    signed = [match for match in found if _has_sign(plain, match)]
    amounts = [_number(match.group()) for match in signed or found]
    if not amounts:
        return None
    lowest, highest = min(amounts), max(amounts)
    return ParsedPrice(lowest, highest, lowest < highest and REDUCED.search(plain) is not None)


def _plain(text: str) -> str:
    """Return the text with ASCII digits, plain spaces and no dash in place of the cents."""
    chars = (_digit(char) for char in text)
    spaced = re.sub(r"\s+", " ", "".join(chars).replace("\u066b", ".").replace("\u066c", ","))
    return re.sub(r"[.,][-–—](?!\d)", "", spaced).strip()


def _digit(char: str) -> str:
    if char.isascii() or not char.isdecimal():
        return char
    return str(unicodedata.decimal(char))


def printed_currencies(text: str) -> set[str]:
    """Return the currencies that the text names beyond doubt, as ISO codes."""
    codes = {code for code in CODE.findall(text) if code in CODES}
    return codes | {code for sign, code in SIGNS.items() if sign in text.casefold()}


def _check_currency(text: str, currency: str) -> None:
    printed = printed_currencies(text)
    if printed and currency not in printed:
        raise CurrencyMismatchError(
            f"The price {text[:80]!r} is printed in {', '.join(sorted(printed))},"
            f" but the brand's currency is {currency}."
        )


def _is_price(text: str, match: re.Match[str]) -> bool:
    before, after = text[: match.start()], text[match.end() :]
    if after[:2].lstrip().startswith("%"):
        return False
    return not (SAVED_BEFORE.search(before) or SAVED_AFTER.match(after))


def _has_sign(text: str, match: re.Match[str]) -> bool:
    before = text[max(0, match.start() - BESIDE) : match.start()]
    after = text[match.end() : match.end() + BESIDE]
    near = f"{before} {after}".casefold()
    signs = any(sign in near for sign in (*SIGNS, *SHARED_SIGNS))
    rand = RAND.search(text[max(0, match.start() - 2) : match.end()]) is not None
    return signs or rand or any(code in CODES for code in CODE.findall(f"{before} {after}"))


def _number(text: str) -> Decimal:
    decimals = DECIMALS.search(text)
    separator = decimals.group()[0] if decimals else None
    digits = re.sub(r"[ '’]", "", text)
    if separator is None:
        digits = re.sub(r"[.,]", "", digits)
    number: Decimal | None = parse_number(digits, decimal_separator=separator)
    return number if number is not None else Decimal(digits)

"""The numbers in a price text as stores write them, each with its currency's sign and its value."""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from decimal import Decimal

from scrapers.values.price.currencies import DECIMALS, SIGNS, is_sure, sign_pattern

GROUP = "[ '’.,]"
NUMBER = re.compile(
    rf"(?<!\d)(?<!\d[.,])(?:\d{{1,3}}(?P<g>{GROUP})\d{{3}}(?:(?P=g)\d{{3}}){{0,4}}(?!\d)|\d+)"
    r"(?:[.,]\d+)?|(?<![\d\w])[.,]\d{1,2}(?!\d)"
)
GAP, WIDEST = re.compile(r"[.,:]?[ \n]{0,3}"), 4  # between an amount and its sign, characters
# Signs that stand before their amount where there is one on both sides.
LEADING = re.compile(r"[Rr]|.*[$£]")
# Cents after a signed amount without any: "R299-95", "R299:95", "R299 95" at the end of a line;
# "118, 99 TL", "R299 .99" where they end a line or a sign follows them.
CENTS_AFTER = re.compile(r"(?<=\d{3})[-:]\d{2}(?![\d%:-])|(?<=\d{2}) \d{2}(?= *(?:\n|$))")
CENTS_APART = re.compile(r"(?:[.,] | [.,])\d{2}(?![\d%]|[.,]\d)(?P<last> *(?:\n|$))?")
HAS_CENTS = re.compile(r"[.,]\d{1,2}$")
# "R1.2m", "1,29,999", "R4 99.00"; and its other end: "4 99.00 ZAR", "R.99".
GOES_ON = re.compile(r"[^\W\d_]|[.,'’](?:\d| \d{3}(?!\d))| \d{1,2}[.,]\d{2}(?!\d)")
REST = re.compile(r"(?<=[.,])\d{1,2}(?![\d.,])|(?<=\d )")
# "R699 500g" is no R699,500.
QUANTITY = re.compile(r"(?:kg|g|mg|l|ml|cl|cm|mm|m|oz|lb|pcs?|pack)\b", re.I)
_MONTH = (
    r"(?:jan(?:uar(?:y|ie))?|feb(?:ruar(?:y|ie))?|mar(?:ch)?|mrt|maart|apr(?:il)?|may|mei|"
    r"jun(?:e|ie)?|jul(?:y|ie)?|aug(?:ust(?:us)?)?|sept?(?:ember)?|o[ck]t(?:ober)?|"
    r"nov(?:ember)?|d(?:ec|es)(?:ember)?)\b\.?"
)
DATE = re.compile(
    r"(?<![\d.,])(?:"
    r"(?:0?[1-9]|[12]\d|3[01])([./-])(?:0?[1-9]|1[0-2])\1(?:\d{4}|\d{2}(?!\d))?|"
    r"(?:0?[1-9]|[12]\d|3[01])(?:-0[1-9]|/(?:0?[1-9]|1[0-2]))|"
    r"\d{4}([./-])\d{1,2}\2\d{1,2}|"
    r"\d{1,2}[/.](?:19|20)\d{2}|"
    rf"\d{{1,2}}(?:st|nd|rd|th|\.)?\s+{_MONTH}(?:\s+(?:19|20)\d{{2}})?|"
    rf"\b{_MONTH}\s+(?:0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th)?(?:,?\s+(?:19|20)\d{{2}})?|"
    rf"\b{_MONTH}\s+(?:19|20)\d{{2}}|"
    r"\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]m)?"
    r")(?!\d|[.,]\d)",
    re.IGNORECASE,
)
DATE_SIGN = "\x01"  # in the place of a date's characters


@dataclass(frozen=True, slots=True)
class SignedNumber:
    """A number and its sign. `codes`: the currencies of the sign; empty without one."""

    start: int
    end: int
    sign_start: int
    sign_end: int
    codes: frozenset[str]
    sure: bool
    value: Decimal
    is_unclear: bool = False  # its sign may be another number's, or it goes on: "1,29,999", "1.2m"


def without_dates(text: str) -> str:
    """Return the text with a sign in the place of each character of dates and times."""

    def blank(date: re.Match[str]) -> str:
        before = text[max(0, date.start() - 3) : date.start()].rstrip()
        sign = [match for match in sign_pattern().finditer(before) if match.end() == len(before)]
        return date.group() if sign else DATE_SIGN * len(date.group())

    return DATE.sub(blank, text)


def signed_numbers(text: str, currency: str, breaks: Collection[int] = ()) -> list[SignedNumber]:
    """Return the numbers, each with its currency sign, which is before it or else after it.

    `breaks`: where another element's text begins. A sign belongs to what its element has.
    """
    found = list(NUMBER.finditer(text))
    signs = [
        sign
        for sign in sign_pattern().finditer(text)
        if is_sure(sign.group()) or currency in SIGNS[sign.group()]
    ]
    apart = {*breaks, *(sign.start() for sign in signs)}  # where something else begins
    before, behind, shared = _owners(text, found, signs, breaks)
    numbers: list[SignedNumber] = []
    for match in found:
        start, end = match.span()
        if numbers and start < numbers[-1].end:
            continue  # the cents of the one before
        if match["g"] == " " and QUANTITY.match(text, end):
            end = text.rindex(" ", start, end)
        ahead, trailing = before.get(start), behind.get(match.start())
        own = [sign for sign in (ahead, trailing) if sign]
        if ahead and trailing and not SIGNS[ahead.group()] & SIGNS[trailing.group()]:
            own = [ahead]  # "R550 $30"
        end = _cents_end(text, start, end, is_signed=bool(ahead), sign=trailing)
        codes = [SIGNS[sign.group()] for sign in own]
        numbers.append(
            SignedNumber(
                start,
                end,
                min([start, *(sign.start() for sign in own)]),
                max([end, *(sign.end() for sign in own)]),
                frozenset.intersection(*codes) if codes else frozenset(),
                any(is_sure(sign.group()) for sign in own),
                _value(text[start:end], currency),
                start in shared
                or (end not in apart and GOES_ON.match(text, end) is not None)
                or (not own and CENTS_APART.match(text, end) is not None)
                or REST.match(text, start) is not None,
            )
        )
    return numbers


Signs = dict[int, re.Match[str]]


def _owners(
    text: str, found: list[re.Match[str]], signs: list[re.Match[str]], breaks: Collection[int]
) -> tuple[Signs, Signs, set[int]]:
    """Return numbers' signs before and behind them, by where a number starts, and what is open."""
    ends: dict[int, int] = {}
    for match in found:
        ends.setdefault(_end(text, match), match.start())
    starts = {match.start() for match in found}
    sides = [
        (
            next((ends[at] for at in _near(text, sign.start(), -1) if at in ends), None),
            next((at for at in _near(text, sign.end(), 1) if at in starts), None),
        )
        for sign in signs
    ]
    sides = [_in_line(text, sign.end(), *side) for sign, side in zip(signs, sides, strict=True)]
    # One that leads stands behind no number of another line or element: "R499", "R/kg".
    sides = [
        (None, after)
        if LEADING.fullmatch(sign.group()) and _is_apart(sign, breaks)
        else (first, after)
        for sign, (first, after) in zip(signs, sides, strict=True)
    ]
    # Signs stand before their amounts where one has none before it; else behind them.
    are_ahead = any(first is None and after is not None for first, after in sides)
    are_behind = any(after is None and first is not None for first, after in sides)
    before: Signs = {}
    behind: Signs = {}
    shared: set[int] = set()
    for sign, (first, after) in zip(signs, sides, strict=True):
        leads = first is None or sign.start() in breaks or bool(LEADING.fullmatch(sign.group()))
        if first is not None and after is not None and not leads:
            leads = are_ahead
            shared |= set() if are_ahead or are_behind else {first, after}
        if leads and after is not None:
            before.setdefault(after, sign)
        elif first is not None:
            behind.setdefault(first, sign)
    return before, behind, shared


def _in_line(
    text: str, sign: int, first: int | None, after: int | None
) -> tuple[int | None, int | None]:
    """Return of the numbers around a sign the one that its line has."""
    if first is None or after is None or "\n" not in text[first:after]:
        return first, after
    return (first, None) if "\n" in text[sign:after] else (None, after)


def _is_apart(sign: re.Match[str], breaks: Collection[int]) -> bool:
    before = sign.string[max(0, sign.start() - WIDEST) : sign.start()].rstrip(" ")
    return sign.start() in breaks or before.endswith(("\n", ",", ".", ":"))


def _near(text: str, place: int, step: int) -> Iterator[int]:
    """Yield the places that a sign at a place may have its number at, the nearest first."""
    for at in range(place, place + step * (WIDEST + 1), step):
        if GAP.fullmatch(text, min(place, at), max(place, at)):
            yield at


def _end(text: str, number: re.Match[str]) -> int:
    """Return where a number ends with cents that are written apart: "118, 99 kr"."""
    apart = None if HAS_CENTS.search(number.group()) else CENTS_APART.match(text, number.end())
    return number.end() if apart is None else apart.start() + len(", 99")


def _cents_end(
    text: str, start: int, end: int, *, is_signed: bool, sign: re.Match[str] | None
) -> int:
    """Return where an amount ends with cents that are written apart: "R299-95", "118, 99 kr"."""
    if is_signed and text[start:end].replace(" ", "").isdigit():
        cents = CENTS_AFTER.match(text, end)
        if cents:
            return cents.end()
    apart = CENTS_APART.match(text, end) if not HAS_CENTS.search(text, start, end) else None
    if apart is None:
        return end
    stop = apart.start() + len(", 99")
    is_last = apart["last"] is not None or (
        sign is not None and GAP.fullmatch(text, stop, sign.start()) is not None
    )
    return stop if is_last else end


def read_amount(text: str, currency: str) -> Decimal | None:
    """Return the amount of a text that is nothing but a number; None where it is none."""
    return _value(text, currency) if NUMBER.fullmatch(text) else None


def _value(number: str, currency: str) -> Decimal:
    number = re.sub(r"(?:[.,] | [.,]|[-: ])(\d{2})$", r".\1", number)
    integer, decimals = _parts(number, DECIMALS.get(currency, 2))
    digits = re.sub(r"[^0-9]", "", integer) or "0"
    return Decimal(f"{digits}.{decimals}" if decimals else digits)


def _parts(number: str, most: int) -> tuple[str, str]:
    """Split a number into its integer part and its decimals.

    One or two digits after the last separator are decimals, and so are four and more. Three are a
    group, unless the currency has three decimals, the integer part is 0 or has another separator.
    """
    last = re.search(r"[.,](\d+)$", number)
    if last is None:
        return number, ""
    integer, separator, decimals = number[: last.start()], last.group()[0], last.group(1)
    if len(decimals) != 3:
        return integer, decimals
    if separator in integer:
        return number, ""
    others = re.search(GROUP.replace(separator, ""), integer)
    digits = integer.lstrip("0")
    if others or not digits or len(digits) > 3 or most == len(decimals):
        return integer, decimals
    return number, ""

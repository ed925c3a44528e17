"""The numbers in a price text as stores write them, each with its currency's sign and its value."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from decimal import Decimal

from scrapers.values.price.currencies import DECIMALS, codes_of, is_sure, sign_pattern

GROUP = "[ '’.,]"
NUMBER = re.compile(
    rf"(?<!\d)(?<!\d[.,])(?:\d{{1,3}}(?P<g>{GROUP})\d{{3}}(?:(?P=g)\d{{3}}){{0,4}}(?!\d)"
    r"|\d{1,2}(?:,\d{2}){1,4},\d{3}(?!\d)|\d+)(?:[.,]\d+)?"
    r"|(?<![\d\w])[.,]\d{1,2}(?!\d)"
)
GAP, GAPS = re.compile(r"[.,:]?[ \n]{0,3}"), range(5)  # between an amount and its sign, characters
# Signs that stand before their amount where there is one on both sides.
LEADING = re.compile(r"R|.*[$£]")
# Cents after a signed amount without any: "R299-95", "R299:95", "R299 95" at the end of a line.
CENTS_AFTER = re.compile(r"(?<=\d{3})[-:]\d{2}(?![\d%:-])|(?<=\d{2}) \d{2}(?= *(?:\n|$))")
HAS_CENTS = re.compile(r"[.,]\d{1,2}$")
# "118, 99 TL": where the cents end a line or a sign follows them.
CENTS_APART = re.compile(r"[.,] \d{2}(?![\d%]|[.,]\d)(?P<last> *(?:\n|$))?")
# "$1.26K"; not "M", which is a size in the element behind.
SCALES = {"k": 1_000, "million": 1_000_000, "m": 1_000_000}
SCALED = re.compile(r" ?(million|(?<! )k|(?<=\.\d\d)m)\b", re.I)
# "R699 500g" is no R699,500.
QUANTITY = re.compile(r"(?:kg|g|mg|l|ml|cl|cm|mm|m|oz|lb|pcs?|pack)\b", re.I)

# Whole names and their short forms: "Desde 39" and "Decor 12" are no days.
_MONTH = (
    r"(?:jan(?:uar(?:y|ie?)?|vier)?|feb(?:ruar(?:y|ie?)?)?|mar(?:ch|s|zo)?|märz?|mrt|maart|"
    r"apr(?:ile?)?|may|mai|mei|jun(?:e|ie?)?|jul(?:y|ie?)?|aug(?:ust(?:us|i)?)?|"
    r"sept?(?:ember)?|o[ck]t(?:ob(?:er|re))?|nov(?:emb(?:er|re))?|d(?:ec|ez|es)(?:emb(?:er|re))?)"
    r"\b\.?"
)
DATE = re.compile(
    r"(?<![\d.,])(?:"
    r"(?:0?[1-9]|[12]\d|3[01])([./-])(?:0?[1-9]|1[0-2])\1(?:\d{4}|\d{2}(?!\d))?|"
    r"(?:0?[1-9]|[12]\d|3[01])-0[1-9]|"
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
    signs = [
        match for match in sign_pattern().finditer(text) if _is_relevant(match.group(), currency)
    ]
    ending, beginning = {s.end(): s for s in signs}, {s.start(): s for s in signs}
    taken: set[int] = set()
    numbers: list[SignedNumber] = []
    found = list(NUMBER.finditer(text))
    starts = {match.start(): match for match in found}
    ends = {match.end() for match in found}
    sided = [
        (
            any(
                sign.start() - gap in ends and _touches(text, sign.start() - gap, sign.start())
                for gap in GAPS
            ),
            any(
                sign.end() + gap in starts and _touches(text, sign.end(), sign.end() + gap)
                for gap in GAPS
            ),
        )
        for sign in signs
    ]
    # Signs stand before their amounts where one has none before it; else behind them.
    are_ahead = True if (False, True) in sided else False if (True, False) in sided else None
    for match in found:
        start, end = match.span()
        if numbers and start < numbers[-1].end:
            continue  # the cents of the one before
        if match["g"] == " " and QUANTITY.match(text, end):
            end = text.rindex(" ", start, end)
        codes, sure, first, last = frozenset[str](), False, start, end
        near = [ending[start - gap] for gap in GAPS if start - gap in ending]
        before = [s for s in near if s.start() not in taken and _touches(text, s.end(), start)]
        if before:
            sign = before[0]
            taken.add(sign.start())
            first, codes, sure = sign.start(), codes_of(sign.group()), is_sure(sign.group())
        end = last = _cents_end(text, start, end, beginning, is_signed=bool(before))
        near = [beginning[end + gap] for gap in GAPS if end + gap in beginning]
        behind = [
            s
            for s in near
            if s.start() not in taken
            and _touches(text, end, s.start())
            and not _leads(s, match, starts, are_ahead=s.start() in breaks or are_ahead)
        ]
        if behind and (not codes or _belongs_to_amount(text, behind[0], codes)):
            sign = behind[0]
            taken.add(sign.start())
            last, sure = sign.end(), is_sure(sign.group())
            codes = codes & codes_of(sign.group()) or codes_of(sign.group())
        scaled = SCALED.match(text, end)
        last = max(last, scaled.end() if scaled else last)
        value = _value(text[start:end], currency) * _scale(scaled)
        numbers.append(SignedNumber(start, end, first, last, codes, sure, value))
    return numbers


def _cents_end(
    text: str, start: int, end: int, signs: dict[int, re.Match[str]], *, is_signed: bool
) -> int:
    """Return where an amount ends with cents that are written apart: "R299-95", "118, 99 TL"."""
    if is_signed and text[start:end].replace(" ", "").isdigit():
        cents = CENTS_AFTER.match(text, end)
        if cents:
            return cents.end()
    apart = CENTS_APART.match(text, end) if not HAS_CENTS.search(text, start, end) else None
    if apart is None:
        return end
    stop = apart.start() + len(", 99")
    is_last = apart["last"] is not None or any(
        stop + gap in signs and _touches(text, stop, stop + gap) for gap in GAPS
    )
    return stop if is_last else end


def _scale(scaled: re.Match[str] | None) -> int:
    return SCALES[scaled[1].casefold()] if scaled else 1


def _leads(
    sign: re.Match[str],
    number: re.Match[str],
    starts: Mapping[int, re.Match[str]],
    *,
    are_ahead: bool | None,
) -> bool:
    """Return True if the sign is nearer to the amount behind it, or as near and one that leads.

    `are_ahead`: whether signs stand before their amounts. Where that is open (None), the one of two
    numbers that has cents is the amount, and else the larger: "Box of 6 € 478", "12 € 3 colours".
    """
    gap = sign.start() - number.end()
    if any(sign.end() + width in starts for width in range(gap)):
        return True
    behind = starts.get(sign.end() + gap)
    if behind is None:
        return False
    if are_ahead or LEADING.fullmatch(sign.group()):
        return True
    is_below = "\n" in sign.string[sign.end() : behind.start()]
    if are_ahead is False or (is_below and "\n" not in sign.string[number.end() : sign.start()]):
        return False
    cents = [bool(HAS_CENTS.search(one.group())) for one in (number, behind)]
    digits = [int(re.sub(r"\D", "", one.group()) or 0) for one in (number, behind)]
    return cents[1] and not cents[0] if cents[0] != cents[1] else digits[1] > digits[0]


def _is_relevant(sign: str, currency: str) -> bool:
    return is_sure(sign) or currency in codes_of(sign)


def _touches(text: str, end: int, start: int) -> bool:
    return GAP.fullmatch(text, end, start) is not None


def _belongs_to_amount(text: str, sign: re.Match[str], codes: frozenset[str]) -> bool:
    """Return True if a code after a signed amount belongs to it: "$45 CAD", not "R550 $30"."""
    after = text[sign.end() : sign.end() + 2].strip()
    same = sign.group().isalpha() and bool(codes & codes_of(sign.group()))
    return same and not after[:1].isdigit()


def read_amount(text: str, currency: str) -> Decimal | None:
    """Return the amount of a text that is nothing but a number; None where it is none."""
    return _value(text, currency) if NUMBER.fullmatch(text) else None


def _value(number: str, currency: str) -> Decimal:
    number = re.sub(r"(?:[.,] |[-: ])(\d{2})$", r".\1", number)
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

"""The amounts in a price text: numbers as stores write them, classified by their context."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal

from scrapers.pricing import price_words as words
from scrapers.pricing.currencies import DECIMALS, codes_of, is_sure, sign_pattern
from scrapers.pricing.price_text import ASIDE, NOW, STRUCK, Marked

GROUP = "[ '’.,]"
NUMBER = re.compile(
    rf"(?<!\d)(?<!\d[.,])(?:\d{{1,3}}(?P<g>{GROUP})\d{{3}}(?:(?P=g)\d{{3}}){{0,4}}(?!\d)"
    r"|\d{1,2}(?:,\d{2}){1,4},\d{3}(?!\d)|\d+)(?:[.,]\d+)?"
    r"|(?<![\d\w])[.,]\d{1,2}(?!\d)"
)
GAP, GAPS = re.compile(r"[ \n]{0,2}"), range(3)  # between an amount and its sign, characters
_PERCENT = re.compile(r"\s*%")
Patterns = tuple[re.Pattern[str], ...]
# Signs that stand before their amount where there is one on both sides.
LEADING = re.compile(r"R|.*[$£]")
# Cents after a signed amount without any: "R299-95", "R299:95", "R299 95" at the end of a line.
CENTS_AFTER = re.compile(r"(?<=\d{3})[-:]\d{2}(?![\d%:-])|(?<=\d{2}) \d{2}(?= *(?:\n|$))")
# "R699 500g" is no R699,500.
QUANTITY = re.compile(r"(?:kg|g|mg|l|ml|cl|cm|mm|m|oz|lb|pcs?|pack)\b", re.I)
AROUND = 60  # characters of context on each side of an amount
# What an amount is for.
PRICE, WAS, CURRENT, BUNDLE, UNIT, DROPPED = "price", "was", "now", "bundle", "unit", "dropped"
PART = "part"  # an instalment, a deposit, delivery: less than the price beside it


@dataclass(frozen=True, slots=True)
class Amount:
    """A number in a price text. `codes`: the currencies of its sign; empty without one."""

    value: Decimal
    kind: str
    codes: frozenset[str]
    sure: bool = False  # the sign is unambiguous, so that it may contradict the brand's currency
    ranged: bool = False  # an end of a range, or the "from" of one
    taxed: bool | None = None  # with tax, without; None: unknown


@dataclass(frozen=True, slots=True)
class _SignedNumber:
    start: int
    end: int
    sign_start: int
    sign_end: int
    codes: frozenset[str]
    sure: bool


def read_amounts(marked: Marked, currency: str) -> list[Amount]:
    """Return the amounts of a text in their order, including those that are no prices."""
    text = _without_dates(marked.text)
    numbers = _signed(text, currency)
    is_tax_ahead = bool(numbers) and _tax_words(text[: numbers[0].sign_start]) is not None
    read = []
    for place, number in enumerate(numbers):
        before = text[max(0, number.sign_start - AROUND) : number.sign_start]
        after = text[number.sign_end : number.sign_end + AROUND]
        role = marked.roles[number.start]
        previous = numbers[place - 1] if place else None
        following = numbers[place + 1] if place + 1 < len(numbers) else None
        read.append(
            Amount(
                value=_value(text[number.start : number.end], currency),
                kind=_kind(number, role, before + text[number.sign_start : number.start], after),
                codes=number.codes,
                sure=number.sure,
                ranged=_is_ranged(text, number, previous, following, before),
                taxed=_taxed(text, numbers, place, is_ahead=is_tax_ahead),
            )
        )
    return read


def _without_dates(text: str) -> str:
    def blank(date: re.Match[str]) -> str:
        before = text[max(0, date.start() - 3) : date.start()].rstrip()
        sign = [match for match in sign_pattern().finditer(before) if match.end() == len(before)]
        return date.group() if sign else "\n" * len(date.group())

    return words.DATE.sub(blank, text)


def _signed(text: str, currency: str) -> list[_SignedNumber]:
    """Return the numbers, each with its currency sign, which is before it or else after it."""
    signs = [
        match for match in sign_pattern().finditer(text) if _is_relevant(match.group(), currency)
    ]
    ending, beginning = {s.end(): s for s in signs}, {s.start(): s for s in signs}
    taken: set[int] = set()
    numbers: list[_SignedNumber] = []
    found = list(NUMBER.finditer(text))
    starts = {match.start() for match in found}
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
            cents = (
                CENTS_AFTER.match(text, end) if text[start:end].replace(" ", "").isdigit() else None
            )
            end = last = cents.end() if cents else end
        near = [beginning[end + gap] for gap in GAPS if end + gap in beginning]
        behind = [
            s
            for s in near
            if s.start() not in taken
            and _touches(text, end, s.start())
            and not _leads(s, s.start() - end, starts)
        ]
        if behind and (not codes or _belongs_to_amount(text, behind[0], codes)):
            sign = behind[0]
            taken.add(sign.start())
            last, sure = sign.end(), is_sure(sign.group())
            codes = codes & codes_of(sign.group()) or codes_of(sign.group())
        numbers.append(_SignedNumber(start, end, first, last, codes, sure))
    return numbers


def _leads(sign: re.Match[str], gap: int, starts: set[int]) -> bool:
    """Return True if the sign is nearer to the amount behind it, or as near and one that leads."""
    nearer = any(sign.end() + width in starts for width in range(gap))
    return nearer or (sign.end() + gap in starts and bool(LEADING.fullmatch(sign.group())))


def _is_relevant(sign: str, currency: str) -> bool:
    return is_sure(sign) or currency in codes_of(sign)


def _touches(text: str, end: int, start: int) -> bool:
    return GAP.fullmatch(text, end, start) is not None


def _belongs_to_amount(text: str, sign: re.Match[str], codes: frozenset[str]) -> bool:
    """Tell whether a code after a signed amount belongs to it: "$45 CAD", not "R550 $30"."""
    after = text[sign.end() : sign.end() + 2].strip()
    same = sign.group().isalpha() and bool(codes & codes_of(sign.group()))
    return same and not after[:1].isdigit()


def read_amount(text: str, currency: str) -> Decimal | None:
    """Return the amount of a text that is nothing but a number; None where it is none."""
    return _value(text, currency) if NUMBER.fullmatch(text) else None


def _value(number: str, currency: str) -> Decimal:
    number = re.sub(r"[-: ](\d{2})$", r".\1", number)
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


def _kind(number: _SignedNumber, role: str, before: str, after: str) -> str:
    if role == ASIDE or _is_worded(before, after, words.ASIDE_BEFORE, words.ASIDE_AFTER):
        return DROPPED
    counted = words.COUNT_AFTER.match(after) or words.COUNT_BEFORE.search(before)
    bundled = number.end - number.start <= 2 and words.BUNDLED_AFTER.match(after)
    if (not number.codes and (counted or bundled)) or after.lstrip().startswith("%"):
        return DROPPED
    if _is_worded(before, after, words.PART_BEFORE, words.PART_AFTER):
        return PART
    return _whole_kind(role, before, after)


def _whole_kind(role: str, before: str, after: str) -> str:
    if words.BUNDLE_BEFORE.search(before):
        return BUNDLE
    if words.UNIT_AFTER.match(after) or words.UNIT_BEFORE.search(before):
        return UNIT
    if role == STRUCK or words.WAS.search(before):
        return WAS
    return CURRENT if role == NOW or words.NOW.search(before) else PRICE


def _is_worded(before: str, after: str, ahead: Patterns, behind: Patterns) -> bool:
    return any(pattern.search(before) for pattern in ahead) or any(
        pattern.match(after) for pattern in behind
    )


def _is_ranged(
    text: str,
    number: _SignedNumber,
    previous: _SignedNumber | None,
    following: _SignedNumber | None,
    before: str,
) -> bool:
    if words.FROM.search(before):
        return True
    with_before = previous and words.RANGE.match(text[previous.end : number.start])
    with_after = following and words.RANGE.match(text[number.end : following.start])
    return bool(with_before or with_after)


def _taxed(text: str, numbers: list[_SignedNumber], place: int, *, is_ahead: bool) -> bool | None:
    """Tell whether an amount includes tax; the words come after each amount, or before each.

    `is_ahead`: they stand before the first.

    Words with a colon, or in brackets with an amount, are about the amount after them:
    "R899 Ex Tax: R781.74", "19,90 € (netto 16,72 €)".
    """
    start = numbers[place - 1].sign_end if place else 0
    ahead = text[start : numbers[place].sign_start]
    if is_ahead or ahead.rstrip().endswith(":"):
        return _tax_words(ahead)
    in_brackets = _tax_words(ahead.rpartition("(")[2]) if _has_open_bracket(ahead) else None
    if in_brackets is not None:
        return in_brackets
    stop = numbers[place + 1].sign_start if place + 1 < len(numbers) else len(text)
    behind = text[numbers[place].sign_end : stop]
    if behind.rstrip().endswith(":"):
        return None
    rate = place + 2 < len(numbers) and _PERCENT.match(text, numbers[place + 1].end)
    if rate:  # "incl. 19 % MwSt.": a number, too
        behind = text[numbers[place].sign_end : numbers[place + 2].sign_start]
    elif _has_open_bracket(behind) and stop < len(text):
        behind = behind.rpartition("(")[0]
    return _tax_words(behind)


def _has_open_bracket(text: str) -> bool:
    return text.rfind("(") > text.rfind(")")


def _tax_words(text: str) -> bool | None:
    without = re.search(words.WITHOUT_TAX, text, re.I)
    with_tax = re.search(words.WITH_TAX, text, re.I)
    if without and (not with_tax or without.start() <= with_tax.start()):
        return False
    return True if with_tax else None

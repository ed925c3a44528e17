"""The amounts in a price text: numbers as stores write them, with what is printed around each."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal

from scrapers.pricing import price_words as words
from scrapers.pricing.currencies import DECIMALS, codes_of, is_sure, sign_pattern
from scrapers.pricing.price_text import ASIDE, NOW, STRUCK, Marked

GROUP = "[ '’.,]"
NUMBER = re.compile(
    rf"(?<!\d)(?<!\d[.,])(?:\d{{1,3}}(?P<g>{GROUP})\d{{3}}(?:(?P=g)\d{{3}})*(?!\d)"
    r"|\d{1,2}(?:,\d{2})+,\d{3}(?!\d)|\d+)(?:[.,]\d+)?"
    r"|(?<![\d\w])[.,]\d{1,2}(?!\d)"
)
GAP = re.compile(r"[ \n]{0,2}")  # between an amount and its sign
AROUND = 60  # characters beside an amount that may tell what it is
# What an amount is for.
PRICE, WAS, CURRENT, BUNDLE, UNIT, DROPPED = "price", "was", "now", "bundle", "unit", "dropped"


@dataclass(frozen=True, slots=True)
class Amount:
    """A number in a price text. `codes` are the currencies its sign may stand for; empty: none."""

    value: Decimal
    kind: str
    codes: frozenset[str]
    sure: bool = False  # the sign names a currency beyond doubt, so that it may contradict
    ranged: bool = False  # an end of a range, or the "from" of one
    taxed: bool | None = None  # with tax, without; None: not said


@dataclass(frozen=True, slots=True)
class _Found:
    start: int
    end: int
    sign_start: int
    sign_end: int
    codes: frozenset[str]
    sure: bool


def amounts(marked: Marked, currency: str) -> list[Amount]:
    """Return the amounts of a text in their order, those that nobody pays among them."""
    text = _without_dates(marked.text)
    found = _signed(text, currency)
    read = []
    for place, one in enumerate(found):
        before = text[max(0, one.sign_start - AROUND) : one.sign_start]
        after = text[one.sign_end : one.sign_end + AROUND]
        role = marked.roles[one.start]
        previous = found[place - 1] if place else None
        following = found[place + 1] if place + 1 < len(found) else None
        read.append(
            Amount(
                value=_value(text[one.start : one.end], currency),
                kind=_kind(one, role, before + text[one.sign_start : one.start], after),
                codes=one.codes,
                sure=one.sure,
                ranged=_is_ranged(text, one, previous, following, before),
                taxed=_taxed(text, found, place),
            )
        )
    return read


def _without_dates(text: str) -> str:
    def blank(match: re.Match[str]) -> str:
        before = text[max(0, match.start() - 3) : match.start()].rstrip()
        sign = [found for found in sign_pattern().finditer(before) if found.end() == len(before)]
        return match.group() if sign else "\n" * len(match.group())

    return words.DATE.sub(blank, text)


def _signed(text: str, currency: str) -> list[_Found]:
    """Find the numbers, each with the sign that is its own: before it, otherwise behind it."""
    signs = [match for match in sign_pattern().finditer(text) if _counts(match.group(), currency)]
    taken: set[int] = set()
    found: list[_Found] = []
    for number in NUMBER.finditer(text):
        start, end = number.span()
        codes, sure, first, last = frozenset[str](), False, start, end
        before = [s for s in signs if s.start() not in taken and _touches(text, s.end(), start)]
        if before:
            sign = before[-1]
            taken.add(sign.start())
            first, codes, sure = sign.start(), codes_of(sign.group()), is_sure(sign.group())
        behind = [s for s in signs if s.start() not in taken and _touches(text, end, s.start())]
        if behind and (not codes or _says_more(text, behind[0], codes)):
            sign = behind[0]
            taken.add(sign.start())
            last, sure = sign.end(), is_sure(sign.group())
            codes = codes & codes_of(sign.group()) or codes_of(sign.group())
        found.append(_Found(start, end, first, last, codes, sure))
    return found


def _counts(sign: str, currency: str) -> bool:
    return is_sure(sign) or currency in codes_of(sign)


def _touches(text: str, one: int, other: int) -> bool:
    return one <= other and GAP.fullmatch(text, one, other) is not None


def _says_more(text: str, sign: re.Match[str], codes: frozenset[str]) -> bool:
    """Tell whether a code behind a signed amount is its own: "$45 CAD", not "R550 $30"."""
    after = text[sign.end() : sign.end() + 2].strip()
    same = sign.group().isalpha() and bool(codes & codes_of(sign.group()))
    return same and not after[:1].isdigit()


def _value(number: str, currency: str) -> Decimal:
    whole, decimals = _parts(number, DECIMALS.get(currency, 2))
    digits = re.sub(r"[^0-9]", "", whole) or "0"
    return Decimal(f"{digits}.{decimals}" if decimals else digits)


def _parts(number: str, most: int) -> tuple[str, str]:
    """Part a number in its whole and its decimals.

    One or two digits behind the last separator are decimals, and so are four and more. Three are a
    group, unless the currency has three decimals, the whole is 0 or another separator groups.
    """
    last = re.search(r"[.,](\d+)$", number)
    if last is None:
        return number, ""
    whole, separator, decimals = number[: last.start()], last.group()[0], last.group(1)
    if len(decimals) != 3:
        return whole, decimals
    if separator in whole:
        return number, ""
    others = re.search(GROUP.replace(separator, ""), whole)
    digits = whole.lstrip("0")
    if others or not digits or len(digits) > 3 or most == len(decimals):
        return whole, decimals
    return number, ""


def _kind(one: _Found, role: str, before: str, after: str) -> str:
    aside = any(pattern.search(before) for pattern in words.ASIDE_BEFORE)
    if role == ASIDE or aside or any(pattern.match(after) for pattern in words.ASIDE_AFTER):
        return DROPPED
    counted = words.COUNT_AFTER.match(after) or words.COUNT_BEFORE.search(before)
    bundled = one.end - one.start <= 2 and words.BUNDLED_AFTER.match(after)
    if (not one.codes and (counted or bundled)) or after.lstrip().startswith("%"):
        return DROPPED
    if words.BUNDLE_BEFORE.search(before):
        return BUNDLE
    if words.UNIT_AFTER.match(after) or words.UNIT_BEFORE.search(before):
        return UNIT
    if role == STRUCK or words.WAS.search(before):
        return WAS
    return CURRENT if role == NOW or words.NOW.search(before) else PRICE


def _is_ranged(
    text: str, one: _Found, previous: _Found | None, following: _Found | None, before: str
) -> bool:
    if words.FROM.search(before):
        return True
    with_before = previous and words.RANGE.match(text[previous.end : one.start])
    with_after = following and words.RANGE.match(text[one.end : following.start])
    return bool(with_before or with_after)


def _taxed(text: str, found: list[_Found], place: int) -> bool | None:
    """Tell whether an amount is with tax; the words stand behind each amount, or before each.

    Words with a colon, or in brackets with an amount, are about what follows them:
    "R899 Ex Tax: R781.74", "19,90 € (netto 16,72 €)".
    """
    ends = [0] + [one.sign_end for one in found]
    ahead = text[ends[place] : found[place].sign_start]
    if _tax_words(text[: found[0].sign_start]) is not None or ahead.rstrip().endswith(":"):
        return _tax_words(ahead)
    in_brackets = _tax_words(ahead.rpartition("(")[2]) if _opens(ahead) else None
    if in_brackets is not None:
        return in_brackets
    stop = found[place + 1].sign_start if place + 1 < len(found) else len(text)
    behind = text[found[place].sign_end : stop]
    if behind.rstrip().endswith(":"):
        return None
    rate = place + 2 < len(found) and text[found[place + 1].end :].lstrip().startswith("%")
    if rate:  # "incl. 19 % MwSt.": a number, too
        behind = text[found[place].sign_end : found[place + 2].sign_start]
    elif _opens(behind) and stop < len(text):
        behind = behind.rpartition("(")[0]
    return _tax_words(behind)


def _opens(text: str) -> bool:
    return text.rfind("(") > text.rfind(")")


def _tax_words(text: str) -> bool | None:
    without = re.search(words.WITHOUT_TAX, text, re.I)
    with_tax = re.search(words.WITH_TAX, text, re.I)
    if without and (not with_tax or without.start() <= with_tax.start()):
        return False
    return True if with_tax else None

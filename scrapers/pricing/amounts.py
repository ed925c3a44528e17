"""The amounts in a price text: its numbers, classified by their context."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal

from scrapers.pricing import price_words as words
from scrapers.pricing.numbers import SignedNumber, signed_numbers, without_dates
from scrapers.pricing.price_text import ASIDE, NOW, STRUCK, Marked

_PERCENT = re.compile(r"\s*%")
Patterns = tuple[re.Pattern[str], ...]
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


def read_amounts(marked: Marked, currency: str) -> list[Amount]:
    """Return the amounts of a text in their order, including those that are no prices."""
    text = without_dates(marked.text)
    numbers = signed_numbers(text, currency)
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
                value=number.value,
                kind=_kind(
                    (previous, number, following),
                    role,
                    before + text[number.sign_start : number.start],
                    after,
                ),
                codes=number.codes,
                sure=number.sure,
                ranged=_is_ranged(text, number, previous, following, before),
                taxed=_taxed(text, numbers, place, is_ahead=is_tax_ahead),
            )
        )
    return read


def _kind(
    numbers: tuple[SignedNumber | None, SignedNumber, SignedNumber | None],
    role: str,
    before: str,
    after: str,
) -> str:
    """Return what an amount is for; `numbers`: the one before it, itself, the one behind."""
    previous, number, following = numbers
    if role == ASIDE or _is_worded(before, after, words.ASIDE_BEFORE, words.ASIDE_AFTER):
        return DROPPED
    counted = words.COUNT_AFTER.match(after) or words.COUNT_BEFORE.search(before)
    if (not number.codes and counted) or after.lstrip().startswith("%"):
        return DROPPED
    bundled = number.end - number.start <= 2 and words.BUNDLED_AFTER.match(after)
    if bundled and (number.value < following.value if following else not number.codes):
        return DROPPED
    if _is_worded(before, after, words.PART_BEFORE, words.PART_AFTER):
        return PART
    if words.BUNDLE_BEFORE.search(before) and (not previous or previous.value < number.value):
        return BUNDLE
    return _whole_kind(role, before, after)


def _whole_kind(role: str, before: str, after: str) -> str:
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
    number: SignedNumber,
    previous: SignedNumber | None,
    following: SignedNumber | None,
    before: str,
) -> bool:
    if words.FROM.search(before):
        return True
    with_before = previous and words.RANGE.match(text[previous.end : number.start])
    with_after = following and words.RANGE.match(text[number.end : following.start])
    return bool(with_before or with_after)


def _taxed(text: str, numbers: list[SignedNumber], place: int, *, is_ahead: bool) -> bool | None:
    """Return True if an amount includes tax; the words come after each amount, or before each.

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

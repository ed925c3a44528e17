"""Numbers as people write them: "1 200", "2,5", "six", "five fifty", "vyf-en-twintig". Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction

from indexer.language.files import folder, table


def any_of(words: Iterable[str]) -> str:
    """Return a pattern of the words, the longest first."""
    return f"(?:{'|'.join(sorted(words, key=len, reverse=True))})"


def _words(numbers: range) -> dict[str, Fraction]:
    """Return the words of all languages for some numbers with what they count."""
    tables = sorted(folder().glob("languages/*/numbers.tsv"))
    rows = (row for path in tables for _, row in table(path, 2))
    chosen = ((int(number), words.split("|")) for number, words in rows)
    return {word: Fraction(n) for n, words in chosen if n in numbers for word in words}


_ONES, _TEENS, _TENS = _words(range(1, 10)), _words(range(10, 20)), _words(range(20, 100))
_HUNDREDS, _THOUSANDS = _words(range(100, 101)), _words(range(1000, 1001))
_TIMES = {"k": Fraction(1000), **_HUNDREDS, **_THOUSANDS}  # behind digits: "5k", "8 thousand"
_IN_WORDS = {"half": Fraction(1, 2), **_ONES, **_TEENS, **_TENS, **_HUNDREDS, **_THOUSANDS}
DOZEN = {word: number for word, number in (_ONES | _TEENS).items() if number <= 12}

_LARGE = any_of([*_HUNDREDS, *_THOUSANDS])
_UNDER_100 = (
    rf"(?:{any_of(_TENS)}(?:[\s-]?{any_of(_ONES)})?(?!\w)"
    rf"|{any_of(_ONES)}[\s-]?en[\s-]?{any_of(_TENS)}|{any_of([*_TEENS, *_ONES])})"
)
_SO_MANY = rf"(?:(?:half\s)?a|{_UNDER_100}(?:\sand\sa\shalf)?)[\s-]?"
# "One hundred and two hundred" are two.
_AND = rf"[\s-]?(?:(?:and|en)\s)?{_UNDER_100}(?!\w)(?!\s{_LARGE})"
_SPELT_HUNDREDS = rf"(?:{_SO_MANY})?{any_of(_HUNDREDS)}(?:{_AND})?"
_SPELT = (
    rf"(?:(?:{_SO_MANY})?{any_of(_THOUSANDS)}(?:[\s-]?{_SPELT_HUNDREDS}|{_AND})?|{_SPELT_HUNDREDS}"
    rf"|(?:(?:{any_of(_ONES)}|[1-9])\s)?{any_of(_TENS)}(?:[\s-]{any_of(_ONES)})?"
    rf"|{any_of(_ONES)}[\s-]?en[\s-]?{any_of(_TENS)}|{any_of(DOZEN)}(?!\sen\s{any_of(_TENS)}))(?!\w)"
)
_WRITTEN = r"(?:\d{1,3}(?:[ ,\u00a0']\d{3}){1,4}|\d{1,12})(?:[.,]\d{1,2})?(?!\d)"
WHOLE = r"(?!(?!ish)\w)"  # "R400ish"
NUMBER, TIMES = rf"(?:{_SPELT}|{_WRITTEN})", rf"(?:k|{_LARGE}){WHOLE}"
_A_WORD = re.compile(any_of(_IN_WORDS))  # or several, glued
_DIGITS = {str(number): word for word, number in _ONES.items()}  # "3 fifty"
_NO_HUNDRED = re.compile(rf"{any_of(_ONES)}\s{any_of(_TENS)}")
_COUNTED = re.compile(rf"{_SO_MANY}{_LARGE}")


def value(number: str, times: str | None = None) -> Fraction:
    """Return what a number that NUMBER matches is, so many TIMES; "1 200", "1,200" are one."""
    if number[-1].isalpha():
        return _spelt(_DIGITS.get(number[0], number[0]) + number[1:])
    units, cents = re.fullmatch(r"(.*?)(?:[.,](\d{1,2}))?", number, re.DOTALL).groups()  # type: ignore[union-attr] # matches all
    amount = Fraction(f"{re.sub(r'[^0-9]', '', units)}.{cents or 0}")
    return amount * _TIMES.get(times or "", 1)


def counts_money(number: str, times: str | None) -> bool:
    """Return True if an amount is said as money is: "2 grand", "five hundred"."""
    return (times or "k") != "k" or bool(_COUNTED.match(number))


def _spelt(text: str) -> Fraction:
    """Return "five hundred and fifty", "vyfhonderd-en-vyftig", "five fifty" as 550."""
    thousands = rest = Fraction()
    words = _A_WORD.findall(text)
    if _NO_HUNDRED.match(text):
        words.insert(1, "hundred")
    for word in words:
        if word in _THOUSANDS:
            thousands, rest = (rest or Fraction(1)) * 1000, Fraction()
        elif word in _HUNDREDS:
            rest = (rest or Fraction(1)) * 100
        else:
            rest += _IN_WORDS[word]
    return thousands + rest

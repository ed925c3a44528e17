"""Measures in a text: "45l", "2.3 m", "32 inch", "500 ml", "pack of six". Pure.

Names are written as their stores write: a measure is looked for in all units of its kind and in all
their usual writings, so that "230cm" finds "2.3m".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice

from app.search.understand.conditions.ages import NUMBERS
from app.search.understand.words.spans import Span

# By kind: units by size, smallest first, each with its usual writings; the first is the label's.
_KINDS: dict[str, tuple[tuple[int, tuple[str, ...]], ...]] = {
    "volume": (
        (1, ("ml", "millilitre", "milliliter")),
        (10, ("cl", "centilitre")),
        (1000, ("l", "lt", "ltr", "litre", "liter")),
    ),
    "length": (
        (1, ("mm", "millimetre", "millimeter")),
        (10, ("cm", "centimetre", "centimeter", "sentimeter")),
        (1000, ("m", "metre", "meter")),
    ),
    "inches": ((1, ("inch", "in", '"', "duim")),),
    "weight": ((1, ("g", "gram")), (1000, ("kg", "kilogram", "kilo"))),
    "pack": ((1, ("pack", "pk")),),
}
_SEVERAL = frozenset({"litre", "liter", "metre", "meter", "inch", "gram", "pack"})
_UNITS = {
    written: (kind, size)
    for kind, units in _KINDS.items()
    for size, writings in units
    for writing in writings
    for written in (writing, *((f"{writing}s", f"{writing}es") if writing in _SEVERAL else ()))
}
_WORDS = {word: number for word, number in NUMBERS.items() if number <= 12}
_IN_WORDS = "|".join(sorted(_WORDS, key=len, reverse=True))
_BEHIND = "|".join(
    re.escape(unit) for unit in sorted(_UNITS, key=len, reverse=True) if unit not in {"in", '"'}
)
_PATTERN = re.compile(
    rf"(?<![\w.,$€-])(?:(?:(?P<number>\d{{1,5}}(?:[.,]\d{{1,2}})?)[\s-]?|(?P<word>{_IN_WORDS})[\s-])"
    rf'(?P<unit>(?:{_BEHIND})(?!\w)|(?<=\d)in(?!\w)|(?<=\d)")'
    rf"|(?P<counted>packs?|pk)\sof\s(?P<count>\d{{1,2}}|{_IN_WORDS})(?!\w))"
    r"(?!\s(?:waist|leg|inseam)|/)"
)
MOST = 4  # measures of a text
_LEAST, _GREATEST = Fraction(1, 10), 10_000  # nobody writes 0.03 m, or 20000 mm


@dataclass(frozen=True, slots=True)
class Measure(Span):
    """A measure in a text; `phrases` are all by which a name may say it."""

    label: str
    phrases: tuple[str, ...]


def measures(folded: str) -> list[Measure]:
    """Return the measures of a folded text from left to right."""
    return [_measure(match) for match in islice(_PATTERN.finditer(folded), MOST)]


def _measure(match: re.Match[str]) -> Measure:
    typed = match["number"] or match["word"] or match["count"]
    number = Fraction(_WORDS.get(typed) or typed.replace(",", "."))
    kind, size = _UNITS[match["unit"] or match["counted"]]
    phrases = tuple(dict.fromkeys(_phrases(number * size, kind)))
    label = next(f"{_written(number)} {w[0]}" for own, w in _KINDS[kind] if own == size)
    return Measure(*match.span(), label, phrases)


def _phrases(base: Fraction, kind: str) -> Iterator[str]:
    """Give the amount in each unit in which anybody would write it."""
    for size, writings in _KINDS[kind]:
        amount = base / size
        if not _LEAST <= amount < _GREATEST or (amount * 100).denominator != 1:
            continue
        for number in _numbers(amount):
            for writing in writings:
                if writing == '"':  # the index keeps no signs
                    yield number
                elif kind == "pack":
                    yield from (f"{number} {writing}", f"{writing} of {number}")
                else:
                    yield from (f"{number}{writing}", f"{number} {writing}")


def _numbers(amount: Fraction) -> Iterator[str]:
    written = _written(amount)
    yield written
    if "." in written:
        yield written.replace(".", ",")
    yield from (word for word, number in _WORDS.items() if number == amount)


def _written(amount: Fraction) -> str:
    return f"{float(amount):.2f}".rstrip("0").rstrip(".")

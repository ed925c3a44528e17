"""Sizes in a text: "size 9", "XL", "UK 8", "32 waist", "grootte 12", "6-9 months". Pure.

Stores write them in their own ways and so does the document: a size stands for all its writings.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_WORDS = {
    "extra small": "XS", "x-small": "XS", "extra large": "XL", "x-large": "XL", "xx-large": "XXL",
    "small": "S", "medium": "M", "large": "L", "klein": "S", "groot": "L", "ekstra groot": "XL",
}  # fmt: skip
_SAME = {"XXL": "2XL", "XXXL": "3XL", "XXXXL": "4XL", "2XL": "XXL", "3XL": "XXXL", "4XL": "XXXXL"}
_LETTERS = r"x{1,4}s|x{1,4}l|[2-6]xl"  # "m" by itself is a metre, or a letter
_WORDED = "|".join(sorted(map(re.escape, _WORDS), key=len, reverse=True))
_NUMBER = r"\d{1,3}(?:[.,]5|½|\s?1/2)?(?:\s?[-/]\s?\d{1,3})?[a-h]?"
_SYSTEM = r"uk|us|eu|eur|sa"
_SAID = r"(?:in\s+)?(?:an?\s+)?(?:sizes?|sz|grootte|nommer|maat)(?![a-z])\s*:?\s*"
_BEHIND = r"(?![\w%]|[.,]\d|\s?(?:cm|mm|m|x|inch|seater|pack|piece|rand|l|ml|kg|g)\b)"
_FOUND = re.compile(
    rf"(?<![\w.,$€])(?:{_SAID}(?:(?P<system>{_SYSTEM})\s?)?"
    rf"(?P<value>{_LETTERS}|[sml]|{_WORDED}|{_NUMBER}){_BEHIND}"
    rf"|(?P<system2>{_SYSTEM})\s?(?P<value2>{_NUMBER}){_BEHIND}"
    rf"|(?P<value3>{_LETTERS}|(?:extra\s|x-)(?:large|small))(?!\w)"
    rf"|(?P<value4>\d{{2}})(?:\s?inch(?:es)?)?[\s-]waist|waist\s(?P<value5>\d{{2}}){_BEHIND}"
    r"|(?P<cup>\d{2}(?:aa|dd|[a-h]))(?!\w)"
    r"|(?P<age>\d{1,2}\s?(?:-|to|tot)\s?\d{1,2})\s?(?P<unit>months?|mths?|maande|years?|yrs?|jaar))"
    r"(?!\w)"
)
_MONTHS = ("m", "maande")
MOST = 4  # sizes of a text


@dataclass(frozen=True, slots=True)
class Size:
    """A size in a text at [start, end); `values` are the ways in which a store may write it."""

    start: int
    end: int
    label: str
    values: tuple[str, ...]


def sizes(folded: str) -> list[Size]:
    """Return the sizes of a folded text from left to right."""
    return [_size(match) for match, _ in zip(_FOUND.finditer(folded), range(MOST), strict=False)]


def _size(match: re.Match[str]) -> Size:
    if match["age"]:
        return _age(match)
    names = ("value", "value2", "value3", "value4", "value5", "cup")
    typed = next(match[name] for name in names if match[name])
    value = _WORDS.get(typed, re.sub(r"\s", "", typed).replace(",", ".").replace("½", ".5").upper())
    value = value.replace("1/2", ".5")
    system = (match["system"] or match["system2"] or "").upper()
    label = f"{system} {value}".strip()
    return Size(*match.span(), label, tuple(dict.fromkeys(_written(value, system))))


def _written(value: str, system: str) -> Iterator[str]:
    """Give the ways in which a size is written."""
    same = [value, *([_SAME[value]] if value in _SAME else [])]
    for one in same:
        yield from (one, one.lower(), f"Size {one}", f"size {one}")
        for name in (system,) if system else ("UK", "SA"):
            yield from (f"{name} {one}", f"{name}{one}", f"{one} {name}")
    for word, letter in _WORDS.items():
        if letter == value:
            yield from (word.title(), word, word.upper())
    if value.isdigit() and len(value) == 1:
        yield f"0{value}"


def _age(match: re.Match[str]) -> Size:
    low, high = re.findall(r"\d+", match["age"])
    is_months = match["unit"].startswith(_MONTHS)
    units = ("months", "mths", "m", "M") if is_months else ("years", "yrs", "y", "Y", "yr")
    dashes = (f"{low}-{high}", f"{low} - {high}", f"{low}–{high}")
    found = [f"{dash}{gap}{unit}" for dash in dashes for gap in (" ", "") for unit in units]
    values = [*found, *(text.title() for text in found), *dashes]
    label = f"{low}-{high} {'months' if is_months else 'years'}"
    return Size(*match.span(), label, tuple(dict.fromkeys(values)))

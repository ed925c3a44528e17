"""Ages in a text: "6 year old", "aged 8", "18 months old", "3 jaar oud", "ages 3 to 5". Pure.

An age says whom a product is for; a range with a unit ("6-9 months") is a size and read as one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_YEARS = r"years?|yrs?|jaar"
_MONTHS = r"months?|mths?|maande"
_OLD = r"olds?|oud|oue"
_PATTERN = re.compile(
    rf"(?<![\w.,$€-])(?:(?P<old>\d{{1,2}})[\s-]?(?P<unit>{_YEARS}|{_MONTHS})[\s-](?:{_OLD})"
    r"|(?P<short>\d{1,2})\s?(?:y/o|yo)"
    rf"|(?:aged?|ages|ouderdom)\s(?P<named>\d{{1,2}})(?:\s?(?:-|to|tot)\s?\d{{1,2}})?"
    rf"(?:\s?(?P<named_unit>{_YEARS}|{_MONTHS}))?(?:[\s-](?:{_OLD}))?)"
    r"(?![\w%]|[.,]\d)"
)
BABY_MONTHS = 24  # stores' own border between baby and toddler
CHILD_YEARS = 13  # until then children's sizes; who is older wears either, or an adult's


@dataclass(frozen=True, slots=True)
class Age:
    """An age in a text at [start, end); `people`: the id of whom it means, empty for older ones."""

    start: int
    end: int
    people: str


def ages(folded: str) -> list[Age]:
    """Return the ages of a folded text from left to right."""
    return [Age(*match.span(), _people(match)) for match in _PATTERN.finditer(folded)]


def _people(match: re.Match[str]) -> str:
    number = int(match["old"] or match["short"] or match["named"])
    unit = match["unit"] or match["named_unit"] or "years"
    months = number if re.fullmatch(_MONTHS, unit) else number * 12
    if months < BABY_MONTHS:
        return "baby"
    return "kids" if months <= CHILD_YEARS * 12 else ""

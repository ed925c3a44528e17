"""Ages in a text: "6 year old", "aged 8", "18 months", "3 jaar oud", "ages 3 to 5". Pure.

An age says whom a product is for; a range of them ("6-9 months") is a size of children as well.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import islice

from app.search.understand.words.spans import Span
from scrapers.attributes import SIZE

NUMBERS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
    "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "een": 1, "twee": 2, "drie": 3, "vier": 4,
    "vyf": 5, "ses": 6, "sewe": 7, "agt": 8, "nege": 9, "tien": 10, "elf": 11, "twaalf": 12,
}  # fmt: skip
_YEARS = r"years?|yrs?|jaar"
_MONTHS = r"months?|mths?|maande"
_OLD = r"olds?|oud|oue"
_AGED = r"(?:aged?|ages|ouderdom)"
_TO = r"\s?(?:-|to|tot)\s?"
# Months by themselves are an age too ("m" as babies' sizes are cut, others may be metres), where
# nothing lasts or is counted in them; years by themselves are not.
_LASTING = r"warrant\w*|guarant\w*|waarborg|garansie|calendars?|planners?|diar\w*|subscriptions?"
_NOT_LASTING = rf"(?!\s(?:{_LASTING}))"
_PATTERN = re.compile(
    rf"(?<![\w.,$€-])(?:"
    rf"(?:{_AGED}\s)?(?P<low>\d{{1,2}}){_TO}(?P<high>\d{{1,2}})\s?(?P<range_unit>{_YEARS}|{_MONTHS}|y)"
    rf"(?:[\s-](?:{_OLD}))?{_NOT_LASTING}"
    rf"|(?P<low_m>0|3|6|9|12|18){_TO}(?P<high_m>3|6|9|12|18|24)\s?m"
    rf"|{_AGED}\s(?P<named_low>\d{{1,2}}){_TO}(?P<named_high>\d{{1,2}})"
    rf"|(?P<old>\d{{1,2}}|{'|'.join(NUMBERS)})[\s-]?(?P<old_unit>{_YEARS}|{_MONTHS})[\s-](?:{_OLD})"
    rf"|(?P<short>\d{{1,2}})\s?(?:y/o|yo)"
    rf"|{_AGED}\s(?P<named>\d{{1,2}})(?:\s?(?P<named_unit>{_YEARS}|{_MONTHS}))?"
    rf"|(?P<bare>\d{{1,2}})\s?(?:{_MONTHS}){_NOT_LASTING}"
    r")(?:'s)?(?![\w%]|[.,]\d)"
)
BABY_MONTHS = 24  # stores' own border between baby and toddler
CHILD_YEARS = 13  # until then children's sizes; who is older wears either, or an adult's
MOST = 4  # ages of a text


@dataclass(frozen=True, slots=True)
class Age(Span):
    """An age in a text.

    `people`: the id of whom it means, empty for older ones. `label` and `sizes` of a range: how
    it is written, and the values that documents may have of it.
    """

    people: str
    label: str = ""
    sizes: tuple[str, ...] = ()


def ages(folded: str) -> list[Age]:
    """Return the ages of a folded text from left to right."""
    return [_age(match) for match in islice(_PATTERN.finditer(folded), MOST)]


def _age(match: re.Match[str]) -> Age:
    low = match["low"] or match["low_m"] or match["named_low"]
    if low:
        high = match["high"] or match["high_m"] or match["named_high"]
        is_months = bool(match["low_m"]) or _is_months(match["range_unit"])
        return _range(match.span(), int(low), int(high), "months" if is_months else "years")
    typed = match["old"] or match["short"] or match["named"] or match["bare"]
    number = NUMBERS.get(typed) or int(typed)
    unit = match["old_unit"] or match["named_unit"] or ("months" if match["bare"] else "years")
    return Age(*match.span(), _people(number, unit))


def _range(span: tuple[int, int], low: int, high: int, unit: str) -> Age:
    """Return a range's age; 9-12 months are a baby's in one store, a child's in the next."""
    if not _people(low, unit):
        return Age(*span, people="")
    label = f"{low}-{high} {unit}"
    wordings = (label, f"{low} {unit}", f"{high} {unit}")
    sizes = tuple(dict.fromkeys(value for text in wordings for value in SIZE.values(text)))
    return Age(*span, "kids", label, sizes)


def _is_months(unit: str | None) -> bool:
    return unit is not None and unit.startswith("m")


def _people(number: int, unit: str) -> str:
    months = number if _is_months(unit) else number * 12
    if months < BABY_MONTHS:
        return "baby"
    return "kids" if months <= CHILD_YEARS * 12 else ""

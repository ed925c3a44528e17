"""Discounts in a text: "20% off", "at least 30% discount", "up to 50% off", "half price". Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass

from app.search.understand.conditions.money import ABOVE, BELOW, OR_MORE, TO, phrase_pattern
from app.search.understand.words.spans import Span, apart

_PERCENT = r"\s?(?:%|per\s?cent|pct|persent)"
_SHARE = rf"(?:(?P<low>\d\d?)(?:{_PERCENT})?\s?{phrase_pattern(TO)}\s?)?(?P<at>\d\d?){_PERCENT}"
_OR_MORE = rf"(?:\s?{phrase_pattern(OR_MORE)}(?!\w))?"
_BOUND = rf"(?:(?:(?P<below>{phrase_pattern(BELOW)})|{phrase_pattern(ABOVE)})\s)?"
_OFF = "off|less|cheaper|goedkoper|discount(?:ed|s)?|reductions?|reduced|sale|afslag|korting"
_OFF_BY = "discount(?:ed|s)?|reductions?|reduced|marked down|sale|save|saving|afslag|korting|spaar"
_OF = r"(?:\s(?:of|by|at|with|van|met))?"
_HALF = r"(?P<half>half[\s-]?priced?|half[\s-]off|halwe[\s-]?prys|halfprys)"
_PATTERNS = tuple(
    re.compile(rf"(?<![\w.,]){pattern}(?!\w)")
    for pattern in (
        rf"{_BOUND}{_HALF}",
        rf"{_BOUND}{_SHARE}{_OR_MORE}\s(?:in\s)?(?:{_OFF}){_OR_MORE}",
        rf"(?:{_OFF_BY}){_OF}\s{_BOUND}{_SHARE}{_OR_MORE}",
    )
)
HALF = 50


@dataclass(frozen=True, slots=True)
class Discount(Span):
    """A discount in a text: from `low` to `high` per cent, a null bound is open."""

    low: int | None
    high: int | None


def discounts(folded: str) -> list[Discount]:
    """Return the discounts of a folded text, none overlapping."""
    matches = (match for pattern in _PATTERNS for match in pattern.finditer(folded))
    return apart(map(_discount, matches))


def _discount(match: re.Match[str]) -> Discount:
    share = match.groupdict()
    at = HALF if share.get("half") else int(share["at"])
    if share.get("low"):
        return Discount(*match.span(), int(share["low"]), at)
    return Discount(*match.span(), *((None, at) if share.get("below") else (at, None)))

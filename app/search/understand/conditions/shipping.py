"""Countries in a text: "ships to Namibia", "delivery in Botswana", "shipped from the UK". Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Literal

from app.search.understand.words.spans import Span, apart
from indexer.catalogue.shipping import EVERYWHERE
from indexer.reference.countries import iso_by_wording

_SHIP = (
    "ship(?:s|ped|ping)?|deliver(?:s|y|ies|ed|ing)?|send(?:s|ing)?|sent|post(?:s|ed|ing)?"
    "|courier(?:s|ed)?|dispatch(?:es|ed)?|shippable|deliverable|available"
    "|lewer|gelewer|aflewering|versend|versending|stuur|gestuur|beskikbaar"
)
_COME = "import(?:s|ed)?|com(?:e|es|ing)|sold|sourced|ingevoer|kom"
_FILLED = r"(?:(?:that|which|and|who|can|do|does|will|be|wat|kan)\s){0,4}"
_NOT = r"(?:(?P<not>not|never|except|excluding|but\snot|nie)\s)?"
_TO, _FROM = "to|into|in|within|na|aan|binne", "(?P<from>from|out of|uit|vanuit|van)"
_WORLDWIDE = (
    "world[ -]?wide|international(?:ly)?|globally|everywhere|anywhere|overseas|abroad|wereldwyd"
    "|(?:to )?(?:any|all) countr(?:y|ies)|(?:all )?over the world|oorsee"
)
# Countries whose names, by themselves, say something else more often.
_ELSE = frozenset({"jersey", "jordan", "georgia", "chad", "panama", "south africa"})


@dataclass(frozen=True, slots=True)
class Shipping(Span):
    """A country in a text: where products are to be sent to, or come from.

    `iso` is its ISO 3166-1 alpha-2 code, or "*" for the whole world.
    """

    direction: Literal["to", "from"]
    iso: str
    excluded: bool


def shipping(folded: str) -> list[Shipping]:
    """Return the countries of a folded text, none overlapping."""
    matches = (match for pattern in _patterns() for match in pattern.finditer(folded))
    return apart(map(_shipping, matches))


def _shipping(match: re.Match[str]) -> Shipping:
    said = match.groupdict()
    iso = iso_by_wording()[said["country"]] if said.get("country") else EVERYWHERE
    direction: Literal["to", "from"] = "from" if said.get("from") else "to"
    return Shipping(*match.span(), direction, iso, excluded=bool(said["not"]))


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    """Return the patterns: with a word of sending first; then "from Italy"."""
    wordings = [wording for wording in iso_by_wording() if wording != "jersey"]
    of_some = r"(?:\s\w+)?"  # "delivers shoes to"
    sent = rf"(?:{_SHIP}){of_some}\s(?:{_TO})|(?:{_SHIP}|{_COME}){of_some}\s{_FROM}"
    alone = [wording for wording in wordings if wording not in _ELSE and len(wording) > 2]
    return (
        re.compile(rf"(?<!\w){_FILLED}{_NOT}(?:{sent})\s{_country(wordings)}"),
        re.compile(rf"(?<!\w){_NOT}(?P<from>from|uit)\s{_country([*alone, 'uk'])}"),
        re.compile(rf"(?<!\w){_FILLED}{_NOT}(?:{_SHIP})\s(?:{_WORLDWIDE})(?!\w)"),
    )


def _country(wordings: Iterable[str]) -> str:
    longest_first = sorted(map(re.escape, wordings), key=len, reverse=True)
    return rf"(?:the\s|die\s)?(?P<country>{'|'.join(longest_first)})(?![\w])"

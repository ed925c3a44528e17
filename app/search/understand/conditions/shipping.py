"""Countries in a text: "ships to Namibia", "delivery in Botswana", "shipped from the UK". Pure."""

import re
from collections.abc import Iterable, Iterator
from functools import cache

from app.search.understand.conditions.parts import Found
from app.search.understand.lattice.arcs import Text
from app.search.understand.meaning import Part
from indexer.catalogue.shipping import EVERYWHERE
from indexer.language.countries import iso_by_wording, names

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


def shipping(text: Text) -> Iterator[Found]:
    """Give the countries that products are sent to or come from in a text."""
    return (_shipping(match) for one in _patterns() for match in one.finditer(text.folded))


def _shipping(match: re.Match[str]) -> Found:
    """Return a state whose values are the direction and an ISO 3166-1 code, or all of them."""
    groups = match.groupdict()
    iso = iso_by_wording()[groups["country"]] if groups.get("country") else EVERYWHERE
    direction = "from" if groups.get("from") else "to"
    label = f"Ships {direction} {names()[iso]}" if iso in names() else "Ships worldwide"
    values, excluded = (f"ships-{direction}", iso), bool(groups["not"])
    part = Part("state", "", label, values=values, excluded=excluded)
    return Found(*match.span(), (part,))


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

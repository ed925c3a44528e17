"""Sizes in a text: "size 9", "XL", "UK 8", "32 waist", "grootte 12". Pure.

A size is looked for under the values of documents, however stores word it (scrapers.attributes).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice

from app.search.understand.conditions.mention import Mention, Said, as_size
from scrapers.attributes import LENGTHS, SIZE, WAISTS

_WORDS = {
    "extra small": "XS", "x-small": "XS", "extra large": "XL", "x-large": "XL", "xx-large": "XXL",
    "x large": "XL", "x small": "XS",
    "small": "S", "medium": "M", "large": "L", "klein": "S", "groot": "L", "ekstra groot": "XL",
}  # fmt: skip
_LETTERS = r"x{1,4}s|x{1,4}l|[2-6]xl"  # "m" by itself is a metre, or a letter
_WORDED = "|".join(sorted(map(re.escape, _WORDS), key=len, reverse=True))
_LETTER = r"[b-hj-z]"  # said to be one: rings have them
_NUMBER = r"\d{1,3}(?:[.,]5|½|\s?1/2)?(?:\s?[-/]\s?\d{1,3})?[a-h]?"
_SYSTEM = r"uk|us|eu|eur|sa"
_WAIST, _LEG = r"(?:2[4-9]|3\d|4[0-8])", r"(?:2[6-9]|3[0-8])"  # of trousers: "34/32", "W34 L32"
_INTRODUCED = r"(?:in\s+)?(?:an?\s+)?(?:sizes?|sz|grootte|nommer|maat)(?![a-z])\s*(?::\s*)?"
_BEHIND = r"(?![\w%]|[.,]\d|\s?(?:cm|mm|m|x|inch|seater|pack|piece|rand|l|ml|kg|g)\b)"
_PATTERN = re.compile(
    rf"(?<![\w.,$€])(?:(?:(?P<system5>{_SYSTEM})\s)?{_INTRODUCED}(?:(?P<system>{_SYSTEM})\s?)?"
    rf"(?P<value>{_LETTERS}|{_WORDED}|{_LETTER}|{_NUMBER})"
    rf"(?:\s?(?P<system3>{_SYSTEM})(?!\w))?{_BEHIND}"
    rf"|(?P<system2>{_SYSTEM})\s?(?P<value2>{_NUMBER}){_BEHIND}"
    r"|(?P<value6>\d{1,2}(?:[.,]5)?)\s?(?P<system4>uk|eu)(?!\w)"
    rf"|(?:w\s?)?(?P<pair>{_WAIST})\s?(?:[/x]\s?l?|l\s?)(?P<leg>{_LEG})(?!\w)"
    rf"|(?P<value3>{_LETTERS}|(?:extra\s|x[\s-])(?:large|small))(?!\w)"
    rf"|(?P<value4>\d{{2}})(?:\s?inch(?:es)?)?[\s-]waist|waist\s(?P<value5>\d{{2}}){_BEHIND}"
    r"|(?P<cup>\d{2}(?:aa|dd|[a-h])))"
    r"(?!\w)"
)
MOST = 4  # sizes of a text


def sizes(folded: str, said: Said) -> list[Mention]:
    """Return the sizes of a folded text from left to right."""
    return [_size(match, said) for match in islice(_PATTERN.finditer(folded), MOST)]


def _size(match: re.Match[str], said: Said) -> Mention:
    names = ("value", "value2", "value3", "value4", "value5", "value6", "cup", "pair")
    typed = next(match[name] for name in names if match[name])
    typed += f"/{match['leg']}" if match["leg"] else ""
    value = _WORDS.get(typed, re.sub(r"\s", "", typed).replace(",", ".").replace("½", ".5").upper())
    value = value.replace("1/2", ".5")
    systems = (match[f"system{at}"] for at in ("", "2", "3", "4", "5"))
    system = next(filter(None, systems), "").upper()
    values = _values(_wordings(value, system))
    part = as_size(said.text(*match.span()), f"{system} {value}".strip(), values)
    return Mention(*match.span(), (part,))


def _wordings(value: str, system: str) -> Iterator[str]:
    """Give what stores may say of it: a system is not always named, nor is a length."""
    yield value
    if not value[0].isdigit() or value[-1].isalpha() or "/" in value:
        return
    yield from (f"{name} {value}" for name in ((system,) if system else ("UK", "SA")))
    if not system and value.isdigit() and int(value) in WAISTS:
        yield from (f"{value}/{length}" for length in LENGTHS)


def _values(wordings: Iterable[str]) -> tuple[str, ...]:
    """Return the values under which documents hold them."""
    return tuple(dict.fromkeys(value for text in wordings for value in SIZE.values(text)))

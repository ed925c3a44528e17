"""Sizes in a text: "size 9", "XL", "UK 8", "32 waist", "grootte 12". Pure.

A size is looked for under the values of documents, however stores word it (scrapers.attributes).
"""

import re
from collections.abc import Iterable, Iterator

from app.search.understand.conditions.parts import Found, size_part
from app.search.understand.lattice.arcs import Text
from scrapers.attributes import LENGTHS, SIZE, WAISTS

_WORDS = {
    "extra small": "XS", "x-small": "XS", "extra large": "XL", "x-large": "XL", "xx-large": "XXL",
    "x large": "XL", "x small": "XS",
    "small": "S", "medium": "M", "large": "L", "klein": "S", "groot": "L", "ekstra groot": "XL",
}  # fmt: skip
MOST_BETWEEN = 20  # sizes of a range
_BRA = re.compile(r"(?<!\w)(?:bra|bras|bralette|bralettes|bh)(?!\w)")
# What the rows below are made of. "m" by itself is a metre, or a letter; rings have letters.
_PARTS = {
    "letters": r"(?:x{1,4}s|x{1,4}l|[2-6]xl)",
    "worded": f"(?:{'|'.join(sorted(map(re.escape, _WORDS), key=len, reverse=True))})",
    "letter": r"[b-hj-z]",
    "number": r"\d{1,3}(?:[.,]5|½|\s?1/2)?(?:\s?[-/]\s?\d{1,3})?[a-h]?",
    "system": r"(?:uk|us|eu|eur|sa)",
    "said": r"(?:in\s+)?(?:an?\s+)?(?:sizes?|sz|grootte|nommer|maat)(?![a-z])\s*(?::\s*)?",
    "waist": r"(?:2[4-9]|3\d|4[0-8])",
    "leg": r"(?:2[6-9]|3[0-8])",
    "cup": r"(?:aa|dd|ff|gg|hh|[a-h])",
    "band": r"(?:2[68]|3[0-8]|4[0-8]|[6-9][05]|1[01][05])",  # in inches and centimetres
    "end": r"(?![\w%]|[.,]\d|\s?(?:cm|mm|m|x|inch|seater|pack|piece|rand|l|ml|kg|g)\b)",
}
# How sizes are written, a row each; of several at one place the longest is meant.
_FORMS = (
    r"(?:(?P<before>%(system)s)\s)?%(said)s(?:(?P<own>%(system)s)\s?)?"
    r"(?P<value>%(letters)s|%(worded)s|%(letter)s|%(number)s)"
    r"(?:\s?(?:to|tot|until|and|en)\s(?P<most>\d{1,3}))?(?:\s?(?P<behind>%(system)s)(?!\w))?%(end)s",
    r"(?P<own>%(system)s)\s?(?P<value>%(number)s)%(end)s",
    r"(?P<value>\d{1,2}(?:[.,]5)?)\s?(?P<own>uk|eu)",
    r"(?:w\s?)?(?P<value>%(waist)s)\s?(?:[/x]\s?l?|l\s?)(?P<leg>%(leg)s)",  # "34/32", "W34 L32"
    r"(?P<value>%(letters)s|(?:extra\s|x[\s-])(?:large|small))",
    r"(?P<value>\d{2})(?:\s?inch(?:es)?)?[\s-]waist",
    r"waist\s(?P<value>\d{2})%(end)s",
    r"(?P<value>\d{2}%(cup)s)",
)
# "Bra 34 B", which by itself may count anything.
_OF_BRAS = r"(?:%(said)s)?(?P<value>%(band)s\s{1,2}%(cup)s)"


def _compiled(form: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w.,$€])(?:{form % _PARTS})(?!\w)")


_PATTERNS, _OF_BRA = [*map(_compiled, _FORMS)], _compiled(_OF_BRAS)


def sizes(text: Text) -> Iterator[Found]:
    """Give the sizes of a text, as each of the forms finds them."""
    forms = [_OF_BRA, *_PATTERNS] if _BRA.search(text.folded) else _PATTERNS
    return (_size(match) for form in forms for match in form.finditer(text.folded))


def _size(match: re.Match[str]) -> Found:
    said_of = match.groupdict()
    typed = match["value"] + (f"/{said_of['leg']}" if said_of.get("leg") else "")
    value = _WORDS.get(typed, re.sub(r"\s", "", typed).replace(",", ".").replace("½", ".5").upper())
    value = value.replace("1/2", ".5")
    systems = (said_of.get(name) for name in ("own", "behind", "before"))
    system = next(filter(None, systems), "").upper()
    each = _between(value, said_of.get("most"))
    value += f" to {each[-1]}" if len(each) > 1 else ""
    values = _values(wording for one in each for wording in _wordings(one, system))
    part = size_part(f"{system} {value}".strip(), values)
    return Found(*match.span(), (part,))


def _between(low: str, high: str | None) -> list[str]:
    """Return the sizes from one to the other, or the first alone: "size 32 to 36"."""
    if not (high and low.isdigit() and int(low) < int(high) <= int(low) + MOST_BETWEEN):
        return [low]
    return [str(size) for size in range(int(low), int(high) + 1)]


def _wordings(value: str, system: str) -> Iterator[str]:
    """Give what stores may say of it: a system is not always named, nor is a length."""
    yield value
    if not value[0].isdigit() or value[-1].isalpha() or "/" in value:
        return
    yield from (f"{name} {value}" for name in ((system,) if system else ("UK", "SA")))
    if not system and value.isdigit() and int(value) in WAISTS:
        yield from (f"{value}/{length}" for length in LENGTHS)


def _values(wordings: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(value for text in wordings for value in SIZE.values(text)))

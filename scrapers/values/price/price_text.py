"""A price text as pieces with the roles that their elements give them."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

LONGEST = 2_000  # characters of a price text; a longer one is a page, and not read
TAIL = 8  # characters that mark whether an amount is whole
# The role of a text by its element's tag, style and class (scrapers/browsing/dom.js).
NO_ROLE, STRUCK, NOW, CENTS, ASIDE, BREAK = "", "s", "n", "c", "a", "b"


@dataclass(frozen=True, slots=True)
class Piece:
    """A text in one element, with its role.

    s: struck through or called old; n: called reduced; c: cents, smaller digits after an amount;
    a: an aside (badges, instalments, unit prices); b: the end of a line.
    """

    text: str
    role: str = NO_ROLE


PriceText = tuple[Piece, ...]


def from_text(text: str) -> PriceText:
    """Return the price text for a text without markup."""
    return (Piece(text),)


@dataclass(frozen=True, slots=True)
class MarkedText:
    """A joined text and the role of each of its characters."""

    text: str
    roles: str  # one character for each of the text's; a space for no role
    breaks: frozenset[int] = frozenset()  # where another element's text begins


def quote_texts(texts: Iterable[PriceText]) -> str:
    """Return the texts on one line, for a message."""
    return " | ".join(" ".join("".join(piece.text for piece in text).split()) for text in texts)


def join(texts: Iterable[PriceText], decimals: int = 2) -> MarkedText:
    """Join nodes to one text with a line each; cents follow their amount after a point.

    Stops behind LONGEST characters.
    """
    text, roles = "", ""
    breaks: set[int] = set()
    for number, node in enumerate(texts):
        if number:
            text, roles = text + "\n", roles + " "
        for piece in node:
            if len(text) > LONGEST:
                return MarkedText(text, roles, frozenset(breaks))
            breaks.add(len(text))
            added = _append(text, roles, piece, decimals)
            text += added
            roles += (piece.role if piece.role in (STRUCK, NOW, ASIDE) else " ") * len(added)
    return replace(_without_dashes(text, roles), breaks=frozenset(breaks))


def _append(text: str, roles: str, piece: Piece, decimals: int) -> str:
    if piece.role == BREAK:
        return "\n"
    new = _simple(piece.text)
    cents = _as_cents(text, new, piece.role, decimals)
    if cents is not None:
        return cents
    role = piece.role if piece.role in {STRUCK, NOW, ASIDE} else " "
    before = text[-1:]
    adjoins = before and not before.isspace() and new and not new[0].isspace()
    if adjoins and (role != roles[-1:] or (before.isdigit() and _begins_amount(new))):
        return "\n" + new
    if before.isspace() and text.rstrip()[-1:].isdigit() and new[:1].isdigit():
        return "\n" + new  # "R626" and "120 sold" are separate elements
    if before.isalpha() and new[:1].isalpha() and len(text) > 1 and text[-2].isalpha():
        return " " + new  # "Sale price" and "R155" are separate elements
    return new


# Cents that stand with their separator in an element of their own: "107", ".95".
OWN_SEPARATOR = re.compile(r"[.,]\d{2}(?!\d|[.,]\d)")


def _as_cents(text: str, new: str, role: str, decimals: int) -> str | None:
    """Return a piece's text as a part of the amount before it; None where it is none."""
    text, digits = text[-TAIL:], new.strip()
    if _ends_in_integer(text) and not new[:1].isspace() and OWN_SEPARATOR.match(new):
        return new
    if _ends_in_integer(text) and re.fullmatch(rf"\d{{2}}|\d{{{decimals}}}", digits):
        glued = text[-1:].isdigit() and new[:1].isdigit() and len(digits) == len("99")
        if role == CENTS or glued:
            return "." + new.lstrip()
    if role != CENTS:
        return None
    if re.search(r"\d[.,]$", text) and digits[:1].isdigit():
        return new.lstrip()
    if re.fullmatch(r"\d|[*†‡]+", digits):
        return " "  # a footnote
    return "\n" + new if text[-1:].isdigit() and digits[:1].isdigit() else None


def _ends_in_integer(text: str) -> bool:
    return bool(re.search(r"\d$", text)) and not re.search(r"\d[.,]\d{1,2}$", text)


def _begins_amount(text: str) -> bool:
    return not text[0].isdigit() and not text[0].isalpha() and text[0] not in ".,'’ :-–%)/*★"


def _simple(text: str) -> str:
    shown = (char for char in text if char not in "\u200e\u200f\u00ad\u200b\ufeff")
    chars = "".join(str(int(char)) if char.isdecimal() else char for char in shown)
    return re.sub(r"\s+", " ", chars.replace("\u066b", ".").replace("\u066c", ","))


# "299,-" and "299:-" are whole amounts.
_DASH = re.compile(r"(?<=\d)[.,:;](?:[-–—]{1,2}(?!\d)|\s[-–—]{1,2}(?!\S))")


def _without_dashes(text: str, roles: str) -> MarkedText:
    """Blank the dash in place of cents; Swedish ":-" stays a sign, one character long."""
    for match in _DASH.finditer(text):
        start, end = match.span()
        text = text[:start] + " " * (end - start) + text[end:]
    return MarkedText(text, roles)

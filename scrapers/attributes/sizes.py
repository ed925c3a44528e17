"""Parses sizes as stores word them into filter values: "X-Large" is XL, "UK8 / EU 42" is two.

sizes_of("Größe 38")      ["38"]           sizes_of("0-3m")           ["0-3 months"]
sizes_of("S/M")           ["S", "M"]       sizes_of("Taille unique")  ["One size"]
sizes_of("32W x 34L")     ["32/34"]        sizes_of("Choose a size")  []
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from scrapers.attributes.size_forms import Group, Size, one_size
from scrapers.wording import without_accents

OTHER_LIMIT = 24  # characters of a size of no known form; a longer text is a sentence
_NONE = re.compile(
    r"(?:please |bitte )?(?:choose|select|pick|kies|wahlen|kiezen|choisir|elegir)\b.*"
    r"|default(?: title)?|sizes?|maat|grootte|taille|talla|grosse|n/?a|none|null|undefined|geen|-+"
    r"|sold out|out of stock|size guide|size chart|.*\b(?:guide|chart)"
)
_PREFIX = re.compile(
    r"^(?:sizes?|sz|maat|grootte|nommer|grosse|gr\.?|tailles?|talla|taglia|tamanho|storlek|str\.?"
    r"|rozmiar|no\.?|nr\.?)\s*(?:[:.]\s*)?(?=[\dsmlx]|e[ux]|u[ks])"
)
_SEPARATOR = re.compile(r"[;|]|\s\+\s|,(?!\d)|(?<=\d),(?=\d{2})|(?<=[A-Za-z]),(?=\d)")


@lru_cache(maxsize=16_384)
def sizes_of(wording: str) -> tuple[str, ...]:
    """Return the sizes in a store's wording."""
    return tuple(size.value for size in _sizes(wording))


@lru_cache(maxsize=16_384)
def size_rank(value: str) -> Size:
    """Return the sort key of a size: XXS to 6XL, numbers, pairs, systems, children's, …"""
    size = next(_sizes(value), None)
    return size or Size(Group.OTHERS, 0, 0, value)


def _sizes(wording: str) -> Iterator[Size]:
    for part in _SEPARATOR.split(wording):
        yield from _size_or_several(" ".join(part.split()))


def _size_or_several(written: str) -> Iterator[Size]:
    """Yield the sizes of one entry: one, or several that are equivalent ("UK 8 (EU 42)")."""
    text = _PREFIX.sub("", _normalized(written))
    if not text or _NONE.fullmatch(text):
        return
    if (known := one_size(text)) is not None:
        yield known
        return
    parts = [part for part in re.split(r"\s?[/()\[\]=–-]\s?|\s(?=(?:uk|us|eu)\s?\d)", text) if part]
    several = [one_size(part) for part in parts]
    if len(parts) > 1 and all(several):
        yield from filter(None, several)
    elif _is_short(written):
        yield Size(Group.OTHERS, 0, 0, written)


def _is_short(text: str) -> bool:
    return len(text) <= OTHER_LIMIT and text.count(" ") < 2 and any(map(str.isalnum, text))


def _normalized(text: str) -> str:
    """Return the text in lower case without accents; fractions stay."""
    return without_accents(text.replace("\u2044", "/")).casefold().strip(" .:*")

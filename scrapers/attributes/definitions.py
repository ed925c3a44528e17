"""The attributes of products; a new one is an entry in this file (CONTRIBUTING.md).

Sizes as stores word them become filter values: "X-Large" is XL, "UK8 / EU 42" is two.

sizes_of("Größe 38")      ["38"]           sizes_of("0-3m")           ["0-3 months"]
sizes_of("S/M")           ["S", "M"]       sizes_of("Taille unique")  ["One size"]
sizes_of("32W x 34L")     ["32/34"]        sizes_of("Choose a size")  []
"""

import re
from collections.abc import Iterator
from decimal import ROUND_HALF_UP, Decimal
from functools import lru_cache

from scrapers.attributes.attribute import Attribute, Number
from scrapers.attributes.size_forms import Group, Size, one_size
from scrapers.attributes.wordings import WordingFile
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
    return tuple(size.value for size in _sizes(wording))


@lru_cache(maxsize=16_384)
def size_rank(value: str) -> Size:
    """Return the sort key of a size: XXS to 6XL, numbers, pairs, systems, children's, …"""
    size = next(_sizes(value), None)
    return size or Size(Group.OTHERS, 0, 0, value)


def sizes_written(wording: str) -> list[str]:
    """Return the parts of a wording, of which each is a size, or several that are equivalent."""
    return [" ".join(part.split()) for part in _SEPARATOR.split(wording)]


def _sizes(wording: str) -> Iterator[Size]:
    for part in sizes_written(wording):
        yield from _size_or_several(part)


def _size_or_several(written: str) -> Iterator[Size]:
    """Yield the sizes of one entry: one, or several that are equivalent ("UK 8 (EU 42)")."""
    plain = without_accents(written.replace("\u2044", "/"))  # fractions stay
    text = _PREFIX.sub("", plain.casefold().strip(" .:*"))
    if not text or _NONE.fullmatch(text):
        return
    if (known := one_size(text)) is not None:
        yield known
        return
    parts = [part for part in re.split(r"\s?[/()\[\]=–-]\s?|\s(?=(?:uk|us|eu)\s?\d)", text) if part]
    several = [one_size(part) for part in parts]
    if len(parts) > 1 and all(several):
        yield from filter(None, several)
    elif len(written) <= OTHER_LIMIT and written.count(" ") < 2 and any(map(str.isalnum, written)):
        yield Size(Group.OTHERS, 0, 0, written)


_MATERIALS, _PATTERNS = WordingFile("materials.json"), WordingFile("patterns.json")


def percent_off(price: Decimal | None, ordinary: Decimal | None) -> int | None:
    """Return the discount in per cent, rounded; None where the price is not reduced by one."""
    if price is None or ordinary is None or not ordinary > price:
        return None
    off = ((ordinary - price) * 100 / ordinary).quantize(Decimal(1), ROUND_HALF_UP)
    return int(off) or None


SIZE = Attribute(
    "size",
    "Size",
    sizes_of,
    feed=("size",),
    system="size_system",
    properties=("size",),
    tags=("product:size",),
    options=re.compile(
        r"size|größe|grosse|maat|taille|talla|taglia|storlek|rozmiar|grootte", re.IGNORECASE
    ),
    selector="size_xpath",
    rank=size_rank,
    limit=200,
    spelled=True,
)
MATERIAL = Attribute(
    "material",
    "Material",
    _MATERIALS.of,
    feed=("material",),
    properties=("material",),
    tags=("product:material",),
    options=re.compile(
        r"material|fabric|composition|stoff|gewebe|tissu|stof\b|tela\b|tessuto|tkanina|lapmateriaal",
        re.IGNORECASE,
    ),
    in_name=_MATERIALS.in_name,
    query_words=_MATERIALS.query_words,
    in_words=True,
)
PATTERN = Attribute(
    "pattern",
    "Pattern",
    _PATTERNS.of,
    feed=("pattern",),
    properties=("pattern",),
    tags=("product:pattern",),
    options=re.compile(r"pattern|print|muster|motif\b|patroon", re.IGNORECASE),
    in_name=_PATTERNS.in_name,
    query_words=_PATTERNS.query_words,
    in_words=True,
)
PLAIN = ("Plain",)  # the pattern of what has none, as a picture may show
DISCOUNT = Number("discount", "onSale", "On sale", "Biggest discount", percent_off)

# In the order of the filter panel.
ATTRIBUTES = (SIZE, MATERIAL, PATTERN)
NUMBERS = (DISCOUNT,)

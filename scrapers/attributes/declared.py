"""The attributes of products; a new one is an entry in this file (CONTRIBUTING.md)."""

from __future__ import annotations

import re
from decimal import ROUND_HALF_UP, Decimal

from scrapers.attributes.attribute import Attribute, Number
from scrapers.attributes.sizes import size_rank, sizes_of
from scrapers.attributes.wordings import Worded

_MATERIALS, _PATTERNS = Worded("materials.json"), Worded("patterns.json")


def percent_off(price: Decimal | None, ordinary: Decimal | None) -> int | None:
    """Return the discount in per cent, rounded; None where the price is not reduced."""
    if price is None or ordinary is None or not ordinary > price:
        return None
    return int(((ordinary - price) * 100 / ordinary).quantize(Decimal(1), ROUND_HALF_UP))


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
    asked=_MATERIALS.asked,
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
    asked=_PATTERNS.asked,
    in_words=True,
)
DISCOUNT = Number("discount", "onSale", "On sale", "Biggest discount", percent_off)

# In the order of the filter panel.
ATTRIBUTES = (SIZE, MATERIAL, PATTERN)
NUMBERS = (DISCOUNT,)

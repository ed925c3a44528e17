"""The values of most facets together in one field, each behind the name of its own field and a
colon: one aggregation counts them all. Pure.

Not of those that stores spell in their own ways: there may be tens of thousands of these, and a
search wants the most frequent alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from indexer.catalogue.document.keys import KEYS
from indexer.catalogue.rates import TARGETS
from scrapers.attributes import ATTRIBUTES, NUMBERS

FIELD = "facets"
TOGETHER = (
    *("category", "colour", "style", "store", "shipsFrom", "type", "stock", "gender", "saMade"),
    *(f"priceBand.{code.lower()}" for code in TARGETS),
    *(attribute.field for attribute in ATTRIBUTES if attribute.name not in KEYS),
    *(number.flag for number in NUMBERS),
)


def together(document: Mapping[str, Any]) -> list[str]:
    """Return what FIELD holds of a document: `colour:navy`, `priceBand.zar:500-1000`, …"""
    return [
        f"{field}:{str(value).lower() if isinstance(value, bool) else value}"
        for field in TOGETHER
        for value in _values(document, field)
    ]


def parted(counted: Mapping[str, int]) -> dict[str, dict[str, int]]:
    """Return what FIELD's values were counted as, by field and value, in their order."""
    found: dict[str, dict[str, int]] = {}
    for key, count in counted.items():
        field, _, value = key.partition(":")
        found.setdefault(field, {})[value] = count
    return found


def _values(document: Mapping[str, Any], path: str) -> list[Any]:
    value: Any = document
    for name in path.split("."):
        value = (value or {}).get(name)
    return value if isinstance(value, list) else [] if value is None else [value]

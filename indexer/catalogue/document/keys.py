"""Facets whose values stores spell in their own ways, each with what makes the key that all
spellings of a value share. Pure.

A document holds its keys beside its values, so that a filter on one spelling finds them all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from indexer.core.wording import name_key, value_key
from scrapers.attributes import ATTRIBUTES

Key = Callable[[str], str]

FIELD = "keys"
KEYS: Mapping[str, Key] = {
    "brand": name_key,
    **{attribute.name: value_key for attribute in ATTRIBUTES if attribute.spelled},
}


def keys_field(attribute: str) -> str:
    """Return the documents' field with the keys of a facet's values."""
    return f"{FIELD}.{attribute}"


def keyed(attribute: str, values: Iterable[str]) -> dict[str, str]:
    """Return the values by key, of equal ones the first."""
    key, first = KEYS[attribute], dict[str, str]()
    for value in values:
        first.setdefault(key(value), value)
    return first

"""Attributes of products besides their identity (size, material, discount), each declared once.

Feeds, structured data, selectors, PostgreSQL, documents, the mapping, filters, orders, the API and
the panel for analysts read `ATTRIBUTES` and `NUMBERS`; adding one is an entry in `definitions.py`.
"""

from scrapers.attributes.attribute import Attribute, LexiconEntries, Number
from scrapers.attributes.definitions import (
    ATTRIBUTES,
    DISCOUNT,
    MATERIAL,
    NUMBERS,
    PATTERN,
    PLAIN,
    SIZE,
)
from scrapers.attributes.size_forms import LENGTHS, WAISTS

__all__ = [
    "ATTRIBUTES",
    "DISCOUNT",
    "LENGTHS",
    "MATERIAL",
    "NUMBERS",
    "PATTERN",
    "PLAIN",
    "SIZE",
    "WAISTS",
    "Attribute",
    "LexiconEntries",
    "Number",
]

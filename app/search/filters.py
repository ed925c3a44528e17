"""The common spelling of what stores spell in their own ways: one value of a facet. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

import orjson

from app.declared import DECLARED
from indexer.catalogue.document import KEYS, Key
from indexer.catalogue.tile import IN_STORES, with_brand
from scrapers.attributes import ATTRIBUTES, NUMBERS

Counts = Mapping[str, int]


@dataclass(frozen=True)
class Spellings:
    """Each value's commonest spelling, by facet and key; of equals the first in code points.

    `others`: the other spellings that the catalogue has, and what they are instead.
    """

    labels: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    others: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    @classmethod
    def of(cls, counted: Mapping[str, Counts]) -> Spellings:
        """Take the numbers of products by facet and spelling."""
        labels = {name: _labels(name, counts) for name, counts in counted.items()}
        others = {
            name: {
                spelling: label
                for spelling in counts
                if (label := labels[name][KEYS[name](spelling)]) != spelling
            }
            for name, counts in counted.items()
        }
        return cls(labels, others)

    def common(self, attribute: str, value: str) -> str:
        """Return a facet's value in its common spelling, as it stands where it has no other."""
        key = KEYS.get(attribute)
        return self.labels.get(attribute, {}).get(key(value), value) if key else value

    def merge_counts(self, attribute: str, counts: dict[str, int]) -> dict[str, int]:
        """Return the counts of a facet by common spelling, most frequent first.

        A product has a value in one spelling only, so that they add up. What is newer than the
        labels goes by the commonest of these counts.
        """
        key = KEYS.get(attribute)
        if key is None or counts.keys() <= self._common.get(attribute, frozenset()):
            return counts
        labels = self.labels.get(attribute, {})
        newer: dict[str, str] = {}
        merged: dict[str, int] = {}
        for value, count in counts.items():
            known = key(value)
            label = labels.get(known) or newer.setdefault(known, value)
            merged[label] = merged.get(label, 0) + count
        if len(merged) == len(counts):
            return merged
        return dict(sorted(merged.items(), key=lambda pair: -pair[1]))

    def on_tile(self, tile_json: bytes) -> bytes:
        """Return a tile's JSON with its brand in the common spelling."""
        return with_brand(tile_json, self._on_tiles) if self._on_tiles else tile_json

    @cached_property
    def _common(self) -> dict[str, frozenset[str]]:
        return {name: frozenset(labels.values()) for name, labels in self.labels.items()}

    @cached_property
    def _on_tiles(self) -> dict[bytes, bytes]:
        pairs = self.others.get("brand", {}).items()
        return {orjson.dumps(spelling): orjson.dumps(label) for spelling, label in pairs}


def _labels(attribute: str, counts: Counts) -> dict[str, str]:
    labels: dict[str, str] = {}
    for spelling in sorted(counts, key=lambda one: (-counts[one], one)):
        labels.setdefault(KEYS[attribute](spelling), spelling)
    return labels


Kind = Literal["tree", "swatch", "bands", "list", "images", "switch"]


@dataclass(frozen=True, slots=True)
class Filter:
    """One filter. All are OR inside: two chosen colours mean either of them.

    `field` is the document's keyword (or boolean) field; `{currency}` in it stands for the
    visitor's currency in lower case. `size`: how many values a facet holds at most.
    `options`: where the panel's options come from (`app.api.search.calls`); empty means that they
    come as facet counts only. `values`: the only values there are, where they are fixed.
    `ordered` puts values in an order of their own; without it the most frequent come first.
    `optional`: the panel leaves it out where no product of the results has it.
    """

    attribute: str
    field: str
    kind: Kind
    label: str
    size: int
    searchable: bool = False
    options: str = ""
    values: tuple[str, ...] = ()
    ordered: Callable[[Iterable[str]], list[str]] | None = None
    optional: bool = False

    @property
    def key(self) -> Key | None:
        """Return what makes one key of a value's spellings; None where values have one each."""
        return KEYS.get(self.attribute)

    def field_for(self, currency: str) -> str:
        """Return the document's field; `currency` is ZAR, USD or EUR."""
        return self.field.format(currency=currency.lower())


_ATTRIBUTES = tuple(
    Filter(
        item.name,
        item.field,
        "list",
        item.label,
        item.limit,
        searchable=True,
        ordered=item.in_order if item.rank else None,
        optional=True,
    )
    for item in ATTRIBUTES
)
_NUMBERS = tuple(
    Filter(item.flag, item.flag, "switch", item.label, 2, values=("true",), optional=True)
    for item in NUMBERS
)

# In the panel's order. Adding a filter is one line here and one field in the mapping; those of
# products' attributes follow from their declaration.
FILTERS = (
    Filter("category", "category", "tree", "Category", 1000, True, "categories"),
    Filter("colour", "colour", "swatch", "Colour", 20, True, "colours"),
    Filter("price", "priceBand.{currency}", "bands", "Price", 10, False, "bands"),
    Filter("brand", "brand", "list", "Brand", 1000, True),
    *_ATTRIBUTES,
    Filter("style", "style", "images", "Style", 100, True, "styles"),
    Filter("store", "store", "list", "Store", 1000, True, "stores"),
    Filter("shipsFrom", "shipsFrom", "list", "Ships from", 260, True, "ships_from"),
    Filter("type", "type", "list", "Type", 2, False, "types", ("new", "vintage")),
    Filter("stock", "stock", "list", "Stock", 2, False, "stock", ("in-stock", "sold-out")),
    Filter("gender", "gender", "list", "Gender", 3, False, "genders", ("men", "unisex")),
    *_NUMBERS,
    Filter(
        IN_STORES, IN_STORES, "switch", "In 2 stores or more", 2, values=("true",), optional=True
    ),
    Filter("saOnly", "saMade", "switch", "South Africa only", 2, False, "sa_only", ("true",)),
)
BY_ATTRIBUTE = {item.attribute: item for item in FILTERS}

CURRENCIES = DECLARED["currencies"]  # labels by code
DEFAULT_CURRENCY = DECLARED["address"]["ownCurrency"]

# Numeric filters: attribute to the document's field.
NUMERIC = {"price": "price.{currency}", "createdAt": "createdAt"}
NUMERIC |= {item.name: item.name for item in NUMBERS}


@dataclass(frozen=True, slots=True)
class Sort:
    """One order of the results; `suffix` follows `products` in the index name on the wire."""

    suffix: str
    label: str
    key: str
    direction: Literal["asc", "desc"]
    field: str

    @property
    def index(self) -> str:
        return f"{DECLARED['index']}{self.suffix}"


# The first is the default: best match with text, otherwise newest first (spec §9).
SORTS = (
    Sort("", "Best match", "", "desc", ""),
    Sort("_created_desc", "Date added: new to old", "createdAt", "desc", "createdAt"),
    Sort("_created_asc", "Date added: old to new", "createdAt", "asc", "createdAt"),
    Sort("_price_desc", "Price: high to low", "price", "desc", "price.{currency}"),
    Sort("_price_asc", "Price: low to high", "price", "asc", "price.{currency}"),
    *(Sort(f"_{item.name}_desc", item.order, item.name, "desc", item.name) for item in NUMBERS),
    Sort("_name_asc", "Product name: a-z", "productName", "asc", "name.sort"),
    Sort("_name_desc", "Product name: z-a", "productName", "desc", "name.sort"),
)
BY_INDEX = {sort.index: sort for sort in SORTS}

RESULT_WINDOW: int = DECLARED["resultWindow"]
MAX_HITS_PER_PAGE = 500
MAX_REQUESTS = 20
MAX_TEXT: int = DECLARED["address"]["longestText"]
MAX_PARTS: int = DECLARED["address"][
    "mostParts"
]  # of a text's meaning: no text has more words that are read
MAX_TERMS = 500  # chosen values in one request: more is not a person's choice

PAGE_SIZES = {"search": 126, "flat": 72, "grouped": 100, "carousel": 10}  # spec §9
CAROUSELS = ("home", "outdoor", "women", "men")  # spec §2.3, by category

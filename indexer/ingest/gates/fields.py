"""What a product may carry, declared once: what gates watch, and what a run takes away."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from indexer.core.wording import counted
from scrapers.attributes import ATTRIBUTES

EMPTY = (None, ())


@dataclass(frozen=True, slots=True)
class Field:
    """A field by its name in history and its name for people.

    `columns` hold it, product's columns and what `carried` adds to them; the first that is not
    empty counts. `watched`: its share of a run's items is kept and judged. `ends`: many products
    lose it in the ordinary course of a store.
    """

    name: str
    label: str
    columns: tuple[str, ...]
    watched: bool = False
    ends: bool = False

    def of(self, values: Mapping[str, Any]) -> Any:
        """Return what the field holds in these columns; None where it is empty."""
        for column in self.columns:
            value = values.get(column)
            if value not in EMPTY:
                return value
        return None


FIELDS = (
    Field("price", "price", ("price",), watched=True),
    Field("ordinaryPrice", "ordinary price", ("ordinary_price",), ends=True),
    Field("currency", "currency", ("currency",)),
    Field("soldOut", "stock", ("sold_out",)),
    Field("name", "name", ("name",)),
    Field("href", "link", ("href",), watched=True),
    Field("image", "pictures", ("images",), watched=True),
    Field("productBrand", "brand", ("product_brand",), watched=True),
    Field(
        "category",
        "category",
        ("curated_category_id", "page_category_id", "classified_category_id"),
    ),
    Field("colour", "colour", ("curated_color_id", "page_color_id", "classified_color_id")),
    Field("colourText", "colour wording", ("color",)),
    Field(
        "audience",
        "audience",
        ("classified_people", "curated_unisex", "page_unisex", "classified_unisex"),
    ),
    Field("condition", "condition", ("item_type",)),
    *(Field(each.name, each.label.lower(), (each.name,)) for each in ATTRIBUTES),
)
WATCHED = tuple(each for each in FIELDS if each.watched)
LABELS = {each.name: each.label for each in FIELDS}
ENDING = frozenset(each.name for each in FIELDS if each.ends)


@dataclass(frozen=True, slots=True)
class FieldChange:
    """How many of the `known` products that a run met had a field `before`, and what came of it."""

    field: str
    known: int
    before: int
    lost: int
    gained: int
    changed: int

    @property
    def after(self) -> int:
        """Return how many of them have it now."""
        return self.before - self.lost + self.gained

    @property
    def label(self) -> str:
        """Return the field's name for people."""
        return LABELS.get(self.field, self.field)


def count_fields(counts: Counter[str], before: Mapping[str, Any], after: Mapping[str, Any]) -> None:
    """Count what becomes of one known product's fields: what it carried and what it carries now."""
    counts["known"] += 1
    for each in FIELDS:
        was = each.of(before)
        now = was if after is before else each.of(after)
        if was is not None:
            counts[f"{each.name} before"] += 1
        if was != now:
            kind = "lost" if now is None else "gained" if was is None else "changed"
            counts[f"{each.name} {kind}"] += 1


def changes_of(counts: Mapping[str, int]) -> list[FieldChange]:
    """Return the fields of which any product's is another, as they are declared."""
    parts = ("before", "lost", "gained", "changed")
    fields = (
        FieldChange(
            each.name,
            counts.get("known", 0),
            *(counts.get(f"{each.name} {part}", 0) for part in parts),
        )
        for each in FIELDS
    )
    return [change for change in fields if change.lost or change.gained or change.changed]


def describe_changes(changes: Iterable[FieldChange], verb: str = "lost") -> list[str]:
    """Return a sentence for each field that products lost (or "will lose"), most products first.

    "40 products lost their price (40 of 40 → 0 of 40)".
    """
    return [
        f"{counted(change.lost, 'product')} {verb}"
        f" {'its' if change.lost == 1 else 'their'} {change.label} ({change.before} of"
        f" {change.known} \N{RIGHTWARDS ARROW} {change.after} of {change.known})"
        for change in sorted(changes, key=lambda change: change.lost, reverse=True)
        if change.lost
    ]

"""What a product may carry, declared once: what gates watch, and what a run takes away."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

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


@dataclass(slots=True)
class FieldCount:
    """Counts what becomes of known products' fields, product by product."""

    known: int = 0
    counts: Counter[tuple[str, str]] = field(default_factory=Counter)

    def add(self, before: Mapping[str, Any], after: Mapping[str, Any]) -> None:
        """Count one product by what it carried and what it carries now."""
        self.known += 1
        for each in FIELDS:
            was = each.of(before)
            now = was if after is before else each.of(after)
            if was is not None:
                self.counts[each.name, "before"] += 1
            if was != now:
                kind = "lost" if now is None else "gained" if was is None else "changed"
                self.counts[each.name, kind] += 1

    def __add__(self, other: FieldCount) -> FieldCount:
        """Return both counts as one."""
        return FieldCount(self.known + other.known, self.counts + other.counts)

    def as_json(self) -> dict[str, int]:
        """Return the counts as JSON holds them, for who goes on counting."""
        return {"known": self.known, **{" ".join(key): n for key, n in self.counts.items()}}

    @classmethod
    def of(cls, kept: Mapping[str, int]) -> FieldCount:
        counts = {key.partition(" ")[::2]: n for key, n in kept.items() if key != "known"}
        return cls(kept.get("known", 0), Counter(counts))

    def changes(self) -> list[FieldChange]:
        """Return the fields of which any product's is another, as they are declared."""
        counted = (
            FieldChange(
                each.name,
                self.known,
                *(self.counts[each.name, part] for part in ("before", "lost", "gained", "changed")),
            )
            for each in FIELDS
        )
        return [change for change in counted if change.lost or change.gained or change.changed]

    def rows(self) -> list[dict[str, Any]]:
        """Return the changes as the run's row keeps them."""
        return [asdict(change) for change in self.changes()]


def describe_changes(changes: Iterable[FieldChange], verb: str = "lost") -> list[str]:
    """Return a sentence for each field that products lost (or "will lose"), most products first.

    "40 products lost their price (40 of 40 → 0 of 40)".
    """
    return [
        f"{change.lost} product{'' if change.lost == 1 else 's'} {verb}"
        f" {'its' if change.lost == 1 else 'their'} {change.label} ({change.before} of"
        f" {change.known} \N{RIGHTWARDS ARROW} {change.after} of {change.known})"
        for change in sorted(changes, key=lambda change: change.lost, reverse=True)
        if change.lost
    ]

"""Shoppers' needs, independent of the query text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Need:
    """The conditions of a need; empty ones are no condition.

    Several types, colours or brands are alternatives, except `all_colours`. `words` must be in
    the title. `low` and `high` are in `currency`. `exact`: near product types do not count.
    `fits` and `nearly` are for products with tags: each a set of tags that a product of grade 2, or
    of grade 1, has ("dress linen"), or has not ("!sleeveless"); several are alternatives.
    """

    product_types: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    colours: tuple[str, ...] = ()
    all_colours: tuple[str, ...] = ()
    brands: tuple[str, ...] = ()
    gender: str = ""
    low: float | None = None
    high: float | None = None
    currency: str = "ZAR"
    cheap: bool = False
    sale: bool = False
    in_stock: bool = False
    local: bool = False
    size: str = ""
    audience: str = ""
    used: bool = False
    not_types: tuple[str, ...] = ()
    not_colours: tuple[str, ...] = ()
    not_words: tuple[str, ...] = ()
    not_brands: tuple[str, ...] = ()
    exact: bool = False
    fits: tuple[str, ...] = ()
    nearly: tuple[str, ...] = ()

    @classmethod
    def from_json(cls, row: dict[str, Any]) -> Need:
        """Read the conditions that are not empty; raises TypeError for an unknown one."""
        values: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in row.items()
        }
        return cls(**values)


@dataclass(frozen=True, slots=True)
class Query:
    """A query text for a catalogue, its kind and its need.

    `filters`: what is chosen beside the text, as facet filters ("store:karoo-loom").
    """

    catalogue: str
    kind: str
    text: str
    need: Need
    filters: tuple[str, ...] = ()

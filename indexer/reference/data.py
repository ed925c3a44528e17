"""The reference files as typed values, read once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from indexer.reference.tree import read, walk
from indexer.reference.words.vocabulary import current


@dataclass(frozen=True, slots=True)
class CategoryNode:
    """A category; `words` are the phrases by which product names are recognised as one of it."""

    slug: str
    name: str
    parent: str | None
    position: int  # among all categories, parents before children
    icon: str | None
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ColorEntry:
    """A colour with its CSS swatch and the wordings that stores use for it."""

    slug: str
    name: str
    swatch: str
    position: int
    words: tuple[str, ...]


@cache
def categories() -> tuple[CategoryNode, ...]:
    """Return the whole tree, parents before their children."""
    words_by_slug = current().category_words
    return tuple(
        CategoryNode(
            slug=row["slug"],
            name=row["name"],
            parent=parent,
            position=position,
            icon=row.get("icon"),
            words=words_by_slug.get(row["slug"], ()),
        )
        for position, (row, parent) in enumerate(walk(read("categories.json")["tree"]))
    )


@cache
def category_lists() -> Mapping[str, tuple[str, ...]]:
    """Return the named lists of spec §3, such as "Jackets", as category slugs."""
    lists: dict[str, list[str]] = read("categories.json")["lists"]
    return {name: tuple(slugs) for name, slugs in lists.items()}


@cache
def colors() -> tuple[ColorEntry, ...]:
    """Return the sixteen colours of spec §3, in its order."""
    phrases = current().colour_phrases
    return tuple(
        ColorEntry(row["slug"], row["name"], row["swatch"], position, phrases.get(row["slug"], ()))
        for position, row in enumerate(read("colors.json"))
    )

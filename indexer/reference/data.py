"""The reference files as typed values, read once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from indexer.reference.tree import read, walk
from indexer.reference.words.vocabulary import current


@dataclass(frozen=True, slots=True)
class CategoryNode:
    """A category; `words` are the phrases by which product names are recognised as one of it.

    `is_extra`: what it holds is bought for what stands beside it and is none of it, as the laces
    among shoes.
    """

    slug: str
    name: str
    parent: str | None
    position: int  # among all categories, parents before children
    icon: str | None
    words: tuple[str, ...]
    is_extra: bool = False


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
            is_extra=row.get("extra", False),
        )
        for position, (row, parent) in enumerate(walk(read("categories.json")["tree"]))
    )


@cache
def extras_of(branches: tuple[str, ...]) -> tuple[str, ...]:
    """Return the slugs below these categories of what is only bought for the rest."""
    within = tuple(f"{slug}/" for slug in branches)
    return tuple(
        node.slug for node in categories() if node.is_extra and node.slug.startswith(within)
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

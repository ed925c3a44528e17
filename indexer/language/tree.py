"""The shipped reference data: categories, parents before children, their lists, and colours."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent


def read(name: str) -> Any:
    """Return the parsed JSON file of that name."""
    return json.loads((FOLDER / name).read_text(encoding="utf-8"))


@cache
def category_slugs() -> tuple[str, ...]:
    """Return the slugs of the whole tree, in its order."""
    return tuple(row["slug"] for row, _ in walk(read("categories.json")["tree"]))


@cache
def color_slugs() -> tuple[str, ...]:
    """Return the slugs of the colours, in the spec's order."""
    return tuple(row["slug"] for row in read("colors.json"))


def walk(
    rows: list[dict[str, Any]], parent: str | None = None
) -> Iterator[tuple[dict[str, Any], str | None]]:
    """Yield every category's row with its parent's slug."""
    for row in rows:
        yield row, parent
        yield from walk(row.get("children", []), row["slug"])


@dataclass(frozen=True, slots=True)
class CategoryNode:
    """A category. `is_extra`: what it holds is bought for what stands beside it and is none of
    it, as the laces among shoes.
    """

    slug: str
    name: str
    parent: str | None
    position: int  # among all categories, parents before children
    icon: str | None
    is_extra: bool = False


@dataclass(frozen=True, slots=True)
class ColorEntry:
    """A colour with its CSS swatch."""

    slug: str
    name: str
    swatch: str
    position: int


@cache
def categories() -> tuple[CategoryNode, ...]:
    """Return the whole tree, parents before their children."""
    return tuple(
        CategoryNode(
            slug=row["slug"],
            name=row["name"],
            parent=parent,
            position=position,
            icon=row.get("icon"),
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
    return tuple(
        ColorEntry(row["slug"], row["name"], row["swatch"], position)
        for position, row in enumerate(read("colors.json"))
    )

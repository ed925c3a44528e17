"""The reference files as typed values, read once."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent


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


def read(name: str) -> Any:
    """Return the parsed JSON file of that name."""
    return json.loads((FOLDER / name).read_text(encoding="utf-8"))


@cache
def categories() -> tuple[CategoryNode, ...]:
    """Return the whole tree, parents before their children."""
    rows = _walk(read("categories.json")["tree"], None)
    return tuple(
        CategoryNode(
            slug=row["slug"],
            name=row["name"],
            parent=parent,
            position=position,
            icon=row.get("icon"),
            words=tuple(row.get("words", ())),
        )
        for position, (row, parent) in enumerate(rows)
    )


def _walk(
    rows: list[dict[str, Any]], parent: str | None
) -> Iterator[tuple[dict[str, Any], str | None]]:
    for row in rows:
        yield row, parent
        yield from _walk(row.get("children", []), row["slug"])


@cache
def category_lists() -> Mapping[str, tuple[str, ...]]:
    """Return the named lists of spec §3, such as "Jackets", as category slugs."""
    lists: dict[str, list[str]] = read("categories.json")["lists"]
    return {name: tuple(slugs) for name, slugs in lists.items()}


@cache
def colors() -> tuple[ColorEntry, ...]:
    """Return the sixteen colours of spec §3, in its order."""
    return tuple(
        ColorEntry(row["slug"], row["name"], row["swatch"], position, tuple(row["words"]))
        for position, row in enumerate(read("colors.json"))
    )

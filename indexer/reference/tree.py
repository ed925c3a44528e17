"""The shipped files themselves, and the category tree in them: parents before children."""

from __future__ import annotations

import json
from collections.abc import Iterator
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

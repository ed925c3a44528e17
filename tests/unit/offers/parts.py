"""Parts of which prices are composed: sections of wordings.txt, and of conditions.txt as JSON.

A third of each section (every third entry) is set aside: readers are tuned on the others.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")


def _sections(name: str) -> dict[str, tuple[str, ...]]:
    """Return the lines below each heading, `# NAME: what it holds`."""
    text = Path(__file__).with_name(name).read_text(encoding="utf-8")
    parts = (part.splitlines() for part in text.split("\n# ")[1:])
    return {lines[0].partition(":")[0]: tuple(lines[1:]) for lines in parts}


WORDS = _sections("wordings.txt")
CONDITIONS: dict[str, tuple[Any, ...]] = {
    name: tuple(map(json.loads, lines)) for name, lines in _sections("conditions.txt").items()
}


def part(entries: Sequence[T], *, kept: bool | None) -> list[T]:
    """Return the entries to tune on, those set aside (`kept`), or all of them (None)."""
    return [
        entry for place, entry in enumerate(entries) if kept is None or (place % 3 == 2) is kept
    ]

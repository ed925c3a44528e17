"""What is found in a text, and which of it holds where two finds overlap."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeVar


@dataclass(frozen=True, slots=True)
class Span:
    """What stands in a text, or among its tokens, at [start, end)."""

    start: int
    end: int


Found = TypeVar("Found", bound=Span)


def drop_overlaps(found: Iterable[Found]) -> list[Found]:
    """Return what was found, without what overlaps something found before it."""
    kept: list[Found] = []
    for one in found:
        if all(one.end <= other.start or one.start >= other.end for other in kept):
            kept.append(one)
    return kept

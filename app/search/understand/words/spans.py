"""What is found in a text, and which of it holds where two finds overlap."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass
from operator import attrgetter
from typing import TypeVar


@dataclass(frozen=True, slots=True)
class Span:
    """What stands in a text, or among its tokens, at [start, end)."""

    start: int
    end: int


Found = TypeVar("Found", bound=Span)


def drop_overlaps(found: Iterable[Found]) -> list[Found]:
    """Return what was found, without what overlaps something found before it.

    What is kept is apart from one another, so that only its neighbours can overlap the next one.
    """
    kept: list[Found] = []
    ordered: list[Span] = []
    for one in found:
        at = bisect_left(ordered, one.start, key=attrgetter("start"))
        before, behind = ordered[max(0, at - 1) : at], ordered[at : at + 1]
        if all(other.end <= one.start for other in before) and all(
            one.end <= other.start for other in behind
        ):
            ordered.insert(at, one)
            kept.append(one)
    return kept

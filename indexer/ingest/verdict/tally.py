"""Counts of many values in bounded memory: a million products take some megabytes. Pure."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import pairwise

MOST = 10_000  # different texts; beyond them the rare ones are let go of
FEW = 1_000


class Texts:
    """Texts of which the commonest are asked for; its length is how many there were."""

    def __init__(self, texts: Iterable[str] = (), total: int = 0) -> None:
        self._counts: Counter[str] = Counter(texts)
        self._total = total or self._counts.total()

    def __len__(self) -> int:
        return self._total

    def add(self, text: str) -> None:
        """Count one text."""
        self._total += 1
        self._counts[text] += 1
        self._bound()

    def join(self, other: Texts) -> None:
        """Count another one's texts, too."""
        self._total += other._total
        self._counts += other._counts
        self._bound()

    def _bound(self) -> None:
        if len(self._counts) > MOST:
            self._counts = Counter(dict(self._counts.most_common(FEW)))

    def commonest(self, most: int) -> list[tuple[str, int]]:
        """Return the commonest texts with their counts: exact where no more than MOST differ."""
        return self._counts.most_common(most)


@dataclass(frozen=True, slots=True)
class Sameness:
    """How far products carry the same value, as shares (0..1) of those that carry one.

    `repeated`: they carry what an earlier one carries; `commonest`: they carry the commonest value.
    """

    repeated: float = 0.0
    commonest: float = 0.0
    value: str = ""  # the commonest


@dataclass(slots=True)
class Values:
    """Values of one kind: how many differ, and which is the commonest."""

    texts: Texts = field(default_factory=Texts)
    hashes: array[int] = field(default_factory=lambda: array("q"))

    def add(self, value: str | None) -> None:
        """Count a value; one that is missing does not count."""
        if value:
            self.texts.add(value)
            self.hashes.append(hash(value))

    def sameness(self) -> Sameness:
        """Return how far they are the same."""
        if not self.hashes:
            return Sameness()
        total = len(self.hashes)
        different = 1 + sum(one != other for one, other in pairwise(sorted(self.hashes)))
        ((value, most),) = self.texts.commonest(1)
        return Sameness(1 - different / total, most / total if most > 1 else 0.0, value)

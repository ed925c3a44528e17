"""Counts of many values in bounded memory: a million products take some megabytes. Pure."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import groupby, pairwise

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


@dataclass(slots=True)
class Marks:
    """What may be met again elsewhere, of which only the hash is kept; some with their names."""

    hashes: array[int] = field(default_factory=lambda: array("q"))
    names: dict[int, str] = field(default_factory=dict)

    def add(self, mark: Hashable, name: str) -> None:
        """Keep a mark, and the first names."""
        value = hash(mark)
        self.hashes.append(value)
        if len(self.names) < FEW:
            self.names.setdefault(value, name)

    def also_in(self, other: Marks) -> tuple[int, str]:
        """Return how many of the marks the other one has, too, and the name of one of them."""
        theirs = _counted(other.hashes)
        count, example = 0, ""
        mark, left = next(theirs, (None, 0))
        for value, own in _counted(self.hashes):
            while mark is not None and mark < value:
                mark, left = next(theirs, (None, 0))
            if mark == value:
                count += min(own, left)
                example = example or self.names.get(value, "")
        return count, example


def _counted(hashes: array[int]) -> Iterator[tuple[int, int]]:
    return ((value, sum(1 for _ in same)) for value, same in groupby(sorted(hashes)))

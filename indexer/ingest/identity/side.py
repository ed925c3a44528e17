"""Many products' evidence in little memory: hashes in columns, 8 bytes each. Pure."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Collection, Iterable, Iterator

from indexer.ingest.identity.evidence import Evidence
from indexer.ingest.identity.rules import PICTURES, TRAITS

OPEN, SETTLED, JOINED, ASIDE = range(4)
BLANK = 2  # a picture of more names than this is no product's: a placeholder, a banner, a set


class Side:
    """The known products, or the found ones, that a comparison looks at.

    A row's state: open, settled (found under its own key), joined (found under another) or aside
    (not looked for in this run: hidden, or of another source).
    """

    def __init__(self) -> None:
        self.columns = {name: array("q") for name in TRAITS}
        self.amounts = array("d")
        self.positions = array("q")  # of the rows in what was given
        self.states = bytearray()

    def add(self, position: int, hashes: dict[str, int], one: Evidence, state: int) -> None:
        """Add a row."""
        for name, value in hashes.items():
            self.columns[name].append(value)
        self.amounts.append(float(one.price[1]) if one.price else 0.0)
        self.positions.append(position)
        self.states.append(state)

    def row(self, row: int) -> dict[str, int]:
        """Return a row's hashes by trait."""
        return {name: column[row] for name, column in self.columns.items()}

    def rows(self, *states: int) -> Iterator[int]:
        """Yield the rows in one of the states."""
        return (row for row, state in enumerate(self.states) if state in states)

    def keys(
        self, rows: Iterable[int], parts: tuple[str, ...], finer: tuple[str, ...] = ()
    ) -> Iterator[tuple[int, int]]:
        """Yield rows with their keys, without those that lack one of the parts."""
        needed = [self.columns[name] for name in parts]
        more = [self.columns[name] for name in finer]
        for row in rows:
            values = [column[row] for column in needed]
            if all(values):
                yield row, hash((*values, *(column[row] for column in more)))

    def shared_pictures(self) -> dict[str, set[int]]:
        """Return by column the pictures that products of several names have."""
        return {name: _shared(self.columns[name], self.columns["words"]) for name in PICTURES}

    def without_pictures(self, shared: dict[str, set[int]]) -> None:
        """Let these pictures say nothing."""
        for name, pictures in shared.items():
            column = self.columns[name]
            for row, picture in enumerate(column if pictures else ()):
                if picture in pictures:
                    column[row] = 0

    def counted(
        self,
        rows: Iterable[int],
        parts: tuple[str, ...],
        finer: tuple[str, ...],
        of: Collection[int],
    ) -> Counter[int]:
        """Return how many of the rows have each of these keys."""
        return Counter(key for _, key in self.keys(rows, parts, finer) if key in of)


def hashes_of(one: Evidence, names: Iterable[str] = TRAITS) -> dict[str, int]:
    """Return the hashes of a product's traits by name; 0 is not known."""
    values = ((name, getattr(one, name)) for name in names)
    return {name: (hash(value) or 1) if value else 0 for name, value in values}


def _shared(pictures: array[int], names: array[int]) -> set[int]:
    first: dict[int, int] = {}
    others: dict[int, set[int]] = {}
    for picture, name in zip(pictures, names, strict=True):
        if picture and first.setdefault(picture, name) != name:
            others.setdefault(picture, set()).add(name)
    return {picture for picture, more in others.items() if len(more) >= BLANK}

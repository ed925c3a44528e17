"""Values of one generation, bounded in bytes: what both kinds of kept answers are held in."""

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

from cachetools import LRUCache

V = TypeVar("V")
LARGEST = 1 / 16  # of a store, that one value may take


class Store(Generic[V]):
    """The values that were used last. Its callers hold a lock.

    A value belongs to a generation, the state of all that it was computed from; the first look of a
    new one empties the store.
    """

    def __init__(self, most_bytes: int, size: Callable[[V], int]) -> None:
        self._most, self._size = most_bytes, size
        self._generation: Hashable | None = None
        self._values: LRUCache[Hashable, V] = self._empty()

    def of(self, generation: Hashable) -> LRUCache[Hashable, V]:
        """Return the values of a generation by their keys."""
        if generation != self._generation:
            self._generation, self._values = generation, self._empty()
        return self._values

    def keep(self, generation: Hashable, key: Hashable, value: V) -> None:
        """Keep a value, unless a newer generation has begun or it would fill the store."""
        if generation == self._generation and self._size(value) <= self._most * LARGEST:
            self._values[key] = value

    @property
    def bytes(self) -> int:
        """Return how many bytes the values take."""
        return int(self._values.currsize)

    def _empty(self) -> LRUCache[Hashable, V]:
        return LRUCache(self._most, getsizeof=self._size)

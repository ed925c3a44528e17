"""Which texts were seen to lead to products: while one is typed, the same come with each letter."""

from __future__ import annotations

import time

FRESH_S = 30.0  # as old as the index's words may be
MOST = 8192

# What it is ("text", "category", "brand"), its value, the visitor's country and currency.
Key = tuple[str, str, str, str]


class Verified:
    """Answers of the index by key, each for half a minute."""

    def __init__(self) -> None:
        self._held: dict[Key, tuple[float, bool]] = {}

    def get(self, key: Key) -> bool | None:
        """Return whether it leads to products; None where that is not known any more."""
        sense = self._held.get(key)
        return sense[1] if sense and time.monotonic() - sense[0] < FRESH_S else None

    def put(self, key: Key, is_there: bool) -> None:
        """Note what the index has just answered."""
        if len(self._held) >= MOST:
            self._held.clear()
        self._held[key] = (time.monotonic(), is_there)

"""What is known of many things by their keys, on the disk: memory does not grow with them."""

from __future__ import annotations

import pickle
import sqlite3
from collections.abc import Iterator
from typing import Any, Generic, TypeVar

Value = TypeVar("Value")


class Shelf(Generic[Value]):
    """Values by text, in a file of this process alone, which is gone with it."""

    def __init__(self) -> None:
        self._rows = sqlite3.connect("", isolation_level=None, check_same_thread=False)
        self._rows.execute("PRAGMA journal_mode=OFF")
        self._rows.execute("CREATE TABLE kept (key BLOB PRIMARY KEY, value) WITHOUT ROWID")
        self._size = 0

    def __len__(self) -> int:
        return self._size

    def get(self, key: str) -> Value | None:
        """Return a key's value; None where there is none."""
        row = self._rows.execute("SELECT value FROM kept WHERE key = ?", (_bytes(key),)).fetchone()
        return None if row is None else _read(row[0])

    def items(self) -> Iterator[tuple[str, Value]]:
        """Yield all keys with their values."""
        for key, value in self._rows.execute("SELECT key, value FROM kept"):
            yield key.decode("utf-8", "surrogatepass"), _read(value)

    def put(self, key: str, value: Value) -> None:
        """Keep a value in the place of an earlier one."""
        kept = value if isinstance(value, int) else pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
        change = "UPDATE kept SET value = ? WHERE key = ?"
        if not self._rows.execute(change, (kept, _bytes(key))).rowcount:
            self._rows.execute("INSERT INTO kept VALUES (?, ?)", (_bytes(key), kept))
            self._size += 1


def _bytes(key: str) -> bytes:
    return key.encode("utf-8", "surrogatepass")


def _read(kept: Any) -> Any:
    return kept if isinstance(kept, int) else pickle.loads(kept)  # noqa: S301 - our own file

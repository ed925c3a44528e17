"""What is known of many things by their keys, on the disk: memory does not grow with them."""

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
        columns = "key BLOB, number INTEGER, value, PRIMARY KEY (key, number)"
        self._rows.execute(f"CREATE TABLE kept ({columns}) WITHOUT ROWID")
        self._size = 0

    def __len__(self) -> int:
        return self._size

    def get(self, key: str) -> Value | None:
        """Return a key's value; None where there is none."""
        return next(self.all(key), None)

    def all(self, key: str) -> Iterator[Value]:
        """Yield a key's values, in the order in which they were added."""
        for row in self._rows.execute("SELECT value FROM kept WHERE key = ?", (_bytes(key),)):
            yield _read(row[0])

    def put(self, key: str, value: Value) -> None:
        """Keep a value in the place of an earlier one."""
        change = "UPDATE kept SET value = ? WHERE key = ?"
        if not self._rows.execute(change, (_kept(value), _bytes(key))).rowcount:
            self.add(key, value)

    def add(self, key: str, value: Value) -> None:
        """Keep a value behind the key's others."""
        self._size += 1
        row = _bytes(key), self._size, _kept(value)
        self._rows.execute("INSERT INTO kept VALUES (?, ?, ?)", row)


def _bytes(key: str) -> bytes:
    return key.encode("utf-8", "surrogatepass")


def _kept(value: Any) -> Any:
    return value if isinstance(value, int) else pickle.dumps(value, pickle.HIGHEST_PROTOCOL)


def _read(kept: Any) -> Any:
    return kept if isinstance(kept, int) else pickle.loads(kept)  # noqa: S301 - our own file

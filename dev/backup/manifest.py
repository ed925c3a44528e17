"""What a backup says of itself."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Self, TypeVar

NAME = "manifest.json"
FORMAT = 2
CHUNK = 1 << 20  # bytes
T = TypeVar("T")


class BackupError(RuntimeError):
    """A backup could not be written, read or proved; the message says why."""


@dataclass(frozen=True, slots=True)
class Content:
    """How much there is, and a checksum of it that does not depend on its order."""

    count: int
    digest: str


@dataclass(frozen=True, slots=True)
class Table:
    """A table's columns, in the order of its rows' file, and its content."""

    columns: tuple[str, ...]
    content: Content


@dataclass(frozen=True, slots=True)
class Question:
    """A search and what it found: how many products, and the first ones' ids."""

    index: str
    query: str
    total: int
    ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Manifest:
    """`revision` is the schema's; `media` None: the pictures are in a bucket and not in the file.

    `files`: SHA-256 of every other file but the pictures, by its path in the archive.
    """

    version: str
    made: str
    revision: str
    tables: dict[str, Table]
    sequences: dict[str, int]
    streams: dict[str, Content]
    media: Content | None
    searches: tuple[Question, ...]
    files: dict[str, str]

    def write(self, folder: Path) -> None:
        """Write it, with a checksum of itself, into a folder."""
        body = json.dumps({"format": FORMAT, **asdict(self)}, sort_keys=True)
        digest = hashlib.sha256(body.encode()).hexdigest()
        (folder / NAME).write_text(f"{digest}\n{body}\n", encoding="utf-8")

    @classmethod
    def read(cls, folder: Path) -> Self:
        """Read it from a folder; raises BackupError where it is absent, damaged or another's."""
        try:
            digest, _, body = (folder / NAME).read_text(encoding="utf-8").partition("\n")
        except (OSError, UnicodeDecodeError) as error:
            raise BackupError(
                f"It holds no readable {NAME}: it was not made by this version's `make backup`"
            ) from error
        body = body.removesuffix("\n")
        if hashlib.sha256(body.encode()).hexdigest() != digest:
            raise BackupError(f"{NAME} is damaged or was changed")
        try:
            values = _object(json.loads(body))
            if values.get("format") != FORMAT:
                raise BackupError("It has another format: restore it with the version that made it")
            return cls(**_typed(values))
        except KeyError as error:
            raise BackupError(f"{NAME} lacks {error}: it was not made by `make backup`") from error
        except (TypeError, ValueError) as error:
            raise BackupError(f"{NAME} was not made by `make backup`: {error}") from error


def _typed(values: dict[str, Any]) -> dict[str, Any]:
    """Return the manifest's fields; raises KeyError, TypeError or ValueError for another shape."""
    return {
        **{name: _a(str, values[name]) for name in ("version", "made", "revision")},
        "tables": {name: _table(table) for name, table in _object(values["tables"]).items()},
        "sequences": {name: _a(int, last) for name, last in _object(values["sequences"]).items()},
        "streams": {name: _content(one) for name, one in _object(values["streams"]).items()},
        "media": None if values["media"] is None else _content(values["media"]),
        "searches": tuple(_question(one) for one in _a(list, values["searches"])),
        "files": {name: _a(str, digest) for name, digest in _object(values["files"]).items()},
    }


def _a(kind: type[T], value: object) -> T:
    if type(value) is not kind:  # True is no number
        raise TypeError(f"{str(value)[:40]!r} stands where {kind.__name__} belongs")
    return value


def _object(value: object) -> dict[str, Any]:
    return _a(dict, value)


def _content(value: object) -> Content:
    content = _object(value)
    return Content(_a(int, content["count"]), _a(str, content["digest"]))


def _table(value: object) -> Table:
    table = _object(value)
    return Table(_strings(table["columns"]), _content(table["content"]))


def _question(value: object) -> Question:
    one = _object(value)
    index, query = _a(str, one["index"]), _a(str, one["query"])
    return Question(index, query, _a(int, one["total"]), _strings(one["ids"]))


def _strings(value: object) -> tuple[str, ...]:
    return tuple(_a(str, one) for one in _a(list, value))


def sha256_of(path: Path) -> str:
    """Return a file's SHA-256."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while chunk := file.read(CHUNK):
            digest.update(chunk)
    return digest.hexdigest()


class Sum:
    """Adds up checksums of parts that come in any order."""

    def __init__(self) -> None:
        self.count = self._sum = 0

    def add(self, *parts: str) -> None:
        """Add a part."""
        digest = hashlib.sha256("\x00".join(parts).encode("utf-8", "surrogatepass")).digest()
        self._sum = (self._sum + int.from_bytes(digest)) % (1 << 256)
        self.count += 1

    @property
    def content(self) -> Content:
        """Return how many parts there were, and their sum."""
        return Content(self.count, f"{self._sum:064x}")

"""What a backup says of itself."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Self

NAME = "manifest.json"
FORMAT = 2
CHUNK = 1 << 20  # bytes


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
        values = json.loads(body)
        if values.pop("format") != FORMAT:
            raise BackupError("It has another format: restore it with the version that made it")
        return cls(**_typed(values))


def _typed(values: dict[str, Any]) -> dict[str, Any]:
    return values | {
        "tables": {
            name: Table(tuple(table["columns"]), Content(**table["content"]))
            for name, table in values["tables"].items()
        },
        "streams": {name: Content(**content) for name, content in values["streams"].items()},
        "media": Content(**values["media"]) if values["media"] else None,
        "searches": tuple(
            Question(one["index"], one["query"], one["total"], tuple(one["ids"]))
            for one in values["searches"]
        ),
    }


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

"""What a backup says of itself."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

NAME = "manifest.json"
FORMAT = 3  # 2 had its own form of tables, before pg_dump


class BackupError(RuntimeError):
    """A backup could not be written, read or proved; the message says why."""


@dataclass(frozen=True, slots=True)
class Content:
    """How much there is, and a checksum of it that does not depend on its order."""

    count: int
    digest: str


@dataclass(frozen=True, slots=True)
class Question:
    """A search and what it found: how many products, and the first ones' ids."""

    index: str
    query: str
    total: int
    ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Manifest:
    """`revision` is the schema's; `pictures` None: they are in a bucket and not in the file.

    `files`: the names and bytes of all other files of the archive.
    """

    format: int
    version: str
    made: str
    revision: str
    tables: dict[str, Content]
    sequences: dict[str, int]
    streams: dict[str, Content]
    pictures: int | None
    searches: tuple[Question, ...]
    files: Content

    def write(self, folder: Path) -> None:
        """Write it, with a checksum of itself, into a folder."""
        body = _SHAPE.dump_json(self)
        (folder / NAME).write_bytes(_digest(body) + b"\n" + body + b"\n")


_SHAPE = TypeAdapter(Manifest)


def read_manifest(folder: Path) -> Manifest:
    """Read it from a folder; raises BackupError where it is absent, damaged or another's."""
    try:
        digest, _, body = (folder / NAME).read_bytes().partition(b"\n")
    except OSError as error:
        raise BackupError(f"It holds no {NAME}: it was not made by `make backup`") from error
    body = body.removesuffix(b"\n")
    if _digest(body) != digest:
        raise BackupError(f"{NAME} is damaged or was changed")
    _refuse_other_format(body)
    try:
        return _SHAPE.validate_json(body, strict=True)
    except ValidationError as error:
        raise BackupError(f"{NAME} was not made by `make backup`: {error}") from error


def _refuse_other_format(body: bytes) -> None:
    try:
        values = json.loads(body)
        number, made = values["format"], values["made"]
    except (ValueError, TypeError, KeyError) as error:
        raise BackupError(f"{NAME} was not made by `make backup`: {error!r}") from error
    if number != FORMAT:
        raise BackupError(
            f"It is of format {number}, made {made}; this version reads format {FORMAT}. Restore it"
            " with the version that made it, then upgrade:"
            f" git checkout $(git rev-list -1 --before={made} HEAD)"
        )


def _digest(body: bytes) -> bytes:
    return hashlib.sha256(body).hexdigest().encode()


def content_of(folder: Path) -> Content:
    """Return how many files a folder holds but the manifest, and a checksum of names and bytes."""
    total = Sum()
    for path in folder.rglob("*"):
        if path.is_file() and path != folder / NAME:
            with path.open("rb") as file:
                digest = hashlib.file_digest(file, "sha256").hexdigest()
            total.add(path.relative_to(folder).as_posix(), digest)
    return total.content


class Sum:
    """Adds up checksums of parts that come in any order."""

    def __init__(self, start: Content = Content(0, "0")) -> None:
        self.count, self._sum = start.count, int(start.digest, 16)

    def add(self, *parts: str) -> None:
        """Add a part."""
        digest = hashlib.sha256("\x00".join(parts).encode("utf-8", "surrogatepass")).digest()
        self._sum = (self._sum + int.from_bytes(digest)) % (1 << 256)
        self.count += 1

    def add_bytes(self, name: str, body: bytes) -> None:
        """Add a file by its name and bytes."""
        self.add(name, hashlib.sha256(body).hexdigest())

    @property
    def content(self) -> Content:
        """Return how many parts there were, and their sum."""
        return Content(self.count, f"{self._sum:064x}")

"""A feed's file as a stream of its bytes, unpacked where it is gzip or zip."""

from __future__ import annotations

import gzip
import io
import shutil
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, BinaryIO

from scrapers.feeds.errors import FeedError

GZIP, ZIP = b"\x1f\x8b", b"PK\x03\x04"
BUFFER = 64 * 1024  # bytes
# Text packs to a tenth or a twentieth; what unpacks to more than this is a bomb.
BOMB_FROM, BOMB_RATIO = 256 * 1024 * 1024, 200  # bytes; unpacked for each packed one
BROKEN = (EOFError, OSError, zlib.error, zipfile.BadZipFile, NotImplementedError, RuntimeError)


class Feed(io.BufferedReader):
    """The unpacked bytes; `position` is how far the file itself is read (bytes)."""

    def __init__(self, raw: io.RawIOBase, position: Callable[[], int] | None = None) -> None:
        super().__init__(raw, BUFFER)
        self.position = position or self.tell


@contextmanager
def opened(path: Path) -> Iterator[Feed]:
    """Open a feed; raises OSError, and FeedError where it cannot be unpacked, also in reading."""
    with path.open("rb", buffering=0) as file:
        start = file.read(4)
        file.seek(0)
        if start.startswith(GZIP):
            feed = _unpacked(path, file, gzip.GzipFile(fileobj=file))
            # A server packs on the way what is packed already.
            within = feed.peek(4)[:4]
            if within == ZIP:
                with tempfile.TemporaryFile() as whole:
                    shutil.copyfileobj(feed, whole)
                    with _member(path, whole) as member:
                        yield member
            else:
                twice = within.startswith(GZIP)
                yield _unpacked(path, file, gzip.GzipFile(fileobj=feed)) if twice else feed
        elif start == ZIP:
            with _member(path, file) as member:
                yield member
        else:
            yield Feed(file)


@contextmanager
def _member(path: Path, file: BinaryIO) -> Iterator[Feed]:
    with _archive(path, file) as (archive, member):
        yield _unpacked(path, file, archive.open(member))


@contextmanager
def _archive(path: Path, file: BinaryIO) -> Iterator[tuple[zipfile.ZipFile, zipfile.ZipInfo]]:
    try:
        archive = zipfile.ZipFile(file)
    except zipfile.BadZipFile as error:
        raise FeedError(f"{path.name} cannot be unpacked: {error}.") from error
    with archive:
        members = [
            info
            for info in archive.infolist()
            if not info.is_dir() and not info.filename.startswith(("__MACOSX/", "."))
        ]
        if len(members) != 1:
            names = ", ".join(info.filename[:40] for info in members[:5]) or "nothing"
            raise FeedError(f"{path.name} holds {names}; a packed feed is one file.")
        if members[0].flag_bits & 1:
            raise FeedError(f"{path.name} is locked by a password.")
        yield archive, members[0]


def _unpacked(path: Path, file: BinaryIO, inner: IO[bytes] | gzip.GzipFile) -> Feed:
    return Feed(_Bounded(path.name, file, inner), file.tell)


def unpacked(body: bytes, most: int = 64 * 2**20) -> bytes:
    """Return what a server has packed on the way, of so many bytes at most; raises FeedError."""
    decompressor = zlib.decompressobj(zlib.MAX_WBITS | 16)
    try:
        text = decompressor.decompress(body, most)
    except zlib.error as error:
        raise FeedError(f"The answer is damaged: {error}.") from error
    if decompressor.unconsumed_tail or not decompressor.eof:
        raise FeedError("The answer breaks off, or unpacks to more than is taken.")
    return text


class _Bounded(io.RawIOBase):
    """Reads what is packed, and ends with a FeedError where that is broken, or a bomb."""

    def __init__(self, name: str, file: BinaryIO, inner: IO[bytes] | gzip.GzipFile) -> None:
        self._name, self._file, self._inner = name, file, inner
        self._given = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        try:
            chunk = self._inner.read(len(buffer))
        except BROKEN as error:
            raise FeedError(f"{self._name} breaks off or is damaged: {error}.") from error
        self._given += len(chunk)
        if self._given > max(BOMB_FROM, BOMB_RATIO * self._file.tell()):
            raise FeedError(
                f"{self._name} unpacks to over {BOMB_RATIO} times its size; that is no feed."
            )
        buffer[: len(chunk)] = chunk
        return len(chunk)

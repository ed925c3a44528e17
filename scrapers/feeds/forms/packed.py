"""A feed's file as a stream of its bytes, unpacked where it is gzip or zip."""

import gzip
import io
import shutil
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, BinaryIO, cast

from scrapers.feeds.errors import FeedError

GZIP, ZIP = b"\x1f\x8b", b"PK\x03\x04"
BUFFER = 64 * 1024  # bytes
# Text packs to a tenth or a twentieth; what unpacks to more than this is a bomb.
BOMB_FROM, BOMB_RATIO = 16 * 2**20, 200  # bytes; unpacked for each packed one
UNPACKED_LIMIT = 8 * 2**30  # bytes, whatever the ratio
DIRECTORY_LIMIT = 256 * 1024  # bytes that a zip file has to be read at once: some thousand names
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # others unpack without a bound
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
        try:
            inner = archive.open(member)
        except BROKEN as error:
            raise FeedError(f"{path.name} cannot be unpacked: {error}.") from error
        yield _unpacked(path, file, inner)


@contextmanager
def _archive(path: Path, file: BinaryIO) -> Iterator[tuple[zipfile.ZipFile, zipfile.ZipInfo]]:
    try:
        archive = zipfile.ZipFile(cast(BinaryIO, _Frugal(file)))
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
        if members[0].compress_type not in METHODS:
            raise FeedError(f"{path.name} is packed by another method than deflate.")
        yield archive, members[0]


def unpacked(name: str, body: bytes) -> Feed:
    """Return what is in a body that may be gzip; reading it raises FeedError."""
    file = io.BytesIO(body)
    return _unpacked(Path(name), file, gzip.GzipFile(fileobj=file) if body[:2] == GZIP else file)


def _unpacked(path: Path, file: BinaryIO, inner: IO[bytes] | gzip.GzipFile) -> Feed:
    return Feed(_Bounded(path.name, file, inner), file.tell)


class _Frugal:
    """A file that gives a zip file's directory, which is read at once, only where it is small."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self.seek, self.tell, self.seekable = file.seek, file.tell, file.seekable

    def read(self, size: int = -1) -> bytes:
        given = self._file.read(DIRECTORY_LIMIT + 1 if size < 0 else min(size, DIRECTORY_LIMIT + 1))
        if len(given) > DIRECTORY_LIMIT:
            raise zipfile.BadZipFile("its directory is too large")
        return given


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
        if self._given > UNPACKED_LIMIT:
            raise FeedError(f"{self._name} unpacks to more than {UNPACKED_LIMIT // 2**30} GB.")
        buffer[: len(chunk)] = chunk
        return len(chunk)

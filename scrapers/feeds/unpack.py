"""A feed's file as a stream of bytes or lines, unpacked where it is gzip or zip."""

import codecs
import gzip
import io
import re
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, BinaryIO, cast

from scrapers.encodings import UTF8, encoding_of
from scrapers.errors import FeedError

GZIP, ZIP = b"\x1f\x8b", b"PK\x03\x04"
BUFFER = 64 * 1024  # bytes
# Text packs to a tenth or a twentieth; what unpacks to more than this is a bomb.
BOMB_FROM, BOMB_RATIO = 16 * 2**20, 200  # bytes; unpacked for each packed one
UNPACKED_LIMIT = 8 * 2**30  # bytes, whatever the ratio
DIRECTORY_LIMIT = 256 * 1024  # bytes that a zip file has to be read at once: some thousand names
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # others unpack without a bound
# Bytes: a longer line is skipped without being read into memory. What is read of it, as values of
# JSON or a table's cells, may take 25 times as much.
LINE_LIMIT = 4 * 2**20
_BEGIN = re.compile(
    rb"(?=<(?:\?xml\s|(?:rss|feed|products|urlset|sitemapindex)\b))|"
    rb"^(?:\xef\xbb\xbf)?[ \t]*+(?=[{\[])",
    re.M,
)
# A comment may stand before an element; a warning is HTML.
_XML = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*+(?:<!--[^<>]{0,2000}>\s{0,99}){0,4}(?=<(?!br?\b|!--))", re.I
)
BROKEN = (EOFError, OSError, zlib.error, zipfile.BadZipFile, NotImplementedError, RuntimeError)


class Feed(io.BufferedReader):
    """The unpacked bytes; `position` is how far the file itself is read (bytes)."""

    def __init__(self, raw: io.RawIOBase, position: Callable[[], int] | None = None) -> None:
        super().__init__(raw, BUFFER)
        self.position = position or self.tell


def begin_of(start: bytes) -> int:
    """Return where XML or JSON begins behind what a server or a plugin printed before it.

    That is a comment, a warning, or an empty line; 0 where nothing of both begins a line.
    """
    looked = start[:BUFFER]
    begin = _XML.match(looked) or _BEGIN.search(looked)
    return begin.end() if begin else 0


@contextmanager
def open_feed(path: Path) -> Iterator[Feed]:
    """Open a feed; raises OSError, and FeedError where it cannot be unpacked, also in reading."""
    with path.open("rb", buffering=0) as file:
        start = file.read(4)
        file.seek(0)
        if start.startswith(GZIP):
            yield _unpack(path, file, gzip.GzipFile(fileobj=file))
        elif start == ZIP:
            with _member(path, file) as feed:
                yield feed
        else:
            yield Feed(file)


@contextmanager
def _member(path: Path, file: BinaryIO) -> Iterator[Feed]:
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
        try:
            inner = archive.open(members[0])
        except BROKEN as error:
            raise FeedError(f"{path.name} cannot be unpacked: {error}.") from error
        yield _unpack(path, file, inner)


def unpack_body(name: str, body: bytes) -> Feed:
    """Return what is in a body that may be gzip; reading it raises FeedError."""
    file = io.BytesIO(body)
    return _unpack(Path(name), file, gzip.GzipFile(fileobj=file) if body[:2] == GZIP else file)


def _unpack(path: Path, file: BinaryIO, inner: IO[bytes] | gzip.GzipFile) -> Feed:
    return Feed(_BoundedReader(path.name, file, inner), file.tell)


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


class _BoundedReader(io.RawIOBase):
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


@dataclass(frozen=True, slots=True)
class Line:
    """A physical line, its number from 1, and where the next one begins in the file (bytes)."""

    number: int
    text: str
    end: int
    problem: str | None = None  # why the text cannot be used


def read_lines(feed: Feed) -> Iterator[Line]:
    """Yield a feed's lines, with their line ends.

    A file without line feeds has its lines ended by carriage returns.
    """
    start = feed.peek(BUFFER)[:BUFFER]
    encoding, _ = encoding_of(start)
    newline = "\r" if b"\n" not in start and b"\r" in start else "\n"
    if encoding != UTF8 or newline == "\r":
        return _text_lines(feed, encoding, newline)
    return _utf8_lines(feed, start)


def _utf8_lines(feed: Feed, start: bytes) -> Iterator[Line]:
    is_utf8 = start.startswith(codecs.BOM_UTF8)
    feed.read(len(codecs.BOM_UTF8) if is_utf8 else 0)
    number = 0
    while chunk := feed.readline(LINE_LIMIT):
        number += 1
        if len(chunk) == LINE_LIMIT and not chunk.endswith(b"\n"):
            _skip_line(feed)
            too_long = f"the line is longer than {LINE_LIMIT} bytes"
            yield Line(number, "", feed.position(), too_long)
            continue
        problem = None
        try:
            text = chunk.decode("utf-8")
            is_utf8 |= not text.isascii()
        except UnicodeDecodeError as error:
            # Until a letter with an accent is UTF-8, the file may be one that Excel has saved.
            text = chunk.decode("utf-8" if is_utf8 else "cp1252", "replace")
            problem = (
                f"the line is not UTF-8 (byte {error.start + 1})" if "\ufffd" in text else None
            )
        yield Line(number, text, feed.position(), problem)


def _skip_line(feed: Feed) -> None:
    while chunk := feed.readline(LINE_LIMIT):
        if chunk.endswith(b"\n"):
            return


def _text_lines(feed: Feed, encoding: str, newline: str) -> Iterator[Line]:
    """Yield the lines of a file as spreadsheets save it: "Unicode text", ANSI, or an old Mac's."""
    text = io.TextIOWrapper(feed, encoding=encoding, errors="replace", newline=newline)
    number = 0
    while chunk := text.readline(LINE_LIMIT):
        number += 1
        problem = f"the line is not {encoding.upper()}" if "\ufffd" in chunk else None
        yield Line(number, chunk, feed.position(), problem)
    text.detach()

"""The lines of a feed, however long or badly encoded: no line ends the reading early."""

from __future__ import annotations

import codecs
import io
from collections.abc import Iterator
from dataclasses import dataclass

from scrapers.feeds.forms.packed import BUFFER, Feed

# Bytes: a longer line is skipped without being read into memory. What is read of it, as values of
# JSON or a table's cells, may take 25 times as much.
LINE_LIMIT = 4 * 2**20
_WIDE = {codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}
SURE = 3  # lines, none of which is UTF-8, make a file that is not


@dataclass(frozen=True, slots=True)
class Line:
    """A physical line, its number from 1, and where the next one begins in the file (bytes)."""

    number: int
    text: str
    end: int
    problem: str | None = None  # why the text cannot be used


def read_lines(feed: Feed) -> Iterator[Line]:
    """Yield a feed's lines, with their line ends.

    In UTF-8; in UTF-16 with its mark, or as Excel saves CSV (Windows-1252), where all of the file
    is; a file without line feeds has its lines ended by carriage returns.
    """
    start = feed.peek(BUFFER)[:BUFFER]
    encoding = _WIDE.get(start[:2])
    newline = "\r" if b"\n" not in start and b"\r" in start and not encoding else "\n"
    if not encoding and _is_ansi(start.split(newline.encode())):
        encoding = "windows-1252"
    if encoding or newline == "\r":
        return _text_lines(feed, encoding or "utf-8-sig", newline)
    return _utf8_lines(feed, start)


def _is_ansi(lines: list[bytes]) -> bool:
    """Return True if none of the lines that are not ASCII is UTF-8; the last may be half a line."""
    foreign = [line for line in lines[:-1] if not line.isascii()]
    return len(foreign) >= SURE and not any(_is_utf8(line) for line in foreign)


def _is_utf8(line: bytes) -> bool:
    try:
        line.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _utf8_lines(feed: Feed, start: bytes) -> Iterator[Line]:
    feed.read(len(codecs.BOM_UTF8) if start.startswith(codecs.BOM_UTF8) else 0)
    number = 0
    while chunk := feed.readline(LINE_LIMIT):
        number += 1
        if len(chunk) == LINE_LIMIT and not chunk.endswith(b"\n"):
            _skip_line(feed)
            problem = f"the line is longer than {LINE_LIMIT} bytes"
            yield Line(number, "", feed.position(), problem)
            continue
        try:
            yield Line(number, chunk.decode("utf-8"), feed.position())
        except UnicodeDecodeError as error:
            text = chunk.decode("utf-8", "replace")
            problem = f"the line is not UTF-8 (byte {error.start + 1})"
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

"""The lines of a feed, however long or badly encoded: no line ends the reading early."""

import codecs
import io
from collections.abc import Iterator
from dataclasses import dataclass

from scrapers.encodings import UTF8, encoding_of
from scrapers.feeds.forms.packed import BUFFER, Feed

# Bytes: a longer line is skipped without being read into memory. What is read of it, as values of
# JSON or a table's cells, may take 25 times as much.
LINE_LIMIT = 4 * 2**20


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

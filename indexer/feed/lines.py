"""The lines of a feed, however long or badly encoded: no line ends the reading early."""

from __future__ import annotations

import codecs
import io
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

LINE_LIMIT = 16 * 1024 * 1024  # bytes: a longer line is skipped without being read into memory
_WIDE = {codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}


@dataclass(frozen=True, slots=True)
class Line:
    """A physical line, its number from 1, and where the next one begins in the file (bytes)."""

    number: int
    text: str
    end: int
    problem: str | None = None  # why the text cannot be used


def read_lines(path: Path) -> Iterator[Line]:
    """Yield the lines of a file in UTF-8 (or UTF-16 with its mark), with their line ends."""
    with path.open("rb") as file:
        encoding = _WIDE.get(file.read(2))
        file.seek(0)
        yield from _wide_lines(file, encoding) if encoding else _utf8_lines(file)


def _utf8_lines(file: BinaryIO) -> Iterator[Line]:
    if file.read(3) != codecs.BOM_UTF8:
        file.seek(0)
    number = 0
    while chunk := file.readline(LINE_LIMIT):
        number += 1
        if len(chunk) == LINE_LIMIT and not chunk.endswith(b"\n"):
            _skip_line(file)
            yield Line(number, "", file.tell(), f"the line is longer than {LINE_LIMIT} bytes")
            continue
        try:
            yield Line(number, chunk.decode("utf-8"), file.tell())
        except UnicodeDecodeError as error:
            text = chunk.decode("utf-8", "replace")
            problem = f"the line is not UTF-8 (byte {error.start + 1})"
            yield Line(number, text, file.tell(), problem)


def _skip_line(file: BinaryIO) -> None:
    while chunk := file.readline(LINE_LIMIT):
        if chunk.endswith(b"\n"):
            return


def _wide_lines(file: BinaryIO, encoding: str) -> Iterator[Line]:
    """Yield the lines of a UTF-16 file, as spreadsheets save "Unicode text"."""
    size = file.seek(0, io.SEEK_END)
    file.seek(0)
    text = io.TextIOWrapper(file, encoding=encoding, errors="replace", newline="\n")
    number = 0
    while chunk := text.readline(LINE_LIMIT):
        number += 1
        problem = "the line is not UTF-16" if "\ufffd" in chunk else None
        yield Line(number, chunk, min(size, file.tell()), problem)
    text.detach()

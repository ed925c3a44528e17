"""The records of a feed: JSON Lines, CSV or TSV, detected from the file itself."""

from __future__ import annotations

import csv
import json
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

from indexer.feed.errors import FeedError
from indexer.feed.lines import LINE_LIMIT, Line, read_lines
from indexer.feed.row import ATTRIBUTES

DELIMITERS = ("\t", ",", ";", "|")
RECORD_LINES = 100  # a quoted field that spans more lines is a quotation mark too many
SHOWN = 80  # characters of a bad first line

csv.field_size_limit(LINE_LIMIT)


@dataclass(frozen=True, slots=True)
class Record:
    """One row: the line it begins on, how far the file is read, and its values or its problem."""

    line: int
    end: int
    values: Mapping[str, Any]
    problem: str | None = None


def read_records(path: Path) -> Iterator[Record]:
    """Yield a feed's records; raises FeedError when the file is no feed, OSError on reading."""
    lines = read_lines(path)
    first = next((line for line in lines if line.text.strip() or line.problem), None)
    if first is None:
        raise FeedError(f"{path.name} is empty.")
    start = first.text.lstrip()
    if start.startswith("["):
        raise FeedError(f"{path.name} is one JSON array; a feed has one JSON object a line.")
    if start.startswith("{") or path.suffix.lower() in {".jsonl", ".ndjson", ".json"}:
        yield from _json_records(chain([first], lines))
        return
    delimiter, header = _header(first, path.name)
    yield from _table_records(lines, delimiter, header)


def _json_records(lines: Iterable[Line]) -> Iterator[Record]:
    for line in lines:
        if line.problem:
            yield Record(line.number, line.end, {}, line.problem)
        elif line.text.strip():
            yield _json_record(line)


def _json_record(line: Line) -> Record:
    try:
        values = json.loads(line.text)
    except (ValueError, RecursionError) as error:
        reason = getattr(error, "msg", None) or "a value is too large or too deep"
        return Record(line.number, line.end, {}, f"the line is not JSON: {reason}")
    if not isinstance(values, dict):
        return Record(line.number, line.end, {}, "the line is not a JSON object")
    return Record(line.number, line.end, {_name(key): value for key, value in values.items()})


def _name(column: str) -> str:
    """Return an attribute's name as Google writes it, from "g:image link" or "Image_Link"."""
    return column.strip().removeprefix("g:").lower().replace(" ", "_")


def _header(line: Line, name: str) -> tuple[str, list[str]]:
    """Return the delimiter under which the first line names most attributes, and the names."""
    best: tuple[int, str, list[str]] = (0, "", [])
    for delimiter in DELIMITERS:
        columns = [_name(cell) for cell in _cells(line.text, delimiter) or []]
        known = len(ATTRIBUTES.intersection(columns))
        best = max(best, (known, delimiter, columns), key=lambda candidate: candidate[0])
    if not {"id", "title"} <= set(best[2]):
        raise FeedError(
            f"{name} is neither JSON Lines nor a table with the columns id and title; "
            f"it begins {line.text.strip()[:SHOWN]!r}."
        )
    return best[1], best[2]


def _table_records(lines: Iterator[Line], delimiter: str, header: list[str]) -> Iterator[Record]:
    waiting: deque[Line] = deque()
    while (line := waiting.popleft() if waiting else next(lines, None)) is not None:
        if line.problem:
            yield Record(line.number, line.end, {}, line.problem)
        elif line.text.strip():
            yield _table_record(line, waiting, lines, delimiter, header)


def _table_record(
    line: Line, waiting: deque[Line], lines: Iterator[Line], delimiter: str, header: list[str]
) -> Record:
    """Read one record, over several lines where a quoted field holds line ends.

    A quotation mark that is never closed would swallow good rows: then only its own line is
    given up, and the lines read after it go back to `waiting`.
    """
    taken = [line]
    cells = _cells(line.text, delimiter)
    if cells is None:
        cells = _first(_following(taken, waiting, lines), delimiter)
    if cells is None or (len(taken) > 1 and len(cells) != len(header)):
        waiting.extendleft(reversed(taken[1:]))
        return Record(line.number, line.end, {}, "a quotation mark is not closed")
    if len(cells) != len(header):
        problem = f"the row has {len(cells)} columns, the header has {len(header)}"
        return Record(line.number, line.end, {}, problem)
    return Record(line.number, taken[-1].end, dict(zip(header, cells, strict=True)))


def _following(taken: list[Line], waiting: deque[Line], lines: Iterator[Line]) -> Iterator[str]:
    """Give the texts of a record's lines, as many as are asked for; they are then in `taken`."""
    yield taken[0].text
    while len(taken) < RECORD_LINES:
        more = waiting.popleft() if waiting else next(lines, None)
        if more is None:
            return
        taken.append(more)
        if more.problem:
            return
        yield more.text


def _first(texts: Iterable[str], delimiter: str) -> list[str] | None:
    """Return the cells of the first record; None where a quoted field is not shut, or wrongly."""
    try:
        return next(csv.reader(texts, delimiter=delimiter, strict=True), [])
    except csv.Error:
        return None


def _cells(text: str, delimiter: str) -> list[str] | None:
    """Return the cells of a line; None where a quoted field goes on in the next one."""
    try:
        return next(csv.reader([text], delimiter=delimiter, strict=True), [])
    except csv.Error as error:
        if "unexpected end of data" in str(error):
            return None
    try:  # a quotation mark in the middle of a cell: taken as a character
        return next(csv.reader([text], delimiter=delimiter), [])
    except csv.Error:
        return next(csv.reader([text], delimiter=delimiter, quoting=csv.QUOTE_NONE), [])

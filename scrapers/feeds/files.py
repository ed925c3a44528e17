"""The records of a feed's file in any of its forms, which is detected from the file itself.

Tables (CSV, TSV, and what spreadsheets and shop plugins make of them) are read here; no line, how
long or badly encoded it is, ends the reading early.
"""

import csv
from collections import deque
from collections.abc import Iterable, Iterator
from itertools import chain, groupby, islice
from pathlib import Path

from scrapers.encodings import encoding_of
from scrapers.errors import EMPTY, FeedError, MissingPageError
from scrapers.feeds.documents import document_records, json_records, records_of, start_of_list
from scrapers.feeds.markup import markup_records
from scrapers.feeds.merchant import ATTRIBUTES, Record, attribute_name
from scrapers.feeds.shopify import COLUMNS, KEY, from_columns
from scrapers.feeds.unpack import BUFFER, LINE_LIMIT, Feed, Line, begin_of, open_feed, read_lines

DELIMITERS = ("\t", ",", ";", "|")
RECORD_LINES = 100  # a quoted field that spans more lines is a quotation mark too many
HEADER_LIMIT = 64 * 1024  # characters
PREAMBLE = 20  # lines up to the header: comments, warnings, Excel's word about the delimiter
SHOWN = 80  # characters of a bad first line
TITLES = ("title", "structured_title")

csv.field_size_limit(LINE_LIMIT)


def read_records(path: Path) -> Iterator[Record]:
    """Yield a feed's records; raises FeedError when the file is no feed, OSError on reading."""
    with open_feed(path) as feed:
        yield from _records(feed, path)


def _records(feed: Feed, path: Path) -> Iterator[Record]:
    is_lined = path.suffix.lower() in {".jsonl", ".ndjson"}  # whatever lists its objects hold
    printed = feed.peek(BUFFER)[: 0 if is_lined else begin_of(feed.peek(BUFFER))]
    before = printed.decode("latin-1").splitlines()
    if not any(_is_header(_columns(line)[1]) for line in before):
        feed.read(len(printed))
    text = _start(feed)
    start = text.lstrip()
    if start.startswith("<"):
        return markup_records(feed, path.name)
    if start.startswith(("{", "[")) and not is_lined and (place := start_of_list(text)) is not None:
        return document_records(feed, place, path.name)
    lines = read_lines(feed)
    first = next((line for line in lines if line.text.strip() or line.problem), None)
    if first is None:
        raise FeedError(f"{path.name} is empty.", EMPTY)
    return _line_records(chain([first], lines), start, path)


def _line_records(lines: Iterator[Line], start: str, path: Path) -> Iterator[Record]:
    # The suffix counts where the first line is broken.
    suffixes = {suffix.lower() for suffix in path.suffixes}
    if start.startswith("{") or not suffixes.isdisjoint({".jsonl", ".ndjson", ".json"}):
        return json_records(lines)
    return table_records(lines, path.name)


def _start(feed: Feed) -> str:
    start = feed.peek(BUFFER)[:BUFFER]
    encoding, errors = encoding_of(start)
    return start.decode(encoding, "ignore" if errors == "strict" else errors)  # it may be cut


def table_records(lines: Iterator[Line], name: str) -> Iterator[Record]:
    """Yield a table's records; raises FeedError where no header names its columns."""
    delimiter, header = _header(lines, name)
    records = _table_rows(lines, delimiter, header)
    return _products(records) if set(header) >= COLUMNS else records


def _header(lines: Iterator[Line], name: str) -> tuple[str, list[str]]:
    first = ""
    for line in islice(lines, PREAMBLE):
        delimiter, columns = _columns(line.text) if len(line.text) < HEADER_LIMIT else ("", [])
        if _is_header(columns):
            return delimiter, columns
        first = first or line.text.strip()
    raise FeedError(
        f"{name} is neither XML nor JSON nor a table with the columns id and title; "
        f"it begins {first[:SHOWN]!r}.",
        MissingPageError.code,
    )


def _is_header(columns: Iterable[str]) -> bool:
    names = set(columns)
    return names >= COLUMNS or ("id" in names and not names.isdisjoint(TITLES))


def _columns(text: str) -> tuple[str, list[str]]:
    best: tuple[int, str, list[str]] = (0, "", [])
    for delimiter in DELIMITERS:
        columns = [attribute_name(cell) for cell in _cells(text, delimiter) or []]
        known = len((ATTRIBUTES | COLUMNS).intersection(columns))
        best = max(best, (known, delimiter, columns), key=lambda candidate: candidate[0])
    return best[1], best[2]


def _table_rows(lines: Iterator[Line], delimiter: str, header: list[str]) -> Iterator[Record]:
    waiting: deque[Line] = deque()
    while (line := waiting.popleft() if waiting else next(lines, None)) is not None:
        if line.problem:
            yield Record(line.number, line.end, {}, line.problem)
        elif line.text.strip():
            yield _record(line, waiting, lines, delimiter, header)


def _record(
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
    if any(cells[len(header) :]) or len(cells) < len(header):
        problem = f"the row has {len(cells)} columns, the header has {len(header)}"
        return Record(line.number, line.end, {}, problem)
    return Record(line.number, taken[-1].end, dict(zip(header, cells, strict=False)))


def _following(taken: list[Line], waiting: deque[Line], lines: Iterator[Line]) -> Iterator[str]:
    """Give the texts of a record's lines, as many as are requested; they are then in `taken`."""
    yield taken[0].text
    size = len(taken[0].text)
    while len(taken) < RECORD_LINES and size < LINE_LIMIT:
        more = waiting.popleft() if waiting else next(lines, None)
        if more is None:
            return
        taken.append(more)
        if more.problem:
            return
        size += len(more.text)
        yield more.text


def _first(texts: Iterable[str], delimiter: str) -> list[str] | None:
    """Return the cells of the first record; None where a quoted field is not shut, or wrongly."""
    try:
        return next(csv.reader(texts, delimiter=delimiter, strict=True), [])
    except csv.Error:
        return None


def _cells(text: str, delimiter: str) -> list[str] | None:
    """Return the cells of a line; None where a quoted field goes on in the next one."""
    text = text.rstrip("\r\n")
    try:
        return next(csv.reader([text], delimiter=delimiter, strict=True), [])
    except csv.Error as error:
        if "unexpected end of data" in str(error):
            return None
    try:  # a quotation mark in the middle of a cell: taken as a character
        return next(csv.reader([text], delimiter=delimiter), [])
    except csv.Error:  # a line end of another kind in it, or a cell that has no end
        return text.split(delimiter)


def _products(records: Iterator[Record]) -> Iterator[Record]:
    for handle, group in groupby(records, key=lambda record: record.values.get(KEY)):
        rows = list(group)
        if handle is None:  # rows with a problem
            yield from rows
            continue
        product = from_columns([row.values for row in rows])
        yield from records_of(product, rows[0].line, rows[-1].end, "line")

"""The records of a feed in any of its forms, which is detected from the file itself."""

from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from scrapers.encodings import encoding_of
from scrapers.feeds.errors import FeedError
from scrapers.feeds.forms.lines import Line, read_lines
from scrapers.feeds.forms.markup import markup_records
from scrapers.feeds.forms.objects import document_records, json_records, start_of_list
from scrapers.feeds.forms.packed import BUFFER, Feed, opened
from scrapers.feeds.forms.record import Record
from scrapers.feeds.forms.table import table_records


def read_records(path: Path) -> Iterator[Record]:
    """Yield a feed's records; raises FeedError when the file is no feed, OSError on reading."""
    with opened(path) as feed:
        yield from _records(feed, path)


def _records(feed: Feed, path: Path) -> Iterator[Record]:
    text = _start(feed)
    start = text.lstrip()
    if start.startswith("<"):
        return markup_records(feed, path.name)
    is_lined = path.suffix.lower() in {".jsonl", ".ndjson"}  # whatever lists its objects hold
    if start.startswith(("{", "[")) and not is_lined and (place := start_of_list(text)) is not None:
        return document_records(feed, place, path.name)
    lines = read_lines(feed)
    first = next((line for line in lines if line.text.strip() or line.problem), None)
    if first is None:
        raise FeedError(f"{path.name} is empty.")
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

"""`python -m indexer.insights.export`: a stream's events as CSV or JSON Lines, streamed; DuckDB reads both."""

import argparse
import csv
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import orjson
from elasticsearch import ApiError, TransportError
from elasticsearch.helpers import scan

from indexer.core.settings import Settings, SettingsError
from indexer.core.spreadsheet import harmless
from indexer.index.cluster.client import elasticsearch
from indexer.insights.streams import BY_NAME, Stream, fields_of

PAGE = 2_000

Row = dict[str, Any]


class ExportError(RuntimeError):
    """The export is not possible so; the message says what to do."""


def export(settings: Settings, stream: Stream, path: Path, since: str) -> int:
    """Write a stream's events since a day to a file; return how many. Raises ExportError."""
    if path.suffix not in {".csv", ".jsonl"}:
        raise ExportError(f"{path.name} must end in .csv or .jsonl")
    client, alias = elasticsearch(settings.elasticsearch_url), stream.alias(settings.index_prefix)
    query = {"query": {"range": {"@timestamp": {"gte": since}}}}
    hits = scan(client, index=alias, query=query, size=PAGE, ignore_unavailable=True)
    path.parent.mkdir(parents=True, exist_ok=True)
    write = _write_csv if path.suffix == ".csv" else _write_lines
    return write(path, stream, (hit["_source"] for hit in hits))


def _write_csv(path: Path, stream: Stream, rows: Iterator[Row]) -> int:
    count = 0
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(fields_of(stream)), extrasaction="ignore")
        writer.writeheader()
        for count, row in enumerate(rows, 1):  # noqa: B007 - the last one's
            writer.writerow({name: _cell(value) for name, value in row.items()})
    return count


def _cell(value: Any) -> Any:
    """Return lists and objects as JSON, which DuckDB reads back, and words that are no formula."""
    if isinstance(value, list | dict):
        return orjson.dumps(value).decode()
    return harmless(value) if isinstance(value, str) else value


def _write_lines(path: Path, _: Stream, rows: Iterator[Row]) -> int:
    count = 0
    with path.open("wb") as file:
        for count, row in enumerate(rows, 1):  # noqa: B007 - the last one's
            file.write(orjson.dumps(row, option=orjson.OPT_APPEND_NEWLINE))
    return count


def main(arguments: Sequence[str] | None = None) -> int:
    """Export what the command line names; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m indexer.insights.export", description=__doc__)
    parser.add_argument("stream", choices=sorted(BY_NAME))
    parser.add_argument("file", type=Path)
    parser.add_argument("--since", default="now-30d", help="a day, or such as now-30d")
    given = parser.parse_args(arguments)
    try:
        count = export(Settings.from_env(), BY_NAME[given.stream], given.file, given.since)
    except (SettingsError, ExportError, TransportError, ApiError) as error:
        print(f"Nothing, or not all, is exported: {error}", file=sys.stderr)
        return 1
    print(f"{count} {given.stream} are in {given.file}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

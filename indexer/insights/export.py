"""A stream's events as a file: CSV, or JSON Lines; streamed. DuckDB reads both in one line."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson
from elasticsearch import Elasticsearch
from elasticsearch.helpers import scan

from indexer.core.settings import Settings
from indexer.core.spreadsheet import harmless
from indexer.index.cluster.client import elasticsearch
from indexer.insights.streams import Stream, fields_of

FORMATS = ("csv", "jsonl")
PAGE = 2_000

Row = dict[str, Any]


class ExportError(RuntimeError):
    """The export is not possible so; the message says what to do."""


def export(settings: Settings, stream: Stream, path: Path, since: str, form: str | None) -> int:
    """Write a stream's events since a day to a file; return how many. Raises ExportError."""
    form = form or path.suffix.lstrip(".")
    if form not in FORMATS:
        raise ExportError(f"{path.name} must end in .csv or .jsonl, or say --format")
    client = elasticsearch(settings.elasticsearch_url)
    rows = _rows(client, stream.alias(settings.index_prefix), since)
    path.parent.mkdir(parents=True, exist_ok=True)
    return _csv(path, stream, rows) if form == "csv" else _lines(path, rows)


def _rows(client: Elasticsearch, alias: str, since: str) -> Iterator[Row]:
    query = {"query": {"range": {"@timestamp": {"gte": since}}}}
    for hit in scan(client, index=alias, query=query, size=PAGE, ignore_unavailable=True):
        yield hit["_source"]


def _csv(path: Path, stream: Stream, rows: Iterator[Row]) -> int:
    count = 0
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(fields_of(stream)), extrasaction="ignore")
        writer.writeheader()
        for row in rows:
            writer.writerow({name: _cell(value) for name, value in row.items()})
            count += 1
    return count


def _cell(value: Any) -> Any:
    """Return lists and objects as JSON, which DuckDB reads back, and words that are no formula."""
    if isinstance(value, list | dict):
        return orjson.dumps(value).decode()
    return harmless(value) if isinstance(value, str) else value


def _lines(path: Path, rows: Iterator[Row]) -> int:
    count = 0
    with path.open("wb") as file:
        for row in rows:
            file.write(orjson.dumps(row, option=orjson.OPT_APPEND_NEWLINE))
            count += 1
    return count

"""A run's items as a file: CSV for spreadsheets, JSON Lines for programs; streamed."""

import csv
import io
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields
from itertools import islice
from typing import Any

import orjson
from flask import Response, stream_with_context

from app.api.declare import Area
from app.api.declare.fields import by_id
from app.api.scraper.schemas import FORMATS, ExportQuery
from app.context import context
from app.errors import Conflict
from indexer.core.spreadsheet import harmless
from indexer.ingest.history.items import FoundItem, found_items
from indexer.models import ScrapeRun
from scrapers.config import wire_name

COLUMNS = tuple(wire_name(field.name) for field in fields(FoundItem))
LINES = 200  # in one piece of the answer
Row = dict[str, Any]

AREA = Area("export", "scraper", "A run's items as a file (operators)")


@AREA.get("/export/<int:run_id>", operator=True)
@AREA.query(ExportQuery)
@AREA.text("productId,groupKey,name\r\n", FORMATS["csv"])
@AREA.text('{"productId": 12}\n', FORMATS["jsonl"])
def export(run_id: int, form: str = "csv") -> Response:
    """Download what a run found, a product a line, as CSV or JSON Lines

    Price and stock are those of the run's time. In the CSV a cell that a spreadsheet would take for
    a formula is preceded by an apostrophe; addresses of images are parted by spaces.
    """
    with context().session() as session:
        run = by_id(session, ScrapeRun, run_id, "run")
        if run.state != "finished":
            raise Conflict(f"Run {run_id} has not ended yet")
    lines = _csv if form == "csv" else _json_lines
    response = Response(stream_with_context(_pieces(run_id, lines)), mimetype=FORMATS[form])
    response.headers["Content-Disposition"] = f'attachment; filename="run-{run_id}.{form}"'
    response.headers["Cache-Control"] = "no-store"
    return response


def _pieces(run_id: int, lines: Callable[[Iterable[Row]], Iterator[str]]) -> Iterator[str]:
    with context().session() as session:
        rows = (_row(item) for item in found_items(session, run_id))
        written = lines(rows)
        while piece := "".join(islice(written, LINES)):
            yield piece


def _row(item: FoundItem) -> Row:
    return {wire_name(field.name): getattr(item, field.name) for field in fields(FoundItem)}


def _json_lines(rows: Iterable[Row]) -> Iterator[str]:
    for row in rows:
        yield orjson.dumps(row, default=float, option=orjson.OPT_APPEND_NEWLINE).decode()


def _csv(rows: Iterable[Row]) -> Iterator[str]:
    """Yield CSV by RFC 4180, its lines with CRLF."""
    yield _line(COLUMNS)
    for row in rows:
        yield _line([_cell(row[name]) for name in COLUMNS])


def _line(cells: Iterable[str]) -> str:
    out = io.StringIO()
    csv.writer(out).writerow(cells)
    return out.getvalue()


def _cell(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return harmless(" ".join(value))
    if isinstance(value, str):
        return harmless(value)
    return "" if value is None else str(value)

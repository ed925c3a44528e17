"""A run's items as a file: CSV for spreadsheets, JSON Lines for programs; streamed."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any

import orjson
from flask import Response, request, stream_with_context

from app.api.route import answer, parameter, route
from app.api.scraper import AREA
from app.api.values import BIG_MAX
from app.context import context
from app.errors import Conflict, Invalid, NotFound
from indexer.history.items import FoundItem, found_items
from indexer.models import ScrapeRun
from indexer.spreadsheet import harmless

COLUMNS = (
    "productId",
    "groupKey",
    "name",
    "brand",
    "price",
    "ordinaryPrice",
    "currency",
    "soldOut",
    "href",
    "images",
    "change",
)
LINES = 200  # in one piece of the answer
Row = dict[str, Any]
FORMATS = {"csv": "text/csv", "jsonl": "application/jsonl"}


@route(
    AREA,
    "GET",
    "/export/<int:run_id>",
    operator=True,
    parameters=[parameter("format", {"type": "string", "enum": list(FORMATS)}, "csv where absent")],
    response=answer({"type": "string"}, kind="text/csv")
    | {
        "content": {
            kind: {"schema": {"type": "string"}} for kind in (*FORMATS.values(), "text/plain")
        }
    },
)
def export(run_id: int) -> Response:
    """Download what a run found, a product a line, as CSV or JSON Lines

    Price and stock are those of the run's time. In the CSV a cell that a spreadsheet would take for
    a formula is preceded by an apostrophe; addresses of images are parted by spaces.
    """
    form = request.args.get("format", "csv")
    if form not in FORMATS:
        raise Invalid.field("format", f"must be one of {', '.join(FORMATS)}")
    with context().session() as session:
        run = session.get(ScrapeRun, run_id) if 0 < run_id <= BIG_MAX else None
        if run is None:
            raise NotFound(f"There is no run {run_id}")
        if run.state != "finished":
            raise Conflict(f"Run {run_id} has not ended yet")
    lines = _csv if form == "csv" else _json_lines
    made = Response(stream_with_context(_pieces(run_id, lines)), mimetype=FORMATS[form])
    made.headers["Content-Disposition"] = f'attachment; filename="run-{run_id}.{form}"'
    made.headers["Cache-Control"] = "no-store"
    return made


def _pieces(run_id: int, lines: Callable[[Iterable[Row]], Iterator[str]]) -> Iterator[str]:
    with context().session() as session:
        rows = (_row(item) for item in found_items(session, run_id))
        made = lines(rows)
        while piece := "".join(islice(made, LINES)):
            yield piece


def _row(item: FoundItem) -> Row:
    return {
        "productId": item.product_id,
        "groupKey": item.group_key,
        "name": item.name,
        "brand": item.brand,
        "price": item.price,
        "ordinaryPrice": item.ordinary_price,
        "currency": item.currency,
        "soldOut": item.sold_out,
        "href": item.href,
        "images": item.images,
        "change": item.change,
    }


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

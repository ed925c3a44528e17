"""The operator's calls of spec §7: what earlier runs did."""

import csv
import io
import logging
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from itertools import islice
from typing import Any

import orjson
from flask import Response, stream_with_context
from sqlalchemy import Select, select
from sqlalchemy.orm import Session, aliased, joinedload, selectinload

from app.api.declare import Area
from app.api.declare.fields import PAGE, TOTAL, With, by_id, page_of, within
from app.api.scraper import schemas
from app.api.scraper.schemas import FORMATS, ExportQuery
from app.live.context import context
from app.web.errors import Conflict, FilesUnavailable, NotFound
from indexer.core.files import Location
from indexer.core.wording import harmless
from indexer.ingest import collecting
from indexer.ingest.accept import acceptable, standings
from indexer.ingest.compare import COLUMNS, compare_runs, found_items, run_images
from indexer.ingest.gates.fields import FieldChange, describe_changes
from indexer.ingest.repricing import held_prices
from indexer.ingest.runs.log import read_log, short_name
from indexer.ingest.runs.start import is_worth_retrying
from indexer.ingest.staging import holds_any
from indexer.models import ScrapeRun
from scrapers.config import wire_name

log = logging.getLogger(__name__)
HISTORY = Area("history", "scraper", "Runs that have ended (operators)")
IS_HELD = holds_any(ScrapeRun.id)


@HISTORY.get("/getHistory", operator=True)
@HISTORY.query(schemas.HistoryQuery)
@HISTORY.response(schemas.HistoryRecord(many=True), headers=TOTAL)
def history(
    page: int = 1, page_size: int = PAGE, order: str = "", **chosen: Any
) -> tuple[list[With], dict[str, str]]:
    """List the runs that have ended, newest first, a page at a time

    The total is in the header `X-Total-Count`.
    """
    wanted = _in_order(_finished_runs(**chosen), order)
    with context().session() as session:
        # Rows are wide: the page is found by ids alone, whatever comes before it.
        ids, total = page_of(session, wanted.with_only_columns(ScrapeRun.id), page, page_size)
        shown = _in_order(select(ScrapeRun).where(ScrapeRun.id.in_(ids)), order)
        runs = session.scalars(
            shown.options(joinedload(ScrapeRun.brand), selectinload(ScrapeRun.failed_pages))
        ).all()
        records = history_records(session, runs)
    return records, {"X-Total-Count": str(total)}


def _finished_runs(
    since: date | None = None, until: date | None = None, **chosen: Any
) -> Select[ScrapeRun]:
    """Return the ended runs that began within these days and have what is chosen, by column."""
    days = within(ScrapeRun.start_time, context().settings.schedule_timezone, since, until)
    own = {name: value for name, value in chosen.items() if value}
    return select(ScrapeRun).where(ScrapeRun.state == "finished", *days).filter_by(**own)


def _in_order(query: Select[ScrapeRun], order: str) -> Select[ScrapeRun]:
    if not order:
        # All have a start (`finish`); in the order of the index.
        return query.order_by(ScrapeRun.start_time.desc(), ScrapeRun.id.desc())
    later = aliased(ScrapeRun)
    newer = select(later.id).where(
        later.brand_id == ScrapeRun.brand_id, later.state == "finished", later.id > ScrapeRun.id
    )
    return query.where(ScrapeRun.brand_id.is_not(None), ~newer.exists()).order_by(
        ScrapeRun.result == "success", ScrapeRun.id.desc()
    )


def history_records(session: Session, runs: Sequence[ScrapeRun]) -> list[With]:
    """Return ended runs as the history shows them."""
    accepted = {*acceptable(session, runs), *held_prices(session, runs)}
    own = [run.id for run in runs if run.result in {"suspect", "stopped"}]
    reasons = standings(session, runs)
    held = set(session.scalars(select(ScrapeRun.id).where(ScrapeRun.id.in_(own), IS_HELD)))
    return [
        With(
            run,
            field_changes=changes,
            losses=describe_changes(changes),
            shown_name=run.brand.name if run.brand else run.brand_name or None,
            acceptable=run.id in accepted,
            held=run.id in held,
            standing=reasons.get(run.id, "") if run.id in held else "",
            can_ask_again=any(map(is_worth_retrying, run.failed_pages)),
            limited_to=None if run.only_pages is None else len(run.only_pages),
            failed_pages=run.failed_pages,  # while there is a session to read them with
        )
        for run in runs
        for changes in [[FieldChange(**row) for row in run.field_changes]]
    ]


@HISTORY.get("/getHistoryLog/<int:run_id>", operator=True)
@HISTORY.text("10:04:11 page 1 of 3: 48 products\r\n")
def history_log(run_id: int) -> Response:
    """Show a run's whole log; its lines end in CRLF"""
    with context().session() as session:
        text = read_log(session, by_id(session, ScrapeRun, run_id, "run").logfile_name)
    if not text:
        raise NotFound(f"The log of run {run_id} is not kept any more")
    return Response(text, mimetype="text/plain")


@HISTORY.get("/download/<path:name>", operator=True)
@HISTORY.text("10:04:11 page 1 of 3: 48 products\r\n")
def download(name: str) -> Response:
    """Download a run's log, or the screenshot or HTML kept of a failed page"""
    content: str | bytes | None
    if collecting.NAME.fullmatch(name):
        shown, kind = name, "application/octet-stream"
        content = _evidence(name)
    else:
        shown, kind = short_name(name), "text/plain"
        with context().session() as session:
            content = read_log(session, name)
    if not content:
        raise NotFound("There is no such file")
    response = Response(content, mimetype=kind)
    response.headers.set("Content-Disposition", "attachment", filename=shown)
    return response


def _evidence(name: str) -> bytes | None:
    try:
        return Location(context().settings.evidence_location).read(name)
    except OSError as error:
        log.warning("%s: %s", name, error)
        raise FilesUnavailable from error


@HISTORY.get("/getHistoryImages/<int:run_id>", operator=True)
@HISTORY.response(schemas.RunImages)
def history_images(run_id: int) -> dict[str, list[Any]]:
    """List a run's new, deleted and found images and found groups, at most 500 of each"""
    with context().session() as session:
        return run_images(session, by_id(session, ScrapeRun, run_id, "run"))


@HISTORY.get("/compareRuns", operator=True)
@HISTORY.query(schemas.ComparisonQuery)
@HISTORY.response(schemas.Comparison)
def compare(earlier: int, later: int) -> dict[str, Any]:
    """Compare two runs of a brand: what came, what went, which prices, stock and names changed"""
    with context().session() as session:
        found = comparison_of(session, earlier, later)
    for run in (found["earlier"], found["later"]):
        if run.state != "finished":
            raise Conflict(f"Run {run.id} has not ended yet.")
    return found


def comparison_of(session: Session, earlier: int, later: int) -> dict[str, Any]:
    """Return how two runs differ, with both as the history shows them; raises NotFound."""
    found = compare_runs(session, earlier, later)
    runs = history_records(session, [found["earlier"], found["later"]])
    return found | {"earlier": runs[0], "later": runs[1]}


LINES = 200  # in one piece of the answer
Row = dict[str, Any]

EXPORT = Area("export", "scraper", "A run's items as a file (operators)")


@EXPORT.get("/export/<int:run_id>", operator=True)
@EXPORT.query(ExportQuery)
@EXPORT.text("productId,groupKey,name\r\n", FORMATS["csv"])
@EXPORT.text('{"productId": 12}\n', FORMATS["jsonl"])
def export(run_id: int, form: str = "csv") -> Response:
    """Download what a run found, a product a line, as CSV or JSON Lines

    Price and stock are those of the run's time. In the CSV a cell that a spreadsheet would take for
    a formula is preceded by an apostrophe; addresses of images are parted by spaces.
    """
    with context().session() as session:
        run = by_id(session, ScrapeRun, run_id, "run")
        if run.state != "finished":
            raise Conflict(f"Run {run_id} has not ended yet")
    response = Response(stream_with_context(_pieces(run_id, form)), mimetype=FORMATS[form])
    response.headers["Content-Disposition"] = f'attachment; filename="run-{run_id}.{form}"'
    response.headers["Cache-Control"] = "no-store"
    return response


def _pieces(run_id: int, form: str) -> Iterator[str]:
    with context().session() as session:
        items = found_items(session, run_id)
        rows = ({wire_name(name): item.get(name) for name in COLUMNS} for item in items)
        written = _csv(rows) if form == "csv" else map(_json_line, rows)
        while piece := "".join(islice(written, LINES)):
            yield piece


def _json_line(row: Row) -> str:
    return orjson.dumps(row, default=float, option=orjson.OPT_APPEND_NEWLINE).decode()


def _csv(rows: Iterable[Row]) -> Iterator[str]:
    """Yield CSV by RFC 4180, its lines with CRLF."""
    yield _line(map(wire_name, COLUMNS))
    for row in rows:
        yield _line(map(_cell, row.values()))


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

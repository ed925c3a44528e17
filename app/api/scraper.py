"""The operator's calls of spec §7: starting, watching and stopping runs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

from flask import Response, jsonify, request
from sqlalchemy import select
from sqlalchemy.orm import joinedload

from app.api.route import ID_VALUE, TEXT, answer, bare, blueprint, body, route
from app.api.schemas.parts import array, ref
from app.api.values import BIG_MAX, bare_value, identity, text
from app.context import context
from app.errors import Conflict, Invalid, JobsUnavailable, NotFound
from indexer.models import ScrapeRun
from indexer.queues import QueueUnavailableError
from indexer.runs import (
    RunRefusedError,
    UnknownBrandError,
    UnknownRunError,
    log_path,
    start_all,
    start_failed_pages,
    start_run,
    stop_all,
    stop_run,
    tail,
)

AREA = blueprint("scraper", "scraper", "Runs: scraping and classification (operators)")

KINDS = {
    "scrape+classify": "Scrape and classification",
    "scrape": "Scrape",
    "classify": "Classification",
    "import": "Import",
}
BRAND = bare("brandId", ID_VALUE, 12)
LOG_NAME = "scrape/status/karoo-cotton-12.log"


@contextmanager
def run_errors() -> Iterator[None]:
    """Turn what the pipeline refuses into the API's errors."""
    try:
        yield
    except (UnknownBrandError, UnknownRunError) as error:
        raise NotFound(str(error)) from error
    except RunRefusedError as error:
        raise Conflict(str(error)) from error
    except QueueUnavailableError as error:
        raise JobsUnavailable() from error


def plain(message: str) -> Response:
    """Return a text answer, which the client shows as a toast."""
    return Response(message, mimetype="text/plain")


def _start(kind: str) -> Response:
    brand_id = identity(bare_value("brandId"), "brandId")
    with run_errors():
        run = start_run(context().settings, brand_id, kind)
    name = run.brand.name if run.brand else ""
    return plain(f"{KINDS[kind]} of {name} started (process {run.id})")


@route(AREA, "POST", "/start", operator=True, request=BRAND, response=TEXT)
def start() -> Response:
    """Start a scrape with classification of one brand"""
    return _start("scrape+classify")


@route(AREA, "POST", "/startOnlyScrape", operator=True, request=BRAND, response=TEXT)
def start_only_scrape() -> Response:
    """Start a scrape of one brand, without classification"""
    return _start("scrape")


@route(AREA, "POST", "/startOnlyClassificationSingle", operator=True, request=BRAND, response=TEXT)
def start_only_classification_single() -> Response:
    """Start a classification of one brand"""
    return _start("classify")


_NOTHING = body({}, {}, required=False)


@route(AREA, "POST", "/startOnlyClassification", operator=True, request=_NOTHING, response=TEXT)
def start_only_classification() -> Response:
    """Start a classification of all brands"""
    with run_errors():
        run = start_run(context().settings, None, "classify")
    return plain(f"Classification of all brands started (process {run.id})")


@route(AREA, "POST", "/startAll", operator=True, request=_NOTHING, response=TEXT)
def start_every() -> Response:
    """Start a scrape with classification of every active brand that has pages"""
    with run_errors():
        done = start_all(context().settings)
    message = f"{len(done.started)} runs started"
    if done.refused:
        message += f"; {len(done.refused)} left out: {' '.join(done.refused[:3])}"
    return plain(message)


@route(
    AREA,
    "POST",
    "/stop",
    operator=True,
    request=bare("pid", ID_VALUE, 812),
    response=TEXT,
)
def stop() -> Response:
    """Stop a run, its browser too"""
    sent = bare_value("pid")
    pid = int(sent) if isinstance(sent, str) and sent.isascii() and sent.isdigit() else sent
    if isinstance(pid, bool) or not isinstance(pid, int) or not 0 < pid <= BIG_MAX:
        raise Invalid.field("pid", "must be a process's number")
    with run_errors():
        run = stop_run(context().settings, pid)
    done = "stopped" if run.state == "finished" else "is being stopped"
    return plain(f"Process {run.id} {done}")


@route(AREA, "POST", "/stopAll", operator=True, request=_NOTHING, response=TEXT)
def stop_every() -> Response:
    """Stop every run, those that wait too"""
    with run_errors():
        runs = stop_all(context().settings)
    if not runs:
        return plain("Nothing is running")
    many = f"{len(runs)} processes are" if len(runs) > 1 else f"Process {runs[0].id} is"
    return plain(f"{many} being stopped")


@route(
    AREA,
    "POST",
    "/startFailedPages",
    operator=True,
    request=bare("runId", {"type": ["integer", "string"]}, 812),
    response=TEXT,
)
def start_failed() -> Response:
    """Start a scrape of only the pages that a run could not read; it hides nothing"""
    run_id = identity(bare_value("runId"), "runId")
    with run_errors():
        run = start_failed_pages(context().settings, run_id)
    count = len(run.only_pages or ())
    pages = "1 page" if count == 1 else f"{count} pages"
    return plain(
        f"Scrape of {pages} of {run.brand.name} started (process {run.id})"
        if run.brand
        else f"Process {run.id} started"
    )


@route(
    AREA,
    "GET",
    "/getProcesses",
    operator=True,
    response=answer(array(ref("Process"))),
)
def processes() -> Response:
    """List the runs that wait or work, the newest first"""
    query = (
        select(ScrapeRun)
        .options(joinedload(ScrapeRun.brand))
        .where(ScrapeRun.state != "finished")
        .order_by(ScrapeRun.id.desc())
    )
    with context().session() as session:
        return jsonify([_process(run) for run in session.scalars(query)])


def _process(run: ScrapeRun) -> dict[str, Any]:
    name = run.brand.name if run.brand else "all brands"
    began = run.start_time or run.created_at
    return {
        "pid": run.id,
        "cmd": f"{run.kind} {name} {run.logfile_name}",
        "state": run.state,
        "kind": run.kind,
        "brandId": run.brand_id,
        "brand": run.brand.name if run.brand else None,
        "startTime": run.start_time.isoformat() if run.start_time else None,
        "elapsedSeconds": max(0, round((datetime.now(UTC) - began).total_seconds())),
        "stopRequested": run.stop_requested,
        **counts(run),
    }


def counts(run: ScrapeRun) -> dict[str, int]:
    """Return a run's counters."""
    return {
        "foundCount": run.found_count,
        "newCount": run.new_count,
        "changedCount": run.changed_count,
        "goneCount": run.gone_count,
        "rejectedCount": run.rejected_count,
        "pagesDone": run.pages_done,
        "pagesTotal": run.pages_total,
    }


@route(
    AREA,
    "POST",
    "/getStatus",
    operator=True,
    writes=False,
    request=bare("logfileName", {"type": "string"}, LOG_NAME),
    response=answer({"type": "string"}, "10:04:11 page 1 of 3: 48 products\r\n", "text/plain"),
)
def status() -> Response:
    """Show the tail of a run's log, at most 5,000 characters"""
    name = text(bare_value("logfileName"), "logfileName")
    return plain(tail(named(log_path, name)))


def named(find: Callable[..., Any], name: str) -> Any:
    """Return the path of a file of the log folder; raises NotFound for any other name."""
    try:
        return find(context().settings.log_dir, name)
    except ValueError as error:
        raise NotFound(str(error)) from error


def asked_number(name: str, least: int, most: int, default: int) -> int:
    """Return a whole number of the query string; raises Invalid."""
    sent = request.args.get(name, "")
    if not sent:
        return default
    value = int(sent) if sent.isascii() and sent.isdigit() and len(sent) < 20 else -1
    if not least <= value <= most:
        raise Invalid.field(name, f"must be a whole number from {least} to {most}")
    return value

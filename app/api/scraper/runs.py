"""The operator's calls of spec §7: starting, watching and stopping runs."""

from datetime import UTC, datetime

from sqlalchemy import select
from sqlalchemy.orm import joinedload

from app.access import operator_name
from app.api.declare import Area
from app.api.declare.schema import With
from app.api.scraper import schemas
from app.context import context
from indexer.ingest.runs.log import tail
from indexer.ingest.runs.start import start_all, start_failed_pages, start_one, stop_all, stop_run
from indexer.models import ScrapeRun

AREA = Area("scraper", "scraper", "Runs: scraping and classification (operators)")

KINDS = {
    "scrape+classify": "Scrape and classification",
    "scrape": "Scrape",
    "classify": "Classification",
    "import": "Import",
    "check": "Check",
}


def _start(kind: str, brand_id: int) -> str:
    started = start_one(context().settings, brand_id, kind, by=operator_name())
    (run,) = started.runs
    name = run.brand.name if run.brand else ""
    return f"{KINDS[kind]} of {name} started (process {run.id}){started.note}"


@AREA.post("/start", operator=True)
@AREA.arguments(schemas.BrandId, example=12)
@AREA.text("Scrape and classification of Karoo Cotton started (process 812)")
def start(brand_id: int) -> str:
    """Start a scrape with classification of one brand"""
    return _start("scrape+classify", brand_id)


@AREA.post("/startOnlyScrape", operator=True)
@AREA.arguments(schemas.BrandId, example=12)
@AREA.text("Scrape of Karoo Cotton started (process 812)")
def start_only_scrape(brand_id: int) -> str:
    """Start a scrape of one brand, without classification"""
    return _start("scrape", brand_id)


@AREA.post("/startCheck", operator=True)
@AREA.arguments(schemas.BrandId, example=12)
@AREA.text("Check of Karoo Cotton started (process 812)")
def start_check(brand_id: int) -> str:
    """Read a brand's other source and compare it; nothing of it is published"""
    return _start("check", brand_id)


@AREA.post("/startOnlyClassificationSingle", operator=True)
@AREA.arguments(schemas.BrandId, example=12)
@AREA.text("Classification of Karoo Cotton started (process 812)")
def start_only_classification_single(brand_id: int) -> str:
    """Start a classification of one brand"""
    return _start("classify", brand_id)


@AREA.post("/startOnlyClassification", operator=True)
@AREA.arguments(schemas.OneOrAll, example={})
@AREA.text("Classification of all brands started (process 812)")
def start_only_classification(brand_id: int | None = None) -> str:
    """Start a classification of all brands, or of the one that is named"""
    if brand_id is not None:
        return _start("classify", brand_id)
    started = start_one(context().settings, None, "classify", by=operator_name())
    number = started.runs[0].id
    return f"Classification of all brands started (process {number}){started.note}"


@AREA.post("/startAll", operator=True)
@AREA.text("12 runs started")
def start_every() -> str:
    """Start a scrape with classification of every active brand that has pages"""
    outcome = start_all(context().settings, by=operator_name())
    message = f"{len(outcome.runs)} runs started{outcome.note}"
    if outcome.refused:
        message += f"; {len(outcome.refused)} left out: {' '.join(outcome.refused[:3])}"
    return message


@AREA.post("/stop", operator=True)
@AREA.arguments(schemas.ProcessId, example=812)
@AREA.text("Process 812 is being stopped")
def stop(pid: int) -> str:
    """Stop a run, its browser too"""
    run = stop_run(context().settings, pid, by=operator_name())
    return f"Process {run.id} {'stopped' if run.state == 'finished' else 'is being stopped'}"


@AREA.post("/stopAll", operator=True)
@AREA.text("12 processes are being stopped")
def stop_every() -> str:
    """Stop every run, those that wait too"""
    runs = stop_all(context().settings, by=operator_name())
    if not runs:
        return "Nothing is running"
    many = f"{len(runs)} processes are" if len(runs) > 1 else f"Process {runs[0].id} is"
    return f"{many} being stopped"


@AREA.post("/startFailedPages", operator=True)
@AREA.arguments(schemas.RunId, example=812)
@AREA.text("Scrape of 3 pages of Karoo Cotton started (process 813)")
def start_failed(run_id: int) -> str:
    """Start a scrape of only the pages that a run could not read; it hides nothing"""
    started = start_failed_pages(context().settings, run_id, by=operator_name())
    (run,) = started.runs
    if run.brand is None:
        return f"Process {run.id} started{started.note}"
    count = len(run.only_pages or ())
    pages = "1 page" if count == 1 else f"{count} pages"
    return f"Scrape of {pages} of {run.brand.name} started (process {run.id}){started.note}"


@AREA.get("/getProcesses", operator=True)
@AREA.response(schemas.Process(many=True))
def processes() -> list[With]:
    """List the runs that wait or work, the newest first"""
    query = (
        select(ScrapeRun)
        .options(joinedload(ScrapeRun.brand))
        .where(ScrapeRun.state != "finished")
        .order_by(ScrapeRun.id.desc())
    )
    with context().session() as session:
        return [_process(run) for run in session.scalars(query)]


def _process(run: ScrapeRun) -> With:
    name = run.brand.name if run.brand else None
    began = run.start_time or run.created_at
    return With(
        run,
        cmd=f"{run.kind} {name or 'all brands'} {run.logfile_name}",
        shown_name=name,
        elapsed_seconds=max(0, round((datetime.now(UTC) - began).total_seconds())),
    )


@AREA.post("/getStatus", operator=True, writes=False)
@AREA.arguments(schemas.LogName, example="scrape/status/karoo-cotton-12.log")
@AREA.text("10:04:11 page 1 of 3: 48 products\r\n")
def status(logfile_name: str) -> str:
    """Show the tail of a run's log, at most 5,000 characters"""
    with context().session() as session:
        return tail(session, logfile_name)

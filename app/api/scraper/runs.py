"""The operator's calls of spec §7: starting, watching and stopping runs."""

import re
from datetime import UTC, datetime
from typing import Any

from rq.job import Job
from sqlalchemy import select
from sqlalchemy.orm import joinedload

from app.api.brands.edit import brand_by_id, configuration
from app.api.brands.schemas import BrandInput, PreviewInput, StoreAddress
from app.api.declare import Area
from app.api.declare.fields import EXAMPLES, With
from app.api.scraper import schemas
from app.live.context import context
from app.web.access import operator_name
from app.web.errors import NotFound
from indexer.core.queues import OPERATOR, PREVIEW, SUGGEST, enqueue, fetch_job
from indexer.core.wording import counted
from indexer.ingest.runs.log import tail
from indexer.ingest.runs.start import start_all, start_failed_pages, start_one, stop_all, stop_run
from indexer.models import ScrapeRun

RUNS = Area("scraper", "scraper", "Runs: scraping and classification (operators)")

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


@RUNS.post("/start", operator=True)
@RUNS.arguments(schemas.BrandId, example=12)
@RUNS.text("Scrape and classification of Karoo Cotton started (process 812)")
def start(brand_id: int) -> str:
    """Start a scrape with classification of one brand"""
    return _start("scrape+classify", brand_id)


@RUNS.post("/startOnlyScrape", operator=True)
@RUNS.arguments(schemas.BrandId, example=12)
@RUNS.text("Scrape of Karoo Cotton started (process 812)")
def start_only_scrape(brand_id: int) -> str:
    """Start a scrape of one brand, without classification"""
    return _start("scrape", brand_id)


@RUNS.post("/startCheck", operator=True)
@RUNS.arguments(schemas.BrandId, example=12)
@RUNS.text("Check of Karoo Cotton started (process 812)")
def start_check(brand_id: int) -> str:
    """Read a brand's other source and compare it; nothing of it is published"""
    return _start("check", brand_id)


@RUNS.post("/startOnlyClassificationSingle", operator=True)
@RUNS.arguments(schemas.BrandId, example=12)
@RUNS.text("Classification of Karoo Cotton started (process 812)")
def start_only_classification_single(brand_id: int) -> str:
    """Start a classification of one brand"""
    return _start("classify", brand_id)


@RUNS.post("/startOnlyClassification", operator=True)
@RUNS.arguments(schemas.OneOrAll, example={})
@RUNS.text("Classification of all brands started (process 812)")
def start_only_classification(brand_id: int | None = None) -> str:
    """Start a classification of all brands, or of the one that is named"""
    if brand_id is not None:
        return _start("classify", brand_id)
    started = start_one(context().settings, None, "classify", by=operator_name())
    number = started.runs[0].id
    return f"Classification of all brands started (process {number}){started.note}"


@RUNS.post("/startAll", operator=True)
@RUNS.text("12 runs started")
def start_every() -> str:
    """Start a scrape with classification of every active brand that has pages"""
    outcome = start_all(context().settings, by=operator_name())
    message = f"{len(outcome.runs)} runs started{outcome.note}"
    if outcome.refused:
        message += f"; {len(outcome.refused)} left out: {' '.join(outcome.refused[:3])}"
    return message


@RUNS.post("/stop", operator=True)
@RUNS.arguments(schemas.ProcessId, example=812)
@RUNS.text("Process 812 is being stopped")
def stop(pid: int) -> str:
    """Stop a run, its browser too"""
    run = stop_run(context().settings, pid, by=operator_name())
    return f"Process {run.id} {'stopped' if run.state == 'finished' else 'is being stopped'}"


@RUNS.post("/stopAll", operator=True)
@RUNS.text("12 processes are being stopped")
def stop_every() -> str:
    """Stop every run, those that wait too"""
    runs = stop_all(context().settings, by=operator_name())
    if not runs:
        return "Nothing is running"
    many = f"{len(runs)} processes are" if len(runs) > 1 else f"Process {runs[0].id} is"
    return f"{many} being stopped"


@RUNS.post("/startFailedPages", operator=True)
@RUNS.arguments(schemas.RunId, example=812)
@RUNS.text("Scrape of 3 pages of Karoo Cotton started (process 813)")
def start_failed(run_id: int) -> str:
    """Start a scrape of only the pages that a run could not read; it hides nothing"""
    started = start_failed_pages(context().settings, run_id, by=operator_name())
    (run,) = started.runs
    if run.brand is None:
        return f"Process {run.id} started{started.note}"
    pages = counted(len(run.only_pages or ()), "page")
    return f"Scrape of {pages} of {run.brand.name} started (process {run.id}){started.note}"


@RUNS.get("/getProcesses", operator=True)
@RUNS.response(schemas.Process(many=True))
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


@RUNS.post("/getStatus", operator=True, writes=False)
@RUNS.arguments(schemas.LogName, example="scrape/status/karoo-cotton-12.log")
@RUNS.text("10:04:11 page 1 of 3: 48 products\r\n")
def status(logfile_name: str) -> str:
    """Show the tail of a run's log, at most 5,000 characters"""
    with context().session() as session:
        return tail(session, logfile_name)


TRYOUT = Area("tryout", "scraper", "Trying a configuration before it is saved (operators)")
TIMEOUT_S = 120  # one page, or a few
SUGGEST_S = 300  # feeds, a catalogue, a few pages, and today's products
WAITS_S = 300  # an operator who waits longer has gone
_JOB_ID = re.compile(r"[A-Za-z0-9_-]{1,100}")
_STATES = {
    "finished": "finished",
    "started": "running",
    "failed": "failed",
    "stopped": "failed",
    "canceled": "failed",
}


@TRYOUT.post("/preview", operator=True)
@TRYOUT.arguments(PreviewInput, example=EXAMPLES["preview"])
@TRYOUT.response(schemas.JobStarted)
def preview(brand: dict[str, Any], page_url: str) -> Job:
    """Try a configuration on one page: a screenshot with the matches and the parsed items

    Where `brand.pages` has the page's address, its custom click is made.
    """
    pages: list[dict[str, Any]] = brand.pop("pages", [])
    known = next((row for row in pages if row["page_url"] == page_url), {})
    page = {"page_url": page_url, "custom_click_selector": known.get("custom_click_selector", "")}
    return _enqueue(PREVIEW, brand, page)


@TRYOUT.post("/suggest", operator=True)
@TRYOUT.arguments(StoreAddress, example="https://karoo-cotton.example")
@TRYOUT.response(schemas.JobStarted)
def suggest(
    url: str,
    brand: dict[str, Any] | None = None,
    *,
    quick: bool = False,
    brand_id: int | None = None,
) -> Job:
    """Suggest a configuration from a store's address

    What `brand` has is kept where what is found reads no more. Of a known brand (`brandId`; its own
    configuration is meant where no `brand` is sent) the result has how many of today's products
    are found, changed and lost.
    """
    if brand_id is not None and not brand:
        with context().session() as session:
            brand = BrandInput().load(configuration(brand_by_id(session, brand_id)))
    return _enqueue(SUGGEST, url, brand, quick, brand_id, timeout_s=SUGGEST_S)


def _enqueue(name: str, *args: Any, timeout_s: int = TIMEOUT_S) -> Job:
    settings = context().settings
    return enqueue(settings, OPERATOR, name, *args, timeout_s=timeout_s, waits_s=WAITS_S)


@TRYOUT.get("/jobs/<job_id>", operator=True)
@TRYOUT.response(schemas.Job)
def job(job_id: str) -> dict[str, Any]:
    """Show how far a preview or suggestion is, and its result once it is there"""
    if not _JOB_ID.fullmatch(job_id):
        raise NotFound("There is no such job")
    fetched = fetch_job(context().settings, job_id)
    if fetched is None or fetched.func_name not in {PREVIEW, SUGGEST}:
        raise NotFound("There is no such job; its result is kept for an hour")
    state = _STATES.get(str(fetched.get_status(refresh=False).value), "queued")
    return {
        "id": job_id,
        "state": state,
        "message": _reason(fetched) if state == "failed" else None,
        "result": fetched.return_value() if state == "finished" else None,
    }


def _reason(job: Job) -> str:
    """Return the last line of what was raised: the operator's own page failed, not the site."""
    latest = job.latest_result()
    raised = (latest.exc_string if latest else "") or ""
    lines = [line for line in raised.strip().splitlines() if line.strip()]
    last = lines[-1] if lines else "The job was stopped"
    return last.partition(": ")[2][:500] or last[:500]

"""Starting runs, and stopping them."""

from __future__ import annotations

import logging
import uuid
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from redis.exceptions import RedisError
from rq.exceptions import InvalidJobOperation
from sqlalchemy import func, select, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.orm import Session

from indexer.catalogue.audit import Subject, record
from indexer.core.db import session_scope
from indexer.core.queues import (
    CLASSIFY,
    RUN_CLASSIFY,
    RUN_SCRAPE,
    SCRAPE,
    QueueUnavailableError,
    enqueue,
    fetch_job,
)
from indexer.core.settings import Settings
from indexer.ingest.runs.finish import (
    FINAL,
    RunRefusedError,
    UnknownBrandError,
    finish,
    run_by_id,
    run_limit_s,
)
from indexer.ingest.runs.log import log_name
from indexer.models import Brand, BrandPage, FailedPage, OperatorAction, ScrapeRun
from indexer.models.run import CHECK, SCRAPES, Reason

log = logging.getLogger(__name__)

KILL_GRACE_S = 120  # RQ's own time-out comes after the run's own, which still records the run
INT_MAX = 2**31 - 1


@dataclass(frozen=True, slots=True)
class StartResult:
    """The runs that were started, and why other brands were left out.

    `waiting`: so many of them are not enqueued yet.
    """

    runs: list[ScrapeRun]
    refused: list[str]
    waiting: int

    @property
    def note(self) -> str:
        """Return what an operator's "started" has to go on with; empty where all are enqueued."""
        many = f"{self.waiting} wait" if len(self.runs) > 1 else "it waits"
        return f"; {many} for the job queue, which does not answer now" if self.waiting else ""


def start_run(
    settings: Settings, brand_id: int | None, kind: str, only_pages: Sequence[int] | None = None
) -> ScrapeRun:
    """Start a run and return its row; `kind` is "scrape+classify", "scrape", "classify" or
    "check".

    `brand_id` None is for a classification of all brands. `only_pages`: ids of the listing pages
    that a scrape is limited to; it hides nothing then. Raises UnknownBrandError and
    RunRefusedError (the brand is running, or has no pages).
    """
    return start_one(settings, brand_id, kind, only_pages).runs[0]


def start_one(
    settings: Settings,
    brand_id: int | None,
    kind: str,
    only_pages: Sequence[int] | None = None,
    *,
    by: str = "",
) -> StartResult:
    """Start a run as `start_run` does; return also whether it is enqueued.

    `by`: the operator who starts it; nobody's is the timetable's.
    """
    with session_scope(settings.database_url) as session:
        run = open_run(session, brand_id, kind)
        run.only_pages = list(only_pages) if only_pages is not None else None
        sign(session, run, "started", by)
    return StartResult([run], [], enqueue_all(settings, [run]))


def enqueue_all(settings: Settings, runs: Sequence[ScrapeRun]) -> int:
    """Enqueue the jobs of runs; return how many were left to the reaper, as a server is away."""
    for number, run in enumerate(runs):
        try:
            enqueue_run(settings, run)
        except (QueueUnavailableError, SQLAlchemyError) as error:
            left = len(runs) - number
            log.warning("%d runs from %d on are enqueued later: %s", left, run.id, error)
            return left
    return 0


def enqueue_run(settings: Settings, run: ScrapeRun) -> None:
    """Enqueue the job of a queued run; raises QueueUnavailableError."""
    is_classify = run.kind == "classify"
    name, queue = (RUN_CLASSIFY, CLASSIFY) if is_classify else (RUN_SCRAPE, SCRAPE)
    enqueue(
        settings,
        queue,
        name,
        run.id,
        job_id=run.job_id,
        # It may wait as long as any run takes for another one that reads the same host.
        timeout_s=int(run_limit_s(settings, run.brand_id)) + settings.job_timeout_s + KILL_GRACE_S,
    )


def sign(session: Session, run: ScrapeRun, action: str, by: str) -> OperatorAction | None:
    """Note what an operator does to a run; nobody's doing is the site's own."""
    if not by:
        return None
    name = run.brand.name if run.brand else run.brand_name or "all brands"
    pages = {"pages": len(run.only_pages)} if run.only_pages is not None else {}
    subject = Subject("run", run.id, f"{name}, process {run.id}")
    noted = record(session, by, action, subject, None, {"kind": run.kind} | pages)
    session.flush()
    return noted


def start_all(settings: Settings, *, by: str = "") -> StartResult:
    """Start a scrape with classification of each active brand with a source that is not running.

    All rows are of one transaction: where PostgreSQL fails none is started.
    """
    runs, refused = [], []
    with session_scope(settings.database_url) as session:
        brand_ids = session.scalars(
            select(Brand.id).where(Brand.is_active, Brand.can_be_read).order_by(Brand.id)
        ).all()
        for brand_id in brand_ids:
            try:
                runs.append(open_run(session, brand_id, "scrape+classify"))
                sign(session, runs[-1], "started", by)
            except RunRefusedError as error:
                refused.append(str(error))
    return StartResult(runs, refused, enqueue_all(settings, runs))


def start_failed_pages(settings: Settings, run_id: int, *, by: str = "") -> StartResult:
    """Start a scrape of the pages that a run could not read, as far as the brand still has them.

    Raises UnknownRunError, and what `start_run` does.
    """
    with session_scope(settings.database_url) as session:
        run = run_by_id(session, run_id)
        if run.brand_id is None or run.kind not in SCRAPES or run.state != "finished":
            raise RunRefusedError(f"Run {run_id} is no scrape that has ended.")
        if not run.failed_pages:
            raise RunRefusedError(f"Run {run_id} could read all of its pages.")
        failed = {page.page_url for page in run.failed_pages if is_worth_retrying(page)}
        if not failed:
            raise RunRefusedError(
                f"The store forbids the pages that run {run_id} could not read: asking again"
                " cannot help."
            )
        pages = session.scalars(
            select(BrandPage.page_id).where(
                BrandPage.brand_id == run.brand_id, BrandPage.page_url.in_(failed)
            )
        ).all()
        brand_id, kind = run.brand_id, run.kind
        brand = session.get_one(Brand, brand_id)
        is_whole = brand.source_url in failed
    if is_whole:
        return start_one(settings, brand_id, kind, by=by)
    if not pages:
        raise RunRefusedError(
            f"The pages that run {run_id} could not read are the brand's no more."
        )
    return start_one(settings, brand_id, kind, pages, by=by)


def is_worth_retrying(page: FailedPage) -> bool:
    """Return False for a page that the store forbids."""
    return page.code not in FINAL


def open_run(session: Session, brand_id: int | None, kind: str) -> ScrapeRun:
    """Insert a queued run; raises UnknownBrandError and RunRefusedError."""
    brand = _brand(session, brand_id)
    if kind.startswith("scrape") and (brand is None or not brand.can_be_read):
        source = brand.source if brand else "pages"
        wanted = "listing pages" if source == "pages" else f"{source}'s address"
        raise RunRefusedError(f"{_name(brand)} has no {wanted} to scrape.")
    if kind == CHECK and not (brand and brand.other_source):
        raise RunRefusedError(f"{_name(brand)} has one source only, and none to check it by.")
    run_id = session.scalar(select(func.nextval(func.pg_get_serial_sequence("scrape_run", "id"))))
    run = ScrapeRun(
        id=run_id,
        brand=brand,
        brand_name=brand.name if brand else "",
        kind=kind,
        source=_source(brand, kind),
        job_id=f"run-{run_id}-{uuid.uuid4().hex[:12]}",
        logfile_name=log_name(brand.slug if brand else "all", run_id or 0),
    )
    try:
        with session.begin_nested():
            session.add(run)
    except IntegrityError as error:
        raise RunRefusedError(_already_running(session, brand)) from error
    return run


def _brand(session: Session, brand_id: int | None) -> Brand | None:
    if brand_id is None:
        return None
    brand = session.get(Brand, brand_id) if 0 < brand_id <= INT_MAX else None
    if brand is None:
        raise UnknownBrandError(f"There is no brand {brand_id}.")
    return brand


def _source(brand: Brand | None, kind: str) -> str:
    if brand is None or kind not in {*SCRAPES, CHECK}:
        return ""
    return brand.other_source if kind == CHECK else brand.source


def _name(brand: Brand | None) -> str:
    return brand.name if brand else "The classification of all brands"


def _already_running(session: Session, brand: Brand | None) -> str:
    brand_id = brand.id if brand else 0
    run_id = session.scalar(
        select(ScrapeRun.id).where(
            func.coalesce(ScrapeRun.brand_id, 0) == brand_id, ScrapeRun.state != "finished"
        )
    )
    return f"{_name(brand)} is running already (process {run_id})."


def stop_run(settings: Settings, run_id: int, *, by: str = "") -> ScrapeRun:
    """Stop a run and return its row: a queued one ends at once, a running one in seconds.

    A running one reads the request from its row (PostgreSQL is the truth, Redis may be flushed),
    ends its browser and records "stopped". `by`: the operator. Raises UnknownRunError, and
    RunRefusedError when it has ended already.
    """
    with session_scope(settings.database_url) as session:
        run = run_by_id(session, run_id, lock=True)
        if run.state == "finished":
            raise RunRefusedError(f"Process {run_id} has ended already ({run.result}).")
        was_queued = run.state == "queued"
        session.execute(update(ScrapeRun).where(ScrapeRun.id == run_id).values(stop_requested=True))
        if was_queued:
            begun = "before it could go on" if run.attempts else "before it began"
            finish(session, run_id, "stopped", Reason("stopped", f"It was stopped {begun}."))
        sign(session, run, "stopped", by)
        session.refresh(run)
    if was_queued:
        _cancel(settings, run.job_id or "")
    return run


def stop_all(settings: Settings, *, by: str = "") -> list[ScrapeRun]:
    """Stop every run that waits or works, those that wait first; return their rows."""
    with session_scope(settings.database_url) as session:
        ids = session.scalars(
            select(ScrapeRun.id)
            .where(ScrapeRun.state != "finished")
            .order_by(ScrapeRun.state, ScrapeRun.id.desc())
        ).all()
    stopped = []
    for run_id in ids:
        with suppress(RunRefusedError):  # it has ended in the meantime
            stopped.append(stop_run(settings, run_id, by=by))
    return stopped


def _cancel(settings: Settings, job_id: str) -> None:
    """Take the job off its queue; where that fails the worker finds the run closed."""
    with suppress(QueueUnavailableError, RedisError, InvalidJobOperation):
        job = fetch_job(settings, job_id)
        if job is not None:
            job.cancel()

"""The first scrape of the demo stores, by the worker and its browser."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from typing import TypeVar

from elasticsearch import ApiError, TransportError
from sqlalchemy import or_, select
from sqlalchemy.exc import SQLAlchemyError

from dev.services.errors import ServiceError
from dev.stores.catalogue import load_stores
from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.index.cluster.client import elasticsearch
from indexer.index.writer import RUN, write_pending
from indexer.ingest.runs.finish import RunRefusedError
from indexer.ingest.runs.start import start_run
from indexer.models import Brand, ScrapeRun
from indexer.models.run import SCRAPES

POLL_S, LINES_EVERY_S = 1.0, 15.0
LIMIT_S = 30 * 60
OUTAGE_S = 180.0  # Elasticsearch takes 10 s to come back, on a busy machine a minute or two
DONE = ("success", "suspect")

Answer = TypeVar("Answer")


def again(request: Callable[[], Answer], check: Callable[[], None]) -> Answer:
    """Retry the request while a service is being restarted; raises its error after OUTAGE_S."""
    until = time.monotonic() + OUTAGE_S
    while True:
        try:
            return request()
        except (ServiceError, SQLAlchemyError, ApiError, TransportError):
            if time.monotonic() > until:
                raise
        check()
        time.sleep(POLL_S)


def demo_brands(settings: Settings, *, unscraped: bool) -> dict[int, str]:
    """Return the demo brands' names by id; `unscraped`: those without a finished scrape."""
    query = select(Brand.id, Brand.name).where(Brand.slug.in_(load_stores())).order_by(Brand.id)
    if unscraped:
        is_done = ScrapeRun.result.in_(DONE) & ScrapeRun.kind.in_(SCRAPES)
        query = query.where(~select(1).where(ScrapeRun.brand_id == Brand.id, is_done).exists())
    with session_scope(settings.database_url) as session:
        return dict(session.execute(query).all())


def scrape(settings: Settings, brands: Mapping[int, str], check: Callable[[], None]) -> list[str]:
    """Scrape these brands and print their progress; return those that were not scraped.

    `check` restarts processes that have ended.
    """
    began, until, printed_at = datetime.now(UTC), time.monotonic() + LIMIT_S, time.monotonic()
    for number in brands:
        with suppress(RunRefusedError):  # an earlier command's goes on
            again(partial(start_run, settings, number, "scrape+classify"), check)
    query = select(ScrapeRun).where(
        ScrapeRun.brand_id.in_(brands),
        or_(ScrapeRun.end_time.is_(None), ScrapeRun.end_time > began),
    )

    def runs() -> list[ScrapeRun]:
        with session_scope(settings.database_url) as session:
            return list(session.scalars(query))

    results = dict[str, str]()
    while len(results) < len(brands):
        check()
        time.sleep(POLL_S)
        is_time = time.monotonic() - printed_at > LINES_EVERY_S
        printed_at = time.monotonic() if is_time else printed_at
        for run in again(runs, check):
            name, found = brands[run.brand_id or 0], f"{run.found_count} products"
            if run.result and name not in results:
                results[name] = run.result
                print(f"  {name}: {run.result}, {found} {run.failure_reason or ''}", flush=True)
            elif run.pages_total and not run.result and is_time:
                pages = f"page {run.pages_done} of {run.pages_total}"
                print(f"  {name}: {pages}, {found} so far", flush=True)
        if time.monotonic() > until:
            raise ServiceError(
                f"The first scrape did not end within {LIMIT_S // 60} minutes. "
                "See .local/logs/worker.log, and .local/logs/scrape/ for each brand."
            )
    again(partial(_settle, settings), check)
    return [name for name, result in results.items() if result not in DONE]


def _settle(settings: Settings) -> None:
    """Write the outbox to the index and refresh: otherwise it takes up to 30 s longer."""
    report = write_pending(settings, patience=RUN)
    if not report.success:
        raise ServiceError(f"The index is not up to date: {report.refused or report.why}")
    elasticsearch(settings.elasticsearch_url).indices.refresh(index=settings.index_prefix)

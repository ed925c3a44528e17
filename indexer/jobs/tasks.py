"""The jobs of RQ, enqueued by name (`indexer.core.queues`); each reads its settings anew."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from itertools import chain
from typing import Any

from rq import get_current_job

from indexer.core import background
from indexer.core.settings import Settings
from indexer.index.database import BulkUnavailableError
from indexer.ingest import tryout
from indexer.ingest.classifying import classify_products
from indexer.ingest.crawling import crawl_brand, crawl_delivery_page
from indexer.ingest.feeding import crawl_source
from indexer.ingest.pictures.image_check import prove
from indexer.ingest.runs.sandbox import sandbox
from indexer.ingest.runs.working import Ending, Work, bounded_memory, work_on
from indexer.ingest.scraping import scrape
from indexer.jobs.periodic_jobs import PLAN, fetch_images_soon
from indexer.models import Brand
from scrapers.events import Event


def do_periodic(name: str) -> None:
    """Do what is due of the plan; what fails is reported by health, and no failed job."""
    settings = Settings.from_env()
    step = partial(PLAN[name].does, settings)
    background.do(settings.redis_url, name, step, waits=(BulkUnavailableError,))


def run_scrape(run_id: int) -> str | None:
    """Do a queued scrape; return its result, None when it is not (any more) to be done."""
    settings = Settings.from_env()
    ending = work_on(
        settings, run_id, lambda work: scrape(work, _crawl, prove), worker_name=_worker()
    )
    if ending is not None and ending.result in {"success", "suspect"}:
        fetch_images_soon(settings)
    return _result(ending)


def _crawl(brand: Brand, work: Work) -> Iterator[Event]:
    if brand.source == "pages":
        return crawl_brand(brand, work)
    return chain(crawl_source(brand, work), crawl_delivery_page(brand, work))


def run_classify(run_id: int) -> str | None:
    """Do a queued classification of one brand or all; return its result."""
    ending = work_on(Settings.from_env(), run_id, classify_products, worker_name=_worker())
    return _result(ending)


def _worker() -> str | None:
    job = get_current_job()
    return job.worker_name if job else None


def _result(ending: Ending | None) -> str | None:
    return ending.result if ending else None


def preview(brand: dict[str, Any], page: dict[str, str]) -> dict[str, Any]:
    """Read one page with a brand's fields; return what the operator's page shows."""
    with _trying() as settings:
        return tryout.preview(settings, brand, page)


def suggest(
    url: str, brand: dict[str, Any] | None = None, quick: bool = False, brand_id: int | None = None
) -> dict[str, Any]:
    """Propose a configuration from an address; return the form's fields and the evidence."""
    with _trying() as settings:
        return tryout.suggest(settings, url, brand, quick=quick, brand_id=brand_id)


def look_at_store(store_id: int) -> str | None:
    """Look at a store of a list, and keep what is found; return what it is then."""
    with _trying() as settings:
        return tryout.look(settings, store_id)


@contextmanager
def _trying() -> Iterator[Settings]:
    """Mark the job's browser, by which its worker ends what a killed job left; bound its memory."""
    settings, job = Settings.from_env(), get_current_job()
    with sandbox(job.id if job else f"pid-{os.getpid()}"), bounded_memory(settings):
        yield settings

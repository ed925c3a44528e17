"""The jobs of RQ, enqueued by name (`indexer.queues`); each reads its settings anew."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict
from itertools import chain
from typing import Any

from rq import get_current_job

from indexer import alerts
from indexer.catalogue.rates import refresh_rates as store_newest_rates
from indexer.data_steps import do_steps
from indexer.db import session_scope
from indexer.images.favicons import fetch_favicons
from indexer.images.fetching import fetch_missing
from indexer.images.proof import prove
from indexer.index import pricing
from indexer.index.errors import BulkUnavailableError
from indexer.index.reconcile import reconcile, watch
from indexer.index.writer import write_pending
from indexer.insights import project, streams
from indexer.insights import write as insights
from indexer.jobs import reaper, tryout
from indexer.jobs.crawling import crawl_brand, crawl_delivery_page
from indexer.jobs.feeding import crawl_source
from indexer.learning import popularity
from indexer.learning import searches as popular_searches
from indexer.models import Brand
from indexer.notify.sender import send_due
from indexer.pipeline.classifying import classify_products
from indexer.pipeline.purge import purge
from indexer.pipeline.repricing import change_planned_prices
from indexer.pipeline.scraping import scrape
from indexer.price_alerts.looking import SEARCHES, look_at_runs, pending_runs
from indexer.price_alerts.mailing import mail_crossings
from indexer.queues import (
    FETCH_IMAGES,
    IMAGES,
    LOOK_AT_SEARCHES,
    MESSAGES,
    QueueUnavailableError,
    enqueue,
)
from indexer.runs.memory import bounded_memory
from indexer.runs.sandbox import sandbox
from indexer.runs.working import Ending, Work, work_on
from indexer.schedule import due as schedule
from indexer.settings import Settings
from scrapers.events import Event

IMAGES_TIMEOUT_S = 3_600


def run_scrape(run_id: int) -> str | None:
    """Do a queued scrape; return its result, None when it is not (any more) to be done."""
    settings = Settings.from_env()
    ending = work_on(
        settings, run_id, lambda work: scrape(work, _crawl, prove), worker_name=_worker()
    )
    if ending is not None and ending.result in {"success", "suspect"}:
        _enqueue_images(settings)
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


def _enqueue_images(settings: Settings) -> None:
    """Have the new pictures fetched; where Redis is away, the periodic job does it."""
    try:
        enqueue(settings, IMAGES, FETCH_IMAGES, timeout_s=IMAGES_TIMEOUT_S, waits_s=600)
    except QueueUnavailableError:
        return


def write_outbox() -> int:
    """Write the pending documents; return how many were written."""
    return write_pending(Settings.from_env()).written


def watch_index() -> str | None:
    """Heal the index when it is gone or short; return the findings."""
    checked = watch(Settings.from_env())
    return checked.message if checked else None


def reconcile_index() -> str | None:
    """Compare every product with its document and repair; return the findings."""
    checked = reconcile(Settings.from_env())
    return checked.message if checked else None


def reap_runs() -> list[int]:
    """Close the runs that nobody works on any more; return their ids."""
    return reaper.reap(Settings.from_env())


def start_due_scrapes() -> list[int]:
    """Start the scrapes whose interval is over; return their runs' ids."""
    return schedule.start_due(Settings.from_env())


def change_prices() -> int:
    """Begin and end the sales whose time has come; return how many products cost another price."""
    return change_planned_prices(Settings.from_env())


def fetch_images() -> int:
    """Fetch the favicons and pictures that have no copy yet; return how many pictures were."""
    settings = Settings.from_env()
    with bounded_memory(settings):
        fetch_favicons(settings)
        return fetch_missing(settings)


def refresh_rates() -> str:
    """Store the newest exchange rates, where they have moved; return their date."""
    settings = Settings.from_env()
    with session_scope(settings.database_url) as session:
        return store_newest_rates(session, settings.rates_url).day.isoformat()


def price_documents() -> int:
    """Go on with pricing the index with the rates in force; return how many products need it."""
    return pricing.price_documents(Settings.from_env())


def send_messages() -> int:
    """Send the mails and what the webhook is told; return how many were sent."""
    return send_due(Settings.from_env())


def alert() -> int:
    """Note the troubles that began or ended, and the daily digest; return how many changed."""
    settings = Settings.from_env()
    changed = alerts.watch_brands(settings) + alerts.watch_worker(settings)
    alerts.queue_digest(settings)
    return changed


def tell_visitors() -> int:
    """Look at what runs have changed for visitors' alerts, and mail it; return how many mails."""
    settings = Settings.from_env()
    look_at_runs(settings)
    with session_scope(settings.database_url) as session:
        has_new = bool(pending_runs(session, SEARCHES))
    if has_new:
        with suppress(QueueUnavailableError):  # the next turn finds the same
            enqueue(settings, MESSAGES, LOOK_AT_SEARCHES, waits_s=60)
    return mail_crossings(settings)


def say_well() -> bool:
    """Tell who waits for it outside that worker, outbox and index are well."""
    return alerts.say_well(Settings.from_env())


def refresh_popularity() -> int:
    """Count the clicks of products anew; return how many products' popularity changed."""
    return popularity.refresh_popularity(Settings.from_env())


def purge_old() -> dict[str, int]:
    """Delete what the retention settings allow to forget; return the counts."""
    return asdict(purge(Settings.from_env()))


def change_all_rows() -> int:
    """Go on with what a release left to change in all rows of a table; return how many changed."""
    return do_steps(Settings.from_env())


def write_events() -> int | None:
    """Index the events that wait; return how many, None where Elasticsearch is away."""
    with suppress(BulkUnavailableError):  # they wait
        return insights.write_events(Settings.from_env())
    return None


def project_events() -> int | None:
    """Index what became of alerts, runs and prices since the last time; return how many."""
    settings = Settings.from_env()
    with suppress(BulkUnavailableError):  # the next turn reads them again
        done = project.project(settings)
        streams.roll_over(settings)
        return done
    return None


def forget_events() -> int:
    """Delete the events that are older than the settings keep; return how many."""
    return streams.forget_events(Settings.from_env())


def learn_searches() -> int:
    """Learn what is searched for, for suggestions; return how many texts are popular."""
    return popular_searches.learn(Settings.from_env())


def preview(brand: dict[str, Any], page: dict[str, str]) -> dict[str, Any]:
    """Read one page with a brand's fields; return what the operator's page shows."""
    settings = Settings.from_env()
    with sandbox(_job_id()), bounded_memory(settings):
        return tryout.preview(settings, brand, page)


def suggest(url: str, brand: dict[str, Any] | None = None, quick: bool = False) -> dict[str, Any]:
    """Propose a configuration from an address; return the form's fields and the evidence."""
    settings = Settings.from_env()
    with sandbox(_job_id()), bounded_memory(settings):
        return tryout.suggest(settings, url, brand, quick=quick)


def _job_id() -> str:
    """Return what marks the job's browser: its worker ends by it what a killed job left."""
    job = get_current_job()
    return job.id if job else f"pid-{os.getpid()}"

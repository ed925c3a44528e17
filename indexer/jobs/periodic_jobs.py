"""What is done again and again: by what, in which queue, how often, and for how long at most.

Several schedulers may run: every job is safe to do twice.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from indexer.catalogue import rates
from indexer.catalogue.deals import find_deals
from indexer.core.bad_items import do_all
from indexer.core.db import session_scope
from indexer.core.queues import (
    DO_PERIODIC,
    IMAGES,
    INDEX,
    LOOK_AT_SEARCHES,
    MESSAGES,
    PERIODIC,
    PROCESSES,
    UPKEEP,
    QueueUnavailableError,
    enqueue,
)
from indexer.core.settings import Settings
from indexer.index.pricing import price_documents
from indexer.index.reconcile import reconcile, watch
from indexer.index.writer import write_pending
from indexer.ingest.pictures.favicons import fetch_favicons
from indexer.ingest.pictures.fetching import fetch_missing
from indexer.ingest.pictures.image_analysis import look_in_background
from indexer.ingest.purge import purge, remove_deleted
from indexer.ingest.repricing import change_planned_prices
from indexer.ingest.runs.reaper import reap
from indexer.ingest.runs.working import bounded_memory
from indexer.ingest.schedule import start_due
from indexer.ingest.sources.store_lists import queue_looks
from indexer.insights.learning import learn, refresh_popularity
from indexer.insights.project import project
from indexer.insights.write import delete_old_events, write_events
from indexer.migrations.backfills import do_steps
from indexer.notify.messages import mail_crossings
from indexer.notify.sender import send_due
from indexer.notify.triggers import SEARCHES, look_at_runs, pending_runs
from indexer.offers.matching import match_in_background
from indexer.watch.digest import queue_digest
from indexer.watch.incidents import watch_brands, watch_worker
from indexer.watch.site import ping_deadman

MINUTE, HOUR, DAY = 60, 3_600, 86_400


@dataclass(frozen=True, slots=True)
class Periodic:
    """What is done, its queue, how often it is enqueued, how long it may take, both in seconds."""

    name: str
    does: Callable[[Settings], object]
    queue: str
    every_s: int
    timeout_s: int


def _fetch_images(settings: Settings) -> None:
    with bounded_memory(settings):
        do_all(settings, fetch_favicons, fetch_missing)


def _refresh_rates(settings: Settings) -> str:
    """Store the newest exchange rates, where they have moved; return their date."""
    with session_scope(settings.database_url) as session:
        return rates.refresh_rates(session, settings.rates_url).day.isoformat()


def _alert(settings: Settings) -> None:
    do_all(settings, watch_brands, watch_worker, queue_digest)


def _notify_visitors(settings: Settings) -> None:
    do_all(settings, look_at_runs, _look_at_searches_soon, mail_crossings)


def _look_at_searches_soon(settings: Settings) -> None:
    with session_scope(settings.database_url) as session:
        has_new = bool(pending_runs(session, SEARCHES))
    if has_new:
        with suppress(QueueUnavailableError):  # the next turn finds the same
            enqueue(settings, MESSAGES, LOOK_AT_SEARCHES, waits_s=60)


# The reaper's 20 s, the 30 s of silence it waits for, its second look and at most one job of a
# minute before it: a dead run is closed within the two minutes of fault 10.
_ROWS = (
    Periodic("write_outbox", write_pending, PERIODIC, 5, MINUTE),
    Periodic("write_events", write_events, PERIODIC, 5, MINUTE),
    Periodic("reap_runs", reap, PERIODIC, 20, MINUTE),
    Periodic("start_due_scrapes", start_due, PERIODIC, MINUTE, MINUTE),
    Periodic("look_at_stores", queue_looks, PERIODIC, 10, MINUTE),
    Periodic("change_prices", change_planned_prices, PERIODIC, MINUTE, MINUTE),
    # A refusal of the index is a trouble after 30 s: reported within 90 s, however busy a queue is.
    Periodic("alert", _alert, PERIODIC, 30, MINUTE),
    # A mail is sent within the minute after the run that gives it ends.
    Periodic("tell_visitors", _notify_visitors, PERIODIC, 15, MINUTE),
    # A turn goes on for as long as a mail server takes: a queue and a process of its own.
    Periodic("send_messages", send_due, MESSAGES, 5, DAY),
    Periodic("say_well", ping_deadman, PERIODIC, MINUTE, MINUTE),
    # The scheduler enqueues all at its start, too: both look after every start of the site.
    Periodic("watch_index", watch, INDEX, MINUTE, 4 * HOUR),
    Periodic("reconcile_index", reconcile, INDEX, 15 * MINUTE, 4 * HOUR),
    Periodic("fetch_images", _fetch_images, IMAGES, 10 * MINUTE, HOUR),
    Periodic("look_at_images", look_in_background, IMAGES, 5 * MINUTE, 10 * MINUTE),
    Periodic("match_offers", match_in_background, IMAGES, MINUTE, 10 * MINUTE),
    Periodic("refresh_rates", _refresh_rates, UPKEEP, 6 * HOUR, MINUTE),
    Periodic("price_documents", price_documents, UPKEEP, 5 * MINUTE, HOUR),
    Periodic("measure_prices", find_deals, UPKEEP, 5 * MINUTE, HOUR),
    Periodic("refresh_popularity", refresh_popularity, UPKEEP, 6 * HOUR, HOUR),
    Periodic("learn_searches", learn, UPKEEP, HOUR, 10 * MINUTE),
    Periodic("change_all_rows", do_steps, UPKEEP, 5 * MINUTE, 10 * MINUTE),
    Periodic("remove_brands", remove_deleted, UPKEEP, MINUTE, HOUR),
    Periodic("purge_old", purge, UPKEEP, DAY, HOUR),
    Periodic("project_events", project, UPKEEP, 5 * MINUTE, HOUR),
    Periodic("forget_events", delete_old_events, UPKEEP, DAY, HOUR),
)
PLAN = {row.name: row for row in _ROWS}


def well_within_s(entry: Periodic) -> float:
    """Return within how long it must end well: ten turns, and what its process does beside it."""
    (beside,) = [queues for queues in PROCESSES.values() if entry.queue in queues]
    return 10 * entry.every_s + max(row.timeout_s for row in _ROWS if row.queue in beside)


def fetch_images_soon(settings: Settings) -> None:
    """Have new pictures fetched and looked at; where Redis is away, it is done at its time."""
    with suppress(QueueUnavailableError):
        for name in ("fetch_images", "look_at_images"):
            timeout_s = PLAN[name].timeout_s
            enqueue(settings, IMAGES, DO_PERIODIC, name, timeout_s=timeout_s, waits_s=600)

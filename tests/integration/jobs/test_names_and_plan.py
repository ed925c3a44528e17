from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest
from rq.utils import import_attribute

from indexer import queues
from indexer.db import session_scope
from indexer.index.building.rebuild import rebuild
from indexer.index.status import index_status
from indexer.jobs import tasks as jobs
from indexer.jobs.cron import MINUTE, PLAN, scheduler
from indexer.models import Rate, RateSet
from indexer.settings import Settings
from tests.faults.conftest import for_this_process
from tests.support.catalogue import make_brand, make_items, scrape_items
from tests.support.index import source


def test_every_job_that_is_enqueued_by_name_exists() -> None:
    scrapes, tries = (queues.RUN_SCRAPE, queues.RUN_CLASSIFY), (queues.PREVIEW, queues.SUGGEST)
    for name in (*scrapes, *tries, queues.FETCH_IMAGES, queues.LOOK_AT_SEARCHES):
        assert callable(import_attribute(name))


def test_every_periodic_job_has_a_queue_that_a_worker_takes() -> None:
    assert {entry.queue for entry in PLAN} <= set(queues.ALL)


def test_no_job_keeps_the_reaper_waiting_for_more_than_a_minute() -> None:
    (reaper,) = [entry for entry in PLAN if entry.job is jobs.reap_runs]
    rivals = [entry for entry in PLAN if entry.queue == reaper.queue]
    assert all(entry.timeout_s <= MINUTE for entry in rivals)
    assert reaper.every_s <= 30


def test_the_scheduler_enqueues_its_whole_plan_at_once_and_again_in_time(
    settings: Settings, clean_redis: str
) -> None:
    cron = scheduler(settings)
    assert len(cron.enqueue_jobs()) == len(PLAN)
    assert cron.enqueue_jobs() == []


def test_new_rates_are_stored_and_the_index_is_priced_with_them(
    settings: Settings, clean_database: str, own_index_prefix: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = settings.but(index_prefix=own_index_prefix)
    for_this_process(own, monkeypatch)
    old = {"ZAR": Decimal(10), "EUR": Decimal(1), "USD": Decimal(1)}
    rates = [Rate(currency=code, per_euro=value) for code, value in old.items()]
    with session_scope(own.database_url) as session:
        session.add(RateSet(day=date(2001, 1, 1), source="old", rates=rates))
    run = scrape_items(own, make_brand(own), make_items(1))
    rebuild(own, fast=True)
    assert index_status(own).rates_day == "2001-01-01"
    day = jobs.refresh_rates()
    assert day > "2001-01-01"
    assert index_status(own).rates_day == day
    document = source(own, run.found_group_ids[0])
    assert document is not None
    assert document["price"]["zar"] == 499
    assert document["price"]["eur"] != 49.9
    live = index_status(own).live
    assert jobs.refresh_rates() == day
    assert index_status(own).live == live, "without new rates nothing is rebuilt"

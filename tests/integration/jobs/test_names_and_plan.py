from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest
from rq.utils import now

from app import create_app
from indexer.catalogue.rates import packaged_rates
from indexer.core import background, queues
from indexer.core.queues import redis_connection
from indexer.core.settings import Settings
from indexer.index.pricing import price_documents
from indexer.index.rebuild import rebuild
from indexer.index.reconcile import index_status
from indexer.jobs.periodic_jobs import MINUTE, PLAN
from indexer.jobs.tasks import do_periodic
from indexer.jobs.worker import scheduler
from indexer.watch.site import worker_now
from tests.support.index import PRICED_IN, documents, execute, store_rates, with_catalogue
from tests.support.worker import for_this_process, pretend_worker


def test_every_periodic_job_has_a_queue_that_a_worker_takes() -> None:
    assert {entry.queue for entry in PLAN.values()} <= set(queues.ALL)


def test_no_job_keeps_the_reaper_waiting_for_more_than_a_minute() -> None:
    reaper = PLAN["reap_runs"]
    rivals = [entry for entry in PLAN.values() if entry.queue == reaper.queue]
    assert all(entry.timeout_s <= MINUTE for entry in rivals)
    assert reaper.every_s <= 30


def test_the_scheduler_enqueues_its_whole_plan_at_once_and_again_in_time(
    settings: Settings, clean_redis: str
) -> None:
    cron, began = scheduler(settings), now()
    assert len(cron.enqueue_jobs()) == len(PLAN)
    again = [PLAN[job.name].every_s for job in cron.enqueue_jobs()]
    assert all(every_s <= (now() - began).total_seconds() for every_s in again)
    for job in cron.get_jobs():  # the clock was ahead
        job.set_enqueue_time(now() + timedelta(days=1_500))
    assert len(cron.enqueue_jobs()) == len(PLAN)


def test_a_job_that_fails_again_and_again_or_never_ends_well_is_told_until_it_does(
    own_settings: Settings, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    for_this_process(own_settings, monkeypatch)
    pretend_worker(own_settings)
    client = create_app(own_settings).test_client()
    learn = PLAN["learn_searches"]

    def fails(_: Settings) -> None:
        raise ValueError("a text that is none")

    def told(later_s: float = 120) -> tuple[str, list[str]]:
        worker = client.get("/api/health").get_json()["worker"]
        trouble = worker_now(own_settings, datetime.now(UTC) + timedelta(seconds=later_s))
        return trouble.words if trouble else "", worker["failing"]

    monkeypatch.setitem(PLAN, learn.name, replace(learn, does=fails))
    for _ in range(2):
        do_periodic(learn.name)
    assert told(0) == ("", [])
    for _ in range(3):
        do_periodic(learn.name)
    assert caplog.text.count("Traceback") == 1
    assert "learn_searches failed 4 times in a row: ValueError: a text that is none" in caplog.text
    words, named = told()
    assert "learn_searches failed 5 times in a row" in words
    assert named == ["learn_searches"]
    lines = client.get("/metrics", environ_base={"REMOTE_ADDR": "127.0.0.1"}).text
    assert 'winkel_step_failures{step="learn_searches"} 5.0' in lines
    monkeypatch.setitem(PLAN, learn.name, learn)
    do_periodic(learn.name)
    assert "learn_searches" not in told()[0]
    scheduler(own_settings).enqueue_jobs()
    again: dict[Any, Any] = {
        "purge_old|at": datetime.now(UTC).timestamp() + 120,
        "purge_old|within": 100,
    }
    redis_connection(own_settings.redis_url).hset(background.KEY, mapping=again)
    assert "purge_old has not ended well for 2" in told(200)[0]


def test_only_documents_of_currencies_that_moved_are_written_with_new_rates(
    settings: Settings,
    own_database_url: str,
    own_index_prefix: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    own = with_catalogue(settings, own_database_url, own_index_prefix)
    for_this_process(own, monkeypatch)
    newest = packaged_rates()
    little, much = newest.per_euro["ZAR"] * Decimal("1.01"), newest.per_euro["GBP"] * 2
    store_rates(own, date(2001, 1, 1), {**newest.per_euro, "ZAR": little, "GBP": much})
    execute(own, "UPDATE product SET currency = 'GBP', sibling_key = NULL WHERE id % 10 = 0")
    rebuild(own, fast=True)
    before, status = documents(own), index_status(own)
    assert PLAN["refresh_rates"].does(own) == newest.day.isoformat()
    assert documents(own) == before, "rates are stored before documents follow"
    assert index_status(own)["to_price"] == ["GBP"]
    pounds = {id_ for (id_,) in execute(own, PRICED_IN, "GBP")}
    assert PLAN["price_documents"].does(own) == len(pounds) > 0
    after = documents(own)
    assert {id_ for id_ in before if after[id_] != before[id_]} == pounds
    for id_ in pounds:
        assert after[id_].version > before[id_].version
        assert after[id_].source["price"]["zar"] > before[id_].source["price"]["zar"] * 1.9
    priced = index_status(own)
    assert (priced["live"], priced["to_price"]) == (status["live"], []), "nothing is rebuilt"
    assert (status["rates_day"], priced["rates_day"]) == ("2001-01-01", newest.day.isoformat())
    assert (priced["rates_days"]["ZAR"], priced["rates_days"]["GBP"]) == (
        "2001-01-01",
        priced["rates_day"],
    )
    assert PLAN["price_documents"].does(own) == 0
    assert documents(own) == after
    execute(own, "UPDATE rate_set SET to_price = '{GBP}', priced_upto = 0 WHERE day > '2001-01-01'")
    with pytest.raises(InterruptedError):
        price_documents(own, rest=_interrupt)
    assert index_status(own)["to_price"] == ["GBP"]
    assert PLAN["price_documents"].does(own) == 0, "it goes on where it was interrupted"
    assert index_status(own)["to_price"] == []


def _interrupt(_seconds: float) -> None:
    raise InterruptedError

"""Faults 9 to 12, 14 and 15: processes that die, jobs that come twice, a queue that is emptied."""

from __future__ import annotations

import os
import signal
import threading
from functools import partial

import pytest
import redis
from sqlalchemy import text

from indexer.core.db import session_scope
from indexer.core.queues import RUN_SCRAPE, SCRAPE, enqueue, fetch_job
from indexer.core.settings import Settings
from indexer.ingest.runs.reaper import reap
from indexer.ingest.runs.start import stop_run
from indexer.models import ScrapeRun
from tests.support.catalogue import read_products
from tests.support.crawling import grid
from tests.support.own_store import OwnStore
from tests.support.saved_store import Answer
from tests.support.worker import eventually, kill_tree, leftovers, plain_worker

RUNS = 8


@pytest.fixture
def held(store: OwnStore) -> OwnStore:
    """A store that does not answer for its list: a run stays there until it is released."""
    return hold(store)


def hold(store: OwnStore) -> OwnStore:
    store.answers["/list"] = Answer(grid("a", "b"))
    store.gates["/list"] = threading.Event()
    return store


def started(store: OwnStore, kind: str = "scrape+classify") -> ScrapeRun:
    """Start a run and wait until it asks the store for its list."""
    store.visits.clear()
    run = store.start(kind)
    eventually(lambda: "/list" in store.visits, "it asks for the list")
    return store.read(run)


def silence(store: OwnStore) -> None:
    """Let the heartbeats be old, as if half a minute had gone by."""
    with session_scope(store.settings.database_url) as session:
        session.execute(
            text("UPDATE scrape_run SET heartbeat_at = heartbeat_at - interval '1 minute'")
        )


def test_fault_10_a_new_worker_reaps_by_itself_and_the_brand_can_run_again(held: OwnStore) -> None:
    with plain_worker(held.settings, "--queues", "scrape") as process:
        run = started(held)
        kill_tree(process.pid)
    assert held.read(run).state == "running"
    silence(held)
    held.gates["/list"].set()
    with plain_worker(held.settings, "--scrapers", "1"):
        ended = held.finished(run)
        assert (ended.result, held.runs()) == ("failed", 1)
        assert "no heartbeat" in (ended.failure_reason or "")
        eventually(lambda: not leftovers([run.job_id]), "nothing is left of the job")
        assert held.finished(held.start()).result == "success"


def test_fault_11_a_job_that_is_delivered_twice_is_done_once(worked: OwnStore) -> None:
    run = started(hold(worked))
    copies = [f"{run.job_id}-{copy}" for copy in ("again", "and-again")]
    for copy in copies:
        enqueue(worked.settings, SCRAPE, RUN_SCRAPE, run.id, job_id=copy)
    worked.gates["/list"].set()
    for copy in copies:
        eventually(partial(_is_done, worked.settings, copy), "the copy is done")
    ended = worked.read(run)
    assert (ended.result, worked.runs()) == ("success", 1)
    assert ended.new_count == len(read_products(worked.settings)) == 2


def _is_done(settings: Settings, job_id: str) -> bool:
    job = fetch_job(settings, job_id)
    return job is not None and job.get_status(refresh=True) == "finished"


def test_fault_12_a_flush_of_redis_loses_no_run(held: OwnStore) -> None:
    with redis.Redis.from_url(held.settings.redis_url) as server:
        with plain_worker(held.settings, "--queues", "scrape"):
            run = started(held)
            server.flushdb()
            held.gates["/list"].set()
            ended = held.finished(run)
        assert (ended.result, held.runs()) == ("success", 1)
        waiting = held.start()
        server.flushdb()
    with session_scope(held.settings.database_url) as session:
        session.execute(text("UPDATE scrape_run SET created_at = created_at - interval '1 minute'"))
    assert reap(held.settings) == []
    with plain_worker(held.settings, "--queues", "scrape"):
        assert held.finished(waiting).result == "success", "its job was lost, and is enqueued again"


@pytest.mark.parametrize("kind", ["scrape+classify", "scrape"])
def test_fault_14_a_planned_restart_puts_a_scrape_off_and_stops_none(
    held: OwnStore, kind: str
) -> None:
    """It was recorded as stopped, for good, where a kill lets it go on."""
    with plain_worker(held.settings, "--scrapers", "1") as process:
        run = started(held, kind)
        process.terminate()
        assert process.wait(timeout=90) == 0
    waits = held.read(run)
    assert (waits.state, waits.result, waits.attempts) == ("queued", None, 0)
    assert "is put off. Its worker was shut down." in held.log(run)
    assert leftovers([run.job_id]) == []
    held.gates["/list"].set()
    with plain_worker(held.settings, "--scrapers", "1"):
        ended = held.finished(run)
    assert (ended.result, ended.found_count, held.runs()) == ("success", 2, 1)


def test_faults_9_15_runs_that_are_killed_or_stopped_end_as_that_and_leave_nothing(
    worked: OwnStore,
) -> None:
    hold(worked)
    job_ids = []
    for number in range(RUNS):
        run = started(worked)
        job_ids.append(run.job_id)
        if number % 2:
            stop_run(worked.settings, run.id)
        else:
            os.kill(run.worker_pid or 0, signal.SIGKILL)
        ended = worked.finished(run)
        assert ended.result == ("stopped" if number % 2 else "failed")
        assert number % 2 or "SIGKILL" in (ended.failure_reason or "")
    eventually(lambda: not leftovers(job_ids), "nothing is left of the jobs")
    assert worked.runs() == RUNS


def test_a_run_that_takes_too_long_ends_as_failed_and_says_so(held: OwnStore) -> None:
    hurried = held.settings.but(job_timeout_s=3)
    with plain_worker(hurried, "--queues", "scrape"):
        run = held.start()  # the time may be up before it asks for a page
        ended = held.finished(run)
        eventually(lambda: not leftovers([run.job_id]), "nothing is left of the job")
    assert (ended.result, ended.failure_reason) == ("failed", "It took longer than 3 s.")

"""Faults 9 to 12, 14 and 15: processes that die, jobs that come twice, a queue that is emptied."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import pytest
import redis
from sqlalchemy import text

from indexer.db import session_scope
from indexer.jobs.reaper import reap
from indexer.models import ScrapeRun
from indexer.queues import RUN_SCRAPE, SCRAPE, enqueue
from indexer.runs.errors import RunRefusedError, UnknownRunError
from indexer.runs.stop import stop_run
from tests.support.bounds import bounded
from tests.support.catalogue import read_products
from tests.support.groups import ALONE
from tests.support.scraped_store import ScrapedStore
from tests.support.worker import children, descendants, eventually, kill_tree, leftovers, worker

pytestmark = [pytest.mark.faults, pytest.mark.xdist_group(ALONE)]
RUNS = bounded(20, 6)


@pytest.fixture
def held(store: ScrapedStore) -> Iterator[ScrapedStore]:
    """The store answers no page, so that a run stays at its first one until it is released."""
    store.control.hold()
    yield store
    store.control.release()


def started(store: ScrapedStore) -> ScrapeRun:
    """Start a run and wait until its browser asks the store for a page."""
    store.control.visits.clear()
    run = store.start()
    eventually(lambda: _page_visits(store), "the browser asks for a page")
    return store.read(run)


def _page_visits(store: ScrapedStore) -> list[str]:
    return [path for path in store.control.visits if "robots" not in path]


def silence(store: ScrapedStore) -> None:
    """Let the heartbeats be old, as if half a minute had gone by."""
    with session_scope(store.settings.database_url) as session:
        session.execute(
            text("UPDATE scrape_run SET heartbeat_at = heartbeat_at - interval '1 minute'")
        )


def test_fault_9_a_killed_work_horse_leaves_a_failed_run_and_no_browser(
    held: ScrapedStore,
) -> None:
    with worker(held.settings, "--queues", "scrape") as process:
        run = started(held)
        (horse,) = children(process.pid)
        assert run.worker_pid == horse
        os.kill(horse, signal.SIGKILL)
        ended = held.finished(run)
    assert ended.result == "failed"
    assert "SIGKILL" in (ended.failure_reason or "")
    assert held.runs() == 1
    eventually(lambda: not leftovers([run.job_id]), "nothing is left of the job")


def test_fault_10_the_reaper_closes_the_run_of_a_dead_worker(held: ScrapedStore) -> None:
    with worker(held.settings, "--queues", "scrape") as process:
        run = started(held)
        kill_tree(process.pid)
    assert held.read(run).state == "running"
    silence(held)
    assert reap(held.settings) == [run.id]
    ended = held.read(run)
    assert (ended.result, held.runs()) == ("failed", 1)
    assert "no heartbeat" in (ended.failure_reason or "")
    eventually(lambda: not leftovers([run.job_id]), "nothing is left of the job")


def test_fault_10_a_new_worker_reaps_by_itself_and_the_brand_can_run_again(
    held: ScrapedStore,
) -> None:
    with worker(held.settings, "--queues", "scrape") as process:
        run = started(held)
        kill_tree(process.pid)
    silence(held)
    held.control.release()
    with worker(held.settings, "--scrapers", "1"):
        assert held.finished(run).result == "failed"
        assert held.finished(held.start()).result == "success"


def test_fault_10_a_run_that_still_beats_is_left_alone(held: ScrapedStore) -> None:
    with worker(held.settings, "--queues", "scrape"):
        run = started(held)
        silence(held)  # PostgreSQL was away: all heartbeats look old until the next beat
        assert reap(held.settings) == []
        assert held.read(run).state == "running"


def test_fault_11_a_job_that_is_delivered_twice_is_done_once(store: ScrapedStore) -> None:
    run = store.start()
    for copy in ("again", "and-again"):
        enqueue(store.settings, SCRAPE, RUN_SCRAPE, run.id, job_id=f"{run.job_id}-{copy}")
    with worker(store.settings, "--queues", "scrape", "--burst") as process:
        process.wait(timeout=90)
    ended = store.read(run)
    assert (ended.result, store.runs()) == ("success", 1)
    assert ended.new_count == len(read_products(store.settings)) == 45


def test_fault_12_a_flush_of_redis_loses_no_run(held: ScrapedStore) -> None:
    with redis.Redis.from_url(held.settings.redis_url) as server:
        with worker(held.settings, "--queues", "scrape"):
            run = started(held)
            server.flushdb()
            held.control.release()
            ended = held.finished(run)
        assert (ended.result, held.runs()) == ("success", 1)
        waiting = held.start()
        server.flushdb()
    with session_scope(held.settings.database_url) as session:
        session.execute(text("UPDATE scrape_run SET created_at = created_at - interval '1 minute'"))
    assert reap(held.settings) == [waiting.id]
    assert "lost from the queue" in (held.read(waiting).failure_reason or "")


def test_fault_14_sigterm_ends_a_scrape_with_its_page_and_records_it(held: ScrapedStore) -> None:
    with worker(held.settings, "--scrapers", "1") as process:
        run = started(held)
        held.control.release()
        process.terminate()
        assert process.wait(timeout=90) == 0
    ended = held.read(run)
    assert ended.state == "finished"
    assert ended.result in {"stopped", "success"}
    if ended.result == "stopped":
        assert "worker was shut down" in (ended.failure_reason or "")
        assert not ended.complete
    assert leftovers([run.job_id]) == []


def test_a_stop_ends_the_browser_of_a_page_that_never_answers(held: ScrapedStore) -> None:
    with worker(held.settings, "--queues", "scrape"):
        run = started(held)
        stop_run(held.settings, run.id)
        ended = held.finished(run)
        assert (ended.result, ended.failure_reason) == ("stopped", "It was stopped by an operator.")
        eventually(lambda: not leftovers([run.job_id]), "nothing is left of the job")
    with pytest.raises(RunRefusedError, match="has ended already"):
        stop_run(held.settings, run.id)
    with pytest.raises(UnknownRunError):
        stop_run(held.settings, 999)


def test_a_queued_run_is_stopped_at_once_and_its_job_does_nothing(store: ScrapedStore) -> None:
    run = store.start()
    assert stop_run(store.settings, run.id).state == "finished"
    with worker(store.settings, "--queues", "scrape", "--burst") as process:
        process.wait(timeout=90)
    assert store.read(run).result == "stopped"
    assert read_products(store.settings) == {}


def test_fault_15_runs_that_fail_hang_or_are_stopped_leave_nothing(
    held: ScrapedStore,
) -> None:
    job_ids = []
    with worker(held.settings, "--queues", "scrape") as process:
        for number in range(RUNS):
            run = started(held)
            job_ids.append(run.job_id)
            if number % 2:
                stop_run(held.settings, run.id)
            else:
                os.kill(run.worker_pid or 0, signal.SIGKILL)
            held.finished(run)
        eventually(lambda: not leftovers(job_ids), "nothing is left of the jobs")
        assert descendants(process.pid) == []
    assert held.runs() == RUNS


def test_a_run_that_takes_too_long_ends_as_failed_and_says_so(held: ScrapedStore) -> None:
    hurried = held.settings.but(job_timeout_s=3)
    with worker(hurried, "--queues", "scrape"):
        run = held.start()  # the time may be up before its browser asks for a page
        ended = held.finished(run)
        eventually(lambda: not leftovers([run.job_id]), "nothing is left of the job")
    assert (ended.result, ended.failure_reason) == ("failed", "It took longer than 3 s.")

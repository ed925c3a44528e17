"""Faults 40 and 62: a store is published in batches, once whatever dies; no edit waits long."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import threading
from pathlib import Path

from sqlalchemy import func, select, text

from indexer.catalogue.outbox import enqueue_brand
from indexer.core.db import session_scope
from indexer.core.settings import ROOT, Settings
from indexer.ingest.importing import import_feed
from indexer.ingest.publishing import BATCH
from indexer.ingest.runs.reaper import reap
from indexer.models import Brand, PriceHistory, Product, RunChange, RunItem, ScrapeRun
from tests.support.catalogue import make_brand, read_run
from tests.support.own_store import OwnStore
from tests.support.worker import environment, eventually

COUNT = 4 * BATCH


def write(path: Path, count: int = COUNT) -> Path:
    rows = (
        {"id": f"f{n}", "title": f"Summer dress {n}", "price": f"{499 + n % 700} ZAR"}
        for n in range(count)
    )
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    return path


def count_of(settings: Settings, table: type[Product | PriceHistory | RunChange | RunItem]) -> int:
    with session_scope(settings.database_url) as session:
        return session.scalar(select(func.count()).select_from(table)) or 0


def the_run(settings: Settings) -> ScrapeRun:
    with session_scope(settings.database_url) as session:
        run_id = session.scalar(select(func.max(ScrapeRun.id)))
    return read_run(settings, run_id or 0)


def all_is_published_once(settings: Settings, run: ScrapeRun) -> None:
    assert (run.result, run.state, run.failure_reason) == ("success", "finished", None)
    assert (run.found_count, run.new_count, run.changed_count) == (COUNT, COUNT, 0)
    assert len(run.found_group_ids) == len({*run.found_group_ids}) == COUNT
    for table in (Product, PriceHistory, RunChange):
        assert count_of(settings, table) == COUNT
    assert count_of(settings, RunItem) == 0


def test_40_an_import_that_is_killed_while_it_publishes_goes_on_at_a_worker(
    worked: OwnStore, tmp_path: Path
) -> None:
    settings, feed = worked.settings, write(tmp_path / "feed.jsonl")
    command = [sys.executable, "-m", "indexer.ingest.importing", str(feed), "own"]
    with subprocess.Popen(command, cwd=ROOT, env=environment(settings)) as importing:
        eventually(lambda: count_of(settings, Product), "some of it is published")
        importing.send_signal(signal.SIGKILL)
        importing.wait()
    half = the_run(settings)
    assert 0 < half.new_count < COUNT
    assert half.new_count + count_of(settings, RunItem) == COUNT
    with session_scope(settings.database_url) as session:
        session.execute(text("UPDATE scrape_run SET heartbeat_at = now() - interval '1 minute'"))
    assert reap(settings) == []
    with session_scope(settings.database_url) as session:
        session.execute(text("UPDATE scrape_run SET resume_at = now()"))
    reap(settings)
    all_is_published_once(settings, worked.finished(half))
    assert worked.runs() == 1


def test_62_an_operator_edits_while_a_large_store_is_published(
    store: OwnStore, tmp_path: Path
) -> None:
    """An edit of any brand takes the outbox's lock for itself, as `app.api.brands.edit` does."""
    settings, waits, ended = store.settings, list[int](), threading.Event()
    other, batches = make_brand(settings, "karoo"), list[tuple[int, int]]()

    def edit() -> None:
        with session_scope(settings.database_url) as session:
            session.get_one(Brand, other).name = f"Karoo {len(waits)}"
            before = len(batches)
            enqueue_brand(session, other)
            waited = len(batches) - before
        waits.append(waited)

    def editing() -> None:
        while not ended.wait(0.02):
            edit()

    def step(name: str, done: int, _: int) -> None:
        if name == "Writing":
            batches.append((done, len(waits)))

    operator = threading.Thread(target=editing)
    operator.start()
    try:
        done = import_feed(settings, "own", write(tmp_path / "feed.jsonl"), step)
    finally:
        ended.set()
        operator.join()
    assert done.run.result == "success"
    (_, before), *_, (_, after) = batches
    assert after - before >= len(batches) // 2, "edits are let through between the batches"
    assert sorted(waits)[len(waits) * 9 // 10] <= 1, "for the batch that was being written"

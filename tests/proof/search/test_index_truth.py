"""Fault 29: what the index holds is no longer what PostgreSQL says."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from dev.services.servers import binaries
from indexer.core.db import engine
from indexer.core.queues import INDEX, PROCESSES, queue, redis_connection
from indexer.core.settings import Settings
from indexer.index.cluster.client import elasticsearch
from indexer.index.rebuild import rebuild
from indexer.index.reconcile import ensure, index_status, reconcile, watch
from indexer.index.writer import write_pending
from indexer.jobs.periodic_jobs import PLAN
from indexer.jobs.worker import scheduler
from indexer.models import IndexCheck
from tests.support.database import psycopg_url
from tests.support.index import documents, end_pauses, execute, rename, source
from tests.support.worker import worker

ALL = 300


def lose(own: Settings, upto: int, index: str = "") -> None:
    """Delete documents in the index alone, of the products with the lowest ids."""
    client = elasticsearch(own.elasticsearch_url)
    client.indices.refresh(index=index or own.index_prefix)
    lost = client.delete_by_query(
        index=index or own.index_prefix, query={"range": {"productId": {"lte": upto}}}, refresh=True
    )
    assert lost.body["deleted"] == upto


def settle(own: Settings) -> None:
    """Have all products count as changed long ago."""
    execute(own, "UPDATE product SET updated_at = now() - interval '1 hour'")


def checked(own: Settings) -> IndexCheck:
    found = reconcile(own, pause=lambda _seconds: None)
    assert found is not None
    return found


def revisions(own: Settings) -> list[tuple[int, int]]:
    rows = execute(own, "SELECT id, revision FROM product ORDER BY id")
    return [(row[0], row[1]) for row in rows]


def is_true(own: Settings) -> bool:
    """Return True if every document has the revision, name and number that PostgreSQL says."""
    there = {id_: (held.version, held.source["name"]) for id_, held in documents(own).items()}
    rows = execute(own, "SELECT id, revision, name FROM product")
    return there == {row[0]: (row[1], row[2]) for row in rows}


class Backup:
    """A backup with PostgreSQL's own programs."""

    def __init__(self, own: Settings, folder: Path) -> None:
        self._url, self._file = psycopg_url(own.database_url), folder / "backup"
        self._run("pg_dump", "-Fc", "-f", str(self._file), self._url)

    def restore(self) -> None:
        engine(self._url.replace("postgresql:", "postgresql+psycopg:", 1)).dispose()
        self._run("pg_restore", "--clean", "--if-exists", "-d", self._url, str(self._file))

    def _run(self, name: str, *words: str) -> None:
        subprocess.run([str(binaries() / name), *words], check=True, env={**os.environ})


def live_index(own: Settings) -> str:
    return index_status(own)["live"] or ""


def differ(own: Settings, _folder: Path) -> None:
    """Make a difference of each kind."""
    execute(own, "UPDATE product SET name = 'Changed', revision = revision + 1 WHERE id < 4")
    execute(own, "DELETE FROM product WHERE id = 10")
    lose(own, 2)


def lose_some(own: Settings, _folder: Path) -> None:
    lose(own, 20)


def lose_most(own: Settings, _folder: Path) -> None:
    lose(own, 200)


def lose_most_of_both(own: Settings, _folder: Path) -> None:
    lose(own, 200, index_status(own)["previous"] or "")
    lose(own, 200)


def delete_the_index(own: Settings, _folder: Path) -> None:
    rename(own, 1, "Changed since")
    assert write_pending(own).success
    elasticsearch(own.elasticsearch_url).indices.delete(index=live_index(own))


def delete_the_alias(own: Settings, _folder: Path) -> None:
    client = elasticsearch(own.elasticsearch_url)
    client.indices.delete_alias(index=live_index(own), name=own.index_prefix)
    rename(own, 1, "Meanwhile")
    assert write_pending(own).why


def kill_a_rebuild(own: Settings, folder: Path) -> None:
    live = live_index(own)
    delete_the_alias(own, folder)
    lose(own, 200, live)


def restore(own: Settings, folder: Path) -> None:
    backup = Backup(own, folder)
    rename(own, 1, "After the backup")
    assert write_pending(own).success
    backup.restore()


@dataclass(frozen=True, slots=True)
class Case:
    """What happens to an index, what is made of it then, and what is said."""

    happens: Callable[[Settings, Path], None]
    state: str
    says: str = ""
    look: Callable[[Settings], IndexCheck | None] = checked
    builds: int = 1  # the last but one of them is the previous index


REPAIRED = "The index was repaired: "
CASES = {
    "documents that vanish": Case(lose_some, "repaired", f"{REPAIRED}20 missing."),
    "a difference of every kind": Case(
        differ, "repaired", f"{REPAIRED}2 missing, 1 out of date, 1 of no product."
    ),
    "a short index": Case(lose_most, "rebuilt"),
    "a short index and a short one before": Case(lose_most_of_both, "rebuilt", builds=2),
    "a deleted index": Case(delete_the_index, "rebuilt", look=watch),
    "a deleted index behind another": Case(delete_the_index, "fell back", look=watch, builds=2),
    "a lost alias": Case(delete_the_alias, "rebuilt"),
    "half an index of a killed rebuild": Case(kill_a_rebuild, "rebuilt"),
    "an older PostgreSQL": Case(restore, "rebuilt", "1 newer than PostgreSQL"),
}


@pytest.mark.parametrize("name", CASES)
def test_fault_29_what_is_no_longer_true_is_noticed_and_made_good(
    shop: Settings, tmp_path: Path, name: str
) -> None:
    case = CASES[name]
    for _ in range(case.builds):
        rebuild(shop, fast=True)
    case.happens(shop, tmp_path)
    found = case.look(shop)
    assert found is not None
    assert (found.state, case.says in found.message) == (case.state, True), found.message
    assert is_true(shop)
    assert checked(shop).state == "whole"


def test_fault_29_changes_on_their_way_are_no_differences(shop: Settings) -> None:
    rebuild(shop, fast=True)
    rename(shop, 1, "Waits in the outbox")
    rename(shop, 2, "Written, not yet refreshed")
    execute(shop, "UPDATE outbox SET written_at = now() WHERE product_id = 1")  # held back
    assert write_pending(shop).success
    execute(shop, "UPDATE outbox SET written_at = NULL WHERE product_id = 1")
    before = revisions(shop)
    assert checked(shop).state == "whole"
    assert revisions(shop) == before


def test_fault_29_a_short_index_is_seen_by_its_count_and_rebuilt_at_a_start(shop: Settings) -> None:
    rebuild(shop, fast=True)
    assert watch(shop) is None
    lose(shop, 200)
    settle(shop)
    execute(shop, "INSERT INTO outbox (product_id, revision) SELECT id, revision FROM product")
    assert watch(shop) is None  # they wait for the index
    execute(shop, "DELETE FROM outbox")
    found = watch(shop)
    assert found is not None
    assert found.state == "rebuilt"
    assert watch(shop) is None
    assert ensure(shop) is None
    lose(shop, 200)
    report = ensure(shop)
    assert report is not None
    assert report.documents == ALL


def test_fault_29_the_worker_heals_by_itself_after_its_start(
    shop: Settings, clean_redis: str, tmp_path: Path
) -> None:
    own = shop.but(redis_url=clean_redis, evidence_location=str(tmp_path / "evidence"))
    live = rebuild(own, fast=True).index
    elasticsearch(own.elasticsearch_url).indices.delete(index=live)
    assert {"watch_index", "reconcile_index"} <= PLAN.keys()
    assert any(INDEX in queues for queues in PROCESSES.values())
    scheduler(own).enqueue_jobs()
    with worker(own, "--queues", INDEX, "--burst") as process:
        assert process.wait() == 0
    assert not queue(INDEX, redis_connection(clean_redis)).job_ids
    assert is_true(own)


def test_fault_29_after_a_restore_no_edit_is_saved_that_the_index_refuses(
    shop: Settings, tmp_path: Path
) -> None:
    rebuild(shop, fast=True)
    backup = Backup(shop, tmp_path)
    for number in range(4):
        rename(shop, 1, f"After the backup {number}")
        assert write_pending(shop).success
    backup.restore()
    rename(shop, 1, "Edited after the restore")
    report = write_pending(shop, refresh=True)
    assert (
        "for the search index, which shows what changed later (409 version_conflict" in report.note
    )
    assert checked(shop).state == "rebuilt"
    end_pauses(shop)
    assert write_pending(shop).success
    assert (source(shop, 1) or {})["name"] == "Edited after the restore"

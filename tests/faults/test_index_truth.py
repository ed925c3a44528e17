"""Fault 29: what the index holds is no longer what PostgreSQL says."""

from __future__ import annotations

import os
import subprocess
import threading
from pathlib import Path

import pytest

from app import create_app
from dev.services.postgres import binaries
from indexer.db import engine, session_scope
from indexer.index.building.rebuild import rebuild
from indexer.index.checks import Checked, last_check, last_incident
from indexer.index.cluster.client import count_documents, elasticsearch
from indexer.index.cluster.names import Aliases
from indexer.index.reconcile import reconcile, watch
from indexer.index.status import ensure, index_status
from indexer.index.writer import write_pending
from indexer.jobs import tasks as jobs
from indexer.jobs.cron import PLAN, scheduler
from indexer.jobs.worker import shares
from indexer.queues import INDEX, queue, redis_connection
from indexer.settings import Settings
from tests.faults.test_index_bulk import refusing_long_keys
from tests.faults.test_index_rebuild import Searcher
from tests.support.catalogue import make_brand, make_items, scrape_items
from tests.support.database import psycopg_url
from tests.support.index import execute, refreshed_count, rename, source
from tests.support.worker import worker

pytestmark = pytest.mark.faults

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


def checked(own: Settings) -> Checked:
    found = reconcile(own, pause=lambda _seconds: None)
    assert found is not None
    return found


def revisions(own: Settings) -> list[tuple[int, int]]:
    rows = execute(own, "SELECT id, revision FROM product ORDER BY id")
    return [(row[0], row[1]) for row in rows]


def is_true(own: Settings) -> bool:
    """Return True if every document has the revision, name and number that PostgreSQL says."""
    client = elasticsearch(own.elasticsearch_url)
    client.indices.refresh(index=own.index_prefix)
    hits = client.search(index=own.index_prefix, size=1000, version=True).body["hits"]["hits"]
    there = {int(hit["_id"]): (hit["_version"], hit["_source"]["name"]) for hit in hits}
    rows = execute(own, "SELECT id, revision, name FROM product")
    return there == {row[0]: (row[1], row[2]) for row in rows}


def test_fault_29_a_whole_index_is_left_alone(shop: Settings) -> None:
    rebuild(shop, fast=True)
    before = revisions(shop)
    found = checked(shop)
    assert (found.state, found.documents, found.products) == ("whole", ALL, ALL)
    assert revisions(shop) == before


def test_fault_29_documents_that_vanish_come_back(shop: Settings) -> None:
    rebuild(shop, fast=True)
    lose(shop, 20)
    found = checked(shop)
    assert (found.state, found.message) == ("repaired", "The index was repaired: 20 missing.")
    assert is_true(shop)
    assert checked(shop).state == "whole"


def test_fault_29_every_kind_of_difference_is_found_and_repaired(shop: Settings) -> None:
    rebuild(shop, fast=True)
    client = elasticsearch(shop.elasticsearch_url)
    execute(shop, "UPDATE product SET name = 'Changed', revision = revision + 1 WHERE id < 4")
    execute(shop, "DELETE FROM product WHERE id = 10")
    document = source(shop, 20)
    assert document is not None
    client.index(
        index=shop.index_prefix,
        id="20",
        document={**document, "name": "From another time"},
        version=90,
        version_type="external",
    )
    lose(shop, 2)
    found = checked(shop)
    assert found.message == (
        "The index was repaired: 2 missing, 1 out of date, 1 newer than PostgreSQL,"
        " 1 of no product."
    )
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


def test_fault_29_edits_during_a_reconcile_are_no_differences(shop: Settings) -> None:
    rebuild(shop, fast=True)
    stop = threading.Event()
    edits: list[bool] = []

    def edit() -> None:
        while not stop.is_set():
            rename(shop, 1 + len(edits) % 5, f"Edit {len(edits)}")
            edits.append(write_pending(shop).success)

    thread = threading.Thread(target=edit)
    thread.start()
    try:
        found = [checked(shop) for _ in range(8)]
    finally:
        stop.set()
        thread.join()
    assert {one.state for one in found} == {"whole"}
    assert edits
    assert all(edits)


def test_fault_29_a_refused_document_is_tried_once_a_reconcile_and_named(shop: Settings) -> None:
    rebuild(shop, fast=True, body=refusing_long_keys(shop))
    execute(shop, "UPDATE product SET group_key = repeat('€', 20000) WHERE id = 3")
    rename(shop, 3, "Refused")
    write_pending(shop)
    before = revisions(shop)
    found = checked(shop)
    assert (found.state, found.documents) == ("incomplete", ALL)
    assert "the search index refuses 1 product: 400 document_parsing" in found.message
    assert write_pending(shop).written == 0
    assert revisions(shop) == before
    execute(shop, "UPDATE product SET group_key = 'short' WHERE id = 3")
    watched = watch(shop)  # notices nothing: only a reconcile tries again
    assert watched is None
    assert checked(shop).message == "The index was repaired: 1 refused before."
    assert checked(shop).state == "whole"
    assert is_true(shop)


def test_fault_29_a_short_index_is_replaced_by_the_previous_one(shop: Settings) -> None:
    whole = rebuild(shop, fast=True).index
    short = rebuild(shop, fast=True).index
    rename(shop, 1, "Changed since")
    assert write_pending(shop).success
    lose(shop, 200)
    with Searcher(shop) as searcher:
        found = checked(shop)
    assert found.state == "fell back"
    assert whole in found.message
    assert searcher.errors == []
    status = index_status(shop)
    assert (status.live, status.previous, status.orphans) == (whole, None, ())
    assert not elasticsearch(shop.elasticsearch_url).indices.exists(index=short)
    assert is_true(shop)


def test_fault_29_a_short_index_without_another_is_rebuilt(shop: Settings) -> None:
    old = rebuild(shop, fast=True).index
    lose(shop, 200)
    found = checked(shop)
    assert (found.state, found.documents) == ("rebuilt", ALL)
    assert index_status(shop).live != old
    assert is_true(shop)


def test_fault_29_a_previous_index_that_is_short_too_does_not_serve(shop: Settings) -> None:
    previous = rebuild(shop, fast=True).index
    rebuild(shop, fast=True)
    lose(shop, 200, previous)
    lose(shop, 200)
    assert checked(shop).state == "rebuilt"
    assert is_true(shop)


def test_fault_29_a_deleted_live_index_is_replaced_by_the_previous_one(shop: Settings) -> None:
    previous = rebuild(shop, fast=True).index
    live = rebuild(shop, fast=True).index
    rename(shop, 1, "Changed since")
    assert write_pending(shop).success
    elasticsearch(shop.elasticsearch_url).indices.delete(index=live)
    found = watch(shop)
    assert found is not None
    assert found.state == "fell back"
    assert index_status(shop).live == previous
    assert is_true(shop)


def test_fault_29_a_deleted_index_without_a_previous_one_is_rebuilt(shop: Settings) -> None:
    live = rebuild(shop, fast=True).index
    elasticsearch(shop.elasticsearch_url).indices.delete(index=live)
    found = watch(shop)
    assert found is not None
    assert found.state == "rebuilt"
    assert is_true(shop)


def test_fault_29_a_lost_alias_is_set_again(shop: Settings) -> None:
    live = rebuild(shop, fast=True).index
    client = elasticsearch(shop.elasticsearch_url)
    client.indices.delete_alias(index=live, name=shop.index_prefix)
    rename(shop, 1, "Meanwhile")
    assert write_pending(shop).why
    assert checked(shop).state == "fell back"
    assert index_status(shop).live == live
    assert write_pending(shop).success
    assert is_true(shop)


def test_fault_29_half_an_index_of_a_killed_rebuild_never_serves(shop: Settings) -> None:
    live = rebuild(shop, fast=True).index
    client, aliases = elasticsearch(shop.elasticsearch_url), Aliases(shop.index_prefix)
    client.indices.delete_alias(index=live, name=aliases.live)
    lose(shop, 200, live)
    assert checked(shop).state == "rebuilt"
    assert refreshed_count(shop) == ALL


def test_fault_29_the_watch_sees_a_short_index_by_its_count(shop: Settings) -> None:
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


@pytest.mark.parametrize("way", ["edited", "added", "waiting"])
def test_fault_29_changes_of_other_products_hide_no_lost_documents(
    shop: Settings, way: str
) -> None:
    rebuild(shop, fast=True)
    settle(shop)
    if way == "added":
        scrape_items(shop, make_brand(shop, "fynbos"), make_items(50))
        elasticsearch(shop.elasticsearch_url).indices.refresh(index=shop.index_prefix)
    elif way == "edited":
        execute(shop, "UPDATE product SET updated_at = now() WHERE id > 200")
    else:
        waits = "INSERT INTO outbox (product_id, revision) SELECT id, revision FROM product"
        execute(shop, f"{waits} WHERE id > 200")
    assert watch(shop) is None
    lose(shop, 30)
    found = watch(shop)
    assert found is not None
    assert is_true(shop)


def test_documents_are_counted_without_any_number_of_products(
    shop: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = rebuild(shop, fast=True).index
    monkeypatch.setattr("indexer.index.cluster.client.MOST_TERMS", 70)
    client = elasticsearch(shop.elasticsearch_url)
    ids = [row[0] for row in execute(shop, "SELECT id FROM product ORDER BY id LIMIT 211")]
    shown = execute(
        shop,
        "SELECT p.id FROM product p JOIN brand b ON b.id = p.brand_id"
        " WHERE p.gone_at IS NULL AND NOT p.blocked AND b.is_active",
    )
    visible = len({row[0] for row in shown}.difference(ids))
    assert count_documents(client, live, ids) == (ALL - 211, visible)


def test_fault_29_ensure_rebuilds_an_index_that_is_short(shop: Settings) -> None:
    rebuild(shop, fast=True)
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
    assert {jobs.watch_index, jobs.reconcile_index} <= {entry.job for entry in PLAN}
    assert any(INDEX in queues for queues in shares(1).values())
    scheduler(own).enqueue_jobs()
    with worker(own, "--queues", INDEX, "--burst") as process:
        assert process.wait() == 0
    assert not queue(INDEX, redis_connection(clean_redis)).job_ids
    assert is_true(own)


def test_fault_29_what_was_found_is_kept_for_the_operator(shop: Settings) -> None:
    rebuild(shop, fast=True)
    checked(shop)
    lose(shop, 3)
    checked(shop)
    checked(shop)
    checked(shop)
    with session_scope(shop.database_url) as session:
        last = last_check(session, shop.index_prefix)
        incident = last_incident(session, shop.index_prefix)
        assert last is not None
        assert incident is not None
        assert (last.state, incident.state) == ("whole", "repaired")
        assert last.last_at > last.first_at
    assert execute(shop, "SELECT count(*) FROM index_check") == [(3,)]


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


def test_fault_29_a_restored_postgresql_is_recognised_and_the_index_rebuilt(
    shop: Settings, tmp_path: Path
) -> None:
    rebuild(shop, fast=True)
    backup = Backup(shop, tmp_path)
    rename(shop, 1, "After the backup")
    assert write_pending(shop).success
    assert checked(shop).state == "whole"  # and it notes how far the catalogue has come
    backup.restore()
    found = checked(shop)
    assert found.state == "rebuilt"
    assert "restored from an older state" in found.message
    assert is_true(shop)


def test_fault_29_a_restore_that_nobody_noticed_is_repaired_by_revision(
    shop: Settings, tmp_path: Path
) -> None:
    rebuild(shop, fast=True)
    backup = Backup(shop, tmp_path)
    rename(shop, 1, "After the backup")
    assert write_pending(shop).success
    backup.restore()
    assert checked(shop).message == "The index was repaired: 1 newer than PostgreSQL."
    assert is_true(shop)


def test_fault_29_an_index_of_another_database_is_rebuilt(
    shop: Settings,
) -> None:
    rebuild(shop, fast=True)
    client, live = elasticsearch(shop.elasticsearch_url), index_status(shop).live
    assert live is not None
    mapping = client.indices.get_mapping(index=live).body[live]["mappings"]
    client.indices.put_mapping(index=live, meta={**mapping["_meta"], "database": "1/2"})
    found = checked(shop)
    assert (found.state, "another database" in found.message) == ("rebuilt", True)


def test_fault_29_an_edit_after_a_restore_is_saved_and_found(
    shop: Settings, tmp_path: Path
) -> None:
    rebuild(shop, fast=True)
    backup = Backup(shop, tmp_path)
    for number in range(3):
        rename(shop, 1, f"After the backup {number}")
        assert write_pending(shop).success
    backup.restore()
    rename(shop, 1, "Edited after the restore")
    api = create_app(shop.but(operator_open=True)).test_client()
    answer = api.post("/api/images/save", json={"productId": 1, "unisex": True})
    assert answer.text.startswith("Saved ")
    assert "once it is back" not in answer.text
    document = source(shop, 1)
    assert document is not None
    assert (document["name"], document["unisex"]) == ("Edited after the restore", True)


def test_fault_29_a_deletion_after_a_restore_is_done(shop: Settings, tmp_path: Path) -> None:
    rebuild(shop, fast=True)
    backup = Backup(shop, tmp_path)
    for number in range(4):
        rename(shop, 1, f"After the backup {number}")
        assert write_pending(shop).success
    backup.restore()
    execute(
        shop,
        "WITH gone AS (DELETE FROM product WHERE id = 1 RETURNING id, revision)"
        " INSERT INTO outbox (product_id, revision, deleted)"
        " SELECT id, revision + 1, true FROM gone",
    )
    assert write_pending(shop).success
    assert source(shop, 1) is None

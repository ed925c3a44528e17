"""Rebuilds and rollbacks on the real PostgreSQL and Elasticsearch."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sqlalchemy import text

from indexer.catalogue.outbox import enqueue_deleted
from indexer.catalogue.rates import rates_in_force
from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.index.__main__ import main
from indexer.index.building.rebuild import rebuild
from indexer.index.cluster.client import (
    elasticsearch,
    indices_of,
    mapping_of,
    read_meta,
    write_meta,
)
from indexer.index.cluster.mapping import IndexBody, shipped_body
from indexer.index.cluster.names import Aliases
from indexer.index.errors import RollbackRefusedError
from indexer.index.rollback import rollback
from indexer.index.status import ensure, index_status
from indexer.index.writer import write_pending
from indexer.ingest.purge import purge
from tests.support.index import execute, refreshed_count, rename, source
from tests.support.worker import eventually


@pytest.mark.parametrize("fast", [True, False])
def test_a_rebuild_indexes_every_product_with_its_revision(shop: Settings, fast: bool) -> None:
    rename(shop, 7, "Renamed")
    rebuild(shop, fast=True)
    report = rebuild(shop, fast=fast)
    assert (report.documents, report.success) == (300, True)
    client = elasticsearch(shop.elasticsearch_url)
    assert client.get(index=shop.index_prefix, id="7").body["_version"] == 2
    visible = execute(
        shop,
        "SELECT count(*) FROM product p JOIN brand b ON b.id = brand_id"
        " WHERE gone_at IS NULL AND NOT blocked AND is_active",
    )
    assert refreshed_count(shop, {"term": {"visible": True}}) == visible[0][0]


@pytest.mark.parametrize(("shards", "replicas"), [(1, 1), (3, 2)])
def test_the_new_index_serves_with_the_shipped_settings_and_knows_its_rates(
    shop: Settings, shards: int, replicas: int
) -> None:
    report = rebuild(shop.but(index_shards=shards, index_replicas=replicas), fast=True)
    client = elasticsearch(shop.elasticsearch_url)
    (entry,) = client.indices.get_settings(index=report.index).body.values()
    found = entry["settings"]["index"]
    assert found["refresh_interval"] == "30s"
    assert found["auto_expand_replicas"] == f"0-{replicas}"
    assert found["number_of_shards"] == str(shards)
    assert "translog" not in found
    meta = read_meta(mapping_of(client, report.index))
    assert meta is not None
    with session_scope(shop.database_url) as session:
        assert meta.rates == rates_in_force(session)


def test_a_new_index_is_merged_before_it_serves(
    shop: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    rebuild(shop, fast=True)
    monkeypatch.setattr("indexer.index.building.rebuild.SEGMENTS", 1)
    client = elasticsearch(shop.elasticsearch_url)
    made: list[int] = []

    def progress(_done: int, _total: int) -> None:
        """Have what is written so far in a segment of its own."""
        client.indices.refresh(index=Aliases(shop.index_prefix).building)
        made.append(1)

    name = rebuild(shop, progress=progress).index
    shards = client.indices.segments(index=name).body["indices"][name]["shards"]["0"]
    assert len(made) > 1
    assert [len(shard["segments"]) for shard in shards] == [1]


def test_the_previous_index_is_kept_and_older_ones_are_dropped(shop: Settings) -> None:
    names = [rebuild(shop, fast=True).index for _ in range(3)]
    client, aliases = elasticsearch(shop.elasticsearch_url), Aliases(shop.index_prefix)
    assert indices_of(client, shop.index_prefix) == {
        names[1]: {aliases.previous},
        names[2]: {aliases.live},
    }


def test_changes_and_deletions_during_a_rebuild_are_in_the_new_index(shop: Settings) -> None:
    """Made when the snapshot has been taken; written by a writer, or left to the replay."""
    rebuild(shop, fast=True)
    changed: list[int] = []

    def change(_done: int, _total: int) -> None:
        if not changed:
            changed.append(1)
            rename(shop, 299, "Written meanwhile")
            assert write_pending(shop).success
            rename(shop, 300, "Left to the replay")
            with session_scope(shop.database_url) as session:
                enqueue_deleted(session, [298])
                session.execute(text("DELETE FROM product WHERE id = 298"))

    report = rebuild(shop, progress=change)
    names = [(source(shop, key, report.index) or {}).get("name") for key in (299, 300, 298)]
    assert names == ["Written meanwhile", "Left to the replay", None]


def test_incremental_writes_use_the_rates_of_the_index_they_go_to(shop: Settings) -> None:
    rebuild(shop, fast=True)
    client = elasticsearch(shop.elasticsearch_url)
    meta = read_meta(mapping_of(client, shop.index_prefix))
    assert meta is not None
    doubled = replace(
        meta.rates, per_euro={k: v * 2 if k != "EUR" else v for k, v in meta.rates.per_euro.items()}
    )
    write_meta(client, shop.index_prefix, replace(meta, rates=doubled))
    (key,) = execute(shop, "SELECT id FROM product WHERE currency = 'ZAR' ORDER BY id LIMIT 1")[0]
    before = source(shop, key)
    rename(shop, key, "Priced again")
    write_pending(shop)
    after = source(shop, key)
    assert before is not None
    assert after is not None
    assert after["price"]["zar"] == before["price"]["zar"]
    assert after["price"]["eur"] == pytest.approx(before["price"]["eur"] / 2, abs=0.01)


def test_ensure_builds_once_and_again_when_the_mapping_changes(shop: Settings) -> None:
    assert ensure(shop) is not None
    assert ensure(shop) is None
    older = shipped_body()
    mappings = {**older.mappings, "date_detection": False}
    rebuild(shop, fast=True, body=IndexBody(older.settings, mappings))
    assert not index_status(shop).mapping_current
    assert ensure(shop) is not None
    assert index_status(shop).mapping_current


def test_fault_4b_a_rollback_brings_the_previous_index_up_to_date_first(shop: Settings) -> None:
    first = rebuild(shop, fast=True).index
    rename(shop, 1, "Before the swap")
    write_pending(shop)
    second = rebuild(shop, fast=True).index
    rename(shop, 2, "After the swap")
    write_pending(shop)
    rename(shop, 3, "Not written yet")
    with session_scope(shop.database_url) as session:
        enqueue_deleted(session, [4])
        session.execute(text("DELETE FROM product WHERE id = 4"))
    report = rollback(shop)
    assert (report.index, report.replaced) == (first, second)
    names = [(source(shop, key) or {}).get("name") for key in (1, 2, 3, 4)]
    assert names == ["Before the swap", "After the swap", "Not written yet", None]
    assert index_status(shop).previous == second
    assert rollback(shop).index == second


def test_a_rollback_writes_older_mappings_without_the_fields_they_lack(shop: Settings) -> None:
    body = shipped_body()
    kept = {name: field for name, field in body.mappings["properties"].items() if name != "stock"}
    older = IndexBody(body.settings, {**body.mappings, "properties": kept})
    rebuild(shop, fast=True, body=older)
    rebuild(shop, fast=True)
    rename(shop, 1, "Replayed")
    assert rollback(shop).replayed == 1
    document = source(shop, 1)
    assert document is not None
    assert document["name"] == "Replayed"
    assert "stock" not in document


def test_a_rollback_to_another_databases_index_is_refused(shop: Settings) -> None:
    rebuild(shop, fast=True)
    live = rebuild(shop, fast=True).index
    client, previous = elasticsearch(shop.elasticsearch_url), Aliases(shop.index_prefix).previous
    meta = read_meta(mapping_of(client, previous))
    assert meta is not None
    write_meta(client, previous, replace(meta, database="another/1"))
    with pytest.raises(RollbackRefusedError, match="another database"):
        rollback(shop)
    assert index_status(shop).live == live


def test_a_rollback_to_documents_this_version_does_not_write_is_refused(shop: Settings) -> None:
    body = shipped_body()
    properties = {**body.mappings["properties"], "shelf": {"type": "keyword"}}
    older = IndexBody(body.settings, {**body.mappings, "properties": properties})
    rebuild(shop, fast=True, body=older)
    rebuild(shop, fast=True)
    with pytest.raises(RollbackRefusedError, match="shelf"):
        rollback(shop)


def are_past(shop: Settings) -> bool:
    """Return True if all transactions on the server, other tests' too, began after the outbox's."""
    past = "bool_and(xid::text::bigint < pg_snapshot_xmin(pg_current_snapshot())::text::bigint)"
    return bool(execute(shop, f"SELECT {past} FROM outbox")[0][0])  # noqa: S608


def test_the_outbox_keeps_only_what_a_rollback_needs(shop: Settings) -> None:
    rebuild(shop, fast=True)
    rename(shop, 1, "Old change")
    write_pending(shop)
    eventually(lambda: are_past(shop), "no older transaction runs")
    rebuild(shop, fast=True)
    rename(shop, 2, "Newer change")
    write_pending(shop)
    assert execute(shop, "SELECT product_id FROM outbox") == [(2,)]
    eventually(lambda: are_past(shop), "no older transaction runs")
    rebuild(shop, fast=True)
    assert execute(shop, "SELECT product_id FROM outbox") == []


def test_without_a_rebuild_the_outbox_keeps_each_products_last_change_and_a_rollback_has_all(
    shop: Settings,
) -> None:
    execute(shop, "UPDATE product SET sibling_key = NULL")  # whose rows would be others', too
    rebuild(shop, fast=True)
    rebuild(shop, fast=True)
    for name in ("First", "Second", "Third"):
        rename(shop, 1, name)
        write_pending(shop)
    rename(shop, 2, "Written once")
    write_pending(shop)
    rename(shop, 3, "Written")
    write_pending(shop)
    rename(shop, 3, "Waits")
    ids = "SELECT product_id, written_at IS NULL FROM outbox WHERE product_id < 4 ORDER BY id"
    assert purge(shop)["changes"] == 3
    assert execute(shop, ids) == [(1, False), (2, False), (3, True)]
    assert purge(shop)["changes"] == 0
    rollback(shop)
    names = [(source(shop, key) or {}).get("name") for key in (1, 2, 3)]
    assert names == ["Third", "Written once", "Waits"]


def test_the_commands_tell_what_they_did(
    shop: Settings, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DATABASE_URL", shop.database_url)
    monkeypatch.setenv("ELASTICSEARCH_URL", shop.elasticsearch_url)
    monkeypatch.setenv("REDIS_URL", shop.redis_url)
    monkeypatch.setenv("INDEX_PREFIX", shop.index_prefix)
    assert main(["rollback"]) == 1
    assert "no previous index" in capsys.readouterr().err
    for command in (["ensure"], ["rebuild", "--fast"], ["write"], ["rollback"], ["drop-orphans"]):
        assert main(command) == 0
    assert "300 documents" in capsys.readouterr().out
    assert main(["status"]) == 0
    assert '"mapping_current": true' in capsys.readouterr().out

"""Rebuilds and rollbacks on the real PostgreSQL and Elasticsearch."""

from __future__ import annotations

import pytest
from elasticsearch import Elasticsearch
from sqlalchemy import text

from indexer.catalogue.outbox import enqueue_deleted
from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.index import rebuild as rebuilding
from indexer.index.__main__ import main
from indexer.index.cluster.client import elasticsearch, gather, indices_of
from indexer.index.cluster.mapping import IndexBody, previous_alias, shipped_body
from indexer.index.database import RollbackRefusedError
from indexer.index.rebuild import rebuild, rollback
from indexer.index.reconcile import ensure, index_status
from indexer.index.writer import write_pending
from tests.support.index import execute, refreshed_count, rename, source


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
def test_the_new_index_serves_with_the_shipped_settings(
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


def test_the_previous_index_is_kept_and_older_ones_are_dropped(shop: Settings) -> None:
    names = [rebuild(shop, fast=True).index for _ in range(3)]
    client, prefix = elasticsearch(shop.elasticsearch_url), shop.index_prefix
    assert indices_of(client, prefix) == {names[1]: {previous_alias(prefix)}, names[2]: {prefix}}


def test_changes_and_deletions_during_a_rebuild_are_in_the_new_index(
    shop: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Made when the snapshot has been taken, or when what changed since then has been written."""
    rebuild(shop, fast=True)
    changed: list[int] = []

    def change(_done: int, _total: int) -> None:
        if not changed:
            changed.append(1)
            rename(shop, 299, "Written meanwhile")
            assert write_pending(shop).success
            rename(shop, 300, "Left to the replay")
            delete(shop, 298)

    def change_late(client: Elasticsearch, name: str, segments: int) -> None:
        rename(shop, 1, "Written late")
        assert write_pending(shop).success
        gather(client, name, segments)

    monkeypatch.setattr(rebuilding, "gather", change_late)
    report = rebuild(shop, progress=change)
    names = [(source(shop, key, report.index) or {}).get("name") for key in (299, 300, 298, 1)]
    assert names == ["Written meanwhile", "Left to the replay", None, "Written late"]


def delete(shop: Settings, product_id: int) -> None:
    with session_scope(shop.database_url) as session:
        enqueue_deleted(session, [product_id])
        session.execute(text("DELETE FROM product WHERE id = :id"), {"id": product_id})


def test_ensure_builds_once_and_again_when_the_mapping_changes(shop: Settings) -> None:
    assert ensure(shop) is not None
    assert ensure(shop) is None
    older = shipped_body()
    mappings = {**older.mappings, "date_detection": False}
    rebuild(shop, fast=True, body=IndexBody(older.settings, mappings))
    assert not index_status(shop)["mapping_current"]
    assert ensure(shop) is not None
    assert index_status(shop)["mapping_current"]


def test_fault_4b_a_rollback_brings_the_previous_index_up_to_date_first(shop: Settings) -> None:
    first = rebuild(shop, fast=True).index
    second = rebuild(shop, fast=True).index
    rename(shop, 1, "After the swap")
    delete(shop, 2)
    execute(
        shop, "INSERT INTO product (brand_id, group_key, name, currency) SELECT 1, 'x', 'x', 'ZAR'"
    )
    execute(shop, "INSERT INTO outbox (product_id, revision) SELECT max(id), 1 FROM product")
    write_pending(shop)
    rename(shop, 3, "Not written yet")
    assert rollback(shop) == first
    ((added,),) = execute(shop, "SELECT max(id) FROM product")
    names = [(source(shop, key) or {}).get("name") for key in (1, 2, 3, added)]
    assert names == ["After the swap", None, "Not written yet", "x"]
    assert index_status(shop)["previous"] == second
    assert rollback(shop) == second


def test_a_rollback_to_an_index_of_another_version_or_another_past_is_refused(
    shop: Settings,
) -> None:
    body = shipped_body()
    older = IndexBody(body.settings, {**body.mappings, "date_detection": False})
    rebuild(shop, fast=True, body=older)
    live = rebuild(shop, fast=True).index
    with pytest.raises(RollbackRefusedError, match="another version"):
        rollback(shop)
    newest = rebuild(shop, fast=True).index
    elasticsearch(shop.elasticsearch_url).index(
        index=live, id="20", document=source(shop, 20), version=90, version_type="external"
    )
    with pytest.raises(RollbackRefusedError, match="1 newer than PostgreSQL"):
        rollback(shop)
    assert index_status(shop)["live"] == newest


def test_the_commands_tell_what_they_did(
    shop: Settings, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DATABASE_URL", shop.database_url)
    monkeypatch.setenv("ELASTICSEARCH_URL", shop.elasticsearch_url)
    monkeypatch.setenv("REDIS_URL", shop.redis_url)
    monkeypatch.setenv("INDEX_PREFIX", shop.index_prefix)
    assert main(["rollback"]) == 1
    assert "no previous index" in capsys.readouterr().err
    for command in (["ensure"], ["rebuild", "--fast"], ["write"], ["rollback"]):
        assert main(command) == 0
    assert "300 documents" in capsys.readouterr().out
    assert main(["status"]) == 0
    assert '"mapping_current": true' in capsys.readouterr().out

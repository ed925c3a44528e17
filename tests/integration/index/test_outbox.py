"""Changes reach the index through the outbox."""

from __future__ import annotations

import pytest
from sqlalchemy import text

from indexer.catalogue.outbox import enqueue, enqueue_brand, enqueue_deleted
from indexer.catalogue.tables import load_reference
from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.index.cluster.bulk import index_action, send
from indexer.index.cluster.client import elasticsearch
from indexer.index.rebuild import rebuild
from indexer.index.writer import write_pending
from tests.support.index import execute, refreshed_count, rename, source


@pytest.fixture
def indexed(shop: Settings) -> Settings:
    rebuild(shop, fast=True)
    return shop


def pending(settings: Settings) -> int:
    (row,) = execute(settings, "SELECT count(*) FROM outbox WHERE written_at IS NULL")
    return int(row[0])


def test_enqueueing_raises_the_revision_and_leaves_one_row_a_product(shop: Settings) -> None:
    with session_scope(shop.database_url) as session:
        assert enqueue(session, [1, 2, 2, 999_999]) == 2
    rows = execute(shop, "SELECT product_id, revision FROM outbox ORDER BY product_id")
    assert rows == [(1, 2), (2, 2)]
    assert execute(shop, "SELECT revision FROM product WHERE id = 1") == [(2,)]


def test_edits_are_one_write_of_the_last_state_and_searchable_after_a_refreshing_write(
    indexed: Settings,
) -> None:
    late = source(indexed, 1)  # as a slow writer read it, before the next change
    assert late is not None
    (revision,) = execute(indexed, "SELECT revision FROM product WHERE id = 1")[0]
    for name in ("First name", "Second name", "Quagga shawl"):
        rename(indexed, 1, name)
    report = write_pending(indexed, refresh=True)
    assert (report.written, report.success, pending(indexed)) == (1, True, 0)
    client, query = elasticsearch(indexed.elasticsearch_url), {"match": {"words": "quagga"}}
    assert client.count(index=indexed.index_prefix, query=query).body["count"] == 1
    overtaken = send(client, indexed.index_prefix, [index_action(late, revision)], retries=0)
    assert [one.document_id for one in overtaken.newer] == ["1"]
    assert (source(indexed, 1) or {})["name"] == "Quagga shawl"


def test_what_is_deleted_leaves_and_a_brands_edit_reaches_all_its_products(
    indexed: Settings,
) -> None:
    with session_scope(indexed.database_url) as session:
        enqueue_deleted(session, [3])
        session.execute(text("DELETE FROM product WHERE id = 3"))
    assert write_pending(indexed).success
    assert (source(indexed, 3), refreshed_count(indexed)) == (None, 299)
    execute(indexed, "INSERT INTO outbox (product_id, revision) VALUES (3, 1)")  # a late writer's
    assert (write_pending(indexed).success, pending(indexed)) == (True, 0)
    of_brand = [id_ for (id_,) in execute(indexed, "SELECT id FROM product WHERE brand_id = 2")]
    with session_scope(indexed.database_url) as session:
        session.execute(text("UPDATE brand SET website = 'https://new.example' WHERE id = 2"))
        assert enqueue_brand(session, 2) == len(of_brand)
    assert write_pending(indexed).written == len(of_brand)
    assert (source(indexed, of_brand[0]) or {})["storeSite"] == "https://new.example"


def test_renamed_reference_data_reaches_the_products_that_show_it(shop: Settings) -> None:
    """Loading the shipped files again renames what is called otherwise in the database."""

    def enqueued() -> set[int]:
        execute(shop, "DELETE FROM outbox")
        with session_scope(shop.database_url) as session:
            load_reference(session)
        return {row[0] for row in execute(shop, "SELECT product_id FROM outbox")}

    women = execute(
        shop,
        "SELECT p.id FROM product p JOIN category c ON c.id = classified_category_id"
        " WHERE c.slug LIKE 'women%%'",
    )
    assert enqueued() == set()
    execute(shop, "UPDATE category SET name = 'Ladies' WHERE slug = 'women'")
    assert enqueued() == {row[0] for row in women} != set()
    execute(shop, "UPDATE country SET nicename = 'Suid-Afrika' WHERE iso = 'ZA'")
    assert enqueued() == {row[0] for row in execute(shop, "SELECT id FROM product")}
    execute(shop, "UPDATE category SET icon = 'other', position = 99 WHERE slug = 'women'")
    execute(shop, "UPDATE color SET name = 'Rood' WHERE slug = 'red'")
    assert enqueued() == set()


def test_a_product_whose_document_cannot_be_built_or_read_holds_no_other_up(
    indexed: Settings,
) -> None:
    execute(indexed, "UPDATE product SET sibling_key = NULL")  # whose rows would be others', too
    for product_id in range(1, 8):
        rename(indexed, product_id, f"Renamed {product_id}")
    execute(indexed, "UPDATE product SET attributes = '[1]' WHERE id = 3")
    execute(indexed, "UPDATE product SET created_at = '-infinity' WHERE id = 5")
    report = write_pending(indexed)
    assert (report.written, {one.document_id for one in report.refused}) == (5, {"3", "5"})
    assert (source(indexed, 7) or {})["name"] == "Renamed 7"
    told = dict(execute(indexed, "SELECT product_id, error FROM outbox WHERE error IS NOT NULL"))
    assert told.keys() == {3, 5}
    assert all("its document cannot be built" in error for error in told.values())
    execute(indexed, "UPDATE product SET created_at = now() WHERE id = 5")
    assert rebuild(indexed, fast=True).documents == 299


def test_without_an_index_rows_wait_and_the_report_says_why(shop: Settings) -> None:
    rename(shop, 1, "Waiting")
    report = write_pending(shop)
    assert report.written == 0
    assert "rebuild" in report.why
    assert pending(shop) == 1
    rebuild(shop, fast=True)
    assert write_pending(shop).success
    assert pending(shop) == 0

"""Fault 8: parts of a bulk fail. Fault 27: scraped names that are no names."""

from __future__ import annotations

from indexer.core.settings import Settings
from indexer.index.rebuild import rebuild
from indexer.index.writer import write_pending
from tests.support.index import execute, refreshed_count, rename


def refuse(settings: Settings, product_id: int) -> None:
    """Make a document that the index refuses, as Lucene does huge terms."""
    execute(settings, "UPDATE product SET item_type = repeat('€', 20000) WHERE id = %s", product_id)


def test_fault_8_a_rebuild_with_refused_documents_is_no_success(shop: Settings) -> None:
    refuse(shop, 6)
    report = rebuild(shop, fast=True)
    assert not report.success
    assert [refusal.document_id for refusal in report.refused] == ["6"]
    assert refreshed_count(shop) == 299


def test_fault_8_an_incremental_refusal_is_kept_with_its_row_and_reported(shop: Settings) -> None:
    rebuild(shop, fast=True)
    execute(shop, "UPDATE product SET sibling_key = NULL")  # whose rows would be others', too
    refuse(shop, 6)
    rename(shop, 6, "Refused")
    rename(shop, 7, "Taken")
    report = write_pending(shop)
    assert not report.success
    assert (report.written, [refusal.document_id for refusal in report.refused]) == (1, ["6"])
    rows = execute(shop, "SELECT product_id, error FROM outbox WHERE error IS NOT NULL")
    assert [row[0] for row in rows] == [6]
    assert "immense term" in rows[0][1]
    assert write_pending(shop).written == 0

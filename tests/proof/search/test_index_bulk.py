"""Fault 8: parts of a bulk fail. Fault 27: scraped names that are no names."""

from __future__ import annotations

import pytest

from indexer.core.settings import Settings
from indexer.index.building.rebuild import rebuild
from indexer.index.cluster.bulk import index_action, send
from indexer.index.cluster.client import elasticsearch
from indexer.index.writer import write_pending
from tests.support.index import execute, refreshed_count, rename, source
from tests.unit.index.test_document import document

# Elasticsearch answers 429 for each item of a bulk while an index has this block: it sets it
# itself when the disk is full.
BLOCK = "index.blocks.read_only_allow_delete"


def block(settings: Settings, value: bool | None) -> None:
    client = elasticsearch(settings.elasticsearch_url)
    client.indices.put_settings(index=settings.index_prefix, settings={BLOCK: value})


def test_fault_8_items_answered_429_are_sent_again_with_growing_pauses(
    shop: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    rebuild(shop, fast=True)
    block(shop, True)
    waits: list[float] = []

    def wait(seconds: float) -> None:
        waits.append(seconds)
        if len(waits) == 3:
            block(shop, None)

    monkeypatch.setattr("elasticsearch.helpers.actions.time.sleep", wait)
    actions = [index_action({**document(), "objectID": str(n)}, 9) for n in range(1, 6)]
    sent = send(elasticsearch(shop.elasticsearch_url), shop.index_prefix, actions, retries=3)
    assert (sent.refused, sent.waiting, sent.newer) == ([], [], [])
    assert waits == [0.5, 1.0, 2.0]


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


NAMES = {
    "html": "<script>alert(1)</script><b>Doek</b>",
    "newlines": "Two\nlines\r\nand a\ttab",
    "ansi": "\x1b[31mRed\x1b[0m shoes",
    "emoji and right to left": "🧥 معطف",
    "one long word": "x" * 100_000,
    "100 kB of words": "word " * 20_000,
}


def test_fault_27_the_index_takes_any_name(shop: Settings) -> None:
    rebuild(shop, fast=True)
    for product_id, name in enumerate(NAMES.values(), 1):
        rename(shop, product_id, name)
        other = "UPDATE product SET product_brand = %s, href = %s WHERE id = %s"
        execute(shop, other, name, name, product_id)
    assert write_pending(shop).success
    saved = [(source(shop, product_id) or {})["name"] for product_id in range(1, 1 + len(NAMES))]
    assert [name[:20] for name in saved] == [name[:20] for name in NAMES.values()]
    assert max(map(len, saved)) <= 1000

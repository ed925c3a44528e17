"""A new suggestion for a brand that works: what works stays, and what becomes of its products."""

from __future__ import annotations

import pytest

from indexer.core.settings import Settings
from indexer.ingest.tryout import suggest
from scrapers.config import wire_name
from tests.support.own_store import CARD, OwnStore, store_without_index
from tests.support.plain_crawl import use_plain_crawls
from tests.support.saved_store import Answer
from tests.support.shelf import cards
from tests.support.troubles import shelf
from tests.support.worker import for_this_process

MORE = b'<a class="next" href="/list?page=2">More</a>'


def show(store: OwnStore, tag: str, lost: int = 0) -> None:
    """Show two pages of twenty; the second lacks some, the first links to it."""
    first, second = shelf()[:20], shelf()[20 : 40 - lost]
    store.answers = {
        "/list": Answer(cards(first, tag=tag).body + MORE),
        "/list?page=2": cards(second, tag=tag),
    }


def test_paging_that_works_stays_and_todays_products_are_counted(
    own_settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    for_this_process(own_settings, monkeypatch)
    with store_without_index(own_settings, "/list") as store:
        show(store, "article")
        with pytest.MonkeyPatch.context() as plain:
            use_plain_crawls(plain)
            run = store.scrape()
        assert (run.result, run.found_count) == ("success", 40), run.failure_reason
        show(store, "section", lost=3)
        brand = CARD | {"website": store.base, "pages": [{"page_url": f"{store.base}/list"}]}
        found = suggest(own_settings, f"{store.base}/list", brand, brand_id=store.brand_id)
    assert found["brand"]["nodePath"] != CARD["node_path"]
    assert found["brand"][wire_name("next_button_selector")] == "a.next"
    assert found["today"] == {
        "known": 40,
        "found": 37,
        "changed": 0,
        "lost": 3,
        "new": 0,
        "whole": True,
    }
    unread = [one for one in found["fields"] if not one["samples"]]
    assert all(one["confidence"] <= 0.5 for one in unread)

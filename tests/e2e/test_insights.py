"""/insights in a browser: the numbers of each panel are those that SQL gives."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from dev.stores.demo import add, remove
from indexer.core.settings import Settings
from indexer.index.cluster.client import elasticsearch
from indexer.insights.write import write_events
from tests.e2e.conftest import clean_page
from tests.integration.app.fixtures import shop_settings
from tests.support.browser import Browser, Page
from tests.support.data import beside
from tests.support.site import served

__all__ = ["shop_settings"]  # fixtures


@pytest.fixture(scope="module")
def told(shop_settings: Settings) -> Iterator[Settings]:
    add(shop_settings)
    yield shop_settings
    remove(shop_settings)


@pytest.fixture(scope="module")
def address(told: Settings, frontend_dir: Path) -> Iterator[str]:
    with served(told.but(frontend_dir=frontend_dir)) as found:
        yield found


@pytest.fixture
def insights(session_browser: Browser, address: str) -> Page:
    return clean_page(session_browser, address)


def kept(own: Settings, name: str) -> list[dict[str, Any]]:
    """Return the events of visitors, not of the demo, that are written by now."""
    write_events(own)
    client, alias = elasticsearch(own.elasticsearch_url), f"{own.index_prefix}.{name}"
    client.indices.refresh(index=alias, ignore_unavailable=True)
    query = {"term": {"demo": False}}
    answer = client.search(index=alias, query=query, size=10_000, ignore_unavailable=True)
    return [hit["_source"] for hit in answer.body["hits"]["hits"]]


# The products of a text in the order of the answer, whatever sections the page makes of them.
RANKED = beside(__file__, "ranked.js")


def test_a_search_with_a_stored_currency_is_one_event_and_its_click_is_joined(
    insights: Page, told: Settings
) -> None:
    insights.open("/about")
    insights.script("localStorage.setItem('currency', 'USD')")
    before = len(kept(told, "searches"))
    insights.open("/?q=dress")
    insights.find("article")
    usd = "return document.querySelector('[data-part=price]').textContent.includes('$')"
    insights.wait(lambda _: insights.script(usd), "prices in dollars")
    insights.script("document.querySelectorAll('article')[2].querySelector('h3 ~ a').click()")
    (click,) = insights.wait(
        lambda _: [one for one in kept(told, "clicks") if one["query"] == "dress"], "the click"
    )
    searches = kept(told, "searches")
    assert len(searches) == before + 1
    (search,) = [one for one in searches if one["search"] == click["search"]]
    assert (search["currency"], search["query"]) == ("USD", "dress")
    ranked = insights.script(RANKED, "dress")
    assert click["product"] == ranked[click["position"] - 1]
    assert search["product"] == ranked[: len(search["product"])]
    assert click["session"] == search["session"] != ""

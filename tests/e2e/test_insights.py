"""/insights in a browser: the numbers of each panel are those that SQL gives."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from dev.run.demo.events import add, remove
from indexer.index.cluster.client import elasticsearch
from indexer.insights.dashboards.panel import DASHBOARDS, Panel
from indexer.insights.dashboards.panels import PANELS
from indexer.insights.write import write_events
from indexer.settings import Settings
from tests.e2e.conftest import clean_page
from tests.integration.app.fixtures import shop_settings
from tests.support.browser import Browser, Page
from tests.support.panel_sql import PanelSql
from tests.support.site import served

__all__ = ["shop_settings"]  # fixtures

# With WINKEL_SCREENSHOTS=folder each dashboard is photographed there.
PICTURES = os.environ.get("WINKEL_SCREENSHOTS")


@pytest.fixture(scope="module")
def told(shop_settings: Settings) -> Iterator[Settings]:
    add(shop_settings)
    yield shop_settings
    remove(shop_settings)


@pytest.fixture(scope="module")
def by_sql(told: Settings) -> Iterator[PanelSql]:
    with closing(PanelSql(told)) as found:
        yield found


@pytest.fixture(scope="module")
def address(told: Settings, frontend_dir: Path) -> Iterator[str]:
    with served(told.but(frontend_dir=frontend_dir)) as found:
        yield found


@pytest.fixture
def insights(session_browser: Browser, address: str) -> Page:
    return clean_page(session_browser, address)


def shown(page: Page, dashboard: str) -> Page:
    """Open a dashboard, and wait until all of its panels have their answers."""
    page.open(f"/insights?tab={dashboard}&since=now-30d")
    wanted = sum(panel.dashboard == dashboard for panel in PANELS)
    answered = "[data-panel] [aria-busy=false]"
    page.wait(lambda _: len(page.all(answered)) == wanted, f"{wanted} panels")
    return page


def as_table(page: Page, panel: Panel) -> dict[str, list[float | None]]:
    """Return the numbers of a panel as its table on the screen has them, by key."""
    if panel.by is not None and panel.chart != "table":
        page.button(f"Table of {panel.title}").click()
    read = """
      const card = document.querySelector(`[data-panel="${arguments[0]}"]`);
      const values = (row, cells) => [...row.querySelectorAll(cells)].map(
        (cell) => cell.dataset.value === "" ? null : Number(cell.dataset.value));
      const numbers = card.querySelector("dl");
      if (numbers) return [["", values(numbers, "dd")]];
      const rows = [...card.querySelectorAll("tbody tr")];
      return rows.map((row) => [row.dataset.key, values(row, "td")]);
    """
    found: list[Any] = page.wait(lambda _: page.script(read, panel.id), panel.title)
    return dict(found)


def picture(page: Page, name: str) -> None:
    if PICTURES:
        height = page.script("return document.documentElement.scrollHeight")
        width = page.script("return document.documentElement.clientWidth")
        page.resize(int(width), int(height), mobile=int(width) < 600)
        page.driver.save_screenshot(f"{PICTURES}/{name}.png")


@pytest.mark.parametrize("dashboard", DASHBOARDS)
def test_every_panel_shows_the_numbers_that_sql_over_postgresql_gives(
    insights: Page, by_sql: PanelSql, dashboard: str
) -> None:
    shown(insights, dashboard)
    picture(insights, f"{dashboard}-1440")
    for panel in PANELS:
        if panel.dashboard == dashboard:
            assert by_sql.agrees(panel, as_table(insights, panel))


def kept(own: Settings, name: str) -> list[dict[str, Any]]:
    """Return the events of visitors, not of the demo, that are written by now."""
    write_events(own)
    client, alias = elasticsearch(own.elasticsearch_url), f"{own.index_prefix}.{name}"
    client.indices.refresh(index=alias, ignore_unavailable=True)
    query = {"term": {"demo": False}}
    answer = client.search(index=alias, query=query, size=10_000, ignore_unavailable=True)
    return [hit["_source"] for hit in answer.body["hits"]["hits"]]


# The products of a text in the order of the answer, whatever sections the page makes of them.
RANKED = """
const asked = new XMLHttpRequest();
asked.open("POST", "/api/search", false);
asked.setRequestHeader("Content-Type", "application/json");
const params = {query: arguments[0], page: 0, hitsPerPage: 100, currency: "USD"};
asked.send(JSON.stringify([{indexName: "products", params}]));
return JSON.parse(asked.responseText).results[0].hits.map((hit) => hit.objectID);
"""


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

"""A results page has its first answer inside (ui.md: nothing waits for what Flask can inline)."""

from __future__ import annotations

import pytest

from tests.e2e.search.steps import (
    BOX,
    forget_searches,
    results,
    searches,
    sort_select,
    wait_for_range,
)
from tests.support.browser import Page
from tests.support.data import beside, rows
from tests.support.screens import DESK, PHONE, Screen, show_on

PLACES = beside(__file__, "places.js")  # what stands on the first screen, below the header's top
NEAR_PX = 12  # a line of words that the application does not draw
TYPED = beside(__file__, "typed.js")

ADDRESSES = dict(rows("paged_addresses"))
FILTERS = (
    "return performance.getEntriesByType('resource').some(e => e.name.endsWith('/api/filters'))"
)


def test_ui_the_first_results_wait_for_no_request_and_the_next_ask_as_ever(page: Page) -> None:
    for address, shown in ADDRESSES.items():
        page.open(address)
        wait_for_range(page, shown)
        assert searches(page) == 0
        assert not page.script(FILTERS)
    forget_searches(page)
    sort_select(page).select_by_visible_text("Price: low to high")
    page.wait(lambda _: searches(page) == 1, "one search")
    page.script("localStorage.setItem('currency', 'EUR')")
    results(page, "/?category=women")
    assert searches(page) == 1
    assert "€" in page.find("article").text


@pytest.mark.parametrize("screen", [PHONE, DESK], ids=lambda screen: screen.name)
@pytest.mark.parametrize(
    "path", ["/", "/?category=women", "/?category=women&sort=price_asc", "/?q=dress", "/product/5"]
)
def test_ui_the_first_screen_is_there_before_scripts_and_stays_where_it_is(
    page: Page, path: str, screen: Screen
) -> None:
    show_on(page, screen)
    page.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    page.driver.get(page.address + path)
    page.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
    before = page.script(PLACES)
    page.open(path).find("h1")
    after = page.script(PLACES)
    assert sorted(before) == sorted(after)
    assert len(before) >= (4 if "product" in path else 5)
    moved = {name: (place, after[name]) for name, place in before.items()}
    assert all(
        abs(a - b) <= NEAR_PX for x, y in moved.values() for a, b in zip(x, y, strict=True)
    ), moved


def test_ui_what_is_typed_before_the_scripts_run_goes_on_being_typed(page: Page) -> None:
    added = page.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": TYPED})
    page.open("/")
    page.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", added)
    assert page.find(BOX).get_attribute("value") == "dress"
    assert page.script("return document.activeElement.id") == "search-box"
    page.wait(lambda _: page.path() == "/?q=dress", "the search that a pause begins")

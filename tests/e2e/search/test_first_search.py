"""A results page has its first answer inside (ui.md: nothing waits for what Flask can inline)."""

from __future__ import annotations

import pytest

from tests.e2e.search.steps import forget_searches, results, searches, sort_select, wait_for_range
from tests.support.browser import Page

ADDRESSES = {
    "/?q=dress": "1 - 100 of 130",
    "/?category=women&colour=red&colour=blue&sort=price_asc": "1 - 76 of 76",
    "/?saOnly=true&price=500-1000&price=0-500&brand=Karoo+Cotton": "1 - 18 of 18",
    "/?category=women&page=2&utm_source=mail&sort=oldest": "101 - 150 of 150",
}


@pytest.mark.parametrize("address", ADDRESSES)
def test_ui_the_first_results_wait_for_no_request(page: Page, address: str) -> None:
    page.open(address)
    wait_for_range(page, ADDRESSES[address])
    assert searches(page) == 0
    assert not asked_for(page, "/api/filters")


def test_ui_another_search_asks_as_ever(page: Page) -> None:
    results(page, "/?category=women")
    forget_searches(page)
    sort_select(page).select_by_visible_text("Price: low to high")
    page.wait(lambda _: searches(page) == 1, "one search")


def test_ui_a_visitor_with_another_currency_asks_for_it(page: Page) -> None:
    page.open("/about")
    page.script("localStorage.setItem('currency', 'EUR')")
    results(page, "/?category=women")
    assert searches(page) == 1
    assert "€" in page.find("article").text


def asked_for(page: Page, path: str) -> bool:
    """Tell whether the page has asked for an address of the API."""
    code = (
        "return performance.getEntriesByType('resource').some(e => e.name.endsWith(arguments[0]))"
    )
    return bool(page.script(code, path))

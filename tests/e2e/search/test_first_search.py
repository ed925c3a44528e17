"""A results page has its first answer inside (ui.md: nothing waits for what Flask can inline)."""

from __future__ import annotations

from tests.e2e.search.steps import forget_searches, results, searches, sort_select, wait_for_range
from tests.support.browser import Page
from tests.support.data import rows

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

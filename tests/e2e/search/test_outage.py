"""After an outage Retry asks for what the address says; nothing old stands for something new."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.e2e.search.steps import (
    RANGE,
    filters_button,
    pick,
    results,
    search_path,
    shown_range,
    wait_for,
    wait_for_chips,
    wait_for_range,
    write,
)
from tests.support.browser import Page


def type_boot(page: Page) -> None:
    write(page, "boot", enter=True)


def go_to_page_two(page: Page) -> None:
    page.button("Page 2").click()


def choose_red(page: Page) -> None:
    filters_button(page).click()
    pick(page, "Colour", "Red")
    page.button("Apply").click()


CHANGES: list[tuple[Callable[[Page], None], str, str]] = [
    (type_boot, "/?q=boot", "1 - 20 of 20"),
    (go_to_page_two, "/?category=women&page=2", "101 - 150 of 150"),
    (choose_red, "/?category=women&colour=red", "1 - 38 of 38"),
]


@pytest.mark.parametrize(("change", "path", "expected"), CHANGES)
def test_8_retry_after_an_outage_shows_what_the_address_asks_for(
    page: Page, change: Callable[[Page], None], path: str, expected: str
) -> None:
    results(page, "/?category=women")
    assert shown_range(page) == "1 - 100 of 150"
    page.block("*/api/search")
    change(page)
    wait_for(page, path)
    page.find("[role=alert]")
    page.block()
    page.button("Retry").click()
    wait_for_range(page, expected)
    assert not page.all("[role=alert]")
    assert search_path(page) == path


def test_8_during_an_outage_no_old_number_stands_beside_a_new_chip(page: Page) -> None:
    results(page, "/?category=women")
    page.block("*/api/search")
    type_boot(page)
    page.find("[role=alert]")
    wait_for_chips(page, "Text: boot")
    assert not page.all(RANGE)
    assert not page.all("[aria-label=Pages]")
    assert page.text("The products below are those from before.")


def test_8_a_filter_chosen_after_an_outage_needs_no_retry(page: Page) -> None:
    results(page, "/?category=women")
    page.block("*/api/search")
    type_boot(page)
    page.find("[role=alert]")
    page.block()
    page.driver.back()
    wait_for_range(page, "1 - 100 of 150")
    choose_red(page)
    wait_for_range(page, "1 - 38 of 38")

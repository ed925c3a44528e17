"""After an outage Retry asks for what the address says; nothing old stands for something new."""

from __future__ import annotations

from collections.abc import Callable

from tests.e2e.search.steps import (
    HOLD,
    RANGE,
    filters_button,
    pick,
    results,
    search_path,
    sort_select,
    wait_for,
    wait_for_chips,
    wait_for_range,
    write,
)
from tests.support.browser import Page


def type_boot(page: Page) -> None:
    write(page, "boot", enter=True)


def go_to_page_two(page: Page) -> None:
    page.link("Page 2").click()


def choose_red(page: Page) -> None:
    filters_button(page).click()
    pick(page, "Colour", "Red")
    page.button("Apply").click()


CHANGES: list[tuple[Callable[[Page], None], str, str]] = [
    (go_to_page_two, "/?category=women&page=2", "101 - 150 of 150"),
    (choose_red, "/?category=women&colour=red", "1 - 38 of 38"),
    (type_boot, "/?q=boot", "1 - 20 of 20"),
]


def test_8_retry_shows_what_the_address_asks_for_and_another_search_needs_none(page: Page) -> None:
    for change, path, expected in CHANGES:
        results(page, "/?category=women")
        wait_for_range(page, "1 - 100 of 150")
        page.block("*/api/search")
        change(page)
        wait_for(page, path)
        page.find("[role=alert]")
        assert page.all("article")
        assert not page.all(RANGE)
        page.block()
        page.button("Retry").click()
        wait_for_range(page, expected)
        page.wait(lambda _: not page.all("[role=alert]"), "no alert")
        assert search_path(page) == path
    results(page, "/?category=women")
    page.block("*/api/search")
    type_boot(page)
    page.find("[role=alert]")
    wait_for_chips(page, "Text: boot")
    page.block()
    page.driver.back()
    wait_for_range(page, "1 - 100 of 150")
    choose_red(page)
    wait_for_range(page, "1 - 38 of 38")
    results(page, "/?category=women")
    page.script(HOLD, "price_asc")
    sort_select(page).select_by_visible_text("Price: low to high")
    body = page.find("[data-stalled=true]")
    page.wait(lambda _: body.value_of_css_property("opacity") == "0.6", "60 %")
    page.script("held.forEach(go => go())")
    page.wait(lambda _: not page.all("[data-stalled=true]"), "new results")


def test_8_a_start_a_first_search_and_filters_that_fail_are_tried_again(page: Page) -> None:
    page.block("*/assets/boot*")
    page.open("/")
    assert "Winkel could not start" in page.find("[role=alert]").text
    page.block()
    page.button("Load again").click()
    page.find("section[aria-label=Women] article")
    page.block("*/api/filters")
    page.link("View all Women").click()
    assert "Search is unavailable, try again" in page.find("[role=alert]").text
    page.block()
    page.button("Retry").click()
    wait_for_range(page, "1 - 100 of 150")
    page.script("localStorage.setItem('currency', 'EUR')")  # the answer in the page is in rands
    page.block("*/api/search")
    page.open("/?category=women&colour=red")
    page.find("[role=alert]")
    wait_for_chips(page, "Category: Women", "Colour: Red")
    page.block()
    page.button("Retry").click()
    wait_for_range(page, "1 - 38 of 38")
    assert "€" in page.find("article").text

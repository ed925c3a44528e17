"""Filters beside the results, the price slider, what stays in reach, short pages on phones."""

from __future__ import annotations

import pytest
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement

from tests.e2e.search.steps import (
    BOX,
    filters_button,
    open_panel,
    pick,
    results,
    wait_for,
    wait_for_range,
    write,
)
from tests.support.browser import Page

RAIL = "aside[aria-label='Filters beside the results']"
TOP = "return arguments[0].getBoundingClientRect().top"


def slider(page: Page, name: str) -> WebElement:
    """Return a handle of the price slider beside the results."""
    return page.find(f"{RAIL} input[type=range][aria-label='{name}']")


def test_the_lists_of_the_panel_stand_beside_wide_results(page: Page) -> None:
    results(page, "/?category=women")
    red = next(b for b in page.all(f"{RAIL} button") if b.text.startswith("Red"))
    red.click()
    wait_for(page, "/?category=women&colour=red")
    wait_for_range(page, "1 - 32 of 32")
    assert page.violations() == []
    open_panel(page)
    assert page.button("Apply").is_displayed()


def test_below_1200_px_there_is_the_panel_alone(page: Page) -> None:
    page.resize(1199, 800)
    results(page, "/?category=women")
    assert not page.all(RAIL)
    page.resize(1200, 800)
    page.find(RAIL)


def columns(page: Page) -> int:
    """Return how many products stand in the first row."""
    tiles = page.all("article")
    top = page.script(TOP, tiles[0])
    return [page.script(TOP, tile) for tile in tiles].count(top)


def test_hidden_filters_leave_room_for_a_fifth_column_and_stay_hidden(page: Page) -> None:
    results(page, "/?category=women")
    assert columns(page) == 4
    page.button("Hide filters").click()
    page.wait(lambda _: columns(page) == 5, "five columns")
    assert not page.all(RAIL)
    page.driver.refresh()
    page.button("Show filters").click()
    page.find(RAIL)
    page.wait(lambda _: columns(page) == 4, "four columns")
    assert page.driver.switch_to.active_element.text == "Hide filters"


def test_there_is_one_way_to_the_categories(page: Page) -> None:
    results(page, "/?category=women")
    assert "Category" not in [e.text.split("\n")[0] for e in page.all(f"{RAIL} summary")]
    assert page.all("[aria-label=Sub-categories] button")
    results(page, "/?colour=red")
    assert "Category" in [e.text.split("\n")[0] for e in page.all(f"{RAIL} summary")]
    assert not page.all("[aria-label=Sub-categories] button")


def test_the_box_stands_in_the_headers_line_and_menu_and_box_take_presses(page: Page) -> None:
    results(page, "/?category=women")
    assert 0 <= page.script(TOP, page.find(BOX)) < 32
    page.find(BOX).click()
    page.button("Men").click()
    page.find("nav[aria-label=Shop] [popover] a").send_keys(Keys.ESCAPE)
    page.link("About").click()
    page.wait_for_path("/about")


@pytest.mark.parametrize(
    ("handle", "keys", "path"),
    [
        ("Lowest price", [Keys.ARROW_RIGHT], "from"),
        ("Highest price", [Keys.HOME], "0-500"),
        ("Highest price", [Keys.ARROW_LEFT] * 7, "0-500"),
        ("Lowest price", [Keys.END], "over"),
    ],
)
def test_9_the_handles_of_the_price_slider_move_by_keys(
    page: Page, handle: str, keys: list[str], path: str
) -> None:
    results(page, "/?category=women")
    for key in keys:
        slider(page, handle).send_keys(key)
    if path == "0-500":
        wait_for(page, "/?category=women&price=0-500")
        page.find("article")
        return
    wanted = {"from": "500-1000", "over": "20000-"}[path]
    page.wait(lambda _: f"price={wanted}" in page.path(), wanted)
    assert "price=0-500" not in page.path()


def test_the_slider_shows_what_is_chosen_in_the_list(page: Page) -> None:
    results(page, "/?category=women&price=0-500")
    assert page.find(f"{RAIL} [data-part=price-range]").text == "R 0 – R 500"
    assert slider(page, "Highest price").get_attribute("aria-valuetext") == "R\u00a0500"


def test_the_box_and_the_filters_stay_in_reach_while_scrolling(page: Page, phone: Page) -> None:
    for width, height in ((1440, 900), (390, 844)):
        page.resize(width, height, mobile=width < 600)
        results(page, "/?category=women")
        page.script("scrollTo(0, 2500)")
        page.wait(lambda _: page.script("return scrollY") > 1500, "a scroll")
        assert 0 <= page.script(TOP, page.find(BOX)) < 64
        assert 0 <= page.script(TOP, filters_button(page)) < height


def test_the_phones_button_says_how_many_products_it_shows(phone: Page) -> None:
    results(phone, "/?category=women")
    open_panel(phone)
    pick(phone, "Colour", "Red")
    phone.button("Show 32 products").click()
    wait_for_range_on_phone(phone, 24)


def wait_for_range_on_phone(page: Page, tiles: int) -> None:
    """Wait until so many tiles show: a phone has no range."""
    page.wait(lambda _: len(page.all("article")) == tiles, f"{tiles} tiles")


def test_a_phones_page_shows_more_on_demand_and_back_finds_it(phone: Page) -> None:
    results(phone, "/?category=women")
    wait_for_range_on_phone(phone, 24)
    phone.button("Show more").click()
    wait_for_range_on_phone(phone, 48)
    phone.script("document.querySelector('footer a[href=\"/about\"]').click()")
    phone.wait_for_path("/about")
    phone.driver.back()
    wait_for_range_on_phone(phone, 48)


def test_the_last_searches_show_at_the_first_focus(page: Page) -> None:
    page.open("/")
    write(page, "dress", enter=True)
    page.find("[data-part=range]")
    page.link("Winkel, home").click()
    page.find("main nav[aria-label=Worlds] a")
    page.find(BOX).click()
    option = page.find("[role=option]")
    assert option.text.split("\n") == ["dress", "Recent"]
    option.click()
    wait_for(page, "/?q=dress")

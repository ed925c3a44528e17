"""Filters beside the results, the price slider, what stays in reach, short pages on phones."""

from __future__ import annotations

from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement

from tests.e2e.search.steps import BOX, filters_button, results, wait_for, wait_for_range
from tests.support.browser import Page

RAIL = "aside[aria-label='Filters beside the results']"
TOP = "return arguments[0].getBoundingClientRect().top"


def slider(page: Page, name: str) -> WebElement:
    """Return a handle of the price slider beside the results."""
    return page.find(f"{RAIL} input[type=range][aria-label='{name}']")


def columns(page: Page) -> int:
    """Return how many products stand in the first row."""
    tiles = page.all("article")
    top = page.script(TOP, tiles[0])
    return [page.script(TOP, tile) for tile in tiles].count(top)


def test_the_lists_stand_beside_wide_results_with_a_slider_and_can_be_hidden(page: Page) -> None:
    results(page, "/?category=women")
    red = next(b for b in page.all(f"{RAIL} button") if b.text.startswith("Red"))
    red.click()
    wait_for(page, "/?category=women&colour=red")
    wait_for_range(page, "1 - 32 of 32")
    results(page, "/?category=women")
    assert columns(page) == 4
    page.button("Hide filters").click()
    page.wait(lambda _: columns(page) == 5, "five columns")
    page.driver.refresh()
    page.button("Show filters").click()
    page.wait(lambda _: columns(page) == 4, "four columns")
    page.resize(1199, 800)
    page.wait(lambda _: not page.all(RAIL), "the panel alone")
    page.resize(1440, 900)
    for handle, keys, wanted in (
        ("Lowest price", [Keys.ARROW_RIGHT], "price=500-"),
        ("Highest price", [Keys.HOME], "price=0-500"),
        ("Lowest price", [Keys.END], "price=20000-"),
    ):
        results(page, "/?category=women")
        for key in keys:
            slider(page, handle).send_keys(key)
        page.wait(lambda _, w=wanted: w in page.path(), wanted)  # type: ignore[misc]
        assert ("price=0-500" in page.path()) == (wanted == "price=0-500")


def test_the_box_and_the_filters_stay_in_reach_while_scrolling(page: Page) -> None:
    for width, height in ((1440, 900), (390, 844)):
        page.resize(width, height, mobile=width < 600)
        results(page, "/?category=women")
        assert width < 600 or 0 <= page.script(TOP, page.find(BOX)) < 32  # in the header's line
        page.script("scrollTo(0, 2500)")
        page.wait(lambda _: page.script("return scrollY") > 600, "a scroll")
        assert 0 <= page.script(TOP, page.find(BOX)) < 64
        assert 0 <= page.script(TOP, filters_button(page)) < height
    # Many chips, too, leave "Clear all" within reach.
    inside = """
        const box = arguments[0].getBoundingClientRect();
        const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
        return box.left >= 0 && box.right <= innerWidth && arguments[0].contains(top)"""
    colours = "".join(f"&colour={colour}" for colour in ("red", "blue", "green"))
    for width in (1440, 900, 601):
        page.resize(width, 900)
        results(page, f"/?stock=in-stock&type=new&category=women{colours}")
        assert page.script(inside, page.button("Clear all")), width


def test_a_phones_page_shows_more_on_demand_and_back_finds_it(phone: Page) -> None:
    results(phone, "/?category=women")
    phone.wait(lambda _: len(phone.all("article")) == 24, "24 tiles")
    phone.button("Show more").click()
    phone.wait(lambda _: len(phone.all("article")) == 48, "48 tiles")
    phone.script("document.querySelector('footer a[href=\"/about\"]').click()")
    phone.wait_for_path("/about")
    phone.driver.back()
    phone.wait(lambda _: len(phone.all("article")) == 48, "48 tiles")
    flip = phone.find("article [data-part=flip]")
    phone.script("arguments[0].click()", flip)  # a mouse would hover besides
    second = phone.find("article [data-part=second-picture]")
    phone.wait(lambda _: second.value_of_css_property("opacity") == "1", "the second picture")

"""Phones: two columns, the full-screen panel, back closes it (spec §2.3, §4)."""

from __future__ import annotations

from tests.e2e.search.steps import (
    PANEL,
    PRICE,
    RANGE,
    TILES,
    filters_button,
    open_panel,
    pick,
    results,
    wait_for,
)
from tests.support.browser import Page

BARS_LEAVE = 664  # pixels of the 844: the browser has the others for its own


def closed(phone: Page) -> None:
    """Wait until the panel is closed."""
    phone.wait(lambda _: not phone.all(PANEL), "a closed panel")


def test_2_3_two_columns_and_a_panel_of_the_whole_screen_which_back_closes(phone: Page) -> None:
    results(phone, "/?category=women&colour=red&colour=blue")
    columns = "return getComputedStyle(arguments[0]).gridTemplateColumns.split(' ').length"
    assert phone.script(columns, phone.find(TILES)) == 2
    assert not phone.all(RANGE)
    assert not phone.all("[aria-label='Chosen filters']")
    phone.button("Save search")
    assert not phone.all("[aria-label='Switch view']")
    price = phone.all(PRICE)[0].rect
    assert price["y"] + price["height"] <= BARS_LEAVE
    pill = filters_button(phone)
    assert pill.text == "Filters (3)"
    phone.script("scrollTo(0, 3000)")
    assert pill.value_of_css_property("position") == "fixed"
    assert pill.rect["y"] - phone.script("return scrollY") < 844
    results(phone, "/?category=women")
    panel = open_panel(phone)
    assert (panel.rect["width"], panel.rect["height"]) == (390, 844)
    pick(phone, "Colour", "Red")
    phone.button("Show 38 products").click()
    closed(phone)
    wait_for(phone, "/?category=women&colour=red")
    assert phone.driver.switch_to.active_element == filters_button(phone)
    open_panel(phone)
    pick(phone, "Colour", "Blue")
    wait_for(phone, "/?category=women&colour=red&colour=blue")
    phone.driver.back()
    closed(phone)
    wait_for(phone, "/?category=women&colour=red&colour=blue")
    phone.driver.back()
    wait_for(phone, "/?category=women&colour=red")


def test_4_closing_leaves_no_entry_to_go_back_through(phone: Page) -> None:
    phone.open("/about")
    results(phone, "/?category=women")
    open_panel(phone)
    pick(phone, "Colour", "Red")
    phone.button("Close the filters").click()
    closed(phone)
    phone.driver.back()
    wait_for(phone, "/?category=women")
    phone.driver.back()
    wait_for(phone, "/about")

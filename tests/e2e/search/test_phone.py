"""Phones: two columns, the full-screen panel, back closes it (spec §2.3, §4)."""

from __future__ import annotations

import pytest

from tests.e2e.search.steps import (
    PANEL,
    RANGE,
    TILES,
    entry,
    filters_button,
    open_panel,
    pick,
    results,
    wait_for,
)
from tests.support.browser import Page


def closed(phone: Page) -> None:
    """Wait until the panel is closed."""
    phone.wait(lambda _: not phone.all(PANEL), "a closed panel")


def test_2_3_two_columns_without_count_and_chips(phone: Page) -> None:
    results(phone, "/?category=women")
    columns = "return getComputedStyle(arguments[0]).gridTemplateColumns.split(' ').length"
    assert phone.script(columns, phone.find(TILES)) == 2
    assert not phone.all(RANGE)
    assert not phone.all("[aria-label='Chosen filters']")


def test_2_3_a_fixed_button_counts_the_chosen_filters(phone: Page) -> None:
    results(phone, "/?category=women&colour=red&colour=blue")
    pill = filters_button(phone)
    assert pill.text == "Filters (3)"
    phone.script("scrollTo(0, 3000)")
    assert pill.rect["y"] - phone.script("return scrollY") < 844
    assert pill.value_of_css_property("position") == "fixed"


def test_2_3_the_panel_is_the_whole_screen_and_shows_what_it_finds(phone: Page) -> None:
    results(phone, "/?category=women")
    panel = open_panel(phone)
    assert (panel.rect["width"], panel.rect["height"]) == (390, 844)
    pick(phone, "Colour", "Red")
    phone.button("Show 38 products").click()
    closed(phone)
    wait_for(phone, "/?category=women&colour=red")


def test_4_browser_back_closes_the_panel_and_keeps_what_was_chosen(phone: Page) -> None:
    results(phone, "/?category=women")
    open_panel(phone)
    pick(phone, "Colour", "Red")
    wait_for(phone, "/?category=women&colour=red")
    phone.driver.back()
    closed(phone)
    wait_for(phone, "/?category=women&colour=red")
    phone.driver.back()
    wait_for(phone, "/?category=women")


def test_4_browser_back_closes_a_panel_in_which_nothing_was_chosen(phone: Page) -> None:
    phone.open("/about")
    results(phone, "/?category=women")
    open_panel(phone)
    phone.driver.back()
    closed(phone)
    wait_for(phone, "/?category=women")


@pytest.mark.parametrize("chosen", [[], ["Red"]])
def test_4_closing_by_hand_leaves_no_entry_to_go_back_through(
    phone: Page, chosen: list[str]
) -> None:
    phone.open("/about")
    results(phone, "/?category=women")
    open_panel(phone)
    pick(phone, "Colour", *chosen)
    phone.button("Close the filters").click()
    closed(phone)
    if chosen:
        phone.driver.back()
        wait_for(phone, "/?category=women")
    phone.driver.back()
    wait_for(phone, "/about")


def test_2_3_the_back_arrow_returns_to_the_types(phone: Page) -> None:
    results(phone, "/?category=women")
    open_panel(phone)
    pick(phone, "Stock")
    phone.button("Back to the filters").click()
    assert entry(phone, "Gender").is_displayed()


def test_2_3_clear_all_in_the_panel_leads_home(phone: Page) -> None:
    results(phone, "/?category=women")
    open_panel(phone)
    phone.button("Clear all").click()
    wait_for(phone, "/")


@pytest.mark.parametrize("width", [390, 320])
def test_7_phones_have_no_violations_and_do_not_scroll_sideways(phone: Page, width: int) -> None:
    phone.resize(width, 700, mobile=True)
    results(phone, "/?category=women&colour=red")
    assert phone.violations() == []
    assert phone.width() == width
    open_panel(phone)
    assert phone.violations() == []
    pick(phone, "Category")
    assert phone.violations() == []


@pytest.mark.parametrize("width", [390, 320])
def test_2_4_the_pager_keeps_prev_and_next_beside_each_other(phone: Page, width: int) -> None:
    phone.resize(width, 844, mobile=True)
    results(phone, "/?category=women")
    tops = [phone.button(name).rect["y"] for name in ("Prev", "Next", "Page 1", "Page 2")]
    assert tops[0] == tops[1] > tops[2] == tops[3]
    assert phone.width() <= width


def test_2_3_the_search_button_shows_its_icon(phone: Page) -> None:
    phone.open("/")
    icon = phone.find("button[aria-label=Search] svg")
    assert icon.rect["width"] == icon.rect["height"] > 0  # squeezed to nothing, once

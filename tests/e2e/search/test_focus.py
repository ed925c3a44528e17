"""Where the focus is after what had it has gone (WCAG 2.4.3)."""

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
    wait_for_chips,
    wait_for_range,
)
from tests.support.browser import Page


def focused(page: Page) -> WebElement:
    """Return the element that has the focus."""
    return page.driver.switch_to.active_element


def name_of(element: WebElement) -> str:
    """Return what the element is called."""
    return str(element.get_attribute("aria-label") or element.text).split("\n")[0]


def test_2_4_3_escape_in_the_panel_leads_back_to_its_button(page: Page) -> None:
    results(page, "/?category=women")
    open_panel(page)
    pick(page, "Colour")
    focused(page).send_keys(Keys.ESCAPE)
    page.wait(lambda _: not page.all("#filter-panel"), "the panel closed")
    assert name_of(focused(page)) == "Filters"


def test_2_4_3_apply_leads_back_to_the_panels_button(page: Page) -> None:
    results(page, "/?category=women")
    open_panel(page)
    page.button("Apply").click()
    page.wait(lambda _: not page.all("#filter-panel"), "the panel closed")
    assert name_of(focused(page)) == "Filters"


def test_2_4_3_on_a_phone_the_panel_gives_the_focus_back_to_its_button(phone: Page) -> None:
    results(phone, "/?category=women")
    open_panel(phone)
    phone.button("Close the filters").click()
    phone.wait(lambda _: not phone.all("#filter-panel"), "the panel closed")
    assert focused(phone) == filters_button(phone)


def test_2_4_3_removing_a_chip_leads_to_the_next_one(page: Page) -> None:
    results(page, "/?category=women&colour=red&stock=in-stock")
    page.button("Remove Category: Women").click()
    page.wait(lambda _: name_of(focused(page)) == "Remove Colour: Red", "the next chip")
    page.button("Remove Stock: In stock").click()
    wait_for_chips(page, "Colour: Red")
    page.wait(lambda _: name_of(focused(page)) == "Remove Colour: Red", "the last chip")


def test_2_4_3_removing_the_last_chip_leads_into_the_page(page: Page) -> None:
    results(page, "/?colour=red")
    page.button("Remove Colour: Red").click()
    wait_for(page, "/")
    page.wait(lambda _: focused(page).tag_name != "body", "the focus in the page")


def test_2_4_3_the_pager_leads_to_the_first_product_of_the_page(page: Page) -> None:
    results(page, "/?category=women")
    page.button("Page 2").send_keys(Keys.ENTER)
    wait_for_range(page, "101 - 150 of 150")
    assert focused(page).get_attribute("id") == "results-title"
    focused(page).send_keys(Keys.TAB)
    assert page.script("return document.activeElement.getBoundingClientRect().top") < 400


@pytest.mark.parametrize("name", ["View all Women", "(View all products) of Karoo Cotton"])
def test_2_4_3_a_way_that_is_gone_leaves_the_focus_in_the_page(page: Page, name: str) -> None:
    page.open("/" if "Women" in name else "/?category=women")
    page.button(name).send_keys(Keys.ENTER)
    page.wait(lambda _: page.path() != "/", "a search")
    page.find("[data-part=range]")
    page.wait(lambda _: focused(page).tag_name != "body", "the focus in the page")


def test_2_4_3_another_level_of_categories_keeps_the_focus_in_its_list(page: Page) -> None:
    results(page, "/?category=women")
    open_panel(page)
    pick(page, "Category", "Women")
    page.wait(lambda _: focused(page).text.endswith("Women"), focused(page).text)
    assert page.script("return document.activeElement.closest('#filter-panel') !== null")


def test_the_box_keeps_the_focus_through_a_search(page: Page) -> None:
    page.open("/")
    page.find(BOX).send_keys("tent", Keys.ENTER)
    wait_for_range(page, "1 - 12 of 12")
    assert focused(page) == page.find(BOX)

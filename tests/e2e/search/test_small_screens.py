"""Screens between phone and desk: on their side, narrow windows, large letters."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from selenium.webdriver import ActionChains

from tests.e2e.search.steps import open_panel, results
from tests.support.browser import Page

INSIDE = """
const {top, bottom, left, right} = arguments[0].getBoundingClientRect();
return top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
"""


@pytest.mark.parametrize(("width", "height"), [(844, 390), (667, 375), (932, 430)])
def test_2_3_on_a_phone_on_its_side_the_panels_actions_are_on_screen(
    page: Page, width: int, height: int
) -> None:
    page.resize(width, height, mobile=True)
    results(page, "/?category=women")
    open_panel(page)
    for name in ("Clear all", "Apply"):
        assert page.script(INSIDE, page.button(name)), name
    assert page.violations() == []


def test_2_3_at_1024_px_a_mouse_without_a_wheel_reaches_all_products_of_a_rail(page: Page) -> None:
    page.driver.execute_cdp_cmd("Emulation.setScrollbarsHidden", {"hidden": False})
    page.resize(1024, 768)
    page.open("/")
    rail = page.find("section[aria-label=Women] ul")
    tenth = rail.find_elements("css selector", "article")[9]
    page.script("arguments[0].scrollIntoView({block: 'end'})", rail)
    assert page.script("return arguments[0].offsetHeight - arguments[0].clientHeight", rail) > 0
    box = rail.rect
    grip = ActionChains(page.driver).move_to_element_with_offset(
        rail, -int(box["width"] / 2) + 40, int(box["height"] / 2) - 4
    )
    grip.click_and_hold().move_by_offset(box["width"], 0).release().perform()
    page.wait(lambda _: page.script(INSIDE, tenth.find_element("css selector", "h3")), "the tenth")


def test_2_3_an_arrow_at_the_end_of_its_rail_says_so(page: Page) -> None:
    page.open("/")
    back, more = page.button("Women: back"), page.button("Women: more")
    page.wait(lambda _: back.get_attribute("aria-disabled") == "true", "the start")
    assert more.get_attribute("aria-disabled") == "false"
    more.click()
    page.wait(lambda _: more.get_attribute("aria-disabled") == "true", "the end")
    assert back.get_attribute("aria-disabled") == "false"


@pytest.fixture
def large_letters(page: Page) -> Iterator[Page]:
    """A tab whose visitor has set the browser's letters to twice their size."""
    page.driver.execute_cdp_cmd("Page.setFontSizes", {"fontSizes": {"standard": 32}})
    yield page
    page.driver.execute_cdp_cmd("Page.setFontSizes", {"fontSizes": {"standard": 16}})


def test_1_4_4_letters_follow_the_browsers_own_size(large_letters: Page) -> None:
    results(large_letters, "/?category=women")
    assert large_letters.find("article h3").value_of_css_property("font-size") == "28px"
    assert large_letters.find("input[role=combobox]").value_of_css_property("font-size") == "32px"


@pytest.mark.parametrize("path", ["/", "/?category=women", "/?q=zzqqzz", "/style-select", "/blog"])
def test_1_4_4_at_twice_the_size_nothing_breaks(large_letters: Page, path: str) -> None:
    large_letters.open(path)
    large_letters.find("main h1, main h2, main article")
    assert large_letters.width() <= 1440
    assert large_letters.violations() == []


def test_1_4_4_at_twice_the_size_the_panels_actions_are_on_screen(large_letters: Page) -> None:
    results(large_letters, "/?category=women")
    open_panel(large_letters)
    assert large_letters.script(INSIDE, large_letters.button("Apply"))

"""Development mode's views of home (spec §2.5)."""

from __future__ import annotations

from selenium.webdriver.common.by import By

from tests.e2e.search.steps import BRAND, results, wait_for
from tests.support.browser import Page

VIEWS = ["List", "Grouped", "Flat", "Search Engine", "Search Engine Grouped"]


def tiles(page: Page, css: str = "article") -> int:
    """Return how many tiles show."""
    return len(page.driver.find_elements(By.CSS_SELECTOR, css))


def test_2_5_the_search_engines_views_filter_and_say_what_they_ask(dev_page: Page) -> None:
    dev_page.open("/?type=new")
    select = dev_page.select("View")
    assert [option.text for option in select.options] == VIEWS
    assert select.first_selected_option.text == "Search Engine"
    dev_page.wait(lambda _: tiles(dev_page) == 126, "126 a page")
    assert not dev_page.all("main section h2")
    dev_page.choose("View", "Search Engine Grouped")
    dev_page.wait(lambda _: tiles(dev_page) == 100, "100 a page")
    assert dev_page.find("main section h2").text == "Karoo Cotton"
    results(dev_page, "/?category=men&colour=red")
    dev_page.says("pre", '"colour":["red"]')
    dev_page.find(BRAND).click()
    wait_for(dev_page, "/?category=men&colour=red&brand=Lisboa")
    dev_page.open("/product/x-1")
    dev_page.says("main", "Where the price was read")  # its catalogue was not read from anywhere

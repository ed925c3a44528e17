"""Development mode's views of home (spec §2.5)."""

from __future__ import annotations

from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement

from tests.e2e.search.steps import BRAND, results, scroll, wait_for
from tests.support.browser import Page

VIEWS = ["List", "Grouped", "Flat", "Search Engine", "Search Engine Grouped"]


def view(page: Page, name: str) -> Page:
    """Open home and choose a view."""
    page.open("/")
    page.choose("View", name)
    return page


def tiles(page: Page, css: str = "article") -> int:
    """Return how many tiles show."""
    return len(page.driver.find_elements(By.CSS_SELECTOR, css))


def side(page: Page, name: str) -> WebElement:
    """Return the side panel's entry of that name."""
    entries = "aside label, aside button"
    return page.wait(lambda _: next((e for e in page.all(entries) if e.text == name), None), name)


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


GAP = """
const text = document.querySelector('article [data-part=price]').parentElement;
const parts = [...text.children].map(e => e.getBoundingClientRect());
return Math.max(...parts.slice(1).map((box, i) => box.top - parts[i].bottom));
"""


def test_2_5_the_list_and_the_grouped_view_show_a_brand_at_a_time(dev_page: Page) -> None:
    view(dev_page, "List")
    dev_page.choose("Brand", "Knysna Camp")
    dev_page.wait(lambda _: tiles(dev_page) == 12, "its products")
    assert dev_page.script(GAP) < 24
    dev_page.button("Collapse All").click()
    dev_page.wait(lambda _: tiles(dev_page) == 0, "none")
    dev_page.button("Expand All").click()
    dev_page.wait(lambda _: tiles(dev_page) == 12, "its products")
    side(dev_page, "Red").click()
    dev_page.wait(lambda _: tiles(dev_page) == 3, "the red ones")
    assert dev_page.link("edit Knysna Camp").is_displayed()
    dev_page.choose("View", "Grouped")
    heads = "[data-part=accordion] button[aria-expanded]"
    names = ["Cape Clay", "Karoo Cotton", "Knysna Camp", "Lisboa", "Veld Mall"]
    dev_page.wait(lambda _: sorted(b.text for b in dev_page.all(heads)) == names, "all brands")
    assert tiles(dev_page) == 0
    button = dev_page.find("section[aria-label='Karoo Cotton'] button[aria-expanded]")
    opened_at = dev_page.script("return scrollY")
    button.click()
    dev_page.find("article")
    assert dev_page.script(GAP) < 24
    scroll(dev_page, 2000)
    top = "return arguments[0].getBoundingClientRect().top"
    dev_page.wait(lambda _: 0 <= dev_page.script(top, button) < 100, "a header that stays")
    dev_page.script("arguments[0].click()", button)  # from the stuck header: back to where it was
    dev_page.wait(lambda _: tiles(dev_page) == 0, "a closed panel")
    dev_page.wait(lambda _: dev_page.script("return scrollY") == opened_at, "where it was")

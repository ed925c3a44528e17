"""Development mode's views of home and the tile's editing panel (spec §2.5, §2.3, §4)."""

from __future__ import annotations

from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import Select

from tests.e2e.search.steps import (
    BRAND,
    PICTURE,
    TILES,
    forget_searches,
    results,
    scroll,
    tile,
    wait_for,
)
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


def loaded(page: Page) -> None:
    """Wait until the full-screen spinner is gone."""
    page.wait(lambda _: tiles(page, "[role=status][aria-label=Loading]") == 0, "no spinner")


def edit(page: Page, name: str) -> None:
    """Turn Unisex and Switch order of a product round, and save."""
    editor = tile(page, name).find_element(By.TAG_NAME, "fieldset")
    for box in editor.find_elements(By.CSS_SELECTOR, "input[type=checkbox]"):
        box.click()
    editor.find_element(By.TAG_NAME, "button").click()
    assert page.find("[data-kind=success]").text


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
    assert '"colour":["red"]' in dev_page.find("pre").text
    dev_page.find(BRAND).click()
    wait_for(dev_page, "/?category=men&colour=red&brand=Lisboa")


def test_2_3_a_tiles_edits_are_saved_and_can_be_searched_at_once(dev_page: Page) -> None:
    results(dev_page, "/?brand=Cape+Clay")
    name = "Ceramic vase 007"
    editor = tile(dev_page, name).find_element(By.TAG_NAME, "fieldset")
    colour = editor.find_elements(By.TAG_NAME, "select")[1]
    dev_page.script("arguments[0].focus()", colour)
    dev_page.wait(lambda _: len(Select(colour).options) > 16, "all colours")
    Select(colour).select_by_visible_text("Burgundy")
    assert dev_page.find("[data-kind=success]").text
    results(dev_page, "/?colour=burgundy")
    assert tiles(dev_page) == 1
    results(dev_page, "/?brand=Lisboa")
    name = "Merino jersey 003"
    first = tile(dev_page, name).find_element(By.CSS_SELECTOR, PICTURE).get_attribute("src")
    edit(dev_page, name)
    results(dev_page, "/?brand=Lisboa&gender=unisex")
    assert tiles(dev_page) == 1
    second = tile(dev_page, name).find_element(By.CSS_SELECTOR, PICTURE).get_attribute("src")
    assert first != second
    dev_page.script("document.querySelectorAll('fieldset input')[1].click()")
    edit(dev_page, name)  # as it was: other tests count
    dev_page.block("*/api/images/save")
    dev_page.find("article fieldset button").click()
    assert "cannot be reached" in dev_page.find("[data-kind=error]").text


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
    dev_page.find(heads)
    names = sorted(button.text for button in dev_page.all(heads))
    assert names == ["Cape Clay", "Karoo Cotton", "Knysna Camp", "Lisboa", "Veld Mall"]
    assert tiles(dev_page) == 0
    button = dev_page.find("section[aria-label='Karoo Cotton'] button[aria-expanded]")
    opened_at = dev_page.script("return scrollY")
    button.click()
    dev_page.find("article")
    assert dev_page.script(GAP) < 24
    scroll(dev_page, 2000)
    assert 0 <= dev_page.script("return arguments[0].getBoundingClientRect().top", button) < 100
    dev_page.script("arguments[0].click()", button)  # from the stuck header: back to where it was
    dev_page.wait(lambda _: tiles(dev_page) == 0, "a closed panel")
    assert dev_page.script("return scrollY") == opened_at


def test_4_the_flat_view_pages_through_everything_and_filters(dev_page: Page) -> None:
    view(dev_page, "Flat").find("article")
    assert dev_page.text("Showing 1 - 72 of 246").is_displayed()
    assert not dev_page.button("Previous page").is_enabled()
    row = "return getComputedStyle(arguments[0]).gridTemplateColumns.split(' ').length"
    assert dev_page.script(row, dev_page.find(TILES)) == 3
    forget_searches(dev_page)
    fetched = (
        "return performance.getEntriesByType('resource')"
        ".filter(e => e.name.endsWith('/api/images/allFlat')).length"
    )
    # Back comes from the cache, on is fetched.
    for name, page, calls in (("Next", 2, 1), ("Previous", 1, 1), ("Next", 2, 2), ("Next", 3, 3)):
        dev_page.button(f"{name} page").click()
        dev_page.text(f"Page {page} of 4")
        loaded(dev_page)
        dev_page.wait(lambda _, n=calls: dev_page.script(fetched) == n, f"{calls} calls")  # type: ignore[misc]
    dev_page.button("Next page").click()
    assert dev_page.text("Showing 217 - 246 of 246").is_displayed()
    assert not dev_page.button("Next page").is_enabled()
    assert [one.text for one in dev_page.all("aside summary")] == ["Category", "Color", "Style"]
    for name, shown in (("Outdoor", "Showing 1 - 12 of 12"), ("Home", "Showing 1 - 60 of 60")):
        side(dev_page, name).click()
        assert dev_page.text(shown).is_displayed()
    side(dev_page, "Sporty").click()
    assert dev_page.text("No results found").is_displayed()

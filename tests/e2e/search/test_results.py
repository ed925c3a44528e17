"""Results and their history: pages, orders, back and forward, what was kept (spec §2.4, §4, §7)."""

from __future__ import annotations

from selenium.webdriver.common.keys import Keys

from tests.e2e.search.catalogue import TOTAL
from tests.e2e.search.steps import (
    TILES,
    forget_searches,
    results,
    scroll,
    search_path,
    searches,
    sections,
    sort_options,
    sort_select,
    wait_for,
    wait_for_chips,
    wait_for_range,
    write,
)
from tests.support.browser import Page
from tests.support.data import rows

SORTS = rows("sort_orders")
FIRSTS = dict(rows("firsts_of_orders"))
TOP = "return scrollY"


def names(page: Page) -> list[str]:
    """Return the products on the page, in order."""
    headings = "return [...document.querySelectorAll('article h3')].map(h => h.textContent)"
    return list(page.script(headings))


def test_2_4_pages_scroll_to_the_top_and_sections_and_chips_lead_on_and_back(page: Page) -> None:
    results(page, "/?type=new")
    wait_for_range(page, f"1 - 100 of {TOTAL}")
    forget_searches(page)
    scroll(page, 300)
    page.link("Page 2").send_keys(Keys.ENTER)
    wait_for_range(page, f"101 - 200 of {TOTAL}")
    page.wait(lambda _: page.script(TOP) == 0, "the top")
    focused = "return document.activeElement.id"
    page.wait(lambda _: page.script(focused) == "results-title", "the focus")
    page.driver.switch_to.active_element.send_keys(Keys.TAB)
    assert page.script("return document.activeElement.getBoundingClientRect().top") < 400
    page.link("Prev").click()
    wait_for_range(page, f"1 - 100 of {TOTAL}")
    assert searches(page) == 1
    results(page, "/?category=women")  # brands take turns: all of the smaller one's are here
    assert {"Karoo Cotton", "O'Reilly"} <= set(sections(page))
    page.link("(View all products) of O'Reilly").send_keys(Keys.ENTER)
    wait_for(page, "/?category=women&brand=O'Reilly")
    wait_for_range(page, "1 - 20 of 20")
    page.wait(lambda _: page.driver.switch_to.active_element.tag_name != "body", "the focus")
    wait_for_chips(page, "Category: Women", "Brand: O'Reilly")
    page.button("Remove Brand: O'Reilly").click()
    wait_for_range(page, "1 - 100 of 150")
    page.button("Clear all").click()
    wait_for(page, "/")


def test_9_the_orders_begin_a_list_anew_and_the_last_is_remembered(page: Page) -> None:
    results(page, "/?brand=Karoo+Cotton&page=2")
    assert sort_options(page) == SORTS
    for label, number in FIRSTS.items():
        sort_select(page).select_by_visible_text(label)
        first = f"Linen wrap dress {number}"
        page.wait(lambda _, f=first: names(page)[:1] == [f], f"{first} first")  # type: ignore[misc]
        assert "page=" not in search_path(page)
        assert not sections(page)
    sort_select(page).select_by_visible_text("Price: low to high")
    page.button("Clear all").click()
    wait_for(page, "/")
    page.link("View all Men").click()
    wait_for(page, "/?category=men&sort=price_asc")
    results(page, "/?q=boot")
    assert sort_options(page) == ["Best match", *SORTS]


def test_7_back_and_forward_restore_search_place_and_folded_sections(page: Page) -> None:
    results(page, "/?category=women")
    scroll(page, 900)
    page.script("arguments[0].click()", page.link("Page 2"))
    wait_for_range(page, "101 - 150 of 150")
    scroll(page, 400)
    page.driver.back()
    wait_for_range(page, "1 - 100 of 150")
    page.wait(lambda _: page.script(TOP) == 900, "the place before")
    page.driver.forward()
    wait_for_range(page, "101 - 150 of 150")
    page.wait(lambda _: page.script(TOP) == 400, "the place after")
    results(page, "/?colour=red")
    assert page.script(TOP) == 0
    scroll(page, 700)
    page.script("document.querySelector('a[href=\"/about\"]').click()")
    page.text("About Winkel")
    page.driver.back()
    page.find("article")
    page.wait(lambda _: page.script(TOP) == 700, "the place before another page")
    page.reload()
    page.find("article")
    page.wait(lambda _: page.script(TOP) == 700, "the place before a reload")
    results(page, "/?type=new")
    page.button("Collapse Karoo Cotton").click()
    write(page, "dress", enter=True)
    page.button("Collapse Karoo Cotton")  # another search starts with all open
    page.driver.back()
    assert page.button("Expand Karoo Cotton")


def test_8_nothing_found_proposes_what_leads_to_products(page: Page) -> None:
    page.open("/?category=outdoor&brand=Lisboa&colour=red")
    remove = page.find("[aria-label='Ways on'] button")
    page.wait(lambda _: remove.text.split("\n")[-1] == "6 products", remove.text)
    remove.click()
    wait_for(page, "/?brand=Lisboa&colour=red")
    wait_for_range(page, "1 - 6 of 6")


def test_9_columns_are_at_least_220_px_and_larger_tiles_are_remembered(page: Page) -> None:
    columns = "return getComputedStyle(arguments[0]).gridTemplateColumns.split(' ').length"
    for width in (1440, 1280, 1000, 768, 601):
        page.resize(width, 900)
        page.open("/?category=women")
        assert page.find(f"{TILES} > li").rect["width"] >= 220
    page.resize(1440, 900)
    page.wait(lambda _: page.script(columns, page.find(TILES)) == 4, "four columns")
    page.button("Switch view").click()
    page.wait(lambda _: page.script(columns, page.find(TILES)) == 3, "three columns")
    page.reload()
    assert page.script(columns, page.find(TILES)) == 3

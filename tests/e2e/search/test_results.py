"""Home after a search: bar, sections, pager, order (spec §2.3, §2.4, §4, §9)."""

from __future__ import annotations

import pytest
from selenium.webdriver.common.by import By

from tests.e2e.search.catalogue import TOTAL
from tests.e2e.search.steps import (
    BRAND,
    TILES,
    chips,
    clicks,
    forget_searches,
    results,
    scroll,
    search_path,
    searches,
    sections,
    sort_options,
    sort_select,
    tile,
    wait_for,
    wait_for_chips,
    wait_for_range,
    write,
)
from tests.support.browser import Page

SORTS = [
    "Date added: new to old",
    "Date added: old to new",
    "Price: high to low",
    "Price: low to high",
    "Biggest discount",
    "Product name: a-z",
    "Product name: z-a",
]


def names(page: Page) -> list[str]:
    """Return the products on the page, in order."""
    headings = "return [...document.querySelectorAll('article h3')].map(h => h.textContent)"
    return list(page.script(headings))


def test_2_4_results_are_grouped_by_brand_in_sections_that_fold(page: Page) -> None:
    results(page, "/?category=women&page=2")
    assert sections(page) == ["Karoo Cotton", "O'Reilly"]
    page.button("Collapse Karoo Cotton").click()
    karoo = "section[aria-label='Karoo Cotton'] article"
    page.wait(lambda _: not page.all(karoo), "a folded section")
    page.button("Expand Karoo Cotton").click()
    assert len(page.all(karoo)) == 30


def test_2_4_the_counter_says_first_last_and_total(page: Page) -> None:
    results(page, "/?category=women")
    wait_for_range(page, "1 - 100 of 150")
    page.button("Next").click()
    wait_for_range(page, "101 - 150 of 150")


def test_2_4_view_all_products_filters_by_the_brand_only_without_text(page: Page) -> None:
    results(page, "/?category=women&page=2")
    page.button("(View all products) of O'Reilly").click()
    wait_for(page, "/?category=women&brand=O'Reilly")
    wait_for_range(page, "1 - 20 of 20")
    results(page, "/?q=dress")
    assert "View all products" not in page.find("main").text


def test_2_4_the_pager_ends_are_disabled_and_the_current_page_is_marked(page: Page) -> None:
    results(page, "/?type=new")
    wait_for_range(page, f"1 - 100 of {TOTAL}")
    assert not page.button("Prev").is_enabled()
    assert page.find("[aria-label=Pages] [aria-current]").text == "1"
    page.button("Page 3").click()
    wait_for(page, "/?type=new&page=3")
    page.wait(lambda _: not page.button("Next").is_enabled(), "the last page")
    assert page.find("[aria-label=Pages] [aria-current]").text == "3"


def test_2_4_a_page_change_scrolls_to_the_top_and_is_recorded(page: Page) -> None:
    results(page, "/?type=new")
    scroll(page, 1500)
    clicks(page)
    page.script("arguments[0].click()", page.button("Page 2"))
    wait_for(page, "/?type=new&page=2")
    page.wait(lambda _: page.script("return scrollY") == 0, "the top")
    page.wait(lambda _: {"Go to page 2"} & {c["href"] for c in clicks(page)}, "the click")


def test_4_going_to_the_current_page_is_ignored_and_fetched_pages_stay(page: Page) -> None:
    results(page, "/?type=new")
    forget_searches(page)
    page.button("Page 1").click()
    page.button("Page 2").click()
    wait_for_range(page, f"101 - 200 of {TOTAL}")
    page.button("Prev").click()
    wait_for_range(page, f"1 - 100 of {TOTAL}")
    assert searches(page) == 1


@pytest.mark.parametrize(
    ("label", "first"),
    [
        ("Price: low to high", "Linen wrap dress 000"),
        ("Price: high to low", "Linen wrap dress 129"),
        ("Product name: z-a", "Linen wrap dress 129"),
        ("Date added: old to new", "Linen wrap dress 129"),
    ],
)
def test_9_the_orders(page: Page, label: str, first: str) -> None:
    results(page, "/?brand=Karoo+Cotton&page=2")
    sort_select(page).select_by_visible_text(label)
    page.wait(lambda _: names(page)[:1] == [first], f"{first} first")
    assert "page=" not in search_path(page)


def test_9_the_order_is_newest_first_until_text_makes_it_best_match(page: Page) -> None:
    results(page, "/?category=women")
    assert sort_options(page) == SORTS
    assert sort_select(page).first_selected_option.text == SORTS[0]
    results(page, "/?q=boot")
    assert sort_options(page) == ["Best match", *SORTS]
    assert sort_select(page).first_selected_option.text == "Best match"


def test_4_the_last_order_is_remembered_for_the_next_search(page: Page) -> None:
    results(page, "/?category=women")
    sort_select(page).select_by_visible_text("Price: low to high")
    wait_for(page, "/?category=women&sort=price_asc")
    page.button("Clear all").click()
    wait_for(page, "/")
    page.find("section[aria-label=Men] button").click()
    wait_for(page, "/?category=men&sort=price_asc")


def test_2_3_switch_view_makes_tiles_larger_and_is_remembered(page: Page) -> None:
    results(page, "/?category=women")
    columns = "return getComputedStyle(arguments[0]).gridTemplateColumns.split(' ').length"
    assert page.script(columns, page.find(TILES)) == 4
    page.button("Switch view").click()
    page.wait(lambda _: page.script(columns, page.find(TILES)) == 3, "three columns")
    page.driver.refresh()
    page.find("article")
    assert page.script(columns, page.find(TILES)) == 3


@pytest.mark.parametrize("width", [1280, 1000, 768, 601])
def test_9_columns_are_at_least_220_px(page: Page, width: int) -> None:
    page.resize(width, 900)
    results(page, "/?category=women")
    assert page.find(f"{TILES} > li").rect["width"] >= 220


def test_2_3_chips_are_removable_one_by_one_and_together(page: Page) -> None:
    results(page, "/?category=women&colour=red&gender=unisex")
    wait_for_chips(page, "Category: Women", "Colour: Red", "Gender: Unisex")
    page.button("Remove Gender: Unisex").click()
    wait_for(page, "/?category=women&colour=red")
    page.button("Clear all").click()
    wait_for(page, "/")


def test_5_a_brand_with_an_apostrophe_keeps_it(page: Page) -> None:
    results(page, "/?brand=O'Reilly")
    assert chips(page) == ["Brand: O'Reilly"]
    assert len(page.all("article")) == 20
    assert tile(page, "Leather boot 000").find_element(By.CSS_SELECTOR, BRAND).text == "O'REILLY"


def test_7_back_and_forward_restore_search_and_place(page: Page) -> None:
    results(page, "/?category=women")
    scroll(page, 900)
    page.script("arguments[0].click()", page.button("Page 2"))
    wait_for_range(page, "101 - 150 of 150")
    scroll(page, 400)
    page.driver.back()
    wait_for_range(page, "1 - 100 of 150")
    page.wait(lambda _: page.script("return scrollY") == 900, "the place before")
    page.driver.forward()
    wait_for_range(page, "101 - 150 of 150")
    page.wait(lambda _: page.script("return scrollY") == 400, "the place after")


def test_7_back_from_another_page_restores_results_and_place(page: Page) -> None:
    results(page, "/?colour=red")
    scroll(page, 700)
    page.script("document.querySelector('a[href=\"/about\"]').click()")
    page.text("About Winkel")
    page.driver.back()
    page.find("article")
    page.wait(lambda _: page.script("return scrollY") == 700, "the place before")


def test_7_a_search_has_a_title_and_one_live_count(page: Page) -> None:
    results(page, "/?q=vase")
    page.wait(lambda _: page.driver.title == "vase – Winkel", page.driver.title)
    count = "[data-testid=live-count]"
    said = "return document.querySelector(arguments[0]).textContent"
    page.wait(lambda _: page.script(said, count) == "60 products", "the count")


def test_2_4_a_link_past_the_last_page_leads_back(page: Page) -> None:
    page.open("/?category=women&page=9")
    assert page.text("There is no such page.").is_displayed()
    page.button("Prev").click()
    wait_for(page, "/?category=women&page=2")
    wait_for_range(page, "101 - 150 of 150")


def test_7_a_followed_address_starts_at_the_top_and_a_reload_where_it_was(page: Page) -> None:
    results(page, "/?category=women")
    scroll(page, 700)
    results(page, "/?colour=red")
    assert page.script("return scrollY") == 0
    scroll(page, 500)
    page.driver.refresh()
    page.find("article")
    page.wait(lambda _: page.script("return scrollY") == 500, "the place before")


@pytest.mark.parametrize("width", [1440, 900, 700, 601])
def test_2_3_many_chips_leave_clear_all_within_reach(page: Page, width: int) -> None:
    page.resize(width, 900)
    colours = "".join(f"&colour={colour}" for colour in ("red", "blue", "white", "multi"))
    results(page, f"/?stock=in-stock&type=new&category=women{colours}")
    inside = """
        const box = arguments[0].getBoundingClientRect();
        const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
        return box.left >= 0 && box.right <= innerWidth && arguments[0].contains(top)"""
    assert page.script(inside, page.button("Clear all"))
    assert page.width() <= width


def test_4_a_collapsed_section_stays_collapsed_after_back(page: Page) -> None:
    results(page, "/?type=new")
    page.button("Collapse Karoo Cotton").click()
    assert page.button("Expand Karoo Cotton")
    page.link("About").click()
    page.wait_for_path("/about")
    page.driver.back()
    assert page.button("Expand Karoo Cotton")
    page.script("location.reload()")
    assert page.button("Expand Karoo Cotton")


def test_2_4_another_search_starts_with_all_sections_open(page: Page) -> None:
    results(page, "/?type=new")
    page.button("Collapse Karoo Cotton").click()
    write(page, "dress", enter=True)
    assert page.button("Collapse Karoo Cotton")

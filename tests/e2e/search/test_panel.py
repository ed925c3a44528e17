"""The filter box and its panel (spec §2.3, §4)."""

from __future__ import annotations

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from tests.e2e.search.steps import (
    BOX,
    HOLD,
    PANEL,
    PRICE,
    clicks,
    entry,
    forget_searches,
    open_panel,
    pick,
    results,
    searches,
    wait_for,
    wait_for_chips,
    wait_for_range,
    write,
)
from tests.support.browser import Page

TYPES = [
    "(All)",
    "Category",
    "Colour",
    "Price",
    "Brand",
    "Material",
    "Style",
    "Store",
    "Ships from",
    "Type",
    "Stock",
    "Gender",
    "South Africa only",
]


def options(page: Page) -> list[str]:
    """Return the labels of the options that show."""
    labels = "return [...document.querySelectorAll('#filter-panel [data-part=option-label]')]"
    return list(page.script(f"{labels}.map(e => e.textContent)"))


def closed(page: Page) -> None:
    """Wait until the panel is closed."""
    page.wait(lambda _: not page.all(PANEL), "a closed panel")


def test_2_3_the_types_in_their_order(page: Page) -> None:
    results(page, "/?category=women")
    panel = open_panel(page)
    labels = panel.find_elements(By.CSS_SELECTOR, "[data-part=type-label]")
    assert [label.text for label in labels] == TYPES


def test_2_3_choosing_a_leaf_searches_with_one_request_and_leaves_the_panel_open(
    page: Page,
) -> None:
    results(page, "/?category=women")
    open_panel(page)
    pick(page, "Colour")
    forget_searches(page)
    pick(page, "Red")
    wait_for(page, "/?category=women&colour=red")
    page.wait(lambda _: searches(page) == 1, "one request")
    assert page.find(PANEL)
    assert entry(page, "Red").get_attribute("aria-pressed") == "true"
    pick(page, "Red")
    wait_for(page, "/?category=women")


def test_2_3_each_type_counts_its_selections(page: Page) -> None:
    results(page, "/?category=women&colour=red&colour=blue")
    open_panel(page)
    assert "2" in entry(page, "Colour").text
    assert "1" in entry(page, "Category").text


def test_2_3_options_carry_swatches_flags_and_pictures(page: Page) -> None:
    results(page, "/?type=new")
    open_panel(page)
    pick(page, "Colour")
    multi = entry(page, "Multi").find_element(By.CSS_SELECTOR, "[data-part=swatch]")
    assert "conic-gradient" in multi.value_of_css_property("background-image")
    white = entry(page, "White").find_element(By.CSS_SELECTOR, "[data-part=swatch]")
    assert white.value_of_css_property("box-shadow") != "none"
    pick(page, "Ships from")
    assert entry(page, "South Africa").find_elements(By.TAG_NAME, "svg")
    flag = entry(page, "Portugal").find_element(By.TAG_NAME, "img")
    page.wait(lambda _: page.script("return arguments[0].naturalWidth", flag) > 0, "a flag")
    pick(page, "Style")
    assert entry(page, "Boho").find_elements(By.TAG_NAME, "img")


def test_2_3_categories_drill_down_and_back_with_all_for_a_branch(page: Page) -> None:
    results(page, "/?type=new")
    open_panel(page)
    pick(page, "Category")
    assert options(page) == ["(All)", "Home", "Outdoor", "Women", "Men"]
    pick(page, "Women")
    assert "Dresses" in options(page)
    page.button("Back from Women").click()
    pick(page, "Women")
    page.find(f"{PANEL} ul[aria-label=Women] li:first-child button").click()
    wait_for(page, "/?type=new&category=women")
    wait_for_range(page, "1 - 100 of 150")


def test_2_3_all_takes_the_place_of_what_is_below_it(page: Page) -> None:
    results(page, "/?category=women/dresses")
    open_panel(page)
    pick(page, "Category", "Women")
    page.find(f"{PANEL} ul[aria-label=Women] li:first-child button").click()
    wait_for(page, "/?category=women")


def test_2_3_show_all_cats_includes_those_without_products(page: Page) -> None:
    results(page, "/?type=new")
    open_panel(page)
    pick(page, "Category", "Women")
    few = len(options(page))
    page.find(f"{PANEL} input[type=checkbox]").click()
    page.wait(lambda _: len(options(page)) > few + 3, "more categories")


def test_2_3_a_search_within_the_list_and_no_items(page: Page) -> None:
    results(page, "/?type=new")
    open_panel(page)
    pick(page, "Store")
    field = page.find(f"{PANEL} input[type=search]")
    field.send_keys("CLAY")
    page.wait(lambda _: options(page) == ["Cape Clay"], "one store")
    field.send_keys("xyz")
    assert page.text("(No items)").is_displayed()


def test_9_enter_in_the_list_adds_a_chip_and_records_it(page: Page) -> None:
    results(page, "/?type=new")
    open_panel(page)
    pick(page, "Store")
    clicks(page)
    page.find(f"{PANEL} input[type=search]").send_keys("lisb", Keys.ENTER)
    wait_for(page, "/?type=new&store=lisboa")
    wait_for_chips(page, "Store: Lisboa", "Type: New")
    page.wait(lambda _: [c for c in clicks(page) if "Store: Lisboa" in c["href"]], "the click")


def test_2_3_brands_are_searched_on_the_server_without_accents_and_case(page: Page) -> None:
    results(page, "/?type=new")
    open_panel(page)
    pick(page, "Brand")
    page.find(f"{PANEL} input[type=search]").send_keys("o'rei")
    page.wait(lambda _: options(page) == ["O'Reilly"], "one brand")
    pick(page, "O'Reilly")
    wait_for(page, "/?type=new&brand=O'Reilly")


def test_bar_a_late_answer_never_replaces_a_newer_one_in_a_facet_search(page: Page) -> None:
    results(page, "/?type=new")
    open_panel(page)
    pick(page, "Brand")
    page.script(HOLD, '"facetQuery":"kar"')
    field = page.find(f"{PANEL} input[type=search]")
    field.send_keys("kar")
    page.wait(lambda _: page.script("return held.length") == 1, "a held answer")
    field.send_keys(Keys.BACKSPACE * 3, "lis")
    page.wait(lambda _: options(page) == ["Lisboa"], "the newer answer")
    page.script("held.forEach(go => go())")
    page.script("return fetch('/api/filters').then(r => r.text())")
    assert options(page) == ["Lisboa"]


def test_2_3_south_africa_only(page: Page) -> None:
    results(page, "/?type=new")
    open_panel(page)
    pick(page, "South Africa only")
    wait_for(page, "/?type=new&saOnly=true")
    switch = entry(page, "South Africa only")
    assert switch.get_attribute("aria-checked") == "true"


def test_9_price_bands_follow_the_currency(page: Page) -> None:
    results(page, "/?type=new")
    open_panel(page)
    pick(page, "Price")
    assert len(options(page)) == 8
    assert options(page)[0] == "Under R 500"
    pick(page, "Under R 500")
    wait_for(page, "/?type=new&price=0-500")
    wait_for_range(page, "1 - 40 of 40")
    forget_searches(page)
    page.choose("Currency", "(€) EUR")
    wait_for(page, "/?type=new")
    closed(page)
    page.wait(lambda _: searches(page) == 1, "one request for currency and dropped band")
    open_panel(page)
    pick(page, "Price")
    assert len(options(page)) == 5


def test_4_a_link_with_bands_sets_their_currency(page: Page) -> None:
    results(page, "/?price=0-35&currency=EUR")
    assert page.find(PRICE).text.startswith("€")
    wait_for_chips(page, "Price: Under €35")


@pytest.mark.parametrize("way", ["Search", "Apply", "Enter", "outside", "Escape", "country"])
def test_4_the_panel_closes(page: Page, way: str) -> None:
    results(page, "/?category=women")
    open_panel(page)
    if way in {"Search", "Apply"}:
        page.button(way).click()
    elif way == "outside":
        page.find("footer:not(#filter-panel footer)").click()
    elif way == "country":
        page.choose("Deliver to", "South Africa")
    else:
        page.find(BOX).send_keys(Keys.ENTER if way == "Enter" else Keys.ESCAPE)
    closed(page)


def test_4_clear_all_returns_to_not_searched(page: Page) -> None:
    results(page, "/?category=women")
    panel = open_panel(page)
    panel.find_element(By.CSS_SELECTOR, "footer button").click()
    wait_for(page, "/")
    assert page.find("h1").text == "Shop from South African stores."
    assert page.script("return localStorage.getItem('manualFiltered')") == "true"


def test_4_the_panel_opens_over_the_landing_screen_with_counts(page: Page) -> None:
    page.open("/")
    open_panel(page)
    pick(page, "Category")
    page.wait(lambda _: "60" in entry(page, "Home").text, "the count")
    pick(page, "Outdoor")
    page.find(f"{PANEL} ul[aria-label=Outdoor] li:first-child button").click()
    wait_for(page, "/?category=outdoor")
    wait_for_range(page, "1 - 12 of 12")
    assert page.find(PANEL)


def test_4_a_facet_takes_typed_text_along(page: Page) -> None:
    results(page, "/?category=women")
    open_panel(page)
    write(page, "wrap")
    pick(page, "Colour", "Red")
    wait_for(page, "/?q=wrap&colour=red")


def test_7_the_panel_is_free_of_violations(page: Page) -> None:
    results(page, "/?category=women&colour=red")
    open_panel(page)
    for kind in ("(All)", "Category", "Colour", "Brand", "Style"):
        pick(page, kind)
        assert page.violations() == []


def test_3_all_of_stock_is_the_empty_value_and_adds_no_chip(page: Page) -> None:
    results(page, "/?category=women&stock=in-stock")
    open_panel(page)
    pick(page, "Stock")
    assert options(page) == ["All", "In stock", "Sold out"]
    assert entry(page, "All").get_attribute("aria-pressed") == "false"
    pick(page, "All")
    wait_for(page, "/?category=women")
    wait_for_chips(page, "Category: Women")
    assert entry(page, "All").get_attribute("aria-pressed") == "true"


def test_ui_the_types_fit_without_scrolling(page: Page) -> None:
    results(page, "/?category=women")
    open_panel(page)
    hidden = "return arguments[0].scrollHeight - arguments[0].clientHeight"
    assert page.script(hidden, page.find(f"{PANEL} [data-part=types]")) <= 0


@pytest.mark.parametrize("width", [720, 768, 1024])
def test_ui_the_panels_columns_break_no_word(page: Page, width: int) -> None:
    page.resize(width, 900)
    results(page, "/?type=new")
    open_panel(page)
    pick(page, "Style")
    lines = (
        "return arguments[0].map(e => e.offsetHeight / parseFloat(getComputedStyle(e).lineHeight))"
    )
    assert set(page.script(lines, page.all(f"{PANEL} [data-part=option-label]"))) == {1}

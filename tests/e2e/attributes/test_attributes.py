"""Sizes, materials and discounts: chosen in the browser, and ordered."""

from __future__ import annotations

from tests.e2e.search.steps import (
    PRICE,
    TILE,
    entry,
    open_panel,
    pick,
    results,
    sort_options,
    sort_select,
    wait_for,
    wait_for_chips,
    wait_for_range,
)
from tests.support.browser import Page

SIZES = ["XXS", "S", "M", "XL", "3XL", "8", "10", "UK 9", "<b>bold</b>", "One size"]
RAIL = "aside[aria-label='Filters beside the results']"


def options(page: Page) -> list[str]:
    """Return the labels of the panel's options."""
    labels = "return [...document.querySelectorAll('#filter-panel [data-part=option-label]')]"
    return list(page.script(f"{labels}.map(e => e.textContent)"))


def names(page: Page) -> list[str]:
    """Return the names of the tiles."""
    return [heading.text for heading in page.all(f"{TILE} h3")]


def test_sizes_are_listed_as_sizes_go_and_narrow_the_search(page: Page) -> None:
    page.resize(390, 900)
    results(page, "/?category=women")
    open_panel(page)
    pick(page, "Size")
    page.wait(lambda _: options(page) == SIZES, f"sizes in order, not {options(page)}")
    pick(page, "XL")
    wait_for(page, "/?category=women&size=XL")
    page.wait(lambda _: names(page) == ["Linen dress", "Wrap dress"], "what comes in XL")
    page.wait(lambda _: options(page) == SIZES, "the other sizes, to add one")


def test_on_sale_is_a_switch_and_the_biggest_discount_an_order(page: Page) -> None:
    results(page, "/?category=women")
    open_panel(page)
    pick(page, "On sale")
    wait_for(page, "/?category=women&onSale=true")
    page.wait(lambda _: entry(page, "On sale").get_attribute("aria-checked") == "true", "it is on")
    page.button("Apply").click()
    wait_for_range(page, "1 - 3 of 3")
    wait_for_chips(page, "Category: Women", "On sale: Yes")
    assert "Biggest discount" in sort_options(page)
    sort_select(page).select_by_visible_text("Biggest discount")
    wait_for(page, "/?category=women&onSale=true&sort=discount_desc")
    expected = ["Wrap dress", "Shirt dress", "Plain dress"]
    page.wait(lambda _: names(page) == expected, "the biggest discount first")
    prices = [element.text.split()[-1] for element in page.all(f"{TILE} {PRICE}")]
    assert prices == ["−50%", "−20%", "−10%"]


def test_sizes_and_the_switch_stand_beside_wide_results_too(page: Page) -> None:
    page.resize(1440, 900)
    results(page, "/?category=women")
    heading = next(e for e in page.all(f"{RAIL} summary") if e.text == "Size")
    heading.click()
    large = next(button for button in page.all(f"{RAIL} button") if button.text.startswith("XL"))
    large.click()
    wait_for(page, "/?category=women&size=XL")
    page.find(f"{RAIL} [role=switch]").click()
    wait_for(page, "/?category=women&size=XL&onSale=true")
    page.wait(lambda _: names(page) == ["Wrap dress"], "on sale in XL")


def test_materials_come_from_names_and_from_what_the_store_says(page: Page) -> None:
    results(page, "/?category=women")
    open_panel(page)
    pick(page, "Material")
    page.wait(lambda _: set(options(page)) == {"Linen", "Cotton", "Wool"}, "materials")
    pick(page, "Cotton")
    wait_for(page, "/?category=women&material=Cotton")
    page.wait(lambda _: names(page) == ["Plain dress"], "what is cotton, and does not say so")
    results(page, "/?q=cotton+dress")
    page.wait(lambda _: names(page)[0] == "Plain dress", "what is cotton comes first")

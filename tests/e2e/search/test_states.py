"""Eleven states of pages, on a desk and on a narrow dark phone; `make test-all` walks over all."""

from __future__ import annotations

import pytest

from tests.e2e.search.steps import BOX, TILE, filters_button
from tests.e2e.state import WITH_AXE, State, problems
from tests.support.browser import Page


def open_panel(page: Page) -> None:
    page.find(TILE)
    filters_button(page).click()


def type_text(page: Page) -> None:
    page.find(TILE)
    page.find(BOX).send_keys("dress")


def open_dialog(page: Page) -> None:
    button = page.find("footer").find_element("xpath", ".//button[.='Suggest a store']")
    page.script("arguments[0].click()", button)


STATES = {
    "category": State("/?category=women/dresses&colour=red", TILE),
    "panel": State("/?category=outdoor", "#filter-panel li button", open_panel),
    "suggestions": State("/?category=outdoor", "[role=option]", type_text, logged="svg.missing"),
    "no results": State("/?q=zzqqzz", "main h2"),
    "product": State("/product/1", "[data-part=product-price]"),
    "brand": State("/brand/karoo", TILE, logged="svg.missing"),
    "favourites": State("/favourites", "[data-part=invitation]"),
    "styles": State("/style-select", "main li button"),
    "deals": State("/deals", "main h1"),
    "store dialog": State("/about", "dialog[open]", open_dialog),
    "not found": State("/nothing-here", logged="status of 404"),
}


@pytest.mark.parametrize("name", STATES)
def test_a_page_passes_axe_fits_and_logs_nothing(page: Page, name: str) -> None:
    assert problems(page, STATES[name], {}, WITH_AXE) == []

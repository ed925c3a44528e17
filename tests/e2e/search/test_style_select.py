"""The style selection (spec §2.7): what it offers, what it keeps, and what home makes of it."""

from __future__ import annotations

import json
import re

import pytest

from tests.support.browser import Page

SOLD = {"Boho", "Karoo", "Handmade", "Bush", "Classic"}  # the styles of catalogue.py's stores


# The browser has had an answer of the search.
ASKED = "return performance.getEntriesByType('resource').some(e => e.name.endsWith('/api/search'))"


def styles_by_slug(page: Page) -> dict[str, int]:
    """Return the ids of all styles."""
    rows = page.driver.execute_async_script(
        "fetch('/api/styles').then(r => r.json()).then(arguments[0])"
    )
    return {row["slug"]: row["id"] for row in rows}


def style_id(page: Page, slug: str) -> int:
    """Return the id of a style."""
    return styles_by_slug(page)[slug]


def unsold(page: Page) -> list[int]:
    """Return the ids of two styles that no store of the catalogue has."""
    return [style_id(page, "glam"), style_id(page, "eco")]


@pytest.mark.parametrize(("width", "columns"), [(1440, 4), (601, 4), (599, 2), (390, 2)])
def test_2_7_the_grid_has_four_columns_and_two_on_phones(
    page: Page, width: int, columns: int
) -> None:
    page.resize(width, 900)
    page.open("/style-select").find("main li button")
    grid = "return getComputedStyle(document.querySelector('main ul')).gridTemplateColumns"
    assert len(page.script(grid).split()) == columns


def test_2_7_a_loader_covers_the_page_until_the_images_are_there(page: Page) -> None:
    page.open("/style-select").find("main li button")
    page.wait(lambda _: page.find("main ul").get_attribute("aria-busy") == "false")
    assert not page.all("main [role=status]")
    complete = "return [...document.querySelectorAll('main li img')].every(i => i.complete)"
    assert page.script(complete)


def test_2_7_clicks_toggle_and_continue_tells_the_count(page: Page) -> None:
    page.open("/style-select")
    tile = page.find("main li button")
    tile.click()
    assert tile.get_attribute("aria-pressed") == "true"
    counted = re.compile(r"Continue \(\d")
    page.wait(lambda _: any(counted.match(b.text) for b in page.all("main button")), "a live count")
    tile.click()
    assert tile.get_attribute("aria-pressed") == "false"
    assert page.button("Continue")


def test_2_7_continue_stores_the_ids_and_lets_them_apply(page: Page) -> None:
    page.open("/style-select")
    page.script("localStorage.setItem('manualFiltered', 'true')")
    for tile in page.wait(lambda _: page.all("main li button"))[:2]:
        tile.click()
    page.wait(lambda _: page.all("main button")[-1].text.startswith("Continue ("))
    page.all("main button")[-1].click()
    page.wait(lambda _: page.path().startswith("/?style=") or page.path() == "/")
    assert len(json.loads(page.script("return localStorage.getItem('selectedStyles')"))) == 2
    page.wait(lambda _: page.path().count("style=") == 2, "the styles applied")


def test_2_7_skip_stores_none_and_goes_home(page: Page) -> None:
    page.open("/style-select")
    page.find("main li button").click()
    page.button("Skip").click()
    page.wait_for_path("/")
    assert page.script("return localStorage.getItem('selectedStyles')") == "[]"


def test_2_7_the_page_has_no_accessibility_fault_and_fits_320_px(page: Page) -> None:
    page.resize(320, 640, mobile=True)
    page.open("/style-select").find("main li button").click()
    assert page.width() == 320
    assert page.violations() == []


def test_2_7_only_styles_with_products_are_offered(page: Page) -> None:
    page.open("/style-select").find("main li button")
    offered = [button.text for button in page.all("main li button")]
    assert len(offered) == len(SOLD)
    assert all(any(name in text for name in SOLD) for text in offered), offered


def test_2_7_a_stored_style_without_products_is_not_kept(page: Page) -> None:
    page.open("/about")
    page.script("localStorage.setItem('selectedStyles', arguments[0])", json.dumps(unsold(page)))
    page.open("/style-select").find("main li button")
    page.button("Continue").click()
    page.wait_for_path("/")
    assert page.script("return localStorage.getItem('selectedStyles')") == "[]"


def test_4_a_stored_style_without_products_leaves_the_landing_screen(page: Page) -> None:
    page.open("/about")
    page.script("localStorage.setItem('selectedStyles', arguments[0])", json.dumps(unsold(page)))
    page.open("/")
    page.find("section[aria-label=Women] article")
    page.wait(lambda _: page.script(ASKED), "the styles' counts")
    assert page.path() == "/"


def test_4_of_stored_styles_those_with_products_apply(page: Page) -> None:
    page.open("/about")
    ids = [*unsold(page), style_id(page, "boho")]
    page.script("localStorage.setItem('selectedStyles', arguments[0])", json.dumps(ids))
    page.open("/")
    page.wait_for_path("/?style=boho")

"""Home before a search (spec §1, §2.3; ui.md)."""

from __future__ import annotations

from selenium.webdriver.common.by import By

from tests.e2e.search.steps import BOX, search_path, searches, wait_for, wait_for_chips
from tests.support.browser import Page


def rails(page: Page) -> list[str]:
    """Return the names of the carousels."""
    return [heading.text for heading in page.all("main section h2")]


def test_2_3_logo_tagline_banner_and_box(page: Page) -> None:
    page.open("/")
    assert page.find("h1").text == "Shop from South African stores."
    assert page.text("Winkel is experimental and may have bugs.").is_displayed()
    assert page.find(BOX).get_attribute("placeholder") == "Search by type, colour, or brand..."


def test_2_3_four_carousels_of_ten_products(page: Page) -> None:
    page.open("/")
    page.find("article")
    assert rails(page)[:4] == ["Home", "Outdoor", "Women", "Men"]
    counts = [len(rail.find_elements(By.TAG_NAME, "article")) for rail in page.all("main section")]
    assert counts[:4] == [10, 10, 10, 10]


def test_2_3_view_all_applies_the_category(page: Page) -> None:
    page.open("/")
    page.find("section[aria-label=Women] button").click()
    wait_for(page, "/?category=women")
    wait_for_chips(page, "Category: Women")


def test_9_five_slides_on_large_screens_and_two_on_phones(page: Page, phone: Page) -> None:
    for width, slides in ((1440, 5), (960, 5), (959, 2), (390, 2)):
        page.resize(width, 900)
        page.open("/")
        page.find("article")
        share = "return arguments[0].clientWidth / arguments[0].firstElementChild.offsetWidth"
        assert round(float(page.script(share, page.find("section ul")))) == slides


def test_2_3_arrows_only_on_large_screens(page: Page) -> None:
    page.open("/")
    page.find("article")
    rail = page.find("section ul")
    page.button("Home: more").click()
    page.wait(lambda _: page.script("return arguments[0].scrollLeft", rail) > 0, "a scroll")
    page.resize(1000, 800)
    page.wait(lambda _: not page.all("[aria-label='Home: more']"), "no arrows")


def test_the_landing_screen_asks_nothing_and_loads_no_search_code(page: Page) -> None:
    page.open("/")
    page.find("article")
    assert searches(page) == 0
    loaded = "return performance.getEntriesByType('resource').map(e => e.name).join()"
    names = str(page.script(loaded))
    assert "SearchScreen" not in names
    assert "/api/landing" not in names
    page.find(BOX).click()
    page.wait(lambda _: "SearchScreen" in str(page.script(loaded)), "the search's code")


def test_2_7_stored_styles_apply_to_a_bare_home(page: Page) -> None:
    page.open("/about")
    page.script(
        "return fetch('/api/styles').then(r => r.json()).then(all => localStorage.setItem("
        "'selectedStyles', JSON.stringify(all.filter(s => s.slug === 'boho').map(s => s.id))))"
    )
    page.open("/")
    wait_for(page, "/?style=boho")
    page.driver.back()
    wait_for(page, "/about")


def test_4_stored_styles_do_not_apply_after_filtering_by_hand(page: Page) -> None:
    page.open("/about")
    page.script("localStorage.setItem('selectedStyles', '[1,2]')")
    page.script("localStorage.setItem('manualFiltered', 'true')")
    page.open("/")
    page.find("article")
    assert search_path(page) == "/"

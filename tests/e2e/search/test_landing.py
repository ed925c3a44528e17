"""Home before a search (spec §1, §2.3, §2.7; ui.md)."""

from __future__ import annotations

from selenium.webdriver.common.by import By

from tests.e2e.search.steps import BOX, searches, wait_for, wait_for_chips
from tests.support.browser import Page


def test_2_3_the_landing_screen_asks_nothing_and_loads_no_search_code(page: Page) -> None:
    page.open("/")
    page.find("article")
    assert page.find("h1").text == "Shop from South African stores."
    assert page.find(BOX).get_attribute("placeholder") == "Search by type, colour, or brand..."
    rails = page.all("main section[aria-label]")[:4]
    assert [rail.accessible_name for rail in rails] == ["Home", "Outdoor", "Women", "Men"]
    assert [len(rail.find_elements(By.TAG_NAME, "article")) for rail in rails] == [10] * 4
    assert searches(page) == 0
    loaded = "return performance.getEntriesByType('resource').map(e => e.name).join()"
    names = str(page.script(loaded))
    assert "SearchScreen" not in names
    assert "/api/landing" not in names
    page.find(BOX).click()
    page.wait(lambda _: "SearchScreen" in str(page.script(loaded)), "the search's code")
    page.link("View all Women").click()
    wait_for(page, "/?category=women")
    wait_for_chips(page, "Category: Women")
    page.find("article")


def test_9_a_rail_shows_five_or_two_and_is_moved_by_arrows(page: Page) -> None:
    share = "return arguments[0].clientWidth / arguments[0].firstElementChild.offsetWidth"
    for width, slides in ((1440, 5), (960, 5), (959, 2), (390, 2)):
        page.resize(width, 900)
        page.open("/").find("article")
        assert round(float(page.script(share, page.find("section ul")))) == slides
        assert bool(page.all("[aria-label='Home: more']")) == (width >= 1200)
    page.resize(1440, 900)
    back, more = page.button("Women: back"), page.button("Women: more")
    page.wait(lambda _: back.get_attribute("aria-disabled") == "true", "the start")
    more.click()
    page.wait(lambda _: more.get_attribute("aria-disabled") == "true", "the end")
    assert back.get_attribute("aria-disabled") == "false"


def test_2_7_styles_stand_in_columns_and_those_chosen_lead_to_their_products(page: Page) -> None:
    page.open("/style-select").find("main li button")
    grid = "return getComputedStyle(document.querySelector('main ul')).gridTemplateColumns"
    for width, columns in ((599, 2), (1440, 4)):
        page.resize(width, 900)
        page.wait(lambda _, c=columns: len(page.script(grid).split()) == c, f"{columns} columns")  # type: ignore[misc]
    boho = next(button for button in page.all("main li button") if "Boho" in button.text)
    page.script("arguments[0].click()", boho)
    page.wait(lambda _: "Continue (" in page.find("main").text, "a live count")
    next(button for button in page.all("main button") if "Continue" in button.text).click()
    wait_for(page, "/?style=boho")

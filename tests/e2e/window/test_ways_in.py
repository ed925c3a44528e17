"""Ways in: menus, drawer, category pages, styles, what stands below the carousels."""

from __future__ import annotations

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from tests.e2e.search.steps import results, wait_for, wait_for_chips
from tests.support.browser import Page

WORLDS = ["Women", "Men", "Homeware", "Outdoor"]


def pictures(page: Page, css: str) -> int:
    """Return how many pictures of an element have come."""
    code = "return [...document.querySelectorAll(arguments[0])].filter(i => i.naturalWidth).length"
    return int(page.script(code, css))


def test_the_header_leads_to_the_categories_that_have_products(page: Page) -> None:
    page.open("/about").find("header nav[aria-label=Shop] button")
    assert [b.text for b in page.all("header nav[aria-label=Shop] button")] == WORLDS
    page.button("Women").click()
    links = "nav[aria-label=Shop] [popover] a"
    page.wait(lambda _: len(page.all(links)) == 5, "all women, two ways and two categories")
    shown = [" ".join(link.text.split()) for link in page.all(links)]
    assert shown[:3] == ["All women", "New in", "Under R 500"]
    assert [words.split()[:2] for words in shown[3:]] == [["Dresses", "48"], ["Shoes", "48"]]
    assert page.violations() == []
    page.all(links)[3].click()
    wait_for(page, "/?category=women/dresses")
    page.wait(lambda _: not page.all(links), "the menu closed")


def test_9_new_in_is_one_list_and_the_lowest_prices_have_a_name(page: Page) -> None:
    page.open("/about").find("header nav[aria-label=Shop] button")
    for name, path in (
        ("New in", "/?category=women&sort=created_desc"),
        ("Under R 500", "/?category=women&price=0-500"),
    ):
        page.button("Women").click()
        page.link(name).click()
        wait_for(page, path)
    wait_for_chips(page, "Category: Women", "Price: Under R 500")
    page.driver.back()
    page.find("[data-part=flat] article")
    page.choose("Currency", "(€) EUR")
    page.button("Women").click()
    assert page.link("Under €35").is_displayed()


@pytest.mark.parametrize("width", [601, 760, 1024])
def test_the_worlds_have_menus_at_every_width_above_the_phones(page: Page, width: int) -> None:
    page.resize(width, 900)
    page.open("/about").find("header nav[aria-label=Shop] button")
    assert [b.text for b in page.all("header nav[aria-label=Shop] button")] == WORLDS
    assert page.width() <= width
    page.button("Outdoor").click()
    first = page.find("nav[aria-label=Shop] [popover] a")
    below = "return arguments[0].getBoundingClientRect().bottom"
    drop = page.find("nav[aria-label=Shop] [popover]")
    top = "return arguments[0].getBoundingClientRect().top"
    assert abs(page.script(top, drop) - page.script(below, page.button("Outdoor"))) <= 1
    assert first.is_displayed()


def test_escape_closes_a_menu_and_gives_the_focus_back(page: Page) -> None:
    page.open("/")
    page.button("Men").send_keys(Keys.ENTER)
    page.find("nav[aria-label=Shop] [popover] a").send_keys(Keys.ESCAPE)
    page.wait(lambda _: not page.all("nav[aria-label=Shop] [popover] a"), "the menu closed")
    assert page.driver.switch_to.active_element.text == "Men"


def test_a_phones_drawer_has_pictures_country_and_currency(phone: Page) -> None:
    phone.open("/about")
    phone.button("Menu").click()
    cards = "dialog[open] nav[aria-label=Worlds] a"
    phone.wait(lambda _: [a.text for a in phone.all(cards)] == WORLDS, "the worlds")
    phone.wait(lambda _: pictures(phone, f"{cards} img") == 4, "their pictures")
    assert phone.select("Currency").first_selected_option.text == "(R) ZAR"
    assert phone.violations() == []
    phone.all(cards)[0].click()
    wait_for(phone, "/?category=women")
    assert not phone.all("dialog[open]")


def test_a_category_page_says_where_one_is_and_what_is_below(page: Page) -> None:
    results(page, "/?category=women")
    assert page.find("h1").text == "Women"
    below = page.all("[aria-label=Sub-categories] button")
    assert [button.text.split()[:2] for button in below] == [["Dresses", "48"], ["Shoes", "48"]]
    below[0].click()
    wait_for(page, "/?category=women/dresses")
    page.wait(lambda _: page.find("h1").text == "Dresses", "its heading")
    crumbs = page.all("nav[aria-label=Breadcrumb] a")
    assert [link.text for link in crumbs] == ["All categories", "Women"]
    beside = page.wait(lambda _: page.all("[aria-label=Sub-categories] button"), "those beside it")
    assert [button.get_attribute("aria-current") for button in beside] == ["page", None]
    crumbs[1].click()
    wait_for_chips(page, "Category: Women")


def test_the_landing_screen_has_pictures_of_the_four_worlds(page: Page) -> None:
    page.open("/")
    page.find("main nav[aria-label=Worlds] a")
    cards = page.all("main nav[aria-label=Worlds] a")
    assert [card.text for card in cards] == WORLDS
    page.wait(lambda _: pictures(page, "main nav[aria-label=Worlds] img") == 4, "pictures")
    cards[1].click()
    wait_for(page, "/?category=men")


def test_below_the_carousels_are_arrivals_price_drops_and_stores(page: Page) -> None:
    page.open("/")
    page.script("arguments[0].scrollIntoView()", page.find("section[aria-label=Men]"))
    new = page.find("section[aria-label='New in']")
    assert len(new.find_elements(By.TAG_NAME, "article")) == 10
    drops = page.find("section[aria-label='Biggest price drops']")
    off = drops.find_elements(By.CSS_SELECTOR, "[data-part=price]")
    assert len(off) == 10
    assert all("−50%" in str(price.get_attribute("textContent")) for price in off)
    stores = page.all("section[aria-label=Stores] button")
    assert {button.text.split("\n")[0] for button in stores} == {"Aloe", "Baobab", "Cedar", "Disa"}
    assert page.violations() == []
    next(button for button in stores if button.text.startswith("Disa")).click()
    wait_for(page, "/?store=disa")


def test_2_7_a_style_shows_its_products(page: Page) -> None:
    page.open("/style-select").find("main li button")
    page.wait(lambda _: pictures(page, "main li [data-part=collage] img") == 4, "four pictures")
    assert page.violations() == []


@pytest.mark.parametrize("path", ["/?category=women&page=9", "/nothing-here"])
def test_a_page_with_nothing_has_a_next_step(page: Page, path: str) -> None:
    page.open(path)
    if "nothing" in path:
        page.link("Back to the shop window").click()
        wait_for(page, "/")
        return
    page.button("To the first page").click()
    wait_for(page, "/?category=women")
    page.find("article")

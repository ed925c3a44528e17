"""Variety: rails that mix, a thing's colours on its tile, a chosen order that reads as sorted."""

from __future__ import annotations

from itertools import pairwise
from urllib.parse import urlsplit

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement

from tests.e2e.search.steps import PRICE, results, sort_select, tile, wait_for
from tests.e2e.window.wardrobe import BRANDS
from tests.support.browser import Page


def names(page: Page, within: str) -> list[str]:
    """Return the names of the tiles inside an element, in their order."""
    return [str(h.get_attribute("textContent")) for h in page.all(f"{within} h3")]


def thing(name: str) -> str:
    """Return a product's name without its colour."""
    return name.partition(" - ")[0]


def swatch(element: WebElement, color: str) -> WebElement:
    """Return a tile's swatch of a colour."""
    return element.find_element(By.CSS_SELECTOR, f"input[type=radio][aria-label='{color}']")


@pytest.mark.parametrize("rail", ["Home", "Outdoor", "Women", "Men"])
def test_2_3_a_rail_mixes_brands_and_shows_no_thing_twice(page: Page, rail: str) -> None:
    page.open("/")
    page.find(f"section[aria-label={rail}] article")
    found = page.driver.find_elements(By.CSS_SELECTOR, f"section[aria-label={rail}] h3")
    shown = [str(heading.get_attribute("textContent")) for heading in found]
    assert len(shown) == 10
    assert len({thing(name) for name in shown}) == 10
    assert {name.split()[0] for name in shown} == set(BRANDS)
    assert all(left.split()[0] != right.split()[0] for left, right in pairwise(shown))


def test_2_4_a_things_colours_do_not_follow_one_another(page: Page) -> None:
    results(page, "/?brand=Aloe&category=women")
    shown = names(page, "main")
    assert len(shown) == 24
    assert all(thing(left) != thing(right) for left, right in pairwise(shown))


def test_2_3_a_swatch_swaps_picture_price_name_and_link(page: Page) -> None:
    results(page, "/?brand=Aloe&category=women&colour=red")
    red = tile(page, "Aloe Dress A - Red")
    assert red.find_element(By.CSS_SELECTOR, PRICE).text == "R 200"
    before = picture(red)
    element = page.wait(lambda _: swatch(red, "Blue"), "a swatch")
    page.script("arguments[0].click()", element)
    blue = tile(page, "Aloe Dress A - Blue")
    assert blue.find_element(By.CSS_SELECTOR, PRICE).text == "R 210"
    assert picture(blue) != before
    link = blue.find_element(By.CSS_SELECTOR, "a[target=_blank]:last-of-type")
    assert urlsplit(str(link.get_attribute("href"))).path == "/p/2"
    page.script("arguments[0].click()", swatch(blue, "Red"))
    assert picture(tile(page, "Aloe Dress A - Red")) == before


def picture(element: WebElement) -> str:
    """Return the file name of a tile's first picture."""
    image = element.find_element(By.CSS_SELECTOR, "[data-part=picture] img")
    return str(image.get_attribute("src")).rpartition("/")[2]


def test_2_1_1_arrows_go_from_colour_to_colour(page: Page) -> None:
    results(page, "/?brand=Aloe&category=women&colour=red")
    swatch(tile(page, "Aloe Dress A - Red"), "Red").send_keys(Keys.ARROW_RIGHT)
    assert tile(page, "Aloe Dress A - Blue").find_elements(By.CSS_SELECTOR, ":focus")
    assert page.violations() == []


@pytest.mark.parametrize(
    ("order", "value"),
    [("Price: low to high", "price_asc"), ("Price: high to low", "price_desc")],
)
def test_4_a_chosen_order_is_one_list_that_is_sorted(page: Page, order: str, value: str) -> None:
    results(page, "/?category=women")
    assert len(page.all("main section h2")) > 1
    sort_select(page).select_by_visible_text(order)
    wait_for(page, f"/?category=women&sort={value}")
    page.find("[data-part=flat] article")
    page.wait(lambda _: len(page.all("[data-part=flat] article")) == 96, "all of them")
    assert not page.all("main section h2")
    shown = [int(p.text.split()[1].replace(",", "")) for p in page.all(PRICE)]
    assert shown == sorted(shown, reverse=value == "price_desc")

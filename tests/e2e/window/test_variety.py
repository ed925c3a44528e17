"""Variety: rails that mix, a thing's colours on its tile, a chosen order that reads as sorted."""

from __future__ import annotations

from itertools import pairwise
from urllib.parse import urlsplit

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement

from tests.e2e.search.steps import PRICE, results, sort_select, tile, wait_for
from tests.e2e.window.wardrobe import BRANDS
from tests.support.browser import Page

BELOW = """
const [upper, lower] = [...arguments].map(element => element.getBoundingClientRect());
return lower.top - upper.bottom;
"""


def names(page: Page, within: str) -> list[str]:
    """Return the names of the tiles inside an element, in their order."""
    return [str(h.get_attribute("textContent")) for h in page.all(f"{within} h3")]


def thing(name: str) -> str:
    """Return a product's name without its colour."""
    return name.partition(" - ")[0]


def swatch(element: WebElement, color: str) -> WebElement:
    """Return a tile's swatch of a colour."""
    return element.find_element(By.CSS_SELECTOR, f"input[type=radio][aria-label='{color}']")


def test_2_3_rails_mix_brands_and_sections_colours_and_a_chosen_order_is_sorted(page: Page) -> None:
    page.open("/").find("article")
    for rail in ("Home", "Outdoor", "Women", "Men"):
        found = page.driver.find_elements(By.CSS_SELECTOR, f"section[aria-label={rail}] h3")
        shown = [str(heading.get_attribute("textContent")) for heading in found]
        assert len({thing(name) for name in shown}) == 10
        assert {name.split()[0] for name in shown} == set(BRANDS)
        assert all(left.split()[0] != right.split()[0] for left, right in pairwise(shown))
    results(page, "/?brand=Aloe&category=women")
    page.wait(lambda _: len(names(page, "main")) == 24, "all tiles")
    assert all(thing(left) != thing(right) for left, right in pairwise(names(page, "main")))
    results(page, "/?category=women")
    page.wait(lambda _: len(page.all("main section h2")) > 1, "the brands' headings")
    for order, value in (("Price: low to high", "asc"), ("Price: high to low", "desc")):
        sort_select(page).select_by_visible_text(order)
        wait_for(page, f"/?category=women&sort=price_{value}")
        page.find("[data-part=flat] article")

        def is_sorted(_: object, down: bool = value == "desc") -> bool:
            shown = [int(p.text.split()[1].replace(",", "")) for p in page.all(PRICE)]
            return len(shown) == 96 and shown == sorted(shown, reverse=down)

        page.wait(is_sorted, order)
    results(page, "/?brand=Cedar&colour=red")
    price = tile(page, "Cedar Dress A - Red").find_element(By.CSS_SELECTOR, PRICE)
    assert price.text.replace("\n", " ").split() == ["R", "200", "was", "R", "400", "−50%"]
    name = page.find("article h3")
    assert 0 <= page.script(BELOW, name, page.find(f"article {PRICE}")) < 8


def test_2_3_a_swatch_swaps_picture_price_name_and_link(page: Page) -> None:
    results(page, "/?brand=Aloe&category=women&colour=red")
    red = tile(page, "Aloe Dress A - Red")
    before = picture(red)
    page.wait(lambda _: swatch(red, "Blue"), "a swatch")
    swatch(red, "Red").send_keys(Keys.ARROW_RIGHT)
    blue = tile(page, "Aloe Dress A - Blue")
    assert blue.find_elements(By.CSS_SELECTOR, ":focus")
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

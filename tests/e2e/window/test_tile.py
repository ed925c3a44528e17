"""A tile in three lines: brand, name, price; the rest only where it says something."""

from __future__ import annotations

from selenium.webdriver.common.by import By

from tests.e2e.search.steps import PRICE, results, tile
from tests.support.browser import Page

BELOW = """
const [upper, lower] = [...arguments].map(element => element.getBoundingClientRect());
return lower.top - upper.bottom;
"""


def test_2_3_the_price_stands_directly_under_the_name(page: Page) -> None:
    results(page, "/?brand=Aloe")
    element = page.find("article")
    name = element.find_element(By.TAG_NAME, "h3")
    assert 0 <= page.script(BELOW, name, element.find_element(By.CSS_SELECTOR, PRICE)) < 8


def test_2_3_a_reduced_price_shows_the_old_one_and_how_much_is_off(page: Page) -> None:
    results(page, "/?brand=Cedar&colour=red")
    price = tile(page, "Cedar Dress A - Red").find_element(By.CSS_SELECTOR, PRICE)
    assert price.text.replace("\n", " ").split() == ["R", "200", "was", "R", "400", "−50%"]
    results(page, "/?brand=Aloe&colour=red")
    price = tile(page, "Aloe Dress A - Red").find_element(By.CSS_SELECTOR, PRICE)
    assert price.text == "R 200"


def test_2_3_the_flag_stands_once_in_the_heading_of_what_carries_it_all(page: Page) -> None:
    results(page, "/?category=women")
    for section in page.all("main section")[:2]:
        flags = section.find_elements(By.CSS_SELECTOR, "[aria-label='Made in South Africa']")
        assert len(flags) == 1
        assert not section.find_elements(
            By.CSS_SELECTOR, "article [aria-label='Made in South Africa']"
        )


def test_2_3_the_stores_line_is_left_out_where_it_repeats_the_brand(page: Page) -> None:
    results(page, "/?brand=Aloe")
    assert len(page.find("article").find_elements(By.TAG_NAME, "a")) == 1


def test_2_3_a_finger_reaches_the_second_picture(phone: Page) -> None:
    results(phone, "/?brand=Aloe")
    flip = phone.find("article [data-part=flip]")
    phone.script("arguments[0].click()", flip)  # a mouse would hover besides
    css = "article [data-part=second-picture]"
    second = phone.wait(lambda d: d.find_element(By.CSS_SELECTOR, css), "the second picture")
    phone.wait(lambda _: second.value_of_css_property("opacity") == "1", "the second picture")
    phone.script("arguments[0].click()", flip)
    phone.wait(lambda _: second.value_of_css_property("opacity") == "0", "the first picture")
    assert phone.violations() == []

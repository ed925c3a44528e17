"""Tools of shoppers: compare, a larger picture, prices by their counts, what the landing shows."""

from __future__ import annotations

from selenium.webdriver.common.keys import Keys

from tests.e2e.search.steps import open_panel, pick, results, search_path
from tests.proof.journeys.window.wardrobe import FELL
from tests.support.browser import Page

COMPARED = "[data-part=compared]"
HEIGHTS = """
return [...document.querySelectorAll('[data-part=price-histogram] > span')]
  .map((bar) => [bar.offsetHeight, bar.dataset.chosen]);
"""


def test_three_products_stand_side_by_side_until_one_is_removed(page: Page) -> None:
    for number in (1, 2, 3):
        page.open(f"/product/{number}").press("Compare")
        page.wait(lambda _: page.button("Compare").get_attribute("aria-pressed") == "true")
    page.open("/favourites?tab=compare")
    page.wait(lambda _: [row.text.count("R ") for row in page.all(COMPARED)] == [1, 1, 1])
    tops = {price.rect["y"] for price in page.all(f"{COMPARED} [data-part=price]")}
    assert len(tops) <= 1, "their prices stand on one line"
    assert page.violations() == []
    page.all(f"{COMPARED} button")[0].click()
    page.wait(lambda _: len(page.all(COMPARED)) == 2, "two are left")
    page.reload()
    page.wait(lambda _: len(page.all(COMPARED)) == 2, "two are kept")


def test_a_picture_is_pressed_for_a_larger_one_and_keys_move_and_close_it(page: Page) -> None:
    page.open("/product/1").find("[data-part=enlarge]").click()
    page.says("dialog [role=status]", "1 of 2")
    assert page.violations("dialog") == []
    focused = page.driver.switch_to.active_element
    focused.send_keys(Keys.ARROW_RIGHT)
    page.says("dialog [role=status]", "2 of 2")
    page.driver.switch_to.active_element.send_keys(Keys.ESCAPE)
    page.wait(lambda _: not page.all("dialog"), "the picture closed")
    assert page.driver.switch_to.active_element.get_attribute("data-part") == "enlarge"


def test_the_price_shows_where_products_are_and_a_handle_leaves_those_above(page: Page) -> None:
    results(page, "/?category=women")
    open_panel(page)
    pick(page, "Price")
    before = page.wait(lambda _: page.script(HEIGHTS))
    assert sum(height > 0 for height, _ in before) > 1
    assert {chosen for _, chosen in before} == {"true"}
    handle = page.find("input[aria-label='Lowest price']")
    handle.send_keys(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
    page.wait(lambda _: "price=" in search_path(page), "the search follows")
    assert [chosen for _, chosen in page.script(HEIGHTS)][:3] == ["false", "false", "true"]


def test_the_landings_example_leads_to_its_product_with_the_same_words(page: Page) -> None:
    page.open("/").find("article")
    page.script("arguments[0].scrollIntoView()", page.find("section[aria-label=Outdoor]"))
    example = page.find("[data-part=price-example]")
    assert FELL in example.text
    words = example.text.split("\n")[-1]
    page.link(FELL).click()
    page.wait(lambda _: "/product/" in page.path(), "the product")
    page.wait(lambda _: words in page.find("main, dialog").text, words)

"""Text search: pause, Enter, chips, suggestions (spec §4, §9; ui.md)."""

from __future__ import annotations

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement

from tests.e2e.search.steps import (
    BOX,
    chips,
    forget_searches,
    only_suggests,
    results,
    search_path,
    searches,
    wait_for,
    wait_for_chips,
    wait_for_range,
    write,
)
from tests.support.browser import Page

# The page's own clock: the moments of keystrokes and of navigations, in ms.
CLOCK = """
window.moments = {};
addEventListener('input', () => { moments.typed = performance.now(); }, true);
const push = history.pushState;
history.pushState = function (...a) { moments.went = performance.now(); push.apply(this, a); };
"""


def only_suggesting(page: Page) -> None:
    """Open the first page; what is typed there is searched for when somebody says so."""
    only_suggests(page.open("/"))


def suggestions(page: Page) -> list[str]:
    """Return the labels of the suggestions that show."""
    return [option.text.split("\n")[0] for option in page.all("[role=option]")]


def headings(page: Page) -> list[str]:
    return [heading.text for heading in page.all("main h2")]


def option(page: Page, label: str) -> WebElement:
    """Return the suggestion of that label."""
    return next(row for row in page.all("[role=option]") if row.text.split("\n")[0] == label)


def test_9_a_search_starts_2000_ms_after_the_last_keystroke(page: Page) -> None:
    results(page, "/?category=women")
    page.script(CLOCK)
    write(page, "va")
    write(page, "se")
    wait_for(page, "/?q=vase")
    waited = page.script("return moments.went - moments.typed")
    assert waited >= 1999
    wait_for_range(page, "1 - 60 of 60")


def test_4_enter_searches_at_once_with_one_request(page: Page) -> None:
    results(page, "/?category=women")
    forget_searches(page)
    write(page, "vase", enter=True)
    wait_for_range(page, "1 - 60 of 60")
    assert search_path(page) == "/?q=vase"
    assert searches(page) == 1


def test_4_typing_clears_the_chips_at_the_first_keystroke(page: Page) -> None:
    results(page, "/?category=women&colour=red")
    wait_for_chips(page, "Category: Women", "Colour: Red")
    write(page, "v")
    assert chips(page) == []


def test_4_enter_adds_the_text_as_a_chip(page: Page) -> None:
    page.open("/")
    write(page, "vase", enter=True)
    wait_for_chips(page, "Text: vase")
    page.button("Remove Text: vase").click()
    wait_for(page, "/")


def test_2_3_the_clear_icon_cancels_what_was_typed(page: Page) -> None:
    results(page, "/?category=women")
    write(page, "va")
    page.button("Clear the text").click()
    wait_for_chips(page, "Category: Women")
    assert page.find(BOX).get_attribute("value") == ""
    assert search_path(page) == "/?category=women"


def test_2_3_the_search_button_searches(page: Page) -> None:
    page.open("/")
    write(page, "tent")
    page.button("Search").click()
    wait_for(page, "/?q=tent")


def test_7_suggestions_come_while_typing_and_do_not_search(page: Page) -> None:
    only_suggesting(page)
    forget_searches(page)
    write(page, "cera")
    page.wait(lambda _: any("Ceramic vase" in s for s in suggestions(page)), "suggestions")
    assert searches(page) == 0
    assert search_path(page) == "/"


def test_7_a_suggested_brand_or_category_is_chosen_by_keyboard(page: Page) -> None:
    only_suggesting(page)
    write(page, "lisb")
    page.wait(lambda _: "Lisboa" in suggestions(page), "the brand")
    page.find(BOX).send_keys(Keys.ARROW_DOWN)
    active = page.find(BOX).get_attribute("aria-activedescendant")
    assert page.driver.find_element(By.ID, str(active)).get_attribute("aria-selected") == "true"
    page.find(BOX).send_keys(Keys.ENTER)
    wait_for(page, "/?brand=Lisboa")


def test_7_a_search_is_suggested_in_the_sense_of_the_words_before(page: Page) -> None:
    only_suggesting(page)
    write(page, "red te")
    page.wait(lambda _: "red tent" in suggestions(page), "the search")
    option(page, "red tent").click()
    wait_for(page, "/?q=red+tent")
    # Three are just that; what is nearest follows, and the page says so.
    page.wait(lambda _: "Only 3 " in page.find("main").text, "how many are just that")
    expected = ["Knysna Camp", "Similar products", "Knysna Camp"]
    page.wait(lambda _: headings(page)[-3:] == expected, "the similar ones by themselves")
    for label, tiles in (("Knysna Camp", 3), ("Knysna Camp, similar", 9)):
        section = page.find(f"main section[aria-label='{label}']")
        assert len(section.find_elements(By.TAG_NAME, "article")) == tiles
        assert f"{tiles}\nproducts" in section.text
    assert page.violations() == []


def test_7_categories_say_where_they_are(page: Page) -> None:
    only_suggesting(page)
    write(page, "dresse")
    page.wait(lambda _: "Dresses in Women" in suggestions(page), "the category")
    option(page, "Dresses in Women").click()
    wait_for(page, "/?category=women/dresses")


def test_7_a_suggested_product_shows_its_price_and_opens_in_its_store(page: Page) -> None:
    only_suggesting(page)
    page.script("window.open = (address) => { window.opened = address; }")
    write(page, "canvas ten")
    page.wait(lambda _: any("Canvas tent" in text for text in suggestions(page)), "a product")
    line = next(row for row in page.all("[role=option]") if "Canvas tent" in row.text)
    assert line.text.split("\n")[1:2] == ["Knysna Camp"]
    assert any(word.startswith("R") for word in line.text.split("\n")[2:])
    line.click()
    page.wait(lambda _: page.script("return window.opened"), "the store's page")
    assert str(page.script("return window.opened")).startswith("https://knysna.example/p/")
    assert search_path(page) == "/"
    assert page.find(BOX).get_attribute("value") == "canvas ten"


def test_7_suggestions_fit_a_phone(phone: Page) -> None:
    only_suggesting(phone)
    write(phone, "linen dr")
    phone.wait(lambda _: any("Linen wrap" in text for text in suggestions(phone)), "products")
    assert phone.violations() == []
    assert phone.width() <= 390


def test_7_recent_searches_are_suggested(page: Page) -> None:
    results(page, "/?q=vase")
    write(page, Keys.BACKSPACE * 4 + "tent", enter=True)
    wait_for(page, "/?q=tent")
    write(page, Keys.BACKSPACE * 3)
    page.wait(lambda _: "tent" in suggestions(page), "the recent search")


def test_7_escape_closes_the_suggestions(page: Page) -> None:
    only_suggesting(page)
    write(page, "cera")
    page.find("[role=option]")
    page.find(BOX).send_keys(Keys.ESCAPE)
    page.wait(lambda _: not suggestions(page), "no suggestions")


def test_4_the_box_keeps_what_is_typed_while_the_search_code_loads(page: Page) -> None:
    page.open("/")
    box = page.find(BOX)
    box.send_keys("vase")
    wait_for(page, "/?q=vase")
    box.send_keys(" blue")
    assert page.find(BOX).get_attribute("value") == "vase blue"
    assert page.driver.switch_to.active_element == page.find(BOX)

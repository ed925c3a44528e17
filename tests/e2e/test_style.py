"""The style page (spec §2.6)."""

from __future__ import annotations

import pytest

from dev.run.demo.api import Api
from tests.support.browser import Page

BOARD = "https://www.pinterest.com/winkel/linen/"
WIDGET = "*assets.pinterest.com*"

# Stands for the outside widget: it records what it was given and puts a frame where the link was.
WIDGET_DOUBLE = """
window.PinUtils = {build: root => {
  const link = root.querySelector('a');
  window.builtBoard = {...link.dataset, href: link.href};
  link.replaceWith(document.createElement('iframe'));
}};
"""


@pytest.fixture
def style_id(clean_database: str, site: str) -> int:
    """A style with two brands, the first with a board."""
    style = Api(site).get("styles")[0]
    for name, board in (("Aloe Linen", BOARD), ("Baobab Wool", "")):
        website = f"https://{name.split()[0].lower()}.example"
        brand = {"name": name, "website": website, "pinBoardUrl": board, "styles": [style["id"]]}
        Api(site).post("brands/add", brand)
    return int(style["id"])


@pytest.fixture
def style_page(style_id: int, page: Page) -> Page:
    """The style's page, with the outside widget out of reach."""
    page.block(WIDGET)
    return page.open(f"/style/{style_id}")


def test_2_6_the_brands_are_listed_and_the_first_is_current(style_page: Page) -> None:
    assert style_page.find("[aria-current=true]").text == "Aloe Linen"
    assert [b.text for b in style_page.all("main li button")] == ["Aloe Linen", "Baobab Wool"]


def test_2_6_back_leads_to_the_root(style_page: Page) -> None:
    style_page.find("main a").click()
    style_page.wait_for_path("/")


def test_2_6_without_the_widget_a_calm_message_links_the_board(style_page: Page) -> None:
    link = style_page.link("See the board of Aloe Linen")
    assert link.get_attribute("href") == BOARD
    assert style_page.violations() == []


def test_2_6_a_click_makes_a_brand_current(style_page: Page) -> None:
    style_page.button("Baobab Wool").click()
    assert style_page.find("[aria-current=true]").text == "Baobab Wool"
    assert style_page.text("Baobab Wool has no pin board yet.")


def test_2_6_the_board_takes_60_percent_and_a_pin_a_fifth_of_it(style_id: int, page: Page) -> None:
    script = page.driver.execute_cdp_cmd(
        "Page.addScriptToEvaluateOnNewDocument", {"source": WIDGET_DOUBLE}
    )
    page.open(f"/style/{style_id}").find("iframe")
    page.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", script)
    built = page.script("return window.builtBoard")
    assert built["href"] == BOARD
    sizes = (built["pinBoardWidth"], built["pinScaleHeight"], built["pinScaleWidth"])
    assert sizes == ("864", "540", "173")


def test_the_operators_token_is_never_in_a_page_that_ran_the_widget(
    style_id: int, page: Page
) -> None:
    page.open("/scraper").find("main")
    page.script("sessionStorage.setItem('operatorToken', 'secret')")
    page.open(f"/style/{style_id}").find("[aria-current=true]")
    gone = "return sessionStorage.getItem('operatorToken') === null"
    page.wait(lambda _: page.script(gone), "the token forgotten")
    page.script("window.seenByTheWidget = true")
    page.find("main a").click()
    page.wait_for_path("/")
    page.wait(lambda _: page.script("return window.seenByTheWidget === undefined"), "a new page")
    assert page.find("main")
    page.driver.back()
    page.wait_for_path(f"/style/{style_id}")
    assert page.find("[aria-current=true]")


@pytest.mark.parametrize("path", ["/style/abc", "/style/999999", "/style/1e3"])
def test_2_6_an_address_of_no_style_says_so_with_a_way_on(page: Page, path: str) -> None:
    page.open(path)
    assert page.text("There is no such style").tag_name == "h1"
    assert "no such call" not in page.find("main").text
    page.link("See all styles").click()
    page.wait_for_path("/style-select")

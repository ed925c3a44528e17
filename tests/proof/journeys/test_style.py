"""The style page with the outside widget (spec §2.6), and what it may do here."""

from __future__ import annotations

import pytest

from dev.run.demo.api import Api
from tests.support.browser import Page

BOARD = "https://www.pinterest.com/winkel/linen/"

# Stands for the outside widget, which is out of reach. It records what it was given, and as
# Pinterest's script does writes a style sheet into the page, and style attributes.
WIDGET_DOUBLE = """
window.refused = [];
document.addEventListener('securitypolicyviolation',
  event => window.refused.push(event.violatedDirective + ' ' + event.blockedURI));
window.PinUtils = {build: root => {
  const link = root.querySelector('a');
  window.builtBoard = {...link.dataset, href: link.href};
  const sheet = document.createElement('STYLE');
  sheet.appendChild(document.createTextNode('.pins { min-height: 123px }'));
  document.head.appendChild(sheet);
  const board = document.createElement('SPAN');
  board.className = 'pins';
  board.setAttribute('style', 'display: block; max-width: 321px');
  link.replaceWith(board);
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


def test_2_6_the_board_has_its_size_and_its_styles_without_inline_styles_being_allowed(
    style_id: int, page: Page
) -> None:
    page.block("*assets.pinterest.com*")
    page.open(f"/style/{style_id}").link("See the board of Aloe Linen")
    # The page has prepared for the widget before it was lost; here it comes.
    page.script(WIDGET_DOUBLE)
    page.button("Baobab Wool").click()
    assert page.text("Baobab Wool has no pin board yet.")
    page.button("Aloe Linen").click()
    board = "getComputedStyle(document.querySelector('.pins'))"
    page.find(".pins")
    built = page.script("return window.builtBoard")
    assert built["href"] == BOARD
    sizes = (built["pinBoardWidth"], built["pinScaleHeight"], built["pinScaleWidth"])
    assert sizes == ("864", "540", "173")
    assert page.script(f"return {board}.minHeight") == "123px"
    assert page.script(f"return {board}.maxWidth") == "321px"
    refused = page.script("return window.refused")
    assert [one for one in refused if "style" in one.split()[0]] == []


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

"""The content security policy in a real browser: everything works, and nothing is refused."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.e2e.test_style import style_id  # noqa: F401 - a fixture
from tests.support.browser import Page

COUNT = """window.refused = [];
document.addEventListener('securitypolicyviolation',
  event => window.refused.push(event.violatedDirective + ' ' + event.blockedURI));"""

# As Pinterest's script does: a style sheet written into the page, and style attributes.
WIDGET_DOUBLE = """
window.PinUtils = {build: root => {
  const sheet = document.createElement('STYLE');
  sheet.appendChild(document.createTextNode('.pins { min-height: 123px }'));
  document.head.appendChild(sheet);
  const board = document.createElement('SPAN');
  board.className = 'pins';
  board.setAttribute('style', 'display: block; max-width: 321px');
  root.append(board);
}};
"""


@pytest.fixture
def watched(page: Page) -> Iterator[Page]:
    """A tab in which refusals are counted."""
    script = page.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": COUNT})
    try:
        yield page
    finally:
        page.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", script)


@pytest.mark.parametrize(
    ("path", "there"),
    [
        ("/", "footer"),
        ("/?q=dress", "footer"),
        ("/style-select", "main h1"),
        ("/scraper", "main"),
        ("/about", "main h1"),
        ("/blog/blog-page-1", "main h1"),
        ("/api/docs", ".swagger-ui .opblock"),
        ("/api/subscriptions/confirm/nothing", "h1"),
    ],
)
def test_nothing_that_a_page_needs_is_refused(watched: Page, path: str, there: str) -> None:
    watched.open(path).find(there)
    assert watched.script("return window.refused") == []


def test_what_the_policy_forbids_is_refused(watched: Page) -> None:
    """The counter counts: without this the test above would pass without a policy, too."""
    watched.open("/about").find("main h1")
    watched.script(
        "const sheet = document.createElement('style'); sheet.textContent = 'h1 { color: red }';"
        "document.head.append(sheet);"
        "const picture = new Image(); picture.src = 'http://192.0.2.1/a.png';"
    )
    watched.wait(lambda _: len(watched.script("return window.refused")) == 2, "two refusals")


def test_the_pin_widget_keeps_its_styles_without_inline_styles_being_allowed(
    style_id: int,  # noqa: F811
    watched: Page,
) -> None:
    watched.block("*assets.pinterest.com*")
    watched.open(f"/style/{style_id}").link("See the board of Aloe Linen")
    # The real script is out of reach; its double runs in the page that has prepared for it.
    watched.script(WIDGET_DOUBLE + "window.PinUtils.build(document.querySelector('main'))")
    board = "getComputedStyle(document.querySelector('.pins'))"
    assert watched.script(f"return {board}.minHeight") == "123px"
    assert watched.script(f"return {board}.maxWidth") == "321px"
    refused = watched.script("return window.refused")
    assert [one for one in refused if "style" in one.split()[0]] == []

"""A preview's second page, and the selectors of the elements that an operator points at."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import replace
from math import floor

import pytest
from PIL import Image
from selenium.webdriver.common.by import By

from scrapers.browsing.browser import Browser
from scrapers.config import BrandConfig
from scrapers.pages.pick import MOST, Element
from scrapers.preview import Preview, preview
from tests.support.crawling import QUICK, SIMPLE
from tests.support.saved_store import Answer, Respond, serving
from tests.support.shared_browser import SharedBrowsers

CARD = """
<li class="tile css-1x2y3z is-new"><a href="/p/{n}"><img class="photo" src="/i/{n}.jpg" alt="{n}"
  width="90" height="120"></a><h3 class="title">{n}</h3>
  <div class="money"><s class="was">R 500</s> <span class="now">R {price}</span></div></li>
"""


def shop(*names: str, extra: str = "") -> bytes:
    cards = "".join(CARD.format(n=name, price=100 + place) for place, name in enumerate(names))
    return (
        "<!doctype html><style>li{display:inline-block;width:200px}</style>"
        f"<h1>Shop</h1><ul>{cards}</ul><a class='next' href='/two'>Next</a>{extra}"
    ).encode()


SHOP = replace(
    SIMPLE,
    node_path="img.photo",
    parent_depth=2,
    product_name_xpath=".title",
    price_xpath=".now",
    next_button_selector="",
)


@pytest.fixture(scope="module")
def browser(browsers: SharedBrowsers) -> Iterator[Browser]:
    with browsers.lent(replace(QUICK, load_images=True, change_timeout_s=1.0)) as opened:
        yield opened


def site(**pages: bytes) -> Respond:
    return lambda path: (
        Answer(pages[path.strip("/")]) if path.strip("/") in pages else Answer(b"", 404)
    )


def seen(config: BrandConfig, browser: Browser, **pages: bytes) -> Preview:
    with serving(site(**pages)) as base:
        return preview(replace(config, website=base), f"{base}/one", browser)


def element(shown: Preview, tag: str, text: str) -> Element:
    """Return the innermost element of this tag and text."""
    return [one for one in shown.elements if one["tag"] == tag and one["text"].startswith(text)][-1]


def found(browser: Browser, selector: str) -> list[str]:
    return [node.text for node in browser.driver.find_elements(By.CSS_SELECTOR, selector)]


def test_a_preview_follows_the_link_to_the_next_page(browser: Browser) -> None:
    config = replace(SHOP, next_button_selector="a.next")
    shown = seen(config, browser, one=shop("Een", "Twee"), two=shop("Drie"))
    assert [item.name for item in shown.items] == ["Een", "Twee"]
    assert shown.following is not None
    assert [item.name for item in shown.following.items] == ["Drie"]
    assert shown.following.url.endswith("/two")
    picture = Image.open(io.BytesIO(shown.following.screenshot))
    assert picture.size == (shown.following.width, shown.following.height)
    assert len(shown.following.boxes) == 1
    assert shown.following.following is None  # two pages, however long the list is


@pytest.mark.parametrize(
    ("following", "words"),
    [
        (".no-such-link", "Paging led to no further page."),
        ("a.next", "The further page could not be read: "),
        ("", ""),
    ],
)
def test_a_preview_says_why_there_is_no_second_page(
    browser: Browser, following: str, words: str
) -> None:
    config = replace(SHOP, next_button_selector=following)
    shown = seen(config, browser, one=shop("Een"))
    assert shown.following is None
    assert (shown.paging or "").startswith(words)
    assert (shown.paging is None) == (not words)


BUTTONS = (
    '<div><button>Other</button></div><div><button class="btn">More</button></div>'
    '<button class="w-1/2 sm:block" aria-label=\'Say "odd"\'>Odd</button>'
)


def test_what_is_pointed_at_has_selectors_of_its_own_and_for_every_card(browser: Browser) -> None:
    shown = seen(SHOP, browser, one=shop("Een", "Twee", "Drie", extra=BUTTONS))
    for name in ("More", "Other", "Odd"):
        assert found(browser, element(shown, "button", name)["alone"]) == [name]
    link = element(shown, "a", "Next")
    assert (link["alone"], "card" in link) == ("a.next", False)
    image, box = element(shown, "img", "Een"), shown.boxes[0]
    assert image["box"] == [floor(box[name] + 0.5) for name in ("x", "y", "width", "height")]
    title = element(shown, "h3", "Twee")
    assert title["card"] == {"selector": "h3.title", "hits": 3, "of": 3}
    now = element(shown, "span", "R 101")
    assert now["card"]["selector"] == "span.now"
    assert element(shown, "s", "R 500")["card"]["selector"] != "span.now"
    # What it is taken for is what a run would read.
    taken = replace(SHOP, product_name_xpath="h3.title", price_xpath="span.now")
    again = seen(taken, browser, one=shop("Een", "Twee", "Drie"))
    assert [item.name for item in again.items] == ["Een", "Twee", "Drie"]
    assert [item.price for item in again.items] == [100, 101, 102]


def test_an_image_is_pointed_at_before_anything_is_configured(browser: Browser) -> None:
    shown = seen(replace(SIMPLE, node_path=""), browser, one=shop("Een", "Twee", "Drie"))
    assert shown.problem  # and still the page is there to point at
    image = element(shown, "img", "Een")
    assert image["likes"] == {"selector": "img.photo", "count": 3, "depth": 2}
    assert "card" not in image
    for one in shown.elements:  # names of states, and those that builds make, are no selectors
        others = (one[name]["selector"] for name in ("card", "likes") if name in one)
        for selector in (one["alone"], *others):
            assert "css-1x2y3z" not in selector
            assert "is-new" not in selector


def test_what_a_page_says_of_itself_stays_text_and_is_bounded(browser: Browser) -> None:
    hostile = "<b onclick=alert(1)>" + "x" * 5000 + "</b>" + "<i>&lt;script&gt;</i>" * (MOST + 100)
    shown = seen(SHOP, browser, one=shop("Een", extra=hostile))
    assert len(shown.elements) <= MOST
    assert max(len(one["text"]) for one in shown.elements) <= 80
    assert element(shown, "i", "<script>")["text"] == "<script>"

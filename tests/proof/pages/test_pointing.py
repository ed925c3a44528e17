"""A preview's second page, and the selectors of the elements that an operator points at."""

from __future__ import annotations

import io
import threading
from collections.abc import Iterator
from dataclasses import replace

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


def test_nodes_are_outlined_where_a_late_stylesheet_puts_them(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The list is read as soon as it stands there; the picture shows it in its styles."""
    monkeypatch.setattr("scrapers.preview.LAID_OUT_S", 60.0)
    cards = "".join(CARD.format(n=name, price=100) for name in "abc")
    late = "<script>setTimeout(() => fetch('/styles-may-come'), 4000)</script>"
    head = f"{late}<link rel=stylesheet href=/late.css>"
    body = f"<!doctype html><head>{head}</head><ul>{cards}</ul>".encode()
    may_come = threading.Event()

    def respond(path: str) -> Answer:
        if path == "/late.css":
            may_come.wait(60)
            return Answer(b"img{display:block;width:200px}", content_type="text/css")
        if path == "/styles-may-come":
            may_come.set()
        return Answer(body) if path == "/one" else Answer(b"", 404)

    with serving(respond) as base:
        shown = preview(replace(SHOP, website=base), f"{base}/one", browser)
    assert [box.width for box in shown.boxes] == [200, 200, 200]


def element(shown: Preview, tag: str, text: str) -> Element:
    """Return the innermost element of this tag and text."""
    return [one for one in shown.elements if one.tag == tag and one.text.startswith(text)][-1]


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


def test_a_preview_shows_what_a_load_more_button_brought(browser: Browser) -> None:
    script = """<button id="more">More</button><script>
      document.getElementById("more").onclick = () => {
        const list = document.querySelector("ul");
        for (const name of ["Drie", "Vier"]) {
          const card = list.firstElementChild.cloneNode(true);
          card.querySelector("h3").textContent = name;
          card.querySelector("a").href = "/p/" + name;
          list.append(card);
        }
        document.getElementById("more").remove();
      };</script>"""
    config = replace(SHOP, infinite_scroll_button_selector="#more")
    shown = seen(config, browser, one=shop("Een", "Twee", extra=script))
    assert shown.following is not None
    assert [item.name for item in shown.following.items] == ["Drie", "Vier"]
    assert len(shown.following.boxes) == 2
    assert all(0 <= box.y < shown.following.height for box in shown.following.boxes)


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
        assert found(browser, element(shown, "button", name).alone) == [name]
    link = element(shown, "a", "Next")
    assert (link.alone, link.in_card) == ("a.next", None)
    image, box = element(shown, "img", "Een"), shown.boxes[0]
    assert (image.x, image.y, image.width, image.height) == (box.x, box.y, box.width, box.height)
    title = element(shown, "h3", "Twee")
    assert (title.in_card, title.hits, title.of) == ("h3.title", 3, 3)
    now = element(shown, "span", "R 101")
    assert now.in_card == "span.now"
    assert now.in_card != element(shown, "s", "R 500").in_card
    # What it is taken for is what a run would read.
    taken = replace(SHOP, product_name_xpath=title.in_card or "", price_xpath=now.in_card or "")
    again = seen(taken, browser, one=shop("Een", "Twee", "Drie"))
    assert [item.name for item in again.items] == ["Een", "Twee", "Drie"]
    assert [item.price for item in again.items] == [100, 101, 102]


def test_an_image_is_pointed_at_before_anything_is_configured(browser: Browser) -> None:
    shown = seen(replace(SIMPLE, node_path=""), browser, one=shop("Een", "Twee", "Drie"))
    assert shown.problem  # and still the page is there to point at
    image = element(shown, "img", "Een")
    assert (image.likes, image.count, image.depth) == ("img.photo", 3, 2)
    assert image.in_card is None
    for one in shown.elements:  # names of states, and those that builds make, are no selectors
        for selector in (one.alone, one.in_card or "", one.likes or ""):
            assert "css-1x2y3z" not in selector
            assert "is-new" not in selector


def test_of_a_cards_two_images_one_is_taken(browser: Browser) -> None:
    card = (
        "<article><a href=/{0}><img class='card__img card__img--main' src=/{0}.png alt={0}>"
        "<img class='card__img' src=/{0}-worn.png alt=worn></a><h2>{0}</h2></article>"
    )
    cards = "".join(card.format(name) for name in ("Een", "Twee", "Drie"))
    page = f"<!doctype html><style>img{{width:99px;height:99px}}</style><h1>Shop</h1>{cards}"
    shown = seen(replace(SIMPLE, node_path=""), browser, one=page.encode())
    image = element(shown, "img", "Een")
    assert (image.likes, image.count, image.depth) == ("img.card__img--main", 3, 2)


def test_what_a_page_says_of_itself_stays_text_and_is_bounded(browser: Browser) -> None:
    hostile = "<b onclick=alert(1)>" + "x" * 5000 + "</b>" + "<i>&lt;script&gt;</i>" * (MOST + 100)
    shown = seen(SHOP, browser, one=shop("Een", extra=hostile))
    assert len(shown.elements) <= MOST
    assert max(len(one.text) for one in shown.elements) <= 80
    assert element(shown, "i", "<script>").text == "<script>"


def test_pages_that_spoil_the_script_are_still_previewed(browser: Browser) -> None:
    spoilt = "<script>CSS.escape = () => { throw new Error('no') };</script>"
    shown = seen(SHOP, browser, one=shop("Een", extra=spoilt))
    assert [item.name for item in shown.items] == ["Een"]
    assert shown.elements == ()

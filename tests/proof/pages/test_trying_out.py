"""Preview of a configuration on one page, and the suggestion of one from a page alone."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import replace

import pytest
from PIL import Image

from dev.stores.server import DemoStores
from scrapers.browsing.browser import Browser
from scrapers.errors import BadPageError
from scrapers.preview import MOST_DETAILS, Preview, preview
from scrapers.suggest.suggestion import suggest
from tests.support.crawling import QUICK, SIMPLE, grid
from tests.support.saved_store import Answer, pages, serving
from tests.support.shared_browser import SharedBrowsers
from tests.support.store_case import CASES as SAVED
from tests.support.store_case import StoreCase, as_expected, store_cases


@pytest.fixture(scope="module")
def browser(browsers: SharedBrowsers) -> Iterator[Browser]:
    with browsers.lent(replace(QUICK, load_images=True)) as opened:
        yield opened


def test_a_preview_shows_the_page_its_matches_and_the_parsed_items(browser: Browser) -> None:
    nameless = '<article><a href="/p/x"><img src="/i/x.jpg" width="30" height="40"></a></article>'
    page = Answer(grid("Vellie", "Doek", extra=nameless))
    with serving(lambda path: page if path == "/women" else Answer(b"", 404)) as base:
        seen = preview(replace(SIMPLE, website=base), f"{base}/women", browser)
    assert [item.name for item in seen.items] == ["Vellie", "Doek"]
    assert seen.rejected == ("Card 3: it has no name.",)
    picture = Image.open(io.BytesIO(seen.screenshot))
    assert picture.size == (seen.width, seen.height)
    assert len(seen.boxes) == 3
    for box in seen.boxes:
        assert (box["width"], box["height"]) == (30, 40)
        assert 0 <= box["x"] <= seen.width
        assert 0 <= box["y"] <= seen.height


def previewed(case: StoreCase, browser: Browser) -> tuple[Preview, str]:
    """Try a saved store's configuration on its first page; return it with the served base."""
    files = {path.name: path.read_bytes() for path in (SAVED / case.name).glob("*.html")}
    with serving(pages(files)) as base:
        config = case.config(base)
        return preview(config, config.pages[0].page_url, browser), base


@pytest.mark.parametrize("name", ["custom-click", "details", "details-by-click", "real-hover"])
def test_a_preview_reads_what_a_crawl_reads(browser: Browser, name: str) -> None:
    (case,) = (case for case in store_cases() if case.name == name)
    seen, base = previewed(case, browser)
    read = [as_expected(item, base) for item in seen.items]
    wanted = [event for event in case.expected if "item" in event]
    first = wanted[: MOST_DETAILS if case.brand.get("detail_selector") else None]
    assert [row | {"page": 1} for row in read[: len(first)]] == first
    assert seen.unopened == (max(0, len(read) - MOST_DETAILS) if "detail" in name else 0)
    assert len(seen.boxes) == len(read) + len(seen.rejected)


def test_a_store_with_prices_on_detail_pages_alone_is_recognised(browser: Browser) -> None:
    with DemoStores(["oranje-atelier"]) as stores:
        url = f"{stores.base['oranje-atelier']}/pieces/jewellery"
        suggestion = suggest(url, browser, lambda _: None)
        config = suggestion.config
        seen = preview(config, url, browser)
        offered = {product.name for product in stores.control["oranje-atelier"].products()}
    assert suggestion.own_prices == (3, 3)
    assert (config.currency, config.detail_selector) == ("ZAR", "a.see-piece")
    assert config.popup_close_button_selector == "button.consent__no"
    assert len(seen.items) == suggestion.cards > 10
    assert {item.name for item in seen.items} <= offered
    assert all(item.href and item.images for item in seen.items)
    assert all(item.price for item in seen.items[:MOST_DETAILS])


def test_a_list_of_articles_is_no_list_of_products(browser: Browser) -> None:
    cards = "".join(
        f'<article><a href="/a/{n}"><img src="/i/{n}.jpg"></a><h2>Story {n}</h2></article>'
        for n in range(6)
    )
    listing = Answer(f"<!doctype html><main>{cards}</main>".encode())
    story = Answer(b"<!doctype html><h1>A story</h1><p>It happened in the Karoo.</p>")
    with (
        serving(lambda path: listing if path == "/blog" else story) as base,
        pytest.raises(
            BadPageError, match=r"6 cards .* 'Story 0', but no price .* on none of 3 product pages"
        ),
    ):
        suggest(f"{base}/blog", browser, lambda _: None)


def test_a_page_that_contradicts_its_prices_currency_is_asked_about(browser: Browser) -> None:
    head = b'<meta property="og:price:currency" content="EUR">'
    page = grid("Een", "Twee", "Drie").replace(b"<main>", head + b"<main>")
    with serving(pages({"w": page.replace(b"R 1", b"R 21")})) as base:
        suggestion = suggest(f"{base}/w", browser, lambda _: None)
    doubt = "the page states EUR, its prices are printed in ZAR"
    assert (suggestion.config.currency, suggestion.with_price) == ("ZAR", 3)
    assert f"Which currency? {doubt}: check it" in suggestion.evidence()
    (field,) = [field for field in suggestion.fields if field.name == "currency"]
    assert (field.samples, field.confidence < 0.5) == ((doubt,), True)


def test_a_pop_up_button_whose_selector_is_no_others_is_proposed(browser: Browser) -> None:
    popup = (
        '<div class="cookie-bar" style="position: fixed; bottom: 0">'
        '<button class="{}">Accept all</button><button class="{}">Only necessary</button></div>'
    )
    proposed = []
    for classes in (("yes", "no"), ("btn", "btn")):
        page = grid("Een", "Twee", "Drie", extra=popup.format(*classes))
        with serving(pages({"w": page})) as base:
            suggestion = suggest(f"{base}/w", browser, lambda _: None)
        proposed.append(suggestion.config.popup_close_button_selector)
    assert proposed == ["button.no", ""]

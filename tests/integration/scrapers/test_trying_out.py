"""Preview of a configuration on one page, and the suggestion of one from a page alone."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from dataclasses import replace

import pytest
from PIL import Image

from scrapers.browser import Browser
from scrapers.cards import UnusableCardError, item_of
from scrapers.config import BrandConfig
from scrapers.dom import cards, parameters
from scrapers.errors import BadPageError
from scrapers.item import Item
from scrapers.preview import preview
from scrapers.suggest import suggest
from tests.integration.scrapers.test_real_stores import CASES, PAGES, row, saved_pages
from tests.support.crawling import QUICK, SIMPLE, grid
from tests.support.saved_store import NO_SCRIPTS, Answer, pages, serving


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with Browser(replace(QUICK, load_images=True)) as opened:
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
        assert (box.width, box.height) == (30, 40)
        assert 0 <= box.x <= seen.width
        assert 0 <= box.y <= seen.height


def test_a_page_without_repeated_cards_gives_no_suggestion(browser: Browser) -> None:
    page = Answer(b"<h1>About us</h1><p>We sell R 100 vouchers.</p>")
    with (
        serving(lambda path: page if path == "/about" else Answer(b"", 404)) as base,
        pytest.raises(BadPageError, match="No repeated product cards"),
    ):
        suggest(f"{base}/about", browser, lambda _: None)


def read_with(config: BrandConfig, browser: Browser, url: str) -> list[Item]:
    """Read the loaded page with a suggested configuration."""
    items = []
    for card in cards(browser.driver, parameters(config)):
        try:
            items.append(item_of(card, config, url, None))
        except UnusableCardError:
            continue
    return items


@pytest.mark.skipif(not PAGES.is_dir(), reason=f"the saved store pages need {PAGES}")
@pytest.mark.parametrize("store", ["bijenkorf", "michelson", "jarana"])
def test_the_suggestion_finds_nine_of_ten_products_of_a_real_store(
    browser: Browser, store: str
) -> None:
    case = json.loads((CASES / f"{store}.json").read_text(encoding="utf-8"))
    known = json.loads((PAGES / store / "expected.json").read_text(encoding="utf-8"))
    with serving(pages(saved_pages(store, case), NO_SCRIPTS)) as base:
        url = f"{base}/{case['pages'][0]}"
        suggestion = suggest(url, browser, lambda _: None)
        base_of_links = browser.driver.execute_script("return document.baseURI")
        items = read_with(suggestion.config, browser, base_of_links)
    rows = [row(item, case.get("base", base)) for item in items]
    found = {(r["name"], r["href"], r["sale_price"] or r["price"], r["image"]) for r in rows}
    expected = {
        (p["name"], p["href"], p["sale_price"] or p["price"], p["image"])
        for p in known[case["pages"][0]]
    }
    assert len(found & expected) >= 0.9 * len(expected)
    assert suggestion.complete == len(rows)

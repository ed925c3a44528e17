"""Price wordings with their markup, read by the page's script in Chromium."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from scrapers.browsing.dom import RawCard, cards, parameters
from scrapers.config import BrandConfig
from scrapers.values.price.prices import read_price
from tests.support.saved_store import pages, serving
from tests.support.shared_browser import SharedBrowsers
from tests.support.wordings import WORDINGS, Wording

BRAND = BrandConfig(
    brand_id=1, node_path=".card img", parent_depth=2, price_xpath=".price", product_name_xpath="h2"
)


def page() -> bytes:
    """Return a list with a card for each wording."""
    listed = "".join(
        f'<div class="card"><a href="/p{number}"><img src="/{number}.jpg"></a><h2>Dress</h2>'
        f'<div class="price">{wording.markup}</div></div>'
        for number, wording in enumerate(WORDINGS)
    )
    return f"<!doctype html><meta charset=utf-8><title>Shop</title>{listed}".encode()


@pytest.fixture(scope="module")
def read_cards(browsers: SharedBrowsers) -> Iterator[list[RawCard]]:
    with browsers.lent() as browser, serving(pages({"all": page()})) as base:
        browser.driver.get(f"{base}/all")
        yield cards(browser.driver, parameters(BRAND))


@pytest.mark.parametrize(
    ("place", "wording"), list(enumerate(WORDINGS)), ids=[wording.name for wording in WORDINGS]
)
def test_a_wording_in_a_page_is_read_as_the_table_says(
    read_cards: list[RawCard], place: int, wording: Wording
) -> None:
    card = read_cards[place]
    found = wording.reading(lambda: read_price(card.price, wording.currency))
    assert found == wording.expected

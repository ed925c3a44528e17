"""Pictures as lazy loaders keep them: by what an attribute holds, not by its name."""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import urlsplit

from scrapers.product import Product
from tests.support.crawling import SIMPLE, crawled
from tests.support.data import rows
from tests.support.saved_store import Answer, serving
from tests.support.shared_browser import SharedBrowsers

SHOWN = dict(rows("lazy_pictures"))


def test_a_picture_is_found_wherever_a_lazy_loader_keeps_it(browsers: SharedBrowsers) -> None:
    cards = "".join(
        f'<article><a href="/p/{place}">{markup}</a><h2>{place}</h2><b>R 10</b></article>'
        for place, markup in enumerate(SHOWN)
    )
    listing = Answer(f"<!doctype html><title>Shop</title><main>{cards}</main>".encode())
    brand = replace(SIMPLE, node_path="a > :first-child")
    with (
        serving(lambda path: listing if path == "/list" else Answer(b"", 404)) as base,
        browsers.lent() as browser,
    ):
        items = crawled(browser, brand, f"{base}/list").of(Product)
    paths = [urlsplit(item.images[0].url).path if item.images else None for item in items]
    assert paths == list(SHOWN.values())

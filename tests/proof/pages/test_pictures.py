"""Pictures as lazy loaders keep them: by what an attribute holds, not by its name."""

from __future__ import annotations

from urllib.parse import urlsplit

from scrapers.product import Product
from tests.support.crawling import SIMPLE, crawled
from tests.support.saved_store import Answer, serving
from tests.support.shared_browser import SharedBrowsers

DATA = 'src="data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=="'
SHOWN = {  # what stands in a card's link, and the picture's path
    f'<img {DATA} data-src="/a.png">': "/a.png",
    f'<img {DATA} data-src="/a_{{width}}x.png">': "/a_800x.png",
    f'<img {DATA} data-src="/a_{{size}}.png" data-real="/b.png">': "/b.png",
    f'<img {DATA} data-src=\'["/a.png", "/b.png"]\'>': "/a.png",
    f'<img {DATA}><noscript><img src="/a.png"></noscript>': "/a.png",
    '<img src="/spinner.svg" data-lazyload="/a.png">': "/a.png",
    '<img src="/blank.gif" data-echo="/a.webp?v=2">': "/a.webp",
    '<img src="" data-flickity-lazyload="/a.jpg">': "/a.jpg",
    '<img src="/a.png" data-url="/p/8">': "/a.png",  # the product's page
    '<img src="/a.png" data-hover="/b.png">': "/a.png",
    '<img src="/a.png" data-widths="[180,360]">': "/a.png",
}


def test_a_picture_is_found_wherever_a_lazy_loader_keeps_it(browsers: SharedBrowsers) -> None:
    cards = "".join(
        f'<article><a href="/p/{place}">{markup}</a><h2>{place}</h2><b>R 10</b></article>'
        for place, markup in enumerate(SHOWN)
    )
    listing = Answer(f"<!doctype html><title>Shop</title><main>{cards}</main>".encode())
    with (
        serving(lambda path: listing if path == "/list" else Answer(b"", 404)) as base,
        browsers.lent() as browser,
    ):
        items = crawled(browser, SIMPLE, f"{base}/list").of(Product)
    paths = [urlsplit(item.images[0].url).path if item.images else None for item in items]
    assert paths == list(SHOWN.values())

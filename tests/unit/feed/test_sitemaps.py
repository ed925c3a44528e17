"""Stores without a platform that is known: their sitemap, and what its pages tell.

A row of `sitemaps.jsonl` is a store: its files (a list is a sitemap of these addresses, `*` of all
`mugs`; an object with a type a product's page), and what is read of it.
"""

from __future__ import annotations

import gzip
import json
from itertools import chain, islice
from pathlib import Path
from typing import Any

import pytest

from scrapers import errors
from scrapers.errors import FeedError
from scrapers.feeds.catalogue import Answer, Catalogue
from scrapers.feeds.merchant import FeedDefaults
from scrapers.feeds.staging import StagedRows
from scrapers.product import Product

HOME = "https://shop.example"
ARTICLE = b"<h1>How we weave</h1><p>In the Karoo.</p>"
LINES = Path(__file__).with_name("sitemaps.jsonl").read_text(encoding="utf-8").splitlines()
CASES = [json.loads(line) for line in LINES]


def linked(data: dict[str, Any]) -> bytes:
    text = json.dumps({"@context": "https://schema.org", **data})
    return f'<h1>A</h1><script type="application/ld+json">{text}</script>'.encode()


def product(number: int, **more: Any) -> bytes:
    offer = {"price": "299.00", "priceCurrency": "ZAR", "availability": "InStock"}
    named = {"@type": "Product", "name": f"Mug {number}", "image": f"/m/{number}.jpg"}
    return linked({**named, "offers": offer, **more})


def urlset(*paths: str) -> bytes:
    urls = (f"<url><loc>{HOME}{path}</loc></url>" for path in paths)
    return f"<urlset>{''.join(urls)}</urlset>".encode()


def mugs(count: int) -> dict[str, Any]:
    return {f"/shop/mug-{number}": product(number) for number in range(count)}


class Store:
    """A store's files by their addresses; what is none of them answers 404."""

    def __init__(self, files: dict[str, Any], count: int = 0) -> None:
        self.files, self.asked, self.count = mugs(count) | files, list[str](), count

    def get(self, address: str) -> Answer:
        self.asked.append(address)
        found = self.files.get(address.removeprefix(HOME), {"error": "MissingPageError"})
        if isinstance(found, dict) and "error" in found:
            raise getattr(errors, found["error"])(found.get("text", "The store answers 404."))
        if isinstance(found, dict) and "leads" in found:
            return Answer(b"<h1>Mugs</h1>", {}, HOME + found["leads"])
        return Answer(self.body(found), {}, address)

    def body(self, found: Any) -> bytes:
        if isinstance(found, dict) and "packed" in found:
            return gzip.compress(self.body(found["packed"]))
        if isinstance(found, dict) and "parts" in found:
            parts = (f"<sitemap><loc>{HOME}{path}</loc></sitemap>" for path in found["parts"])
            return f"<sitemapindex>{''.join(parts)}</sitemapindex>".encode()
        if isinstance(found, dict):
            return linked(found)
        if isinstance(found, list):
            paths = ((path,) if path != "*" else mugs(self.count) for path in found)
            return urlset(*chain.from_iterable(paths))
        return found.encode() if isinstance(found, str) else found

    def read(self) -> tuple[list[Product], Catalogue]:
        catalogue = Catalogue(HOME, self.get)
        staged = StagedRows(FeedDefaults("ZAR", lambda _: True, website=HOME))
        for record in chain.from_iterable(catalogue):
            staged.add(record)
        return [*staged.products()], catalogue

    def pages(self) -> list[str]:
        return [path for asked in self.asked if (path := asked.removeprefix(HOME)) in self.files]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_a_store_is_read_by_its_sitemap(case: dict[str, Any]) -> None:
    store = Store(case["files"], case["mugs"])
    if "refused" in case:
        with pytest.raises(FeedError, match=case["refused"]):
            store.read()
        assert not any("other.example" in asked or "127.0.0.1" in asked for asked in store.asked)
        return
    items, catalogue = store.read()
    assert not {*case.get("unread", ())} & {*store.asked}
    missing = case.get("missing", "")
    assert missing in catalogue.missing()
    assert bool(missing) == bool(catalogue.missing())
    assert len(items) == case.get("count", len(items))
    if products := case.get("products"):
        facts = [{name: str(getattr(one, name)) for name in products[0]} for one in items]
        assert sorted(facts, key=str) == sorted(products, key=str)


def test_products_are_found_among_other_pages_by_what_their_pages_tell() -> None:
    articles = {f"/journal/{number}": ARTICLE for number in range(40)}
    pages = {**articles, **mugs(60), "/about": ARTICLE, "/": ARTICLE}
    store = Store({"/sitemap.xml": urlset(*pages), **pages})
    items, catalogue = store.read()
    assert (catalogue.platform, len(items), catalogue.count) == ("Sitemap", 60, 60)
    assert (catalogue.expected[0], catalogue.missing()) == (60, "")
    assert (items[0].name, str(items[0].price), items[0].currency) == ("Mug 0", "299.00", "ZAR")
    assert items[0].href == items[0].group_key == f"{HOME}/shop/mug-0"
    assert items[0].images[0].url == f"{HOME}/m/0.jpg"
    assert sum(page.startswith("/journal") for page in store.pages()) == 3


def test_a_sample_fetches_as_many_pages_as_products() -> None:
    pages = {f"/journal/{number}": ARTICLE for number in range(300)} | mugs(400)
    store = Store({"/sitemap.xml": urlset(*pages), **pages})
    assert len(list(islice(Catalogue(HOME, store.get), 50))) == 50
    assert len(store.pages()) <= 1 + 50 + 3


WAYS = (
    *("{0}/", "/Shop/Mug-{1}", "{0}?utm_source=mail", "/collections/all/products/mug-{1}"),
    *("{0}?variant=7{1}", "{0}/?attribute_pa_size=l&quantity=1"),
)


@pytest.mark.parametrize("canonical", ['<link rel="canonical" href="{0}">', ""])
@pytest.mark.parametrize("way", WAYS)
def test_a_page_with_two_addresses_is_one_product(way: str, canonical: str) -> None:
    pages: dict[str, Any] = {}
    for number in range(12):
        path = f"/{'products' if 'collections' in way else 'shop'}/mug-{number}"
        page = canonical.format(path).encode() + product(number)
        pages |= dict.fromkeys((path, way.format(path, number)), page)
    items, catalogue = Store({"/sitemap.xml": urlset(*pages), **pages}).read()
    assert (len(items), catalogue.missing()) == (12, "")

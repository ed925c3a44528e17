"""What a store offers, found by its address alone: feeds, a catalogue, departments."""

from __future__ import annotations

from indexer.ingest.sources.find import find_sources
from indexer.ingest.tryout import suggest
from tests.integration.feed.test_catalogues import paged, shopify
from tests.support.own_store import OwnStore
from tests.support.saved_store import Answer

RSS = '<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>{}</channel></rss>'
ROW = """<item><g:id>{n}</g:id><title>Linen tee {n}</title><link>{base}/products/tee-{n}</link>
<g:image_link>{base}/i.jpg?{n}</g:image_link><g:price>{price}.00 ZAR</g:price>
<g:availability>in stock</g:availability></item>"""


def page(text: str, head: str = "") -> Answer:
    return Answer(f"<!DOCTYPE html><html><head>{head}</head><body>{text}</body></html>".encode())


def product_pages(store: OwnStore, count: int, tax: float = 1) -> None:
    for number in range(1, count + 1):
        price = f"R&nbsp;{(200 + number) * tax:.2f}"
        store.answers[f"/products/tee-{number}"] = page(f"<h1>Linen tee</h1><b>{price}</b>")


def feed(store: OwnStore, path: str, count: int, base: str = "") -> None:
    base = base or store.base
    rows = (ROW.format(n=n, base=base, price=200 + n) for n in range(1, count + 1))
    store.answers[path] = Answer(RSS.format("".join(rows)).encode(), content_type="text/xml")


def test_a_stores_address_alone_is_enough(store: OwnStore) -> None:
    """Its home shows no list, which was a dead end."""
    store.answers["/"] = page("A shop")
    paged(store, "/products.json", "limit", 260, shopify)
    product_pages(store, 260)
    store.answers["/meta.json"] = Answer(b'{"name": "Karoo Cotton", "currency": "ZAR"}')
    suggested = suggest(store.settings, f"{store.base}/")
    assert suggested["brand"] == {
        "name": "Karoo Cotton",
        "website": f"{store.base}/",
        "currency": "ZAR",
        "source": "catalogue",
        "catalogueUrl": f"{store.base}/",
    }
    [row] = [row for row in suggested["sources"] if row["proposed"]]
    assert (row["products"], row["priced"], row["pictured"]) == (250, 250, 250)
    assert suggested["evidence"][0].endswith("250 products: proposed as its source")


def test_a_source_that_the_stores_pages_contradict_is_told_and_not_proposed(
    store: OwnStore,
) -> None:
    """Such as prices without the tax that a visitor pays."""
    paged(store, "/products.json", "limit", 40, shopify)
    product_pages(store, 40, tax=1.15)
    found = find_sources(store.settings, store.base)
    assert found.best is None
    [source] = found.found
    assert source.opened == len(source.differs) == 3
    assert source.differs[0] == "Linen tee 1: 201.00 here, its page has 231.15"


def test_prices_in_another_currency_than_the_pages_are_told(store: OwnStore) -> None:
    paged(store, "/products.json", "limit", 40, shopify)
    product_pages(store, 40)
    store.answers["/meta.json"] = Answer(b'{"currency": "EUR"}')
    [source] = find_sources(store.settings, store.base).found
    assert "EUR here, its page prints" in source.problem


def test_a_feed_of_a_part_stands_behind_the_whole_catalogue(store: OwnStore) -> None:
    store.answers["/"] = page('A shop <a href="/feed.xml">Our feed</a>')
    feed(store, "/feed.xml", 30)
    paged(store, "/products.json", "limit", 90, shopify)
    product_pages(store, 90)
    found = find_sources(store.settings, store.base)
    assert [(source.kind, source.total) for source in found.found] == [
        ("catalogue", 90),
        ("feed", 30),
    ]
    paged(store, "/products.json", "limit", 20, shopify)
    best = find_sources(store.settings, store.base).best
    assert best is not None
    assert best.kind == "feed"


def test_a_feed_that_leads_to_another_store_is_not_proposed(store: OwnStore) -> None:
    store.answers["/"] = page('A shop <a href="/feed.xml">Our feed</a>')
    feed(store, "/feed.xml", 30, base="https://other.example")
    found = find_sources(store.settings, store.base)
    assert found.best is None
    assert found.found[0].problem == "only 0 of 30 lead to this store"


def test_a_store_that_answers_any_address_with_a_page_has_none(store: OwnStore) -> None:
    store.respond = lambda _: page("A shop")  # type: ignore[method-assign,assignment]
    assert find_sources(store.settings, store.base).found == ()


def listing(store: OwnStore, path: str, numbers: range) -> None:
    cards = (
        f'<article><a href="/p/tee-{n}"><img src="/i-{n}.jpg" width="200" height="260" alt="">'
        f"<h2>Linen tee {n}</h2></a><b>R {200 + n}.00</b></article>"
        for n in numbers
    )
    store.answers[path] = page(f"<main>{''.join(cards)}</main>")


DEPARTMENTS = """<nav><a href="/women/dresses">Dresses</a> <a href="/women">Women</a>
<a href="/home/mugs">Mugs</a> <a href="/cart">Cart</a> <a href="/about-us">About us</a></nav>"""


def test_a_home_page_leads_to_the_departments_that_it_links(store: OwnStore) -> None:
    """It is no list, and its bestsellers are not the store."""
    store.answers["/"] = page(f"{DEPARTMENTS}<h1>Welcome</h1>")
    listing(store, "/women/dresses", range(1, 13))
    listing(store, "/home/mugs", range(20, 32))
    suggested = suggest(store.settings, store.base)
    assert suggested["brand"]["source"] == "pages"
    assert suggested["brand"]["pages"] == [
        {"pageUrl": f"{store.base}/women/dresses"},
        {"pageUrl": f"{store.base}/home/mugs"},
    ]
    assert suggested["brand"]["nodePath"]
    assert [(own["name"], own["category"]) for own in suggested["departments"]] == [
        ("Dresses", "women/dresses"),
        ("Women", "women"),
        ("Mugs", "home/kitchen/mugs"),
    ]

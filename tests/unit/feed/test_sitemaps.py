"""Stores without a platform that is known: their sitemap, and what its pages tell."""

from __future__ import annotations

import gzip
import json
from decimal import Decimal
from itertools import chain, islice
from typing import Any

import pytest

from scrapers.errors import BadPageError, MissingPageError, OutOfTimeError
from scrapers.feeds.catalogue import Answer, Catalogue
from scrapers.feeds.errors import FeedError
from scrapers.feeds.merchant import FeedDefaults
from scrapers.feeds.staging import StagedRows
from scrapers.product import Product

HOME = "https://shop.example"
ARTICLE = b"<h1>How we weave</h1><p>In the Karoo.</p>"


def linked(data: dict[str, Any]) -> bytes:
    text = json.dumps({"@context": "https://schema.org", **data})
    return f'<h1>A</h1><script type="application/ld+json">{text}</script>'.encode()


def product(number: int, **more: Any) -> bytes:
    offer = {"price": "299.00", "priceCurrency": "ZAR", "availability": "InStock"}
    named = {"@type": "Product", "name": f"Mug {number}", "image": f"/m/{number}.jpg"}
    return linked({**named, "offers": offer, **more})


class Store:
    """A store's files by their addresses; what is none of them answers 404."""

    def __init__(self, files: dict[str, bytes | Exception]) -> None:
        self.files, self.asked = files, list[str]()

    def get(self, address: str) -> Answer:
        self.asked.append(address)
        found = self.files.get(address.removeprefix(HOME))
        if found is None:
            raise MissingPageError("The store answers 404, there is no such file.")
        if isinstance(found, Exception):
            raise found
        return Answer(found, {}, address)

    def read(self) -> tuple[list[Product], Catalogue]:
        items, catalogue, _ = self.staged()
        return items, catalogue

    def staged(self) -> tuple[list[Product], Catalogue, StagedRows]:
        catalogue = Catalogue(HOME, self.get)
        staged = StagedRows(FeedDefaults("ZAR", lambda _: True, website=HOME))
        for record in chain.from_iterable(catalogue):
            staged.add(record)
        return [*staged.products()], catalogue, staged

    def pages(self) -> list[str]:
        return [path for asked in self.asked if (path := asked.removeprefix(HOME)) in self.files]


def urlset(*paths: str, image: bool = False) -> bytes:
    picture = "<image:image><image:loc>https://cdn.example/products/a.jpg</image:loc></image:image>"
    urls = (
        f"<url><loc>{path if '://' in path else HOME + path}</loc>{picture if image else ''}</url>"
        for path in paths
    )
    names = (
        'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
        ' xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"'
    )
    return f"<urlset {names}>{''.join(urls)}</urlset>".encode()


def index(*paths: str) -> bytes:
    parts = "".join(f"<sitemap><loc>{HOME}{path}</loc></sitemap>" for path in paths)
    return f"<sitemapindex>{parts}</sitemapindex>".encode()


def mugs(count: int) -> dict[str, bytes | Exception]:
    return {f"/shop/mug-{number}": product(number) for number in range(count)}


def test_products_are_found_among_other_pages_by_what_their_pages_tell() -> None:
    articles = {f"/journal/{number}": ARTICLE for number in range(40)}
    pages = {**articles, **mugs(60), "/about": ARTICLE, "/": ARTICLE}
    store = Store({"/sitemap.xml": urlset(*pages), **pages})
    items, catalogue = store.read()
    assert (catalogue.platform, len(items), catalogue.count) == ("Sitemap", 60, 60)
    assert (catalogue.expected[0], catalogue.missing()) == (60, "")
    assert (items[0].name, items[0].price, items[0].currency) == ("Mug 0", Decimal("299.00"), "ZAR")
    assert items[0].href == items[0].group_key == f"{HOME}/shop/mug-0"
    assert items[0].images[0].url == f"{HOME}/m/0.jpg"
    assert sum(page.startswith("/journal") for page in store.pages()) == 3


def test_the_parts_of_products_are_enough_packed_or_not() -> None:
    parts = {
        "/robots.txt": f"User-agent: *\nSitemap: {HOME}/maps/index.xml\n".encode(),
        "/maps/index.xml": index("/product_cat-sitemap.xml", "/product-sitemap.xml.gz"),
        "/product_cat-sitemap.xml": urlset("/category/mugs"),
        "/product-sitemap.xml.gz": gzip.compress(urlset("/shop/", *mugs(30), image=True)),
    }
    store = Store({**parts, **mugs(30), "/category/mugs": ARTICLE, "/shop/": ARTICLE})
    items, catalogue = store.read()
    assert (len(items), catalogue.missing()) == (30, "")
    assert "/category/mugs" not in store.pages()


def test_colours_are_products_and_sizes_are_not() -> None:
    def variant(color: str, size: str, price: int) -> dict[str, Any]:
        offers = {"price": price, "priceCurrency": "ZAR", "availability": "InStock"}
        named = {"@type": "Product", "name": f"Tee {color} {size}", "sku": f"T-{color}-{size}"}
        return {**named, "color": color, "size": size, "image": f"/{color}.jpg", "offers": offers}

    variants = [variant("Red", "S", 199), variant("Red", "M", 249), variant("Blue", "S", 249)]
    group = {"@type": "ProductGroup", "productGroupID": "T", "name": "Tee", "hasVariant": variants}
    pages = {"/p/tee": linked(group), "/p/tee-blue": linked(group)}
    items, catalogue = Store({"/sitemap.xml": urlset(*pages), **pages}).read()
    assert [(item.group_key, item.name) for item in items] == [("T:red", "Tee"), ("T:blue", "Tee")]
    assert [str(item.price) for item in items] == ["199.00", "249.00"]
    assert items[0].attributes == {"size": ("S", "M")}
    assert items[1].images[0].url == f"{HOME}/Blue.jpg"
    assert catalogue.missing() == ""


def test_pages_in_several_languages_name_what_they_share() -> None:
    def page(language: str, price: int) -> bytes:
        other = {"en": "af", "af": "en"}[language]
        links = "".join(
            f'<link rel="alternate" hreflang="{each}" href="/{each}/p/cloth">'
            for each in (language, other)
        )
        return links.encode() + linked(
            {"@type": "Product", "name": f"Cloth {language}", "sku": "C"}
            | {"offers": {"price": price, "priceCurrency": "ZAR"}}
        )

    same = {"/en/p/cloth": page("en", 349), "/af/p/cloth": page("af", 349), **mugs(3)}
    items, catalogue = Store({"/sitemap.xml": urlset(*same), **same}).read()
    assert (len(items), catalogue.missing()) == (5, "")
    languages = {item.name: item.language for item in items if item.translations}
    assert languages == {"Cloth en": "en", "Cloth af": "af"}
    assert len({item.translations for item in items}) == 2


def test_a_sitemap_names_a_pages_languages_where_the_page_does_not() -> None:
    links = "".join(
        f'<xhtml:link rel="alternate" hreflang="{code}" href="{HOME}{path}"/>'
        for code, path in (("x-default", "/p/cloth"), ("en", "/p/cloth"), ("af", "/af/p/lap"))
    )
    urls = "".join(
        f"<url><loc>{HOME}{path}</loc>{links}</url>" for path in ("/p/cloth", "/af/p/lap")
    )
    names = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"'
    pages = {"/p/cloth": product(1), "/af/p/lap": product(2)}
    items, _ = Store({"/sitemap.xml": f"<urlset {names}>{urls}</urlset>".encode(), **pages}).read()
    assert [item.language for item in items] == ["x-default", "af"]
    assert len({item.translations for item in items}) == 1


def test_a_page_that_prints_its_price_is_a_product_and_a_list_is_none() -> None:
    def printed(number: int) -> bytes:
        return (
            f"<title>Jug {number} | Shop</title><h1>Jug {number}</h1><b class=price>R {number}9.00"
            f"</b><img src=/m/{number}.jpg><button>Add to cart</button>"
        ).encode()

    jugs = {f"/shop/jug-{number}": printed(number) for number in range(1, 21)}
    cards = "".join(
        f"<li><a href={path}><img src=/m/1.jpg></a><h3>Jug</h3><b class=price>R 19.00</b></li>"
        for path in jugs
    )
    about = {"/about": ARTICLE, "/jugs": f"<title>Jugs</title><h1>Jugs</h1>{cards}".encode()}
    pages = {**jugs, **about}
    items, catalogue = Store({"/sitemap.xml": urlset(*pages), **pages}).read()
    assert (len(items), catalogue.missing()) == (20, "")
    assert (items[0].name, items[0].price) == ("Jug 1", Decimal("19.00"))
    assert (items[0].currency, items[0].sold_out) == ("ZAR", False)
    assert [image.url for image in items[0].images] == [f"{HOME}/m/1.jpg"]


def test_lists_among_products_are_no_products_that_are_missing() -> None:
    lists = {f"/shop/all-{name}": linked({"@type": "CollectionPage"}) for name in "abc"}
    pages = {**mugs(20), **lists}
    items, catalogue = Store({"/sitemap.xml": urlset(*pages), **pages}).read()
    assert (len(items), catalogue.missing()) == (20, "")


def test_one_id_for_every_group_makes_no_single_product() -> None:
    """A template's slip: the same number stands on all pages."""
    offers = {"price": 199, "priceCurrency": "ZAR"}
    variants = [
        {"@type": "Product", "color": "Red", "size": size, "offers": offers} for size in "SM"
    ]
    group = {"@type": "ProductGroup", "productGroupID": "0", "hasVariant": variants}
    pages = {f"/p/{name}": linked({**group, "name": name}) for name in ("Tee", "Top", "Bag")}
    items, _, staged = Store({"/sitemap.xml": urlset(*pages), **pages}).staged()
    assert sorted(item.name for item in items) == ["Bag", "Tee", "Top"]
    assert {item.attributes["size"] for item in items} == {("S", "M")}
    assert staged.divided_groups().startswith("6 rows with the group 0 have different names")


def test_addresses_that_are_none_are_passed_over() -> None:
    wrong = urlset("http://[broken", "https://user:word@shop.example/p/x", "javascript:alert(1)")
    places = wrong.replace(b"</urlset>", b"<url><loc>/shop/mug-0</loc></url><url/></urlset>")
    robots = b"Sitemap: http://[\nSitemap: /map.xml\n"
    store = Store({"/robots.txt": robots, "/map.xml": places, **mugs(1)})
    items, catalogue = store.read()
    assert ([item.name for item in items], catalogue.missing()) == (["Mug 0"], "")


@pytest.mark.parametrize(
    ("broken", "told"),
    [
        ({"/shop/mug-7": ARTICLE, "/shop/mug-8": ARTICLE}, "gave 48 products"),
        ({"/shop/mug-7": BadPageError("500"), "/shop/mug-8": BadPageError("500")}, "gave 48"),
        ({f"/shop/mug-{n}": BadPageError("The store answers 500.") for n in range(9, 20)}, "500"),
        ({"/shop/mug-9": OutOfTimeError("The time for reading it is over.")}, "time for reading"),
        ({"/shop/mug-7": ARTICLE}, ""),
        ({"/shop/mug-7": MissingPageError("404"), "/shop/mug-8": MissingPageError("404")}, ""),
    ],
)
def test_what_is_missing_of_a_sitemap_is_said(
    broken: dict[str, bytes | Exception], told: str
) -> None:
    store = Store({"/sitemap.xml": urlset(*mugs(50)), **mugs(50), **broken})
    _, catalogue = store.read()
    assert told in catalogue.missing()
    assert bool(told) == bool(catalogue.missing())


def test_a_part_that_cannot_be_read_makes_the_rest_incomplete() -> None:
    whole, half = urlset(*mugs(10)), urlset(*(f"/shop/jug-{n}" for n in range(9)))[:-20]
    parts = {"/sitemap.xml": index("/products-1.xml", "/products-2.xml"), "/products-1.xml": whole}
    for second in (half, b"<!DOCTYPE html><html><body>Log in</body></html>", BadPageError("500")):
        items, catalogue = Store({**parts, **mugs(10), "/products-2.xml": second}).read()
        assert len(items) == 10
        assert "products-2.xml cannot be read" in catalogue.missing()


BOMB = b"""<!DOCTYPE urlset [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>
<urlset><url><loc>https://shop.example/&b;</loc></url></urlset>"""


@pytest.mark.parametrize(
    ("sitemap", "told"),
    [
        (BOMB, "declares entities"),
        (b"<html><body>A shop</body></html>", "no sitemap"),
        (urlset("https://other.example/p/1", "http://127.0.0.1/p/1"), "no sitemap with addresses"),
        (urlset(*(f"/p/{n}" for n in range(9))), "no page of its 9 addresses"),
    ],
    ids=["entities", "page", "foreign", "no data"],
)
def test_a_sitemap_that_gives_nothing_says_why(sitemap: bytes, told: str) -> None:
    pages = {f"/p/{number}": ARTICLE for number in range(9)}
    store = Store({"/sitemap.xml": sitemap, **pages})
    with pytest.raises(FeedError, match=told):
        store.read()
    assert not any("other.example" in asked or "127.0.0.1" in asked for asked in store.asked)


def test_a_packed_bomb_is_refused() -> None:
    packed = gzip.compress(b"<urlset>" + b" " * 2**27 + b"</urlset>")
    with pytest.raises(FeedError, match="no whole url or sitemap"):
        Store({"/sitemap.xml": packed}).read()


def test_a_sample_fetches_as_many_pages_as_products() -> None:
    articles = {f"/journal/{number}": ARTICLE for number in range(300)}
    pages = {**articles, **mugs(400)}
    store = Store({"/sitemap.xml": urlset(*pages), **pages})
    assert len(list(islice(Catalogue(HOME, store.get), 50))) == 50
    assert len(store.pages()) <= 1 + 50 + 3


def test_an_address_that_leads_to_a_page_without_a_product_is_gone_and_not_missing() -> None:
    pages = {f"/p/mug-{n}": product(n) for n in range(4)}
    old = [f"/p/old-{n}" for n in range(8)]
    store = Store({**pages, "/sitemap.xml": urlset(*old, *pages)})
    found = store.get

    def get(address: str) -> Answer:
        if "/p/old" in address:
            return Answer(b"<h1>Mugs</h1>", {}, f"{HOME}/mugs")
        return found(address)

    store.get = get  # type: ignore[method-assign]
    items, catalogue = store.read()
    assert (len(items), catalogue.missing()) == (4, "")


SAME = {
    "slash": "{path}/",
    "capital": "/Shop/Mug-{n}",
    "scheme": "http://shop.example{path}",
    "www": "https://www.shop.example{path}",
    "tracking": "{path}?utm_source=mail",
    "collection": "/collections/all/products/mug-{n}",
    "other path": "/sale/mug-{n}",
}


@pytest.mark.parametrize(
    ("way", "has_canonical"),
    [*((way, True) for way in SAME), *((way, False) for way in SAME if way != "other path")],
)
def test_a_page_with_two_addresses_is_one_product(way: str, *, has_canonical: bool) -> None:
    folder = "/products" if way == "collection" else "/shop"
    pages: dict[str, bytes | Exception] = {}
    for number in range(12):
        path = f"{folder}/mug-{number}"
        link = f'<link rel="canonical" href="{path}">'.encode() if has_canonical else b""
        other = SAME[way].format(path=path, n=number)
        pages |= dict.fromkeys((path, other), link + product(number, image=f"/m/{number}.jpg"))
    items, catalogue = Store({"/sitemap.xml": urlset(*pages), **pages}).read()
    assert (len(items), catalogue.missing()) == (12, "")


def test_one_canonical_link_for_all_pages_makes_no_one_product() -> None:
    slip = b'<link rel="canonical" href="/shop">'
    pages = {path: slip + page for path, page in mugs(12).items() if isinstance(page, bytes)}
    items, catalogue = Store({"/sitemap.xml": urlset(*pages), **pages}).read()
    assert (len(items), catalogue.missing()) == (12, "")


@pytest.mark.parametrize(
    "before",
    ["\n", "<!-- made by a plugin -->\n", "<br />\n<b>Warning</b>: line 3<br />\n", "Notice\n"],
)
def test_what_stands_before_a_sitemap_is_passed_over(before: str) -> None:
    sitemap = f"{before}<?xml version='1.0'?>".encode() + urlset(*mugs(12))
    items, _ = Store({"/sitemap.xml": sitemap, **mugs(12)}).read()
    assert len(items) == 12


def test_a_sitemap_may_be_a_text() -> None:
    text = "\n".join(HOME + path for path in mugs(12)).encode()
    robots = f"Sitemap: {HOME}/sitemap.txt".encode()
    items, _ = Store({"/robots.txt": robots, "/sitemap.txt": text, **mugs(12)}).read()
    assert len(items) == 12

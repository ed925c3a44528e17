"""A bare client gets from the storefronts what their platforms' documentation promises.

Without the product's readers: what fails here is a fault of the fixtures.
"""

from __future__ import annotations

import csv
import gzip
import io
import json
import re
import urllib.error
import urllib.request
import zipfile
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import pytest
from lxml import etree, html
from PIL import Image

from tests.storefronts.apart import KEPT_APART
from tests.storefronts.feeds import Feed
from tests.storefronts.magento import Magento
from tests.storefronts.person import Storefront
from tests.storefronts.seen import SEEN
from tests.storefronts.serving import Served, serving
from tests.storefronts.shopify import Shopify
from tests.storefronts.truth import THINGS, Product
from tests.storefronts.woocommerce import WooCommerce

ALL = {front.name: front for front in (*SEEN, *KEPT_APART)}
Kept = tuple[int, dict[str, str], bytes]


def get(address: str, body: bytes | None = None) -> Kept:
    """Return status, headers and body; a redirect is followed."""
    try:
        with urllib.request.urlopen(urllib.request.Request(address, body)) as answer:
            return answer.status, dict(answer.headers), answer.read()
    except urllib.error.HTTPError as error:
        return error.code, dict(error.headers), error.read()


def read_json(address: str, body: bytes | None = None) -> Any:
    return json.loads(get(address, body)[2])


@pytest.fixture(params=ALL, ids=str)
def front(request: pytest.FixtureRequest) -> Storefront:
    return ALL[request.param]


@pytest.fixture
def store(front: Storefront) -> Iterator[Served]:
    with serving(front) as served:
        yield served


def of_kind(kind: type[Storefront]) -> pytest.MarkDecorator:
    names = [name for name, front in ALL.items() if isinstance(front, kind)]
    return pytest.mark.parametrize("front", names, indirect=True)


def prices(products: tuple[Product, ...]) -> list[tuple[str, str]]:
    return [(one.handle, str(tile.price)) for one in products for tile in one.tiles]


def test_a_person_sees_all_products_with_their_prices_and_pictures(
    front: Storefront, store: Served
) -> None:
    if front.refused:
        assert b"password" in get(store.base)[2]
        return
    seen: dict[str, str] = {}
    for department in THINGS:
        path = front.list_path.format(department)
        while path:
            page = html.fromstring(get(store.base + path)[2])
            for card in page.find_class("product-card"):
                seen[card.xpath("string(.//h3/a/@href)")] = card.xpath("string(.//h3)")
            following = page.xpath("string(//a[@rel='next']/@href)")
            path = front.list_path.format(department) + following[following.find("?") :]
            path = path if following else ""
    assert seen == {front.path(one): one.title for one in front.products}
    one = front.products[0]
    page = get(store.base + front.path(one))[2].decode()
    assert front.money(one.tiles[0].price) in page
    shown = Image.open(io.BytesIO(get(store.base + one.tiles[0].picture)[2]))
    assert min(shown.size) >= 100
    assert get(f"{store.base}/nowhere")[0] == (200 if front.always_200 else 404)
    assert b"User-agent: *" in get(f"{store.base}/robots.txt")[2]


@of_kind(Shopify)
def test_shopify_pages_through_its_products(front: Shopify, store: Served) -> None:
    address = f"{store.base}/products.json?limit=250&page="
    status, headers, _ = get(f"{address}1")
    if front.catalogue != "open":
        assert (status, "html" in headers["Content-Type"]) == (
            (200, True) if front.catalogue == "html" else (401, False)
        )
        return
    got, page = [], 1
    while rows := read_json(f"{address}{page}").get("products"):
        got += [row for row in rows if row["handle"] != "gift-card"]
        page += 1
    reached = front.products[: 250 * front.last_page or None]
    assert [row["handle"] for row in got] == [one.handle for one in reached]
    variants = {v["id"]: v for row in got for v in row["variants"]}
    for one in reached:
        for tile in one.tiles:
            for size, left in tile.offers:
                variant = variants[one.number_of(tile, size)]
                assert (variant["price"], variant["available"]) == (str(tile.price), left)
    assert read_json(f"{store.base}/collections/frontpage/products.json") == {"products": []}
    assert read_json(f"{store.base}/cart.js")["currency"] == front.currency
    told = read_json(f"{store.base}/meta.json")["published_products_count"]
    assert told == len(front.products) + front.gift_card


@of_kind(WooCommerce)
def test_woocommerce_has_a_store_api_or_says_so(front: WooCommerce, store: Served) -> None:
    address = f"{store.base}/wp-json/wc/store/v1/products"
    status, headers, body = get(f"{address}?per_page=100&page=1")
    if not front.store_api:
        assert (status, json.loads(body)["code"]) == (404, "rest_no_route")
        return
    got, page = [], 1
    while rows := read_json(f"{address}?per_page=100&page={page}"):
        got += rows
        page += 1
    units = 10**front.minor_unit
    cheapest = [(one.handle, min(t.price for t in one.tiles)) for one in front.kept]
    assert [(row["slug"], int(row["prices"]["price"]) / units) for row in got] == [
        (handle, float(price)) for handle, price in cheapest
    ]
    assert int(headers["X-WP-Total"]) == (front.counted or len(front.kept))
    assert get(f"{address}?per_page=101")[0] == 400
    variable = next((one for one in front.kept if one.coloured), None)
    if variable:
        rows = read_json(f"{address}?type=variation&parent={variable.number}&per_page=100")
        stock = {row["variation"]: row["is_in_stock"] for row in rows}
        assert stock == {
            f"Colour: {tile.colour}, Size: {size}": left
            for tile in variable.tiles
            for size, left in tile.sizes
        }


ASKED = """query Shop($page: Int = 1) { products(filter: {price: {from: "0"}}, pageSize: 100,
 currentPage: $page) { total_count page_info { total_pages } items { key: url_key __typename
 price_range { ...money } ... on ConfigurableProduct { variants { attributes { code label }
 product { stock_status price_range { ...money } } } } } } }
fragment money on PriceRange { minimum_price { final_price { value currency } } }"""


@of_kind(Magento)
def test_magento_answers_graphql_by_post_and_get(front: Magento, store: Served) -> None:
    def post(query: str, **variables: int) -> Any:
        return read_json(
            f"{address}", json.dumps({"query": query, "variables": variables}).encode()
        )

    address = f"{store.base}/graphql"
    if not front.graphql:
        assert get(f"{address}?query={{storeConfig{{store_name}}}}")[0] == 403
        return
    got: dict[str, Any] = {}
    count = -(-len(front.kept) // 100)
    for page in range(1, count + 1):
        answer = post(ASKED, page=page)["data"]["products"]
        assert answer["total_count"] == len(front.kept)
        got |= {row["key"]: row for row in answer["items"]}
    reached = front.kept[: front.cap or None]
    assert list(got) == [one.handle for one in reached]
    for one in reached:
        price = got[one.handle]["price_range"]["minimum_price"]["final_price"]
        assert price["value"] == float(min(tile.price for tile in one.tiles))
        stock = [
            v["product"]["stock_status"] == "IN_STOCK" for v in got[one.handle].get("variants", [])
        ]
        assert stock in ([], [left for tile in one.tiles for _, left in tile.offers])
    if not front.cap:
        assert "greater than" in post(ASKED, page=count + 1)["errors"][0]["message"]
    assert "Cannot query field" in post("{storeConfig{nothing}}")["errors"][0]["message"]
    assert "required" in post("{products(pageSize: 1){total_count}}")["errors"][0]["message"]
    config = read_json(f"{address}?query={quote('{storeConfig{product_url_suffix}}')}")
    assert config == {"data": {"storeConfig": {"product_url_suffix": ".html"}}}


def locations(address: str) -> Iterator[str]:
    """The addresses of a sitemap and of its parts, which may be gzip."""
    status, _, body = get(address)
    assert status == 200, address
    body = gzip.decompress(body) if body[:2] == b"\x1f\x8b" else body
    root = etree.fromstring(body)
    for place in root.iterfind("{*}sitemap/{*}loc"):
        yield from locations(place.text)
    yield from (place.text for place in root.iterfind("{*}url/{*}loc"))


def test_a_sitemap_names_all_products(front: Storefront, store: Served) -> None:
    if not front.mapped or front.refused:
        assert get(f"{store.base}/sitemap.xml")[0] in {404, 200}
        return
    own = {store.base + front.path(one) for one in front.products}
    assert sorted(n for n in locations(f"{store.base}/sitemap.xml") if n in own) == sorted(own)


def test_pages_say_in_json_ld_what_is_true(front: Storefront, store: Served) -> None:
    if front.ld is None or front.refused:
        return
    silent = 0
    for one in front.products:
        page = html.fromstring(get(store.base + front.path(one))[2])
        said = page.xpath("string(//script[@type='application/ld+json'])")
        silent += not said
        if not said:
            continue
        json.loads(said)
        offered = re.findall(r'"Offer", "url": "[^"]+", "price": "([\d.]+)"', said)
        stock = re.findall(r'schema.org/(InStock|OutOfStock)"', said)
        offers = [(t, left) for t in one.tiles for _, left in t.offers]
        if len(offered) == len(offers):
            assert offered == [str(tile.price) for tile, _ in offers]
            assert [word == "InStock" for word in stock] == [left for _, left in offers]
        else:
            assert (offered, len(stock)) == ([str(one.tiles[0].price)], 1)
    assert silent == (-(-len(front.products) // front.without_ld) if front.without_ld else 0)


@of_kind(Feed)
def test_a_feed_has_a_row_for_each_colour_and_size(front: Feed, store: Served) -> None:
    body = get(store.base + front.address)[2]
    if body[:2] == b"\x1f\x8b":
        body = gzip.decompress(body)
    if body[:2] == b"PK":
        body = zipfile.ZipFile(io.BytesIO(body)).read("products.xml")
    if body.lstrip()[:5] == b"<?xml":
        entries = etree.fromstring(body).iterfind(".//{*}item")
        rows = [
            {etree.QName(field).localname: field.get("href") or field.text for field in row}
            for row in (list(entries) or etree.fromstring(body).iterfind("{*}entry"))
        ]
    else:
        text = body.decode("utf-8-sig" if body[:3] == b"\xef\xbb\xbf" else "cp1252")
        rows = list(
            csv.DictReader(io.StringIO(text), dialect="excel-tab" if "\t" in text else "excel")
        )
    expected = [
        (
            one.title,
            f"{tile.price} {front.currency}" if front.priced else "",
            tile.colour,
            size,
            left,
        )
        for one in front.in_feed
        for tile in one.tiles
        for size, left in tile.offers
    ]
    assert [
        (
            row["title"],
            row.get("sale_price") or row.get("price") or "",
            row.get("color") or "",
            row.get("size") or "",
            row["availability"] == front.stock_words[True],
        )
        for row in rows
    ] == expected
    assert all(row["link"].startswith(front.elsewhere or store.base) for row in rows)

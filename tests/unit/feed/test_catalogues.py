"""Catalogues as stores answer: whole, capped, broken, another's; each with its own words."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from itertools import chain
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from scrapers.errors import (
    BadPageError,
    BusyStoreError,
    FeedError,
    FinalPageError,
    MissingPageError,
)
from scrapers.feeds.catalogue import Answer, Catalogue, Get
from scrapers.feeds.documents import records_of
from scrapers.feeds.merchant import FeedDefaults
from scrapers.feeds.staging import StagedRows
from scrapers.product import Product
from tests.support.data import rows

HOME = "https://shop.example"
ANSWERS = Path(__file__).with_name("answers")
MUG: dict[str, Any] = json.loads((ANSWERS / "magento-mug.json").read_text(encoding="utf-8"))


def saved(name: str) -> Any:
    """Return what a store's platform answered."""
    return json.loads((ANSWERS / f"{name}.json").read_text(encoding="utf-8"))


def simple(number: int) -> dict[str, Any]:
    """Return a Magento store's product: as the saved one, with a number of its own."""
    return MUG | {"name": f"Enamel mug {number}", "sku": f"MUG-{number}"}


def magento(answer: Callable[[int], Any]) -> Get:
    def get(address: str) -> Answer:
        parts = urlsplit(address)
        if parts.path != "/graphql":
            raise MissingPageError("It answers 404.")
        (query,) = parse_qs(parts.query)["query"]
        page = re.search(r"currentPage:(\d+)", query)
        assert page is not None
        body = answer(int(page[1]))
        return Answer(body if isinstance(body, bytes) else json.dumps(body).encode(), {})

    return get


def listed(products: list[Any], total: int) -> dict[str, Any]:
    return {"data": {"products": {"items": products, "total_count": total}}}


def read(catalogue: Catalogue) -> list[Product]:
    defaults = FeedDefaults("ZAR", lambda _: True, website=HOME)
    staged = StagedRows(defaults)
    for record in chain.from_iterable(catalogue):
        staged.add(record)
    return [*staged.products()]


def shown(one: Product) -> tuple[object, ...]:
    return one.group_key, str(one.price), str(one.ordinary_price), one.sold_out, one.href


def test_magentos_variants_have_their_own_price_stock_and_pictures() -> None:
    catalogue = Catalogue(HOME, magento(lambda _: listed([saved("magento-tee"), simple(2)], 2)))
    red, blue, mug = read(catalogue)
    assert (catalogue.platform, catalogue.missing()) == ("Magento", "")
    assert [shown(one) for one in (red, blue, mug)] == [
        ("TEE:red", "249.13", "299.13", False, f"{HOME}/linen-tee.html"),
        ("TEE:blue", "299.13", "None", True, f"{HOME}/linen-tee.html"),
        ("MUG-2", "129.00", "None", False, f"{HOME}/enamel-mug-2.html"),
    ]
    assert red.attributes == {"size": ("M",)}  # its other size is sold out
    assert red.category_path == "Women > Tops"
    assert [image.url for image in red.images] == [f"{HOME}/media/red.jpg"]


def pages_of(count: int, total: int) -> Callable[[int], Any]:
    """Return a catalogue's pages; after the last, that one again, as Magento may answer."""
    last = (count - 1) // 50 + 1

    def answer(page: int) -> Any:
        first = (min(page, last) - 1) * 50
        return listed([simple(number) for number in range(first, min(first + 50, count))], total)

    return answer


def then(pages: Callable[[int], Any], after: Any) -> Callable[[int], Any]:
    return lambda page: pages(page) if page == 1 else after


@pytest.mark.parametrize(
    ("answer", "count", "missing"),
    [
        (pages_of(130, 130), 130, ""),
        (pages_of(130, 400), 130, "own count has 400"),
        (then(pages_of(130, 130), {"errors": [{"message": "Internal error"}]}), 50, "Internal err"),
        (then(pages_of(130, 130), b"<html>Please wait</html>"), 50, "no JSON"),
        (then(pages_of(130, 130), b'{"data": {"products": {"it'), 50, "no JSON"),
        (then(pages_of(130, 130), listed([], 130)), 50, "own count has 130"),
        (then(pages_of(130, 130), listed([None, simple(60)], 130)), 51, "own count has 130"),
    ],
)
def test_magentos_paging_ends_or_says_what_is_missing(
    answer: Callable[[int], Any], count: int, missing: str
) -> None:
    catalogue = Catalogue(HOME, magento(answer))
    assert len(list(catalogue)) == count
    assert missing in catalogue.missing()
    assert bool(missing) == bool(catalogue.missing())


def test_a_first_page_of_errors_is_no_catalogue_and_says_so() -> None:
    refused = {"errors": [{"message": "Cannot query field"}], "data": {"products": None}}
    with pytest.raises(FeedError, match="Magento: /graphql gives no products: Cannot query field"):
        list(Catalogue(HOME, magento(lambda _: refused)))
    with pytest.raises(FeedError, match="The catalogue is empty"):
        list(Catalogue(HOME, magento(lambda _: listed([], 0))))


def shopify(pages: Callable[[str, int], list[Any]]) -> Get:
    def get(address: str) -> Answer:
        parts = urlsplit(address)
        if not parts.path.endswith("/products.json"):
            raise MissingPageError("It answers 404.")
        page = int(parse_qs(parts.query)["page"][0])
        return Answer(json.dumps({"products": pages(parts.path, page)}).encode(), {})

    return get


def test_a_collection_is_read_alone_and_an_empty_one_is_said() -> None:
    def pages(path: str, page: int) -> list[Any]:
        women = path == "/collections/women/products.json"
        tee = {"id": 7, "handle": "tee", "title": "Tee", "variants": [{"price": "9.00"}]}
        return [tee] if women and page == 1 else []

    (tee,) = read(Catalogue(f"{HOME}/collections/women/", shopify(pages)))
    assert (tee.group_key, str(tee.price)) == ("tee", "9.00")
    with pytest.raises(FeedError, match="empty"):
        list(Catalogue(f"{HOME}/collections/men", shopify(pages)))


def test_a_collections_address_is_never_read_as_the_whole_store() -> None:
    everything = magento(lambda _: listed([simple(1)], 1))
    with pytest.raises(FeedError, match="No catalogue"):
        list(Catalogue(f"{HOME}/collections/men", everything))


@pytest.mark.parametrize(
    ("words", "page"),
    [
        ("Account suspended", "<title>Account suspended</title><h1>Call your host</h1>"),
        ("karoo.example is for sale", "<title>karoo.example is for sale</title>"),
        ("Coming soon", "Coming soon"),
    ],
)
@pytest.mark.parametrize("elsewhere", [True, False])
def test_a_page_in_place_of_a_shop_is_quoted_and_its_catalogue_is_gone(
    words: str, page: str, elsewhere: bool
) -> None:
    def get(address: str) -> Answer:
        if urlsplit(address).path.strip("/") and not elsewhere:
            raise MissingPageError("The store answers 404.")
        return Answer(page.encode(), {})

    with pytest.raises(FeedError, match=words) as caught:
        list(Catalogue(HOME, get))
    assert caught.value.code == MissingPageError.code


def test_shopifys_cap_of_pages_keeps_what_was_read_and_is_said() -> None:
    def pages(_: str, page: int) -> list[Any]:
        if page > 3:
            raise FinalPageError("The store answers 400.")
        return [{"id": page * 250 + number} for number in range(250)]

    catalogue = Catalogue(HOME, shopify(pages))
    assert len(list(catalogue)) == 750
    assert "broke off after 750 products: The store answers 400." in catalogue.missing()


@pytest.mark.parametrize("error", [BusyStoreError("503", None), BadPageError("breaks off")])
def test_a_store_that_is_busy_is_no_other_platform(error: Exception) -> None:
    def get(address: str) -> Answer:
        if "products.json" in address:
            raise error
        return Answer(json.dumps(listed([simple(1)], 1)).encode(), {})

    if isinstance(error, BusyStoreError):
        with pytest.raises(BusyStoreError):
            list(Catalogue(HOME, get))
    else:
        assert [*Catalogue(HOME, get)]


def test_an_answer_of_another_site_is_not_taken_for_the_stores() -> None:
    def get(address: str) -> Answer:
        body = json.dumps({"products": [{"id": 1}]}).encode()
        return Answer(body, {}, address.replace("shop.example", "another.example"))

    with pytest.raises(FeedError, match="Shopify: It leads to another site, another"):
        list(Catalogue(HOME, get))


def test_a_magento_without_a_field_is_asked_for_the_others() -> None:
    asked: list[str] = []

    def get(address: str) -> Answer:
        query = parse_qs(urlsplit(address).query).get("query", [""])[0]
        if not query:
            raise MissingPageError("It answers 404.")
        asked.append(query)
        for field in ("breadcrumbs", "canonical_url"):
            if field in query:
                refused = {"errors": [{"message": f'Cannot query field "{field}" on type "X".'}]}
                return Answer(json.dumps(refused).encode(), {})
        return Answer(json.dumps(listed([simple(1)], 1)).encode(), {})

    assert [item.name for item in read(Catalogue(HOME, get))] == ["Enamel mug 1"]
    assert len(asked) == 3


@pytest.mark.parametrize("knows", [True, False])
def test_woocommerces_variations_are_products_by_colour_where_the_store_tells_them(
    knows: bool,
) -> None:
    products, children = saved("woocommerce-tee"), saved("woocommerce-variations")

    def get(address: str) -> Answer:
        asked = parse_qs(urlsplit(address).query)
        if "/wp-json/" not in address:
            raise MissingPageError("It answers 404.")
        if "type" in asked and not knows:
            raise FinalPageError("The store answers 400.")
        rows = children if asked.get("parent") == ["1"] else products
        return Answer(json.dumps(rows).encode(), {"x-wp-total": "2"})

    catalogue = Catalogue(HOME, get)
    items = read(catalogue)
    assert (catalogue.count, catalogue.missing()) == (2, "")
    if not knows:
        assert [item.group_key for item in items] == ["1", "2"]
        return
    red, blue, other = items
    assert shown(red)[::4] == ("1:rooi", f"{HOME}/product/tee/?attribute_pa_kleur=rooi")
    assert (red.name, red.color, red.attributes) == ("Linen tee", "Rooi", {"size": ("L",)})
    assert [image.url for image in blue.images] == [f"{HOME}/i/12.jpg"]
    assert shown(other)[:3] == ("2", "199.00", "299.00")


@pytest.mark.parametrize(("product", "price"), rows("priced_pieces"))
def test_what_is_no_piece_of_goods_counts_not_and_of_several_the_lowest(
    product: dict[str, Any], price: str | None
) -> None:
    staged = StagedRows(FeedDefaults("ZAR", lambda _: True, website=HOME))
    for record in records_of(product, 1, 0, "item"):
        staged.add(record)
    assert [str(item.price) for item in staged.products()] == ([price] if price else [])

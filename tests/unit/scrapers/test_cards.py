"""Raw cards become items."""

import json
import re
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from scrapers.browsing.dom import RawCard, RawImage
from scrapers.config import BrandConfig
from scrapers.pages.cards import UnusableCardError, complete, is_sold_out, item_of, store_key
from scrapers.structured.markup import facts_of
from scrapers.structured.page import own_of
from scrapers.structured.product import StructuredProduct
from scrapers.values.price.price_text import from_text
from tests.support.data import rows

PAGE = "https://shop.example/women?page=2"
BRAND = BrandConfig(brand_id=1, website="https://www.shop.example/", currency="ZAR")
CARD = RawCard(
    href="/p/dress?utm_source=grid",
    name=" Linen \n dress ",
    brand="Karoo",
    price=(from_text("R 899"),),
    image=RawImage(("/i/1.jpg?v=2",), (), None, 300, 400),
    hover=RawImage(("/i/2.jpg",)),
)


def test_a_card_is_read_as_a_person_reads_it() -> None:
    item = item_of(CARD, BRAND, PAGE, 7)
    assert item.group_key == "/p/dress"
    assert item.href == "https://shop.example/p/dress?utm_source=grid"
    assert (item.name, item.price, item.ordinary_price) == ("Linen dress", Decimal(899), None)
    assert [image.url for image in item.images] == [
        "https://shop.example/i/1.jpg?v=2",
        "https://shop.example/i/2.jpg",
    ]
    assert (item.images[0].width, item.images[0].height, item.pages) == (300, 400, (7,))


def test_a_products_own_page_gives_its_identifiers() -> None:
    data = {"@type": "Product", "name": "Linen dress", "gtin13": "6001007112608", "sku": "D-1"}
    page = f'<script type="application/ld+json">{json.dumps(data)}</script><h1>Linen dress</h1>'
    facts = facts_of(page.encode(), "https://shop.example/p/dress")
    own = own_of(facts, "ZAR") if facts else None
    item = item_of(complete(CARD, RawCard(structured=own)), BRAND, PAGE, None)
    assert [(one.kind, one.value) for one in item.identifiers] == [
        ("gtin", "06001007112608"),
        ("sku", "D-1"),
    ]


def test_the_stores_own_id_is_the_key_where_the_page_gives_one() -> None:
    assert item_of(replace(CARD, id="4711"), BRAND, PAGE, None).group_key == "4711"


def test_a_product_keeps_its_key_when_the_store_moves_to_https_or_another_host_name() -> None:
    key = store_key("https://shop.example/p/1?variant=2", "http://www.shop.example")
    assert key == store_key("http://www.shop.example:8080/p/1?variant=2", "https://shop.example")
    assert store_key("https://other.example/p/1", "https://shop.example").startswith(
        "https://other"
    )


@pytest.mark.parametrize(
    ("other", "paid", "before"),
    [("Now R599", 599, 899), ("R999", 899, None), ("R781.74 excl. VAT", 899, None)],
)
def test_a_lower_sale_price_is_what_the_visitor_pays(other: str, paid: Any, before: Any) -> None:
    item = item_of(replace(CARD, sale_price=(from_text(other),)), BRAND, PAGE, None)
    assert (item.price, item.ordinary_price) == (paid, before)


def test_what_stands_for_a_picture_and_is_none_is_told() -> None:
    template = RawImage(("/i/{size}.jpg", "data:image/gif;base64,R0"))
    item = item_of(replace(CARD, image=template, hover=None), BRAND, PAGE, None)
    assert (item.images, item.not_understood) == ((), {"picture": "/i/{size}.jpg"})
    other = item_of(replace(CARD, image=template), BRAND, PAGE, None)
    assert (len(other.images), other.not_understood) == (1, {})
    bare = item_of(replace(CARD, image=None, hover=None), BRAND, PAGE, None)
    assert (bare.images, bare.not_understood) == ((), {})


def test_placeholders_are_passed_over_for_the_lazy_address_or_the_set() -> None:
    lazy = RawImage(("/real.jpg", "data:image/gif;base64,R0lGOD"))
    in_set = RawImage(("data:image/gif;base64,R0lGOD",), ("/s.jpg 1x, /l.jpg 2x",))
    for raw, name in ((lazy, "/real.jpg"), (in_set, "/l.jpg")):
        item = item_of(replace(CARD, image=raw, hover=None), BRAND, PAGE, None)
        assert [image.url for image in item.images] == [f"https://shop.example{name}"]


@pytest.mark.parametrize(
    ("card", "reason"),
    [
        (replace(CARD, href=None), "neither a product id nor a link"),
        (replace(CARD, href="javascript:void(0)"), "neither a product id nor a link"),
        (replace(CARD, name="  "), "no name"),
    ],
)
def test_a_card_that_is_no_product_says_why(card: RawCard, reason: str) -> None:
    with pytest.raises(UnusableCardError, match=reason):
        item_of(card, BRAND, PAGE, None)


@pytest.mark.parametrize(
    ("printed", "brand", "stated", "price", "unread"), rows("contradicted_currencies")
)
def test_a_currency_that_is_contradicted_is_not_understood_and_no_price_is_guessed(
    printed: str, brand: str, stated: str, price: int | None, unread: str
) -> None:
    amount, _, code = stated.partition(" ")
    structured = stated and StructuredProduct(
        "JSON-LD", price=Decimal(amount), prices=(Decimal(amount),), currency=code
    )
    texts = (from_text(printed),) if printed else ()
    card = replace(CARD, price=texts, structured=structured or None)
    item = item_of(card, replace(BRAND, currency=brand), PAGE, None)
    assert item.price == price
    assert re.search(unread, item.not_understood.get("currency", ""))
    assert bool(unread) == bool(item.not_understood)


def test_sold_out_is_told_by_the_wanted_text_or_else_by_sight() -> None:
    hidden = (("Sold Out", False),)
    assert is_sold_out(hidden, "sold out")
    assert not is_sold_out(hidden, "")
    assert is_sold_out((("", True),), "")
    assert not is_sold_out((("Only 2 left", True),), "")
    assert not is_sold_out((("In stock", True),), "sold out")


def test_a_detail_page_fills_what_the_card_lacks_and_appends_its_images() -> None:
    detail = RawCard(
        name="Other",
        price=(from_text("R1"),),
        detail_images=(RawImage(("/d.jpg",)), RawImage(("/i/2.jpg",))),
    )
    marks = (("Sold out", True),)
    card = complete(replace(CARD, price=(), sold_out=marks), detail)
    item = item_of(card, BRAND, PAGE, None)
    assert (item.name, item.price, card.sold_out) == ("Linen dress", Decimal(1), marks)
    assert [image.url.rsplit("/", 1)[1] for image in item.images] == ["1.jpg?v=2", "2.jpg", "d.jpg"]

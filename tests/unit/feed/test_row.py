"""A feed's row becomes a product, or is refused with its reason."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import pytest

from scrapers.feeds.errors import NotUnderstoodError, RowRefusedError
from scrapers.feeds.merchant import FeedDefaults, parse_row

DEFAULTS = FeedDefaults("ZAR", {"ZAR", "EUR"}.__contains__)
ROW: dict[str, Any] = {
    "id": "MH01-Black",
    "item_group_id": "MH01",
    "title": "Chaz Hoodie",
    "color": "Black",
    "product_type": ["Men > Tops > Hoodies", "Eco"],
    "gender": "male",
    "price": "520.00 ZAR",
    "link": "https://s/mh01",
    "image_link": "mh01-black_main.jpg",
    "additional_image_link": ["mh01_alt.jpg", "https://cdn.s/x.jpg?v=3"],
    "unknown_attribute": object(),
}
INSIDE = ("http://169.254.169.254/a.jpg", "https://10.0.0.1/a.jpg", "http://nas.local/a.jpg")
UNTITLED: list[Any] = ["Linen tee", "made up: tee", 'default:""', {}, [1]]
NAMED_AS_SERVICES = (
    "Garage & Workshop",
    "Hire",
    "Tickets",
    "Golf course",
    "Dinner service",
    "Gift Card",
)
NO_BRANDS = ("N/A", "-", "No Brand", "null", "\u200b", "(none)", "Unbranded")


def parse(defaults: FeedDefaults = DEFAULTS, **changes: Any) -> Any:
    return parse_row(ROW | changes, defaults).product


def test_a_row_becomes_a_product() -> None:
    item = parse()
    assert (item.group_key, item.name, item.price) == ("MH01:black", "Chaz Hoodie", Decimal(520))
    assert (item.category_path, item.color) == ("Men > Tops > Hoodies", "Black")
    assert (item.gender, item.unisex) == ("male", False)
    assert [image.canonical_url for image in item.images] == [
        *("mh01-black_main.jpg", "mh01_alt.jpg", "https://cdn.s/x.jpg")
    ]


def structured(given: Any, **more: Any) -> dict[str, Any]:
    return {"structured_title": given} | more


# What a row has otherwise, and what its product then is.
CASES: list[tuple[dict[str, Any], dict[str, Any]]] = [
    (structured('trained_algorithmic_media:"Linen tee"', title=None), {"name": "Linen tee"}),
    (structured("default: Tee: the linen one", title=None), {"name": "Tee: the linen one"}),
    (
        structured({"digital_source_type": "default", "content": "Linen tee"}, title=None),
        {"name": "Linen tee"},
    ),
    (structured("default: Tee"), {"name": "Chaz Hoodie"}),
    ({"id": "b", "color": "black"}, {"group_key": "MH01:black"}),
    ({"color": "Red"}, {"group_key": "MH01:red"}),
    ({"color": None}, {"group_key": "MH01"}),
    ({"item_group_id": None}, {"group_key": "MH01-Black"}),
    ({"sale_price": "399.00 ZAR"}, {"price": Decimal(399), "ordinary_price": Decimal(520)}),
    ({"sale_price": "600 ZAR"}, {"price": Decimal(520), "ordinary_price": None}),
    ({"price": None, "sale_price": "399 ZAR"}, {"price": Decimal(399), "ordinary_price": None}),
    ({"price": None}, {"price": None, "currency": "ZAR"}),
    ({"availability": "in_stock"}, {"sold_out": False}),
    ({"availability": "out of stock"}, {"sold_out": True}),
    ({"availability": "OUT_OF_STOCK"}, {"sold_out": True}),
    ({"availability": "preorder"}, {"sold_out": False}),
    ({"availability": None}, {"sold_out": False}),
    ({"condition": "used"}, {"item_type": "vintage"}),
    ({"gender": "unisex"}, {"unisex": True}),
    ({"gender": None}, {"unisex": None}),
    ({}, {"unread_picture": ""}),
    (
        {"image_link": "https://s/a_{size}.jpg", "additional_image_link": None},
        {"images": (), "unread_picture": "https://s/a_{size}.jpg"},
    ),
    *(({"brand": brand}, {"product_brand": None}) for brand in NO_BRANDS),
    *(({"product_type": f"Home > {of}"}, {"name": "Chaz Hoodie"}) for of in NAMED_AS_SERVICES),
    ({"brand": "N/AKaroo"}, {"product_brand": "N/AKaroo"}),
    ({"brand": "-Karoo"}, {"product_brand": "-Karoo"}),
]


@pytest.mark.parametrize(("changes", "product"), CASES)
def test_a_row_is_read_as_the_table_says(changes: dict[str, Any], product: dict[str, Any]) -> None:
    item = parse(**changes)
    assert {name: getattr(item, name) for name in product} == product


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        *(({"id": None}, "no id"), ({"id": "  "}, "no id"), ({"title": ""}, "no name")),
        *(({"title": {"en": "x"}}, "no name"), ({"title": "x" * 9_000_000}, "9000000 characters")),
        *((structured(given, title=None), "it has no name") for given in UNTITLED),
        *(({"price": "-1 ZAR"}, "negative"), ({"price": "5 XYZ"}, "XYZ")),
        ({"sale_price": "5 EUR"}, "in ZAR and its sale price in EUR"),
        ({"link": "javascript:alert(1)"}, "not an http address"),
        *(({"link": address}, "visitors can reach") for address in INSIDE),
        ({"id": "6.00123E+12"}, "format the column as text"),
    ],
)  # fmt: skip
def test_bad_rows_are_refused_with_a_reason(changes: dict[str, Any], reason: str) -> None:
    with pytest.raises(RowRefusedError, match=reason):
        parse(**changes)


@pytest.mark.parametrize(
    ("field", "value"),
    [("availability", "see store"), ("expiration_date", "next week"),
     ("sale_price_effective_date", "soon")],
)  # fmt: skip
def test_what_is_not_understood_is_told_with_its_field(field: str, value: str) -> None:
    given = ROW | {"sale_price": "99.00 ZAR", field: value}
    with pytest.raises(NotUnderstoodError, match=f"{field} '{value}' is not understood") as raised:
        parse_row(given, DEFAULTS)
    assert raised.value.field == field


NOW = datetime(2026, 11, 25, 21, tzinfo=UTC)
AT_NOW = replace(DEFAULTS, now=NOW)
BEFORE, SALE = (Decimal(520), None), (Decimal(99), Decimal(520))


@pytest.mark.parametrize(
    ("interval", "paid", "planned"),
    [
        ("2026-11-27T00:00+09:00/2026-11-28T12:30Z", BEFORE,
         {"2026-11-26T15:00Z": SALE, "2026-11-28T12:30Z": BEFORE}),
        ("2026-11-27/2026-11-28", BEFORE, {"2026-11-26T22:00Z": SALE, "2026-11-28T22:00Z": BEFORE}),
        ("2026-11-01 / 2026-11-30T23:59+02:00", SALE, {"2026-11-30T21:59Z": BEFORE}),
        ("2026-11-25/2026-11-25", SALE, {"2026-11-25T22:00Z": BEFORE}),  # the whole day
        ("2026-11-27/", BEFORE, {"2026-11-26T22:00Z": SALE}),
        ("2026-11-26/", BEFORE, {"2026-11-25T22:00Z": SALE}),
        ("/2026-11-24", BEFORE, {}),
        ("2020-01-01T00:00+0200/2031-01-01T00:00+0200", SALE, {"2030-12-31T22:00Z": BEFORE}),
        ("2026-11-01/9999-12-31", SALE, {"2200-01-01T00:00Z": BEFORE}),
        ("", SALE, {}),
        ("2026-11-28/2026-11-26", BEFORE, {}),
        ("2019-11-01T00:00+02:00/2019-11-30T23:59+02:00", BEFORE, {}),
    ],
)  # fmt: skip
def test_a_sale_price_holds_in_its_time_and_is_planned_by_the_moments_that_it_names(
    interval: str, paid: Any, planned: dict[str, Any]
) -> None:
    item = parse(AT_NOW, sale_price="99.00 ZAR", sale_price_effective_date=interval)
    assert (item.price, item.ordinary_price) == paid
    found = {each.at: (each.price, each.ordinary_price) for each in item.planned}
    assert found == {datetime.fromisoformat(at): pair for at, pair in planned.items()}


def test_a_sale_that_is_no_reduction_plans_nothing() -> None:
    days = {"sale_price_effective_date": "2026-11-27/2026-11-28"}
    assert parse(AT_NOW, **days).planned == ()
    assert parse(AT_NOW, **days, sale_price="600 ZAR").planned == ()


@pytest.mark.parametrize("between", [", ", ",", "|", " ", "; "])
def test_several_images_may_stand_in_one_cell(between: str) -> None:
    """Case b08; an address has commas of its own."""
    several = ["https://s/2.jpg", "https://s/a,b.jpg", "https://c/w_3,h_4,c_fill/a.jpg"]
    cell = between.join(several)
    item = parse(image_link="https://s/1.jpg", additional_image_link=cell)
    assert [image.url for image in item.images] == ["https://s/1.jpg", *several]
    assert [image.url for image in parse(image_link=cell).images][:3] == several
    files = parse(image_link="a b.jpg|c.jpg", additional_image_link="//s/d.jpg").images
    assert [image.url for image in files] == ["a b.jpg", "c.jpg", "https://s/d.jpg"]


@pytest.mark.parametrize("address", INSIDE)
def test_a_picture_that_leads_inside_a_network_is_not_taken(address: str) -> None:
    item = parse(image_link=address, additional_image_link=["https://s/b.jpg", address])
    assert [image.url for image in item.images] == ["https://s/b.jpg"]


@pytest.mark.parametrize("link", ["/p/1", "p/1", "//s.example/p/1", "www.s.example/p/1"])
def test_a_link_without_its_scheme_or_host_is_the_websites(link: str) -> None:
    read = parse(replace(DEFAULTS, website="https://s.example"), link=link).href or ""
    assert read.replace("www.", "") == "https://s.example/p/1"


def test_a_price_whose_currency_nothing_names_is_refused() -> None:
    unnamed = replace(DEFAULTS, currency="")
    with pytest.raises(RowRefusedError, match="names the currency"):
        parse(unnamed, price="520.00")
    assert parse(unnamed).currency == "ZAR"


MAY = replace(DEFAULTS, now=datetime(2026, 5, 2, 12, tzinfo=UTC))


@pytest.mark.parametrize("ended", ["2026-05-01", "2026-05-02T11:59Z", "2024-01-31T00:00+0200"])
def test_an_offer_that_has_ended_is_no_product(ended: str) -> None:
    with pytest.raises(RowRefusedError, match=f"no longer offered since {re.escape(ended)}"):
        parse(MAY, expiration_date=ended)


@pytest.mark.parametrize("ends", ["2026-05-02", "2031-01-31T23:59+0200", "", "0000-00-00", "N/A"])
def test_an_offer_that_has_not_ended_is_one(ends: str) -> None:
    assert parse(MAY, expiration_date=ends).name == "Chaz Hoodie"

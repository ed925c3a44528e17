from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import pytest

from scrapers.feeds.errors import NotUnderstoodError, RowRefusedError
from scrapers.feeds.row import FeedDefaults, parse_row

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


def parse(**changes: Any) -> Any:
    return parse_row(ROW | changes, DEFAULTS).product


def test_a_row_becomes_a_product() -> None:
    item = parse()
    assert (item.group_key, item.name, item.price) == ("MH01:black", "Chaz Hoodie", Decimal(520))
    assert (item.category_path, item.color) == ("Men > Tops > Hoodies", "Black")
    assert (item.gender, item.unisex) == ("male", False)
    assert [image.canonical_url for image in item.images] == [
        "mh01-black_main.jpg",
        "mh01_alt.jpg",
        "https://cdn.s/x.jpg",
    ]


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ('trained_algorithmic_media:"Linen tee"', "Linen tee"),
        ("default: Tee: the linen one", "Tee: the linen one"),
        ({"digital_source_type": "default", "content": "Linen tee"}, "Linen tee"),
    ],
)
def test_a_structured_title_is_the_name_of_what_has_no_other(title: Any, name: str) -> None:
    assert parse(title=None, structured_title=title).name == name
    assert parse(structured_title=title).name == "Chaz Hoodie"


@pytest.mark.parametrize("title", ["Linen tee", "made up: tee", 'default:""', {}, [1]])
def test_what_is_no_structured_title_gives_no_name(title: Any) -> None:
    with pytest.raises(RowRefusedError, match="it has no name"):
        parse(title=None, structured_title=title)


def test_sizes_of_one_colour_share_their_identity() -> None:
    assert parse(id="a", color="Black").group_key == parse(id="b", color="black").group_key
    assert parse(color="Red").group_key != parse().group_key
    assert parse(item_group_id=None).group_key == "MH01-Black"
    assert parse(color=None).group_key == "MH01"


def test_a_sale_price_is_what_the_visitor_pays_only_where_it_is_lower() -> None:
    reduced = parse(sale_price="399.00 ZAR")
    assert (reduced.price, reduced.ordinary_price) == (Decimal(399), Decimal(520))
    higher = parse(sale_price="600 ZAR")
    assert (higher.price, higher.ordinary_price) == (Decimal(520), None)
    alone = parse(price=None, sale_price="399 ZAR")
    assert (alone.price, alone.ordinary_price) == (Decimal(399), None)


@pytest.mark.parametrize(
    ("availability", "sold_out"),
    [
        ("in_stock", False),
        ("out of stock", True),
        ("OUT_OF_STOCK", True),
        ("preorder", False),
        (None, False),
    ],
)
def test_availability_says_what_is_sold_out(availability: str | None, sold_out: bool) -> None:
    assert parse(availability=availability).sold_out is sold_out


def test_an_availability_that_is_not_understood_is_not_in_stock() -> None:
    with pytest.raises(NotUnderstoodError, match="availability 'see store' is not understood"):
        parse(availability="see store")


@pytest.mark.parametrize(
    ("interval", "price"),
    [
        ("2019-11-01T00:00+02:00/2019-11-30T23:59+02:00", "520"),
        ("2031-11-01T00:00+0200/2031-11-30T23:59+0200", "520"),
        ("2020-01-01T00:00+0200/2031-01-01T00:00+0200", "99"),
        ("2026-11-25/2026-11-25", "99"),  # the whole day
        ("2026-11-26/", "520"),
        ("/2026-11-24", "520"),
        ("", "99"),
    ],
)
def test_a_sale_price_holds_in_its_time(interval: str, price: str) -> None:
    now = datetime(2026, 11, 25, 21, tzinfo=UTC)
    values = ROW | {"sale_price": "99.00 ZAR", "sale_price_effective_date": interval}
    assert parse_row(values, replace(DEFAULTS, now=now)).product.price == Decimal(price)
    with pytest.raises(NotUnderstoodError, match="sale_price_effective_date"):
        parse_row(values | {"sale_price_effective_date": "soon"}, DEFAULTS)


NOW = datetime(2026, 11, 25, 21, tzinfo=UTC)
BEFORE, SALE = (Decimal(520), None), (Decimal(99), Decimal(520))


@pytest.mark.parametrize(
    ("interval", "paid", "planned"),
    [
        ("2026-11-27T00:00+09:00/2026-11-28T12:30Z", BEFORE,
         {"2026-11-26T15:00Z": SALE, "2026-11-28T12:30Z": BEFORE}),
        ("2026-11-27/2026-11-28", BEFORE, {"2026-11-26T22:00Z": SALE, "2026-11-28T22:00Z": BEFORE}),
        ("2026-11-01 / 2026-11-30T23:59+02:00", SALE, {"2026-11-30T21:59Z": BEFORE}),
        ("2026-11-27/", BEFORE, {"2026-11-26T22:00Z": SALE}),
        ("2026-11-01/9999-12-31", SALE, {"2200-01-01T00:00Z": BEFORE}),
        ("", SALE, {}),
        ("2026-11-28/2026-11-26", BEFORE, {}),
        ("2019-11-01/2019-11-30", BEFORE, {}),
    ],
)  # fmt: skip
def test_a_sale_is_planned_by_the_moments_that_its_interval_names(
    interval: str, paid: Any, planned: dict[str, Any]
) -> None:
    values = ROW | {"sale_price": "99.00 ZAR", "sale_price_effective_date": interval}
    item = parse_row(values, replace(DEFAULTS, now=NOW)).product
    assert (item.price, item.ordinary_price) == paid
    found = {each.at: (each.price, each.ordinary_price) for each in item.planned}
    assert found == {datetime.fromisoformat(at): pair for at, pair in planned.items()}


def test_a_sale_that_is_no_reduction_plans_nothing() -> None:
    days = {"sale_price_effective_date": "2026-11-27/2026-11-28"}
    assert parse_row(ROW | days, replace(DEFAULTS, now=NOW)).product.planned == ()
    dearer = ROW | days | {"sale_price": "600 ZAR"}
    assert parse_row(dearer, replace(DEFAULTS, now=NOW)).product.planned == ()


def test_an_absent_price_is_no_fault() -> None:
    item = parse(price=None)
    assert item.price is None
    assert item.currency == "ZAR"


def test_used_things_are_vintage_and_unisex_is_kept() -> None:
    assert parse(condition="used").item_type == "vintage"
    assert parse(gender="unisex").unisex is True
    assert parse(gender=None).unisex is None


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


def test_a_template_is_no_picture_and_is_told() -> None:
    item = parse(image_link="https://s/a_{size}.jpg", additional_image_link=None)
    assert (item.images, item.unread_picture) == ((), "https://s/a_{size}.jpg")
    assert not parse().unread_picture


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"id": None}, "no id"),
        ({"id": "  "}, "no id"),
        ({"title": ""}, "no name"),
        ({"title": {"en": "x"}}, "no name"),
        ({"title": "x" * 10_000_000}, "10000000 characters"),
        ({"price": "-1 ZAR"}, "negative"),
        ({"price": "5 XYZ"}, "XYZ"),
        ({"sale_price": "5 EUR"}, "in ZAR and its sale price in EUR"),
        ({"link": "javascript:alert(1)"}, "not an http address"),
        ({"id": "6.00123E+12"}, "format the column as text"),
    ],
)
def test_bad_rows_are_refused_with_a_reason(changes: dict[str, Any], reason: str) -> None:
    with pytest.raises(RowRefusedError, match=reason):
        parse(**changes)


@pytest.mark.parametrize(
    "address", ["http://169.254.169.254/a.jpg", "https://10.0.0.1/a.jpg", "http://nas.local/a.jpg"]
)
def test_what_leads_inside_a_network_is_not_taken(address: str) -> None:
    item = parse(image_link=address, additional_image_link=["https://s/b.jpg", address])
    assert [image.url for image in item.images] == ["https://s/b.jpg"]
    with pytest.raises(RowRefusedError, match="visitors can reach"):
        parse(link=address)


@pytest.mark.parametrize("link", ["/p/1", "p/1", "//s.example/p/1", "www.s.example/p/1"])
def test_a_link_without_its_scheme_or_host_is_the_websites(link: str) -> None:
    defaults = replace(DEFAULTS, website="https://s.example")
    read = parse_row(ROW | {"link": link}, defaults).product.href or ""
    assert read.replace("www.", "") == "https://s.example/p/1"


def test_a_price_whose_currency_nothing_names_is_refused() -> None:
    with pytest.raises(RowRefusedError, match="names the currency"):
        parse_row(ROW | {"price": "520.00"}, replace(DEFAULTS, currency=""))
    assert parse_row(ROW, replace(DEFAULTS, currency="")).product.currency == "ZAR"


@pytest.mark.parametrize("brand", ["N/A", "-", "No Brand", "null", "\u200b", "(none)", "Unbranded"])
def test_what_says_that_there_is_no_brand_is_none(brand: str) -> None:
    assert parse(brand=brand).product_brand is None
    assert parse(brand=f"{brand}Karoo").product_brand


MAY = datetime(2026, 5, 2, 12, tzinfo=UTC)


def in_may(**changes: Any) -> Any:
    return parse_row(ROW | changes, replace(DEFAULTS, now=MAY)).product


@pytest.mark.parametrize("ended", ["2026-05-01", "2026-05-02T11:59Z", "2024-01-31T00:00+0200"])
def test_an_offer_that_has_ended_is_no_product(ended: str) -> None:
    with pytest.raises(RowRefusedError, match=f"no longer offered since {re.escape(ended)}"):
        in_may(expiration_date=ended)


@pytest.mark.parametrize("ends", ["2026-05-02", "2031-01-31T23:59+0200", "", "0000-00-00", "N/A"])
def test_an_offer_that_has_not_ended_is_one(ends: str) -> None:
    assert in_may(expiration_date=ends).name == "Chaz Hoodie"


def test_an_end_that_is_not_understood_is_told() -> None:
    with pytest.raises(NotUnderstoodError) as raised:
        in_may(expiration_date="next week")
    assert raised.value.field == "expiration_date"

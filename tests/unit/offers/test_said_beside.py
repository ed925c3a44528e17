"""What a source says beside an amount, at the doors that have words of their own for it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scrapers.feeds.merchant import FeedDefaults
from scrapers.feeds.staging import read_feed
from scrapers.structured.schema_org import structured_product

DEFAULTS = FeedDefaults("ZAR", {"ZAR"}.__contains__, website="https://shop.karoo.co.za")
OFFER = {"@type": "Offer", "priceCurrency": "ZAR"}
SHOWN = "<span class='amount'><bdi><span>&#82;</span>{}</bdi></span>"
SUFFIX = " <small class='woocommerce-price-suffix'>{}</small>"
SPOKEN = "<span class='screen-reader-text'>Original price was: &#82;499.00.</span>"


def _read(folder: Path, name: str, text: str) -> list[Any]:
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return list(read_feed(file, DEFAULTS, lambda _: None).products())


@pytest.mark.parametrize(
    ("printed", "paid"),
    [
        (SHOWN.format("346.96"), [346.96]),
        (SHOWN.format("346.96") + SPOKEN, [346.96]),
        (SHOWN.format("346.96") + " &ndash; " + SHOWN.format("499.00"), [346.96]),
        (SHOWN.format("346.96") + SUFFIX.format("incl. VAT"), [346.96]),
        (SHOWN.format("346.96") + SUFFIX.format("excl. VAT (&#82;399.00 incl.)"), [399]),
        (SHOWN.format("346.96") + SUFFIX.format("excl. VAT"), []),
        (SHOWN.format("346.96") + "<span class='subscription-details'> / month</span>", []),
        (SHOWN.format("346.96") + " for members", []),
    ],
)
def test_woocommerces_printed_price_says_what_its_numbers_do_not(
    printed: str, paid: list[float], tmp_path: Path
) -> None:
    prices = {"price": "34696", "regular_price": "34696", "currency_code": "ZAR"}
    product = {"id": 1, "name": "Linen shirt", "permalink": "https://s.example/1", "prices": prices}
    text = json.dumps([{**product, "is_in_stock": True, "price_html": printed}])
    assert [float(item.price) for item in _read(tmp_path, "woo.json", text)] == paid


@pytest.mark.parametrize(
    "value", ["Wholesale (min 10)", "Trade price", "Staff", "Members only", "Collect in store"]
)
def test_an_options_value_may_be_who_buys(value: str, tmp_path: Path) -> None:
    variants = [
        {"id": 1, "option1": value, "price": "300.00", "available": True},
        {"id": 2, "option1": "Everybody", "price": "499.00", "available": True},
    ]
    product = {"id": 1, "title": "Oak lamp", "handle": "oak-lamp", "variants": variants}
    options = [{"name": "Customer", "values": [value, "Everybody"]}]
    text = json.dumps({"products": [{**product, "options": options}]})
    assert [item.price for item in _read(tmp_path, "shopify.json", text)] == [499]
    named = [{**OFFER, "name": f"Oak lamp - {value}", "price": 300}, {**OFFER, "price": 499}]
    assert structured_product({"name": "Oak lamp", "offers": named}, "").price == 499


@pytest.mark.parametrize(
    ("name", "way"),
    [
        ("acceptedPaymentMethod", "https://schema.org/ByBankTransferInAdvance"),
        ("acceptedPaymentMethod", {"@type": "LoanOrCredit"}),
        ("availableDeliveryMethod", {"@id": "http://purl.org/goodrelations/v1#DeliveryModePickUp"}),
    ],
)
def test_an_offer_that_is_bound_to_one_way_gives_way_to_one_that_is_open(
    name: str, way: Any
) -> None:
    bound, free = {**OFFER, "price": 450, name: way}, {**OFFER, "price": 499}
    assert structured_product({"name": "Oak lamp", "offers": [bound, free]}, "").price == 499
    every = [{**bound, name: [way, "Cash"]}, {**free, name: [way, "Cash"]}]
    assert structured_product({"name": "Oak lamp", "offers": every}, "").price == 450


@pytest.mark.parametrize("name", ["Chair - Club", "Desk (Student)", "Pot - Lid", "Chair (Trade)"])
def test_what_all_offers_are_called_sets_none_apart(name: str) -> None:
    named = {**OFFER, "name": name, "category": "Collection", "price": 499}
    assert structured_product({"name": name, "offers": named}, "").price == 499


def test_parts_of_a_price_are_none() -> None:
    parts = [
        {"price": 499, "priceComponentType": "https://schema.org/Downpayment"},
        {"price": 4500},
    ]
    whole = {**OFFER, "priceSpecification": {"priceComponent": parts}}
    assert structured_product({"name": "Oak lamp", "offers": whole}, "").price is None
    assert (
        structured_product({"name": "Oak lamp", "offers": {**whole, "price": 4999}}, "").price
        == 4999
    )


@pytest.mark.parametrize(
    ("link", "right"),
    [
        ("shop.karoo.co.za/p/1", "https://shop.karoo.co.za/p/1"),
        ("www.karoo.co.za/p/1", "https://www.karoo.co.za/p/1"),
        ("karoo.co.za", "https://karoo.co.za"),
        ("oak.lamp/1", "https://shop.karoo.co.za/oak.lamp/1"),
        ("lamp.html", "https://shop.karoo.co.za/lamp.html"),
    ],
)
def test_a_link_without_its_scheme_begins_with_the_websites_host(
    link: str, right: str, tmp_path: Path
) -> None:
    text = f"id,title,link,price,availability\n1,Oak lamp,{link},499,in stock\n"
    assert [item.href for item in _read(tmp_path, "feed.csv", text)] == [right]

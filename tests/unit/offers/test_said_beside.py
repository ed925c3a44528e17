"""What a source says beside an amount, at the doors that have words of their own for it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scrapers.feeds.merchant import FeedDefaults
from scrapers.feeds.staging import read_feed
from scrapers.structured.schema_org import structured_product
from tests.support.data import rows, rows_beside

DEFAULTS = FeedDefaults("ZAR", {"ZAR"}.__contains__, website="https://shop.karoo.co.za")


def _read(folder: Path, name: str, text: str) -> list[Any]:
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return list(read_feed(file, DEFAULTS, lambda _: None).products())


@pytest.mark.parametrize(("printed", "paid"), rows("printed_by_woocommerce"))
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


@pytest.mark.parametrize("case", rows_beside(__file__, "nodes.jsonl"), ids=lambda case: case["id"])
def test_what_an_offer_says_beside_its_amount_is_read(case: dict[str, Any]) -> None:
    node = {"name": case["name"], "offers": case["offers"]}
    assert structured_product(node, "").price == case["price"]


@pytest.mark.parametrize(("link", "right"), rows("schemeless_links"))
def test_a_link_without_its_scheme_begins_with_the_websites_host(
    link: str, right: str, tmp_path: Path
) -> None:
    text = f"id,title,link,price,availability\n1,Oak lamp,{link},499,in stock\n"
    assert [item.href for item in _read(tmp_path, "feed.csv", text)] == [right]

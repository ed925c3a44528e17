"""One declaration, many readers: what follows from it everywhere."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from app.search.filters import BY_ATTRIBUTE, BY_INDEX
from indexer.index.cluster.mapping import shipped_body
from scrapers.attributes import ATTRIBUTES, DISCOUNT, NUMBERS
from scrapers.config import BrandConfig
from scrapers.feeds.merchant import FeedDefaults, parse_row
from scrapers.structured.schema_org import structured_product

MAPPINGS = shipped_body().mappings["properties"]
FEED = FeedDefaults("ZAR", {"ZAR"}.__contains__)


@pytest.mark.parametrize("one", ATTRIBUTES, ids=lambda one: one.name)
def test_an_attribute_has_its_field_and_its_filter(one: Any) -> None:
    found = BY_ATTRIBUTE[one.name]
    assert (found.field, found.label, found.optional) == (one.field, one.label, True)
    assert MAPPINGS["attributes"]["properties"][one.name]["type"] == "keyword"
    assert not one.selector or one.selector in {field.name for field in fields(BrandConfig)}


@pytest.mark.parametrize("one", NUMBERS, ids=lambda one: one.name)
def test_a_number_has_its_fields_its_switch_and_its_order(one: Any) -> None:
    assert (MAPPINGS[one.name]["type"], MAPPINGS[one.flag]["type"]) == ("integer", "boolean")
    assert BY_ATTRIBUTE[one.flag].kind == "switch"
    assert BY_INDEX[f"products_{one.name}_desc"].label == one.order


def row(**values: Any) -> Mapping[str, tuple[str, ...]]:
    return parse_row({"id": "1", "title": "Boot"} | values, FEED).product.attributes


def test_a_feeds_row_says_sizes_with_their_system_and_materials() -> None:
    assert row(size="9", size_system="UK") == {"size": ("UK 9",)}
    assert row(size="M", size_system="UK") == {"size": ("M",)}
    assert row(size=["S", " M\n"], material="cotton/linen") == {
        "size": ("S", "M"),
        "material": ("cotton/linen",),
    }
    assert row(size="", material=None) == {}


NODES = Path(__file__).with_name("nodes.jsonl").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("case", [json.loads(line) for line in NODES])
def test_structured_data_tells_attributes(case: dict[str, Any]) -> None:
    found = structured_product(case["node"], "JSON-LD").attributes
    assert {name: [*values] for name, values in found.items()} == case["attributes"]


@pytest.mark.parametrize(
    ("price", "ordinary", "off"),
    [("75", "100", 25), ("66.50", "100", 34), ("0.999", "1", None), ("0", "5", 100),
     ("5", "5", None), ("5", None, None), (None, "5", None)],
)  # fmt: skip
def test_a_discount_is_what_is_off_the_ordinary_price(
    price: str | None, ordinary: str | None, off: int | None
) -> None:
    amounts = [None if text is None else Decimal(text) for text in (price, ordinary)]
    assert DISCOUNT.of(*amounts) == off

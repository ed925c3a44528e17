"""A feed's row becomes a product, or is refused with its reason."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from scrapers.errors import NotUnderstoodError, RowRefusedError
from scrapers.feeds.merchant import FeedDefaults, parse_row
from scrapers.product import Product

NOW = datetime(2026, 11, 25, 21, tzinfo=UTC)
DEFAULTS = FeedDefaults("ZAR", {"ZAR", "EUR"}.__contains__, now=NOW)
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
LINES = Path(__file__).with_name("rows.jsonl").read_text(encoding="utf-8").splitlines()
CASES = [json.loads(line) for line in LINES]
READ = [case for case in CASES if "product" in case]
REFUSED = [case for case in CASES if "refused" in case]


def parsed(case: dict[str, Any]) -> Product:
    """Return what the row is that differs so from ROW."""
    return parse_row(ROW | case["row"], replace(DEFAULTS, **case.get("defaults", {}))).product


@pytest.mark.parametrize("case", READ, ids=[case["id"] for case in READ])
def test_a_row_becomes_a_product(case: dict[str, Any]) -> None:
    item, right = parsed(case), case["product"]
    found = {
        "pictures": [image.url for image in item.images],
        "plan": {f"{one.at.astimezone(UTC):%Y-%m-%dT%H:%MZ}": one.price for one in item.planned},
    }
    facts = {name: found[name] if name in found else getattr(item, name) for name in right}
    assert facts == right


@pytest.mark.parametrize("case", REFUSED, ids=[case["id"] for case in REFUSED])
def test_bad_rows_are_refused_with_a_reason(case: dict[str, Any]) -> None:
    with pytest.raises(RowRefusedError, match=re.escape(case["refused"])) as raised:
        parsed(case)
    if isinstance(raised.value, NotUnderstoodError):
        assert raised.value.field == case["field"]

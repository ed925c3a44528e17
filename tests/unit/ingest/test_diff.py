from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal
from types import SimpleNamespace
from typing import Any

import pytest

from indexer.ingest.writing.columns import PageFacts, columns_of, planned_columns
from indexer.ingest.writing.diff import (
    ImageChanges,
    StoredProduct,
    diff,
    diff_images,
    reported_values,
)
from scrapers.product import Picture, PlannedPrice, Product
from tests.support.data import beside

ITEM = Product(
    group_key="k",
    name="Linen dress",
    currency="ZAR",
    price=Decimal("499.00"),
    href="https://s/k",
    images=(Picture("https://s/a.jpg?v=1", "https://s/a.jpg"),),
)


PAGES = {3: PageFacts(3, None, None, None)}


def image(id_: int, address: str, position: int = 0, **row: Any) -> SimpleNamespace:
    own = {"id": id_, "canonical_url": address, "image_url": address, "position": position}
    blank = dict.fromkeys(("gone_at", "image_width", "content_hash"))
    return SimpleNamespace(**{**own, **blank, **row})


HELD = image(7, "https://s/a.jpg", image_url="https://s/a.jpg?v=1")
GONE = datetime(2026, 1, 1, tzinfo=UTC)


def stored(**changes: Any) -> StoredProduct:
    computed = {name: columns_of(ITEM)[name] for name in ("sibling_key", "name_key")}
    values = json.loads(beside(__file__, "stored.json"), parse_float=Decimal) | computed
    return StoredProduct(1, values | changes, (HELD,))


CASES = [
    json.loads(line, parse_float=Decimal) for line in beside(__file__, "changes.jsonl").splitlines()
]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_what_is_new_of_an_item_is_written(case: dict[str, Any]) -> None:
    item: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in case["item"].items()
    }
    if "attributes" in item:
        item["attributes"] = {name: tuple(value) for name, value in item["attributes"].items()}
    known, trusted = stored(**case.get("known", {})), case.get("trusted", True)
    change = diff(known, replace(ITEM, **item), PAGES, source="scrape", trusted=trusted)
    right = {name: case[name] for name in case.keys() - {"id", "known", "item", "trusted"}}
    assert {name: getattr(change, name) for name in right} == right


PLAN = (PlannedPrice(datetime(2026, 11, 27, tzinfo=UTC), Decimal("399.00"), Decimal("499.00")),)


def test_what_is_planned_is_kept_quietly_and_replaced_by_who_reports_the_product() -> None:
    planned = replace(ITEM, planned=PLAN)
    change = diff(stored(source="import"), planned, source="import")
    assert not change.raises_revision
    assert change.quiet == planned_columns(PLAN)
    known = stored(source="import", **change.quiet)
    assert not diff(known, planned, source="import").quiet
    none = {"planned_prices": None, "price_changes_at": None}
    assert diff(known, ITEM, source="scrape").quiet == none | {"source": "scrape"}


def test_a_price_that_is_kept_keeps_what_is_planned_for_it() -> None:
    known, unpriced = stored(**planned_columns(PLAN)), replace(ITEM, price=None)
    assert not diff(known, unpriced, source="scrape", trusted=False).quiet
    assert "planned_prices" in diff(known, unpriced, source="scrape").quiet


def test_a_product_that_was_gone_returns() -> None:
    change = diff(stored(gone_at=GONE), ITEM, source="scrape")
    assert change.returned
    assert change.raises_revision


def test_images_are_known_by_their_canonical_address() -> None:
    newer = (Picture("https://s/a.jpg?v=2", "https://s/a.jpg"),)
    again: dict[str, Any] = {"image_url": "https://s/a.jpg?v=2"}
    assert diff_images(stored().images, newer) == ImageChanges(updated=((7, again),))
    # A picture that we hold is fetched again in silence.
    held = image(7, "https://s/a.jpg", image_url="https://s/a.jpg?v=1", content_hash="ab")
    again |= {"content_hash": None, "fetch_failures": 0}
    assert diff_images((held,), newer) == ImageChanges(quiet=((7, again),))


def test_images_come_go_move_and_return() -> None:
    rows = (
        image(1, "a"),
        image(2, "b", 1),
        image(3, "c", 2, gone_at=GONE),
        image(4, "e", 3, gone_at=GONE),
    )
    seen = (Picture("b", "b"), Picture("c", "c"), Picture("d", "d"))
    changes = diff_images(rows, seen)
    assert changes.gone == (1,)
    assert changes.updated == ((2, {"position": 0}), (3, {"position": 1, "gone_at": None}))
    assert changes.new == ((2, seen[2]),)


def test_a_size_is_written_once() -> None:
    row = image(1, "a", image_width=600)
    assert not diff_images((row,), (Picture("a", "a", 599, 800),))


def test_what_an_operator_is_told_is_json() -> None:
    values = {"price": Decimal("1.50"), "sold_out": False, "page_id": 3, "name": "x"}
    assert reported_values(values, values) == {"name": "x", "price": "1.50", "sold_out": False}

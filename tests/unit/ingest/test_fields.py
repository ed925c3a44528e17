from __future__ import annotations

from collections import Counter
from decimal import Decimal
from typing import Any

import pytest

from indexer.ingest.classifying import CLASSIFIED
from indexer.ingest.gates.fields import FIELDS, FieldChange, changes_of, count_fields
from indexer.ingest.gates.gates import loss_reasons
from indexer.ingest.writing.columns import DOCUMENT_FIELDS

# They follow from other columns, and nobody sees them.
DERIVED = {"sibling_key", "name_key", "classified_color_ids"}


def counted(*pairs: tuple[dict[str, Any], dict[str, Any]]) -> dict[str, FieldChange]:
    counts = Counter[str]()
    for before, after in pairs:
        count_fields(counts, before, after)
    return {change.field: change for change in changes_of(counts)}


def test_every_column_that_a_run_may_empty_is_counted() -> None:
    written = {*DOCUMENT_FIELDS, *CLASSIFIED} - DERIVED - {"attributes"}
    assert written <= {column for each in FIELDS for column in each.columns}
    assert len({each.name for each in FIELDS}) == len(FIELDS)


def test_what_is_lost_gained_and_changed_is_counted_by_field() -> None:
    full = {"price": Decimal(5), "href": "https://s/a", "size": ["S"]}
    changes = counted(
        (full, {"price": None, "href": "https://s/a", "size": ["S"]}),
        (full, {"price": Decimal(6), "href": "https://s/a", "size": ["S", "M"]}),
        ({"price": None}, {"price": Decimal(0)}),
        (full, full),
    )
    assert changes == {
        "price": FieldChange("price", 4, 3, 1, 1, 1),
        "size": FieldChange("size", 4, 3, 0, 0, 1),
    }
    assert changes["price"].after == 3


def test_what_is_chosen_or_known_otherwise_is_not_lost() -> None:
    before = {"curated_category_id": None, "page_category_id": 4, "classified_category_id": 7}
    (change,) = counted((before, before | {"page_category_id": None})).values()
    assert (change.field, change.lost, change.changed) == ("category", 0, 1)
    curated = before | {"curated_category_id": 2}
    emptied = curated | {"page_category_id": None, "classified_category_id": None}
    assert counted((curated, emptied)) == {}


def test_false_and_zero_are_values_and_no_pictures_are_none() -> None:
    before = {"sold_out": True, "price": Decimal(5), "images": (1, 2)}
    after = {"sold_out": False, "price": Decimal(0), "images": ()}
    changes = counted((before, after))
    assert {name: change.lost for name, change in changes.items()} == {
        "price": 0,
        "soldOut": 0,
        "image": 1,
    }


@pytest.mark.parametrize(
    ("before", "lost", "held"), [(40, 8, False), (40, 9, True), (3, 2, False), (3, 3, True)]
)
def test_a_fifth_of_those_that_have_a_value_may_lose_it(before: int, lost: int, held: bool) -> None:
    assert bool(loss_reasons([FieldChange("price", 40, before, lost, 0, 0)])) is held


def test_sales_may_end_everywhere() -> None:
    assert loss_reasons([FieldChange("ordinaryPrice", 40, 40, 40, 0, 0)]) == []

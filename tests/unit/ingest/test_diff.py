from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import pytest

from indexer.ingest.writing.columns import PageFacts, columns_of, planned_columns
from indexer.ingest.writing.diff import Stored, StoredImage, diff, diff_images, reported_values
from scrapers.product import Picture, PlannedPrice, Product

ITEM = Product(
    group_key="k",
    name="Linen dress",
    currency="ZAR",
    price=Decimal("499.00"),
    href="https://s/k",
    images=(Picture("https://s/a.jpg?v=1", "https://s/a.jpg"),),
)


PAGES = {3: PageFacts(3, None, None, None)}


def stored(**changes: Any) -> Stored:
    values: dict[str, Any] = {
        "name": "Linen dress",
        "product_brand": None,
        "href": "https://s/k",
        "currency": "ZAR",
        "price": Decimal("499.00"),
        "ordinary_price": None,
        "sold_out": False,
        "item_type": None,
        "attributes": None,
        "page_category_id": None,
        "page_color_id": None,
        "page_unisex": None,
        "sibling_key": columns_of(ITEM)["sibling_key"],
        "name_key": columns_of(ITEM)["name_key"],
        "page_id": None,
        "source": "scrape",
        "origin": None,
        "identifiers": None,
        "sizes": None,
        "planned_prices": None,
        "price_changes_at": None,
    }
    images = (StoredImage(7, "https://s/a.jpg", "https://s/a.jpg?v=1", 0, False),)
    known = {name: changes.pop(name) for name in list(changes) if name in values}
    return Stored(1, "k", None, False, None, values | known, changes.get("images", images))


READ = "Shopify https://s/products.json?page=2 › $.products[id=7].price “R 499.00”"


@pytest.mark.parametrize(
    ("now", "is_written"),
    [
        (READ.replace("page=2", "page=31"), False),
        (READ.replace("id=7", "id=9"), False),
        (READ.replace("https://s/", "https://s/collections/"), True),
        (READ.replace(".price", ".sale_price"), True),
        (READ.replace("R 499.00", "R499"), True),
        (READ.replace("Shopify", "feed"), True),
    ],
)
def test_an_origin_is_quiet_and_its_page_alone_is_no_reason_to_write(
    now: str, is_written: bool
) -> None:
    first = diff(stored(), replace(ITEM, origin=READ), source="scrape")
    assert (first.quiet, first.raises_revision) == ({"origin": READ}, False)
    again = diff(stored(origin=READ), replace(ITEM, origin=now), source="scrape")
    assert again.quiet == ({"origin": now} if is_written else {})
    assert not again.raises_revision
    renamed = replace(ITEM, origin=now, name="Linen skirt")
    assert diff(stored(origin=READ), renamed, source="scrape").quiet.get("origin", READ) == now


def test_an_origin_stays_with_its_price() -> None:
    unread = replace(ITEM, price=None)
    assert not diff(stored(origin=READ), unread, source="scrape", trusted=False).quiet
    assert not diff(stored(origin=READ), ITEM, source="scrape").quiet
    for other in (None, Decimal(5)):
        gone = diff(stored(origin=READ), replace(ITEM, price=other), source="scrape")
        assert gone.quiet == {"origin": None}


@pytest.mark.parametrize(
    ("item", "columns", "quiet", "price_changed", "reclassify"),
    [
        ({}, {}, {}, False, False),
        ({"price": Decimal(399)}, {"price": Decimal(399)}, {}, True, False),
        ({"price": None}, {"price": None}, {}, True, False),
        # Another listing page alone raises no revision.
        ({"pages": (3,)}, {}, {"page_id": 3}, False, False),
        # New words of the store are kept quietly and classified again; a colour's are shown.
        ({"gender": "male"}, {}, {"hints": {"gender": "male"}}, False, True),
        ({"color": "rooi"}, {"hints": {"color": "rooi"}}, {}, False, True),
    ],
)
def test_what_is_new_of_an_item_is_written(
    item: dict[str, Any],
    columns: dict[str, Any],
    quiet: dict[str, Any],
    price_changed: bool,
    reclassify: bool,
) -> None:
    change = diff(stored(), replace(ITEM, **item), PAGES, source="scrape")
    assert (change.columns, change.quiet) == (columns, quiet)
    assert (change.price_changed, change.reclassify) == (price_changed, reclassify)
    assert change.raises_revision == bool(columns)


def test_a_new_name_is_classified_again() -> None:
    change = diff(stored(), replace(ITEM, name="Linen skirt"), source="scrape")
    assert (change.reclassify, change.price_changed) == (True, False)


@pytest.mark.parametrize(
    ("known", "seen", "after"),
    [
        (None, {"size": ("S",)}, {"size": ["S"]}),
        ({"size": ["S", "M"]}, {"size": ("M",)}, {"size": ["M"]}),
        ({"size": ["S", "M"]}, {"size": ("S", "M", "L")}, {"size": ["S", "M", "L"]}),
        ({"size": ["S"]}, {"material": ("Wool",)}, {"size": ["S"], "material": ["Wool"]}),
        (
            {"size": ["S"], "material": ["Wool"]},
            {"size": ("M",)},
            {"size": ["M"], "material": ["Wool"]},
        ),
    ],
)
def test_a_changed_size_is_a_change_and_what_is_not_told_this_time_stays(
    known: dict[str, list[str]] | None,
    seen: dict[str, tuple[str, ...]],
    after: dict[str, list[str]],
) -> None:
    change = diff(stored(attributes=known), replace(ITEM, attributes=seen), source="scrape")
    assert change.columns == {"attributes": after}
    assert change.raises_revision
    assert not change.reclassify


@pytest.mark.parametrize("seen", [{}, {"size": ("M", "S")}, {"size": ("S", "M")}])
def test_the_same_sizes_in_any_order_or_untold_change_nothing(
    seen: dict[str, tuple[str, ...]],
) -> None:
    known = stored(attributes={"size": ["S", "M"]})
    change = diff(known, replace(ITEM, attributes=seen), source="scrape")
    assert not change.raises_revision
    assert not change.quiet


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
    gone = replace(stored(), gone_at=datetime(2026, 1, 1, tzinfo=UTC))
    change = diff(gone, ITEM, source="scrape")
    assert change.returned
    assert change.raises_revision


def test_an_untrusted_run_does_not_erase_what_is_known() -> None:
    poor = replace(ITEM, price=None, href=None, images=(), sold_out=True)
    change = diff(stored(ordinary_price=Decimal("599.00")), poor, source="scrape", trusted=False)
    assert change.columns == {"sold_out": True}
    assert not change.images


def test_a_sale_that_ends_in_an_untrusted_run_takes_its_ordinary_price_along() -> None:
    on_sale = stored(price=Decimal("299.00"), ordinary_price=Decimal("499.00"))
    change = diff(on_sale, ITEM, source="scrape", trusted=False)
    assert change.columns == {"price": Decimal("499.00"), "ordinary_price": None}


def test_images_are_known_by_their_canonical_address() -> None:
    rows = stored().images
    newer = (Picture("https://s/a.jpg?v=2", "https://s/a.jpg"),)
    changes = diff_images(rows, newer)
    assert changes.updated == ((7, {"image_url": "https://s/a.jpg?v=2"}),)
    assert not changes.new
    assert not changes.gone


def test_another_address_of_a_picture_we_hold_is_fetched_again_in_silence() -> None:
    row = StoredImage(7, "https://s/a.jpg", "https://s/a.jpg?v=1", 0, False, content_hash="ab")
    changes = diff_images((row,), (Picture("https://s/a.jpg?v=2", "https://s/a.jpg"),))
    assert not changes
    assert changes.quiet == (
        (7, {"image_url": "https://s/a.jpg?v=2", "content_hash": None, "fetch_failures": 0}),
    )


def test_images_come_go_move_and_return() -> None:
    rows = (
        StoredImage(1, "a", "a", 0, False),
        StoredImage(2, "b", "b", 1, False),
        StoredImage(3, "c", "c", 2, True),
        StoredImage(4, "e", "e", 3, True),
    )
    seen = (Picture("b", "b"), Picture("c", "c"), Picture("d", "d"))
    changes = diff_images(rows, seen)
    assert changes.gone == (1,)
    assert changes.updated == ((2, {"position": 0}), (3, {"position": 1, "gone_at": None}))
    assert changes.new == ((2, seen[2]),)


def test_a_size_is_written_once() -> None:
    row = StoredImage(1, "a", "a", 0, False, width=600, height=800)
    assert not diff_images((row,), (Picture("a", "a", 599, 800),))


def test_what_an_operator_is_told_is_json() -> None:
    values = {"price": Decimal("1.50"), "sold_out": False, "page_id": 3, "name": "x"}
    assert reported_values(values, values) == {"name": "x", "price": "1.50", "sold_out": False}

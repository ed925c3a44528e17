"""A sale begins and ends by itself on its days: what was planned comes without another import."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import select

from app import create_app
from indexer.db import session_scope
from indexer.index.building.rebuild import rebuild
from indexer.index.writer import write_pending
from indexer.jobs import tasks
from indexer.jobs.cron import MINUTE, PLAN
from indexer.jobs.importing import FeedOptions, ImportResult, import_feed
from indexer.models import PriceHistory, Product
from indexer.pipeline.repricing import change_planned_prices
from indexer.settings import Settings
from tests.integration.app.fixtures import PATIENT_MS, search
from tests.support.catalogue import make_brand, outbox_products, read_products
from tests.support.index import refreshed_count, source

DAY = timedelta(days=1)
NOW = datetime.now(UTC).replace(microsecond=0)
BEGINS, ENDS = NOW + DAY, NOW + 3 * DAY
REGULAR, REDUCED = (Decimal(1299), None), (Decimal(399), Decimal(1299))
Load = Callable[..., ImportResult]


@pytest.fixture
def own(settings: Settings, clean_database: str, own_index_prefix: str) -> Settings:
    made = settings.but(index_prefix=own_index_prefix, search_timeout_ms=PATIENT_MS)
    make_brand(made, "feeds")
    rebuild(made, fast=True)
    return made


@pytest.fixture
def load(own: Settings, tmp_path: Path) -> Load:
    def importing(*rows: dict[str, Any], **options: Any) -> ImportResult:
        feed = tmp_path / "feed.jsonl"
        feed.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
        return import_feed(own, "feeds", FeedOptions(feed, **options), lambda *_: None)

    return importing


def row(id_: str, price: str = "1299.00", **changes: Any) -> dict[str, Any]:
    return {"id": id_, "title": f"Dress {id_}", "price": f"{price} ZAR"} | changes


def reduced(
    id_: str, begins: datetime = BEGINS, ends: datetime = ENDS, **changes: Any
) -> dict[str, Any]:
    days = f"{begins.isoformat()}/{ends.isoformat()}"
    return row(id_, sale_price="399.00 ZAR", sale_price_effective_date=days, **changes)


def prices(settings: Settings, key: str = "1") -> tuple[Decimal | None, Decimal | None]:
    product = read_products(settings)[key]
    return product.price, product.ordinary_price


def history(settings: Settings, key: str = "1") -> list[Decimal | None]:
    with session_scope(settings.database_url) as session:
        rows = select(PriceHistory).join(Product, Product.id == PriceHistory.product_id)
        known = session.scalars(rows.where(Product.group_key == key)).all()
        return [each.price for each in sorted(known, key=lambda each: each.seen_at)]


def seen(api: FlaskClient) -> dict[str, Any]:
    """Return what a visitor sees: the order by price, the first dress, bands, what is on sale."""
    found = search(api, "", index="products_price_asc", facets=["price", "onSale"])
    dress = next(hit for hit in found["hits"] if hit["groupKey"] == "1")
    return {
        "order": [hit["groupKey"] for hit in found["hits"]],
        "price": dress["price"]["zar"],
        "before": dress.get("ordinaryPrice", {}).get("zar"),
        "bands": {band: count for band, count in found["facets"]["price"].items() if count},
        "on sale": found["facets"].get("onSale", {}).get("true", 0),
        "biggest discount": search(api, "", index="products_discount_desc")["hits"][0]["groupKey"],
        "30 % off": [
            hit["groupKey"] for hit in search(api, "", numericFilters=["discount>=30"])["hits"]
        ],
    }


OUTSIDE = {
    "order": ["2", "1"],
    "price": 1299,
    "before": None,
    "bands": {"500-1000": 1, "1000-1500": 1},
    "on sale": 0,
    "30 % off": [],
}
WITHIN = {
    "order": ["1", "2"],
    "price": 399,
    "before": 1299,
    "bands": {"0-500": 1, "500-1000": 1},
    "on sale": 1,
    "biggest discount": "1",
    "30 % off": ["1"],
}


def test_visitors_see_a_sale_from_its_first_moment_to_its_last(own: Settings, load: Load) -> None:
    load(reduced("1"), row("2", "799.00"))
    api = create_app(own).test_client()
    looks = []
    for now in (BEGINS - timedelta(seconds=1), BEGINS, ENDS - timedelta(seconds=1), ENDS):
        change_planned_prices(own, now)
        assert write_pending(own).success
        assert refreshed_count(own) == 2
        looks.append(seen(api))
    before, first, last, after = looks
    assert OUTSIDE.items() <= before.items()
    assert OUTSIDE.items() <= after.items()
    assert first == last == WITHIN
    assert history(own) == [1299, 399, 1299]


def test_the_days_come_once_and_nothing_else_is_written(own: Settings, load: Load) -> None:
    load(reduced("1"), row("2"))
    written = len(outbox_products(own))
    assert change_planned_prices(own, BEGINS - timedelta(seconds=1)) == 0
    assert change_planned_prices(own, BEGINS) == 1
    assert change_planned_prices(own, BEGINS) == 0
    assert len(outbox_products(own)) == written + 1
    assert prices(own) == REDUCED


def test_the_other_colours_of_a_product_show_its_new_price(own: Settings, load: Load) -> None:
    colours: dict[str, Any] = {"item_group_id": "g", "title": "Linen dress"}
    load(reduced("1", color="Red", **colours), row("2", color="Blue", **colours))
    assert change_planned_prices(own, BEGINS) == 1
    assert write_pending(own).success
    document = source(own, read_products(own)["g:blue"].id) or {}
    assert [swatch["price"]["zar"] for swatch in document["siblings"]] == [399]


def test_what_was_missed_is_made_good_and_what_is_over_never_was(own: Settings, load: Load) -> None:
    load(reduced("1"), reduced("2", ends=BEGINS + timedelta(hours=1)))
    written = len(outbox_products(own))
    assert change_planned_prices(own, BEGINS + timedelta(hours=30)) == 1
    assert (prices(own), prices(own, "2")) == (REDUCED, REGULAR)
    assert history(own, "2") == [1299]
    assert len(outbox_products(own)) == written + 1
    assert read_products(own)["2"].price_changes_at is None
    assert change_planned_prices(own, ENDS + 30 * DAY) == 1
    assert prices(own) == REGULAR


def test_a_sale_that_is_over_at_the_import_plans_nothing(own: Settings, load: Load) -> None:
    load(reduced("1", NOW - 3 * DAY, NOW - DAY), reduced("2", ENDS, BEGINS))
    for key in ("1", "2"):
        assert prices(own, key) == REGULAR
        assert read_products(own)[key].planned_prices is None


def test_an_import_in_between_has_the_last_word(own: Settings, load: Load) -> None:
    running = reduced("1", NOW - DAY)
    load(running)
    assert prices(own) == REDUCED
    again = load(running)
    assert (again.run.changed_count, read_products(own)["1"].price_changes_at) == (0, ENDS)
    load(reduced("1", NOW - DAY, ENDS + DAY))
    assert change_planned_prices(own, ENDS) == 0
    load(row("1", "349.00"))
    assert change_planned_prices(own, ENDS + DAY) == 0
    assert prices(own) == (Decimal(349), None)


def test_what_an_import_finds_after_a_day_has_come_is_no_change(own: Settings, load: Load) -> None:
    load(reduced("1", NOW - DAY))
    change_planned_prices(own, ENDS)
    assert load(row("1")).run.changed_count == 0


def test_a_sold_out_product_changes_and_one_that_is_gone_waits_for_its_return(
    own: Settings, load: Load
) -> None:
    rest = [row(f"{n}0", f"{900 + n}.00") for n in range(9)]
    out = reduced("1", availability="out_of_stock")
    load(out, reduced("2"), *rest)
    load(out, *rest, complete=True)
    assert read_products(own)["2"].gone_at
    assert change_planned_prices(own, BEGINS) == 1
    assert (prices(own), prices(own, "2")) == (REDUCED, REGULAR)
    assert read_products(own)["1"].sold_out
    load(out, reduced("2", NOW - DAY), *rest)
    assert prices(own, "2") == REDUCED
    assert change_planned_prices(own, ENDS) == 1


def test_a_sale_without_another_price_leaves_none_when_it_ends(own: Settings, load: Load) -> None:
    load(reduced("1", NOW - DAY) | {"price": None})
    assert prices(own) == (Decimal(399), None)
    assert change_planned_prices(own, ENDS) == 1
    assert prices(own) == (None, None)


def test_the_plan_looks_each_minute() -> None:
    (entry,) = [entry for entry in PLAN if entry.job is tasks.change_prices]
    assert entry.every_s == MINUTE

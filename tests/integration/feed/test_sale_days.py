"""A sale begins and ends by itself on its days: what was planned comes without another import."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from indexer.core.settings import Settings
from indexer.index.rebuild import rebuild
from indexer.index.writer import write_pending
from indexer.ingest.repricing import change_planned_prices
from tests.integration.app.fixtures import search
from tests.integration.feed.test_import import Feeds
from tests.support.catalogue import make_brand
from tests.support.index import refreshed_count, source
from tests.support.mailbox import Mailbox

DAY = timedelta(days=1)
NOW = datetime.now(UTC).replace(microsecond=0)
BEGINS, ENDS = NOW + DAY, NOW + 3 * DAY
REGULAR, REDUCED = (Decimal(1299), None), (Decimal(399), Decimal(1299))


class Sales(Feeds):
    """A store whose products are imported, and whose sales begin and end."""

    def comes(self, now: datetime) -> int:
        return change_planned_prices(self.settings, now)

    def price(self, key: str = "1") -> tuple[Decimal | None, Decimal | None]:
        product = self.products()[key]
        return product.price, product.ordinary_price

    def history(self, key: str = "1") -> list[Decimal | None]:
        return self.prices(self.ids()[key])


@pytest.fixture
def shop(settings: Settings, clean_database: str, tmp_path: Path) -> Sales:
    return Sales(settings, Mailbox(), make_brand(settings, "feeds"), folder=tmp_path)


@pytest.fixture
def indexed(shop: Sales, own_index_prefix: str) -> Sales:
    made = shop.but(index_prefix=own_index_prefix)
    rebuild(made.settings, fast=True)
    return made


def row(id_: str, price: str = "1299.00", **changes: Any) -> dict[str, Any]:
    return {"id": id_, "title": f"Dress {id_}", "price": f"{price} ZAR"} | changes


def reduced(
    id_: str, begins: datetime = BEGINS, ends: datetime = ENDS, **changes: Any
) -> dict[str, Any]:
    days = f"{begins.isoformat()}/{ends.isoformat()}"
    return row(id_, sale_price="399.00 ZAR", sale_price_effective_date=days, **changes)


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


def test_visitors_see_a_sale_from_its_first_moment_to_its_last(indexed: Sales) -> None:
    indexed.load(reduced("1"), row("2", "799.00"))
    looks = []
    for now in (BEGINS - timedelta(seconds=1), BEGINS, ENDS - timedelta(seconds=1), ENDS):
        indexed.comes(now)
        assert write_pending(indexed.settings).success
        assert refreshed_count(indexed.settings) == 2
        looks.append(seen(indexed.client))
    before, first, last, after = looks
    assert OUTSIDE.items() <= before.items()
    assert OUTSIDE.items() <= after.items()
    assert first == last == WITHIN
    assert indexed.history() == [1299, 399, 1299]


def test_the_other_colours_of_a_product_show_its_new_price(indexed: Sales) -> None:
    colours: dict[str, Any] = {"item_group_id": "g", "title": "Linen dress"}
    indexed.load(reduced("1", color="Red", **colours), row("2", color="Blue", **colours))
    assert indexed.comes(BEGINS) == 1
    assert write_pending(indexed.settings).success
    document = source(indexed.settings, indexed.ids()["g:blue"]) or {}
    assert [swatch["price"]["zar"] for swatch in document["siblings"]] == [399]


def test_what_was_missed_is_made_good_and_what_is_over_never_was(shop: Sales) -> None:
    shop.load(reduced("1"), reduced("2", ends=BEGINS + timedelta(hours=1)))
    written = len(shop.outbox())
    assert shop.comes(BEGINS + timedelta(hours=30)) == 1
    assert (shop.price(), shop.price("2")) == (REDUCED, REGULAR)
    assert shop.history("2") == [1299]
    assert len(shop.outbox()) == written + 1
    assert shop.products()["2"].price_changes_at is None
    assert shop.comes(ENDS + 30 * DAY) == 1
    assert shop.price() == REGULAR

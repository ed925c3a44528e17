"""Clicks to popularity: decayed, bounded, and written only where a step is taken."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlalchemy import func, insert, select

from indexer.index.rebuild import rebuild
from indexer.index.writer import write_pending
from indexer.insights.learning import CLICKS_AN_HOUR, refresh_popularity
from indexer.models import Click, Product
from tests.support.catalogue import make_item
from tests.support.index import source
from tests.support.world import World

KEYS = ("Red", "Navy", "Olive")


@pytest.fixture
def shirts(shop: World) -> World:
    """A brand with one shirt in three colours, siblings of each other, and an empty outbox."""
    shop.scrape([make_item(key, name=f"Linen shirt - {key}") for key in KEYS])
    shop.forget()
    return shop


def click(
    shop: World, key: str, count: int, *, hours: int = 0, brand: int = 0, times: int = 1
) -> None:
    """Record clicks, so many in each hour, the last of them that many hours ago."""
    with shop.session() as session:
        now = session.scalar(select(func.date_trunc("hour", func.now())))
        assert now is not None
        rows = [
            {"brand_id": brand or shop.brand_id, "group_key": key, "href": "https://karoo.example/",
             "created_at": now - timedelta(hours=hours + one)}
            for one in range(count) for _ in range(times)
        ]  # fmt: skip
        session.execute(insert(Click), rows)


def popularity(shop: World) -> dict[str, int]:
    return {key: product.popularity for key, product in shop.products().items()}


def test_a_step_is_twice_the_clicks_and_only_its_product_is_written(shirts: World) -> None:
    click(shirts, "Red", 2)
    click(shirts, "Navy", 10)
    before = set(shirts.rows(Product.updated_at))
    assert refresh_popularity(shirts.settings) == 2
    assert set(shirts.rows(Product.updated_at)) == before  # what visitors see is what it was
    assert popularity(shirts) == {"Red": 1, "Navy": 3, "Olive": 0}
    assert len(shirts.outbox()) == 2
    click(shirts, "Navy", 1)
    assert refresh_popularity(shirts.settings) == 0  # another click, and still the same step
    assert len(shirts.outbox()) == 2


def test_clicks_fade_and_are_forgotten(shirts: World) -> None:
    click(shirts, "Red", 16)
    click(shirts, "Navy", 16, hours=30 * 24)
    click(shirts, "Olive", 16, hours=301 * 24)
    refresh_popularity(shirts.settings)
    assert popularity(shirts) == {"Red": 4, "Navy": 3, "Olive": 0}
    refresh_popularity(shirts.settings.but(popularity_half_life_days=15))
    assert popularity(shirts) == {"Red": 4, "Navy": 2, "Olive": 0}


def test_a_flood_in_one_hour_is_worth_a_few_clicks(shirts: World) -> None:
    click(shirts, "Red", 1, times=200)
    click(shirts, "Navy", 2 * CLICKS_AN_HOUR)
    refresh_popularity(shirts.settings)
    assert popularity(shirts)["Red"] < popularity(shirts)["Navy"]


def test_the_index_learns_it(shirts: World, own_index_prefix: str) -> None:
    own = shirts.but(index_prefix=own_index_prefix)
    rebuild(own.settings, fast=True)
    click(own, "Red", 8)
    refresh_popularity(own.settings)
    assert write_pending(own.settings).written == 1
    document = source(own.settings, own.ids()["Red"])
    assert document is not None
    assert document["popularity"] == 3

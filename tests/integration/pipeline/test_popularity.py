"""Clicks to popularity: decayed, bounded, and written only where a step is taken."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from sqlalchemy import delete, func, insert, select

from indexer.db import session_scope
from indexer.index.building.rebuild import rebuild
from indexer.index.writer import write_pending
from indexer.learning.popularity import CLICKS_AN_HOUR, refresh_popularity
from indexer.models import Click, Outbox, Product
from indexer.settings import Settings
from tests.support.catalogue import make_brand, make_item, outbox_products, scrape_items
from tests.support.index import source

KEYS = ("Red", "Navy", "Olive")


@pytest.fixture
def brand_id(settings: Settings, clean_database: str) -> int:
    """A brand with one shirt in three colours, siblings of each other, and an empty outbox."""
    made = make_brand(settings)
    scrape_items(settings, made, [make_item(key, name=f"Linen shirt - {key}") for key in KEYS])
    with session_scope(settings.database_url) as session:
        session.execute(delete(Outbox))
    return made


def click(settings: Settings, brand_id: int, key: str, count: int, *, hours: int = 0) -> None:
    """Record clicks, one in each hour, the last of them that many hours ago."""
    with session_scope(settings.database_url) as session:
        now = session.scalar(select(func.date_trunc("hour", func.now())))
        assert now is not None
        rows = [
            {"brand_id": brand_id, "group_key": key, "href": "https://karoo.example/",
             "created_at": now - timedelta(hours=hours + one)}
            for one in range(count)
        ]  # fmt: skip
        session.execute(insert(Click), rows)


def popularity(settings: Settings) -> dict[str, int]:
    with session_scope(settings.database_url) as session:
        rows = session.execute(select(Product.group_key, Product.popularity)).all()
        return {row.group_key: row.popularity for row in rows}


def changed_at(settings: Settings) -> set[datetime]:
    with session_scope(settings.database_url) as session:
        return {*session.scalars(select(Product.updated_at))}


def test_a_step_is_twice_the_clicks_and_only_its_product_is_written(
    settings: Settings, brand_id: int
) -> None:
    click(settings, brand_id, "Red", 2)
    click(settings, brand_id, "Navy", 10)
    before = changed_at(settings)
    assert refresh_popularity(settings) == 2
    assert changed_at(settings) == before  # what visitors see is what it was
    assert popularity(settings) == {"Red": 1, "Navy": 3, "Olive": 0}
    assert len(outbox_products(settings)) == 2
    click(settings, brand_id, "Navy", 1)
    assert refresh_popularity(settings) == 0  # another click, and still the same step
    assert len(outbox_products(settings)) == 2


def test_clicks_fade_and_are_forgotten(settings: Settings, brand_id: int) -> None:
    click(settings, brand_id, "Red", 16)
    click(settings, brand_id, "Navy", 16, hours=30 * 24)
    click(settings, brand_id, "Olive", 16, hours=301 * 24)
    refresh_popularity(settings)
    assert popularity(settings) == {"Red": 4, "Navy": 3, "Olive": 0}
    refresh_popularity(settings.but(popularity_half_life_days=15))
    assert popularity(settings) == {"Red": 4, "Navy": 2, "Olive": 0}


def test_a_product_that_nobody_clicks_any_more_falls_to_nothing(
    settings: Settings, brand_id: int
) -> None:
    click(settings, brand_id, "Red", 4)
    refresh_popularity(settings)
    with session_scope(settings.database_url) as session:
        session.execute(delete(Click))
    assert refresh_popularity(settings) == 1
    assert popularity(settings)["Red"] == 0


def test_a_flood_in_one_hour_is_worth_a_few_clicks(settings: Settings, brand_id: int) -> None:
    for _ in range(200):
        click(settings, brand_id, "Red", 1)
    click(settings, brand_id, "Navy", 2 * CLICKS_AN_HOUR)
    refresh_popularity(settings)
    assert popularity(settings)["Red"] < popularity(settings)["Navy"]


def test_clicks_on_what_is_no_product_of_ours_count_for_nothing(
    settings: Settings, brand_id: int
) -> None:
    click(settings, brand_id, "unknown", 9)
    click(settings, brand_id + 1, "Red", 9)
    assert refresh_popularity(settings) == 0


def test_the_index_learns_it(settings: Settings, brand_id: int, own_index_prefix: str) -> None:
    own = settings.but(index_prefix=own_index_prefix)
    rebuild(own, fast=True)
    click(own, brand_id, "Red", 8)
    refresh_popularity(own)
    assert write_pending(own).written == 1
    with session_scope(own.database_url) as session:
        red = session.scalars(select(Product.id).where(Product.group_key == "Red")).one()
    document = source(own, red)
    assert document is not None
    assert document["popularity"] == 3

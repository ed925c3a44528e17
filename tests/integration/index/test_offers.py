"""Documents say which stores sell a thing, whatever has changed of its offers since."""

from __future__ import annotations

import random
from datetime import date
from decimal import Decimal

import pytest
from sqlalchemy import text
from sqlalchemy.orm import Session

from indexer.catalogue.outbox import enqueue, enqueue_brand, enqueue_deleted
from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.index.rebuild import rebuild
from indexer.index.writer import write_pending
from tests.support.data import beside
from tests.support.index import documents, execute, store_rates

# Of another shape than the product's: by each pair of products, the offers that count.
OFFERS = beside(__file__, "offers.sql")


CHANGES = (
    "price = {price}, ordinary_price = NULL",
    "sold_out = NOT sold_out",
    "gone_at = CASE WHEN gone_at IS NULL THEN now() END",
    "blocked = NOT blocked",
    "thing_id = {thing}",
    "thing_id = NULL",
)
SWITCHED = """
UPDATE brand SET is_active = NOT is_active
 WHERE id = (SELECT brand_id FROM product WHERE id = :id) RETURNING id
"""


def change(session: Session, product: int, luck: random.Random) -> None:
    """Change an offer in any way; as the matcher does, old and new mates are enqueued."""
    what = luck.choice((*CHANGES, *CHANGES, "brand", "deleted"))
    if what == "brand":
        enqueue_brand(session, session.execute(text(SWITCHED), {"id": product}).scalar_one())
    elif what == "deleted":
        enqueue_deleted(session, [product])
        session.execute(text("DELETE FROM product WHERE id = :id"), {"id": product})
    else:
        enqueue(session, [product])
        own = what.format(
            price=luck.choice((0, 1, luck.randint(50, 2000))), thing=luck.randint(1, 8)
        )
        session.execute(text(f"UPDATE product SET {own} WHERE id = :id"), {"id": product})  # noqa: S608
        enqueue(session, [product])


@pytest.fixture
def things(shop: Settings) -> Settings:
    """A catalogue in which about half of the products are one of eight things."""
    execute(shop, "UPDATE product SET thing_id = id % 16 + 1 WHERE id % 16 < 8")
    rates = {"EUR": "1", "ZAR": "20", "USD": "1.25", "GBP": "0.8"}
    execute(shop, "DELETE FROM rate_set")
    store_rates(shop, date(2026, 9, 1), {code: Decimal(rate) for code, rate in rates.items()})
    return shop


def said(settings: Settings) -> dict[int, tuple[int, float | None]]:
    """Return what documents say of the stores that sell their thing, by product."""
    return {
        id_: (
            sum(entry["stores"] for entry in offers),
            min(entry["price"]["zar"] for entry in offers),
        )
        for id_, held in documents(settings).items()
        if (offers := held.source["offers"])
    }


def true(settings: Settings) -> dict[int, tuple[int, float | None]]:
    return {
        id_: (stores, float(price)) for id_, stores, price in execute(settings, OFFERS) if stores
    }


def test_documents_equal_the_database_after_any_changes_of_offers(things: Settings) -> None:
    luck = random.Random(1)
    rebuild(things, fast=True)
    assert said(things) == true(things) != {}
    ids = [id_ for (id_,) in execute(things, "SELECT id FROM product ORDER BY id")]
    for _ in range(30):
        with session_scope(things.database_url) as session:
            product = luck.choice(ids)
            if session.scalar(text("SELECT id FROM product WHERE id = :id"), {"id": product}):
                change(session, product, luck)
    assert write_pending(things, refresh=True).success
    assert said(things) == true(things)
    held = {id_: one.source["offers"] for id_, one in documents(things).items()}
    rebuild(things, fast=True)
    assert held == {id_: one.source["offers"] for id_, one in documents(things).items()}

"""Documents say which stores sell a thing, whatever has changed of its offers since."""

from __future__ import annotations

import random
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.orm import Session

from indexer.catalogue.outbox import enqueue, enqueue_brand, enqueue_deleted
from indexer.catalogue.takedowns import lift, take_down_product
from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.index.building.rebuild import rebuild
from indexer.index.writer import write_pending
from tests.support.index import documents, execute, store_rates

# Of another shape than the product's: by each pair of products, the offers that count.
OFFERS = """
SELECT p.id, count(DISTINCT o.brand_id), min(round(o.price * 20 / r.per_euro, 2))
  FROM product p
  LEFT JOIN product o ON o.thing_id = p.thing_id AND o.gone_at IS NULL AND NOT o.blocked
       AND NOT o.sold_out AND o.price > 0
       AND o.brand_id IN (SELECT id FROM brand WHERE is_active)
  LEFT JOIN rate r ON r.currency = o.currency
 WHERE EXISTS (SELECT FROM product t WHERE t.thing_id = p.thing_id AND t.brand_id <> p.brand_id
                  AND t.gone_at IS NULL AND NOT t.blocked AND NOT t.sold_out AND t.price > 0)
 GROUP BY p.id
"""


def _price(session: Session, product: int, luck: random.Random) -> None:
    price = luck.choice(["0", "NULL", "1", str(luck.randint(50, 2000))])
    _set(session, product, f"ordinary_price = NULL, price = {price}")


def _stock(session: Session, product: int, _: random.Random) -> None:
    _set(session, product, "sold_out = NOT sold_out")


def _gone(session: Session, product: int, _: random.Random) -> None:
    _set(session, product, "gone_at = CASE WHEN gone_at IS NULL THEN now() END")


def _blocked(session: Session, product: int, _: random.Random) -> None:
    known = session.execute(
        text(
            "SELECT t.id FROM take_down t JOIN product p USING (brand_id, group_key)"
            " WHERE p.id = :id"
        ),
        {"id": product},
    ).scalar()
    if known:
        lift(session, known)
    else:
        take_down_product(session, product)


def _thing(session: Session, product: int, luck: random.Random) -> None:
    """As the matcher does: all mates, old and new, are enqueued."""
    thing = luck.choice([None, *range(1, 9)])
    enqueue(session, [product])
    _set(session, product, f"thing_id = {thing or 'NULL'}")


def _brand(session: Session, product: int, _: random.Random) -> None:
    brand = session.execute(
        text(
            "UPDATE brand SET is_active = NOT is_active WHERE id ="
            " (SELECT brand_id FROM product WHERE id = :id) RETURNING id"
        ),
        {"id": product},
    ).scalar_one()
    enqueue_brand(session, brand)


def _deleted(session: Session, product: int, _: random.Random) -> None:
    enqueue_deleted(session, [product])
    session.execute(text("DELETE FROM product WHERE id = :id"), {"id": product})


def _set(session: Session, product: int, what: str) -> None:
    changed = f"UPDATE product SET {what} WHERE id = :id"  # noqa: S608 - words of our own
    session.execute(text(changed), {"id": product})
    enqueue(session, [product])


CHANGES = [_price, _price, _stock, _stock, _gone, _blocked, _thing, _thing, _brand, _deleted]


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


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_documents_equal_the_database_after_any_changes_of_offers(
    things: Settings, seed: int
) -> None:
    luck = random.Random(seed)
    rebuild(things, fast=True)
    assert said(things) == true(things) != {}
    ids = [id_ for (id_,) in execute(things, "SELECT id FROM product ORDER BY id")]
    for _ in range(30):
        with session_scope(things.database_url) as session:
            for change in luck.sample(CHANGES, luck.randint(1, 3)):
                if there := [id_ for id_ in luck.sample(ids, 1) if _is_there(session, id_)]:
                    change(session, there[0], luck)
    assert write_pending(things, refresh=True).success
    assert said(things) == true(things)
    held = {id_: one.source["offers"] for id_, one in documents(things).items()}
    rebuild(things, fast=True)
    assert held == {id_: one.source["offers"] for id_, one in documents(things).items()}


def _is_there(session: Session, product: int) -> Any:
    return session.scalar(text("SELECT id FROM product WHERE id = :id"), {"id": product})

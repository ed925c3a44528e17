"""After any changes the index shows what a rebuild would: no sibling is forgotten."""

from __future__ import annotations

import random
from decimal import Decimal
from typing import Any

from sqlalchemy import select

from indexer.catalogue.outbox import enqueue, hold_with_siblings
from indexer.catalogue.takedowns import lift, take_down_product
from indexer.index.rebuild import rebuild
from indexer.index.writer import write_pending
from indexer.models import Color, Product
from scrapers.product import Product as Found
from tests.integration.ingest.test_siblings import documents
from tests.support.catalogue import make_item
from tests.support.index import source
from tests.support.world import World

KEYS = [f"k{number}" for number in range(9)]
NAMES = ("Linen shirt", "Enamel mug", "Sun hat")
COLOURS = ("red", "navy", "olive green", "white", "dark brown", "pink", "grey", "teal")
ROUNDS = 5


def anything(rng: random.Random) -> list[Found]:
    """Return most of the products, each with any name, colour, price and state."""
    return [
        make_item(
            key,
            name=f"{rng.choice(NAMES)} - {rng.choice(COLOURS)}",
            price=Decimal(rng.choice((199, 299))),
            sold_out=rng.random() < 0.2,
        )
        for key in KEYS
        if rng.random() < 0.9
    ]


def edit(shop: World, rng: random.Random) -> None:
    """Take a product down for a moment or for good, or choose its colour by hand."""
    with shop.session() as session:
        ids = session.scalars(select(Product.id).order_by(Product.id)).all()
        key = rng.choice(ids)
        if rng.random() < 0.5:
            row = take_down_product(session, key)
            session.flush()
            if rng.random() < 0.5:
                lift(session, row.id)
            return
        colors = session.scalars(select(Color.id).order_by(Color.id)).all()
        hold_with_siblings(session, key)
        session.get_one(Product, key).curated_color_id = rng.choice(colors)
        enqueue(session, [key])


def shown(document: dict[str, Any]) -> tuple[Any, ...]:
    return document["siblings"], document["place"]["name"], document["visible"]


def test_the_index_shows_the_siblings_that_a_rebuild_would(
    shop: World, own_index_prefix: str
) -> None:
    own, rng = shop.but(index_prefix=own_index_prefix), random.Random(1)
    rebuild(own.settings, fast=True)
    with_siblings = 0
    for _ in range(ROUNDS):
        own.scrape(anything(rng))
        edit(own, rng)
        assert write_pending(own.settings).success
        expected = documents(own)
        found = {key: source(own.settings, one["productId"]) or {} for key, one in expected.items()}
        visible = {key for key, one in expected.items() if one["visible"]}
        assert {key: shown(found[key]) for key in visible} == {
            key: shown(expected[key]) for key in visible
        }
        with_siblings += sum(bool(one["siblings"]) for one in expected.values())
    assert with_siblings > ROUNDS

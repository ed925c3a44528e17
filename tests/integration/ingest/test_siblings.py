"""Siblings from the feed or the page to the document, and through the outbox when one changes."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import delete

from indexer.catalogue.document import build_document
from indexer.catalogue.outbox import enqueue, enqueue_deleted
from indexer.catalogue.rates import packaged_rates
from indexer.catalogue.rows import load_lookups, products_by_id, stream_products
from indexer.index.database import connect
from indexer.models import Product
from tests.support.catalogue import make_item
from tests.support.world import World

COLOURS = ("Red", "Navy", "Olive")


def documents(shop: World) -> dict[str, dict[str, Any]]:
    """Return what a rebuild writes now, by group key; an incremental write must write the same."""
    rates = packaged_rates()
    with connect(shop.settings.database_url) as connection, connection.transaction():
        lookups = load_lookups(connection)
        rows = [row for batch in stream_products(connection, 7) for row in batch]
        built = {row.id: build_document(row, lookups, rates) for row in rows}
        for few in ([row.id] for row in rows):
            (alone,) = products_by_id(connection, few)
            assert build_document(alone, lookups, rates) == built[alone.id]
        together = products_by_id(connection, list(built))
        assert {row.id: build_document(row, lookups, rates) for row in together} == built
    return {document["groupKey"]: document for document in built.values()}


def sibling_keys(shop: World, key: str) -> list[str]:
    names = {product.id: group_key for group_key, product in shop.products().items()}
    return [names[one["productId"]] for one in documents(shop)[key]["siblings"]]


@pytest.fixture
def written(shop: World) -> World:
    """Three shirts and a mug, with an outbox that is empty again."""
    shirts = [make_item(name, name=f"Linen shirt - {name}") for name in COLOURS]
    shop.scrape([*shirts, make_item("mug", name="Enamel mug")])
    shop.forget()
    return shop


def test_names_that_differ_in_their_colours_show_each_other(written: World) -> None:
    assert sibling_keys(written, "Red") == ["Navy", "Olive"]
    assert sibling_keys(written, "mug") == []
    (navy, _) = documents(written)["Red"]["siblings"]
    assert (navy["colour"], navy["image"]) == ("blue", "https://karoo.example/Navy.jpg")
    places = {key: one["place"]["name"] for key, one in documents(written).items()}
    assert places == {"Red": 0, "Navy": 1, "Olive": 2, "mug": 0}


def test_one_that_is_deleted_leaves_its_siblings(written: World) -> None:
    product = written.products()["Red"]
    with written.session() as session:
        enqueue_deleted(session, [product.id])
        session.execute(delete(Product).where(Product.id == product.id))
    assert written.enqueued() == {"Navy", "Olive"}
    assert sibling_keys(written, "Olive") == ["Navy"]


def test_a_change_that_siblings_do_not_show_is_written_alone(written: World) -> None:
    product = written.products()["Red"]
    with written.session() as session:
        assert enqueue(session, [product.id], alone=True) == 1
    assert written.enqueued() == {"Red"}


def test_equal_names_of_one_brand_are_counted_across_stores(shop: World) -> None:
    mall = shop.another("mall", is_multi_brand=True)
    shop.scrape([make_item("own", name="Sun hat")])
    same = make_item("same", name="Sun hat", product_brand="Karoo")
    mall.scrape([same, make_item("else", name="Sun hat", product_brand="Other")])
    places = {key: one["place"]["name"] for key, one in documents(shop).items()}
    assert places == {"own": 0, "same": 1, "else": 0}

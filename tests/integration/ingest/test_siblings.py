"""Siblings from the feed or the page to the document, and through the outbox when one changes."""

from __future__ import annotations

import json
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, select, text, update

from indexer.catalogue.document import build_document
from indexer.catalogue.outbox import enqueue, enqueue_deleted, hold_with_siblings
from indexer.catalogue.rates import packaged_rates
from indexer.catalogue.rows import load_lookups, products_by_id, stream_products
from indexer.index.database import connect
from indexer.ingest.importing import FeedOptions, import_feed
from indexer.models import Product
from tests.integration.ingest.shop import Shop
from tests.support.catalogue import make_item
from tests.support.worker import PATIENCE_S, eventually

COLOURS = ("Red", "Navy", "Olive")


def documents(shop: Shop) -> dict[str, dict[str, Any]]:
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


def sibling_keys(shop: Shop, key: str) -> list[str]:
    names = {product.id: group_key for group_key, product in shop.products().items()}
    return [names[one["productId"]] for one in documents(shop)[key]["siblings"]]


def shirts(shop: Shop, **changes: object) -> None:
    """Scrape one shirt in three colours and a mug; `changes` are the red shirt's."""
    red, *others = (make_item(name, name=f"Linen shirt - {name}") for name in COLOURS)
    values = {field: getattr(red, field) for field in red.__dataclass_fields__} | changes
    mug = make_item("mug", name="Enamel mug")
    shop.scrape([make_item(str(values.pop("group_key")), **values), *others, mug])


@pytest.fixture
def written(shop: Shop) -> Shop:
    """Three shirts and a mug, with an outbox that is empty again."""
    shirts(shop)
    shop.forget()
    return shop


def test_names_that_differ_in_their_colours_show_each_other(written: Shop) -> None:
    assert sibling_keys(written, "Red") == ["Navy", "Olive"]
    assert sibling_keys(written, "mug") == []
    (navy, _) = documents(written)["Red"]["siblings"]
    assert (navy["colour"], navy["image"]) == ("blue", "https://karoo.example/Navy.jpg")
    places = {key: one["place"]["name"] for key, one in documents(written).items()}
    assert places == {"Red": 0, "Navy": 1, "Olive": 2, "mug": 0}


def test_an_unchanged_scrape_writes_nothing(written: Shop) -> None:
    shirts(written)
    assert written.enqueued() == set()


def test_a_new_name_writes_the_siblings_that_are_left(written: Shop) -> None:
    shirts(written, name="Linen skirt - Red")
    assert written.enqueued() == {"Red", "Navy", "Olive"}
    assert sibling_keys(written, "Navy") == ["Olive"]
    assert sibling_keys(written, "Red") == []


def test_one_that_is_deleted_leaves_its_siblings(written: Shop) -> None:
    product = written.products()["Red"]
    with written.session() as session:
        enqueue_deleted(session, [product.id])
        session.execute(delete(Product).where(Product.id == product.id))
    assert written.enqueued() == {"Navy", "Olive"}
    assert sibling_keys(written, "Olive") == ["Navy"]


def test_an_edit_of_one_waits_for_a_run_that_holds_its_siblings(written: Shop) -> None:
    """Neither waits for the other's rows: both take them in the order of their ids."""
    products = written.products()
    red, olive = (products[key].id for key in ("Red", "Olive"))
    before = products["Olive"].revision
    reached = threading.Event()

    def edit() -> None:
        with written.session() as session:
            session.execute(text("SET LOCAL application_name = 'edit'"))
            reached.set()
            hold_with_siblings(session, olive)
            enqueue(session, [olive])

    with written.session() as session, ThreadPoolExecutor(1) as pool:
        lock = select(Product.id).where(Product.id == red).with_for_update()
        session.execute(lock)
        editing = pool.submit(edit)
        assert reached.wait(PATIENCE_S)
        eventually(lambda: waits(written, "edit"), "the edit waits")
        session.execute(text("SET LOCAL lock_timeout = '10s'"))
        enqueue(session, [olive])  # would wait for the edit, had it locked its product first
        session.commit()
        editing.result(PATIENCE_S)
    after = written.products()["Olive"].revision
    assert after >= before + 2  # both changes are there


def waits(shop: Shop, name: str) -> bool:
    """Return True if the connection of that name waits for a lock."""
    asked = text(
        "SELECT count(*) FROM pg_stat_activity"
        " WHERE application_name = :name AND cardinality(pg_blocking_pids(pid)) > 0"
    )
    return bool(shop.do(lambda session: session.scalar(asked, {"name": name})))


def test_a_change_that_siblings_do_not_show_is_written_alone(written: Shop) -> None:
    product = written.products()["Red"]
    with written.session() as session:
        assert enqueue(session, [product.id], alone=True) == 1
    assert written.enqueued() == {"Red"}


def test_more_than_a_group_can_hold_are_no_siblings_and_cost_a_change_nothing(
    written: Shop,
) -> None:
    """At the limit they are siblings; the one too many ends it for all of them."""
    copies = text(
        "INSERT INTO product (brand_id, group_key, name, currency, sibling_key, name_key, hints)"
        " SELECT brand_id, 'copy' || n, name, currency, sibling_key, name_key,"
        " jsonb_build_object('color', 'shade ' || n)"
        " FROM product, generate_series(CAST(:first AS int), :last) n WHERE group_key = 'Red'"
        " RETURNING id"
    )
    with written.session() as session:
        session.scalars(copies, {"first": 1, "last": 37}).all()
    assert len(documents(written)["Red"]["siblings"]) == 8
    with written.session() as session:
        enqueue(session, session.scalars(copies, {"first": 38, "last": 38}).all())
    assert len(written.enqueued()) == 41
    assert documents(written)["Red"]["siblings"] == []
    assert documents(written)["Red"]["place"]["name"] == 0
    assert documents(written)["copy38"]["place"]["name"] == 40
    with written.session() as session:
        session.scalars(copies, {"first": 39, "last": 39}).all()
    written.forget()
    with written.session() as session:
        product = session.scalars(select(Product).where(Product.group_key == "Red")).one()
        enqueue(session, [product.id])
    assert written.enqueued() == {"Red"}


def test_a_feeds_group_shows_its_colours_in_the_stores_words(shop: Shop, tmp_path: Path) -> None:
    feed = tmp_path / "feed.jsonl"
    rows = [
        {"id": f"{group}-{colour}", "item_group_id": group, "title": title, "color": colour,
         "price": "499.00 ZAR", "link": f"https://karoo.example/{group}/{colour}"}
        for group, title, colour in (
            ("a", "Tee", "dark blue/navy"),
            ("a", "Tee", "Bliksem"),
            ("a", "Tee of another title", "red"),
            ("b", "Tee", "red"),
        )
    ]  # fmt: skip
    feed.write_text("".join(json.dumps(row) + "\n" for row in rows))
    import_feed(shop.settings, "karoo", FeedOptions(feed), lambda *_: None)
    shown = documents(shop)
    colours = [one["colourText"] for one in shown["a:red"]["siblings"]]
    assert (colours, shown["b:red"]["siblings"]) == (["dark blue/navy", "Bliksem"], [])
    keys = ("a:dark blue/navy", "a:bliksem", "a:red", "b:red")  # that after the two of its name
    assert [shown[key]["place"]["name"] for key in keys] == [0, 1, 2, 2]


def test_equal_names_of_one_brand_are_counted_across_stores(shop: Shop) -> None:
    mall = shop.another("mall", is_multi_brand=True)
    shop.scrape([make_item("own", name="Sun hat")])
    same = make_item("same", name="Sun hat", product_brand="Karoo")
    mall.scrape([same, make_item("else", name="Sun hat", product_brand="Other")])
    places = {key: one["place"]["name"] for key, one in documents(shop).items()}
    assert places == {"own": 0, "same": 1, "else": 0}


def test_a_brands_places_spread_over_what_it_has_in_a_category(shop: Shop) -> None:
    items = [make_item(f"d{n}", name=f"Evening dress number {n} of many") for n in range(40)]
    shop.scrape([*items, make_item("mug", name="Enamel mug")])
    found = documents(shop)
    places = sorted(found[f"d{n}"]["place"]["brand"] for n in range(40))
    assert (len(set(places)) > 30, places[0] <= 2, places[-1] >= 37) == (True, True, True)
    assert found["mug"]["place"]["brand"] == 0
    with shop.session() as session:
        session.execute(update(Product).where(Product.group_key != "d7").values(blocked=True))
    assert documents(shop)["d7"]["place"] == {"name": 0, "brand": 0}

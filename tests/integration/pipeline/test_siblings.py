"""Siblings from the feed or the page to the document, and through the outbox when one changes."""

from __future__ import annotations

import json
import threading
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, select, text, update

from indexer.catalogue.document import build_document
from indexer.catalogue.outbox import enqueue, enqueue_deleted, hold_with_siblings
from indexer.catalogue.rates import packaged_rates
from indexer.catalogue.rows import load_lookups, products_by_id, stream_products
from indexer.catalogue.takedowns import lift, take_down_product
from indexer.db import session_scope
from indexer.index.database import connect
from indexer.jobs.importing import FeedOptions, import_feed
from indexer.models import Outbox, Product
from indexer.settings import Settings
from tests.support.catalogue import make_brand, make_item, read_products, scrape_items
from tests.support.worker import eventually

COLOURS = ("Red", "Navy", "Olive")


@pytest.fixture
def brand_id(settings: Settings, clean_database: str) -> int:
    return make_brand(settings)


def documents(settings: Settings) -> dict[str, dict[str, Any]]:
    """Return what a rebuild writes now, by group key; an incremental write must write the same."""
    rates = packaged_rates()
    with connect(settings.database_url) as connection, connection.transaction():
        lookups = load_lookups(connection)
        rows = [row for batch in stream_products(connection, 7) for row in batch]
        built = {row.id: build_document(row, lookups, rates) for row in rows}
        for few in ([row.id] for row in rows):
            (alone,) = products_by_id(connection, few)
            assert build_document(alone, lookups, rates) == built[alone.id]
        together = products_by_id(connection, list(built))
        assert {row.id: build_document(row, lookups, rates) for row in together} == built
    return {document["groupKey"]: document for document in built.values()}


def sibling_keys(settings: Settings, key: str) -> list[str]:
    names = {product.id: group_key for group_key, product in read_products(settings).items()}
    return [names[one["productId"]] for one in documents(settings)[key]["siblings"]]


SHOWN = ("group_key", "name", "href", "images")


def shirts(settings: Settings, brand_id: int, **changes: object) -> None:
    """Scrape one shirt in three colours and a mug; `changes` are the red shirt's."""
    red, *others = (make_item(name, name=f"Linen shirt - {name}") for name in COLOURS)
    values = {field: getattr(red, field) for field in red.__dataclass_fields__} | changes
    mug = make_item("mug", name="Enamel mug")
    scrape_items(
        settings, brand_id, [make_item(str(values.pop("group_key")), **values), *others, mug]
    )


@pytest.fixture
def written(settings: Settings, brand_id: int) -> Settings:
    """Three shirts and a mug, with an outbox that is empty again."""
    shirts(settings, brand_id)
    forget(settings)
    return settings


def forget(settings: Settings) -> None:
    with session_scope(settings.database_url) as session:
        session.execute(delete(Outbox))


def enqueued(settings: Settings) -> set[str]:
    """Return the group keys of the products in the outbox."""
    with session_scope(settings.database_url) as session:
        return set(
            session.scalars(select(Product.group_key).join(Outbox, Outbox.product_id == Product.id))
        )


def test_names_that_differ_in_their_colours_show_each_other(written: Settings) -> None:
    assert sibling_keys(written, "Red") == ["Navy", "Olive"]
    assert sibling_keys(written, "mug") == []
    (navy, _) = documents(written)["Red"]["siblings"]
    assert navy["colour"] == "blue"
    assert navy["image"] == "https://karoo.example/Navy.jpg"
    places = {key: one["place"]["name"] for key, one in documents(written).items()}
    assert places == {"Red": 0, "Navy": 1, "Olive": 2, "mug": 0}


def test_a_changed_price_writes_the_siblings_and_no_others(
    written: Settings, brand_id: int
) -> None:
    shirts(written, brand_id, price=Decimal("399.00"))
    assert enqueued(written) == {"Red", "Navy", "Olive"}
    assert documents(written)["Navy"]["siblings"][0]["price"]["zar"] == 399.0


def test_an_unchanged_scrape_writes_nothing(written: Settings, brand_id: int) -> None:
    shirts(written, brand_id)
    assert enqueued(written) == set()


def test_a_new_name_writes_the_siblings_that_are_left(written: Settings, brand_id: int) -> None:
    shirts(written, brand_id, name="Linen skirt - Red")
    assert enqueued(written) == {"Red", "Navy", "Olive"}
    assert sibling_keys(written, "Navy") == ["Olive"]
    assert sibling_keys(written, "Red") == []


def test_a_new_colour_writes_its_siblings(written: Settings, brand_id: int) -> None:
    white = make_item("White", name="Linen shirt - White")
    shirts(written, brand_id, **{name: getattr(white, name) for name in SHOWN})
    assert enqueued(written) >= {"White", "Navy", "Olive"}
    assert sibling_keys(written, "Navy") == ["Olive", "White"]  # the red one is gone


def test_one_that_goes_or_is_taken_down_leaves_its_siblings(
    written: Settings, brand_id: int
) -> None:
    product = read_products(written)["Red"]
    with session_scope(written.database_url) as session:
        row = take_down_product(session, product.id)
        session.flush()
        key = row.id
    assert enqueued(written) == {"Red", "Navy", "Olive"}
    assert sibling_keys(written, "Navy") == ["Olive"]
    assert documents(written)["Navy"]["place"]["name"] == 0
    forget(written)
    with session_scope(written.database_url) as session:
        lift(session, key)
    assert enqueued(written) == {"Red", "Navy", "Olive"}
    assert sibling_keys(written, "Navy") == ["Red", "Olive"]


def test_one_that_is_deleted_leaves_its_siblings(written: Settings) -> None:
    product = read_products(written)["Red"]
    with session_scope(written.database_url) as session:
        enqueue_deleted(session, [product.id])
        session.execute(delete(Product).where(Product.id == product.id))
    assert enqueued(written) == {"Navy", "Olive"}
    assert sibling_keys(written, "Olive") == ["Navy"]


def test_an_edit_of_one_waits_for_a_run_that_holds_its_siblings(written: Settings) -> None:
    """Neither waits for the other's rows: both take them in the order of their ids."""
    products = read_products(written)
    red, olive = (products[key].id for key in ("Red", "Olive"))
    before = products["Olive"].revision
    reached = threading.Event()

    def edit() -> None:
        with session_scope(written.database_url) as session:
            session.execute(text("SET LOCAL application_name = 'edit'"))
            reached.set()
            hold_with_siblings(session, olive)
            enqueue(session, [olive])

    with session_scope(written.database_url) as session, ThreadPoolExecutor(1) as pool:
        lock = select(Product.id).where(Product.id == red).with_for_update()
        session.execute(lock)
        editing = pool.submit(edit)
        reached.wait(30)
        eventually(lambda: waits(written, "edit"), "the edit waits")
        session.execute(text("SET LOCAL lock_timeout = '10s'"))
        enqueue(session, [olive])  # would wait for the edit, had it locked its product first
        session.commit()
        editing.result(30)
    after = read_products(written)["Olive"].revision
    assert after >= before + 2  # both changes are there


def waits(settings: Settings, name: str) -> bool:
    """Return True if the connection of that name waits for a lock."""
    with session_scope(settings.database_url) as session:
        blocked = "cardinality(pg_blocking_pids(pid)) > 0"
        asked = (
            f"SELECT count(*) FROM pg_stat_activity WHERE application_name = :name AND {blocked}"  # noqa: S608
        )
        return bool(session.scalar(text(asked), {"name": name}))


def test_a_change_that_siblings_do_not_show_is_written_alone(written: Settings) -> None:
    product = read_products(written)["Red"]
    with session_scope(written.database_url) as session:
        assert enqueue(session, [product.id], alone=True) == 1
    assert enqueued(written) == {"Red"}


def test_more_than_a_group_can_hold_are_no_siblings_and_cost_a_change_nothing(
    written: Settings,
) -> None:
    """At the limit they are siblings; the one too many ends it for all of them."""
    copies = text(
        "INSERT INTO product (brand_id, group_key, name, currency, sibling_key, name_key, hints)"
        " SELECT brand_id, 'copy' || n, name, currency, sibling_key, name_key,"
        " jsonb_build_object('color', 'shade ' || n)"
        " FROM product, generate_series(CAST(:first AS int), :last) n WHERE group_key = 'Red'"
        " RETURNING id"
    )
    with session_scope(written.database_url) as session:
        session.scalars(copies, {"first": 1, "last": 37}).all()
    assert len(documents(written)["Red"]["siblings"]) == 8
    with session_scope(written.database_url) as session:
        enqueue(session, session.scalars(copies, {"first": 38, "last": 38}).all())
    assert len(enqueued(written)) == 41
    assert documents(written)["Red"]["siblings"] == []
    assert documents(written)["Red"]["place"]["name"] == 0
    assert documents(written)["copy38"]["place"]["name"] == 40
    with session_scope(written.database_url) as session:
        session.scalars(copies, {"first": 39, "last": 39}).all()
    forget(written)
    with session_scope(written.database_url) as session:
        product = session.scalars(select(Product).where(Product.group_key == "Red")).one()
        enqueue(session, [product.id])
    assert enqueued(written) == {"Red"}


def test_a_feeds_group_shows_its_colours_in_the_stores_words(
    settings: Settings, brand_id: int, tmp_path: Path
) -> None:
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
    import_feed(settings, "karoo", FeedOptions(feed), lambda *_: None)
    shown = documents(settings)
    assert [one["colourText"] for one in shown["a:red"]["siblings"]] == [
        "dark blue/navy",
        "Bliksem",
    ]
    assert shown["b:red"]["siblings"] == []
    places = [
        shown[f"a:{colour}"]["place"]["name"] for colour in ("dark blue/navy", "bliksem", "red")
    ]
    assert places == [0, 1, 2]
    assert shown["b:red"]["place"]["name"] == 2  # after the two of its name


def test_equal_names_of_one_brand_are_counted_across_stores(
    settings: Settings, brand_id: int
) -> None:
    mall = make_brand(settings, "mall", is_multi_brand=True)
    scrape_items(settings, brand_id, [make_item("own", name="Sun hat")])
    scrape_items(
        settings,
        mall,
        [
            make_item("same", name="Sun hat", product_brand="Karoo"),
            make_item("else", name="Sun hat", product_brand="Other"),
        ],
    )
    places = {key: one["place"]["name"] for key, one in documents(settings).items()}
    assert places == {"own": 0, "same": 1, "else": 0}


def test_a_brands_places_spread_over_what_it_has_in_a_category(
    settings: Settings, brand_id: int
) -> None:
    items = [make_item(f"d{n}", name=f"Evening dress number {n} of many") for n in range(40)]
    scrape_items(settings, brand_id, [*items, make_item("mug", name="Enamel mug")])
    found = documents(settings)
    places = sorted(found[f"d{n}"]["place"]["brand"] for n in range(40))
    assert len(set(places)) > 30
    assert places[0] <= 2
    assert places[-1] >= 37
    assert found["mug"]["place"]["brand"] == 0
    with session_scope(settings.database_url) as session:
        session.execute(update(Product).where(Product.group_key != "d7").values(blocked=True))
    assert documents(settings)["d7"]["place"] == {"name": 0, "brand": 0}

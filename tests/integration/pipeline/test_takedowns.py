from __future__ import annotations

import pytest
from sqlalchemy import delete, select

from app import create_app
from indexer.catalogue import takedowns
from indexer.catalogue.takedowns import Blocklist, TakeDownError
from indexer.db import session_scope
from indexer.models import Outbox, TakeDown
from indexer.settings import Settings
from tests.support.catalogue import make_brand, make_item, make_items, read_products, scrape_items


@pytest.fixture
def brand_id(settings: Settings, clean_database: str) -> int:
    return make_brand(settings)


def blocked(settings: Settings) -> set[str]:
    return {key for key, product in read_products(settings).items() if product.blocked}


def test_a_taken_down_product_is_hidden_at_once_and_stays_so_through_scrapes(
    settings: Settings, brand_id: int
) -> None:
    scrape_items(settings, brand_id, make_items(3))
    product = read_products(settings)["k1"]
    with session_scope(settings.database_url) as session:
        takedowns.take_down_product(session, product.id, "asked by the maker")
    assert blocked(settings) == {"k1"}
    assert read_products(settings)["k1"].revision > product.revision
    moved = [make_item("k1", href="https://elsewhere.example/k1"), *make_items(1)]
    scrape_items(settings, brand_id, [*moved, make_item("k2")])
    assert blocked(settings) == {"k1"}


def test_a_taken_down_product_that_was_purged_comes_back_blocked(
    settings: Settings, brand_id: int
) -> None:
    with session_scope(settings.database_url) as session:
        session.add(TakeDown(brand_id=brand_id, group_key="k0"))
    scrape_items(settings, brand_id, make_items(2))
    assert blocked(settings) == {"k0"}


def test_a_domain_hides_its_links_its_subdomains_and_its_stores(
    settings: Settings, brand_id: int
) -> None:
    other = make_brand(settings, "other", website="https://shop.bad.example/")
    items = [
        make_item("own"),
        make_item("sub", href="https://cdn.bad.example/x?u=https://karoo.example"),
        make_item("like", href="https://notbad.example/x"),
        make_item("user", href="https://bad.example@karoo.example/x"),
    ]
    scrape_items(settings, brand_id, items)
    scrape_items(settings, other, [make_item("theirs", href=None)])
    with session_scope(settings.database_url) as session:
        takedowns.take_down_domain(session, "https://BAD.example/some/page")
        takedowns.take_down_domain(session, "bad.example", "again")
    assert blocked(settings) == {"sub", "theirs"}
    late = [make_item(key, href=f"https://bad.example/{key}") for key in ("own", "late")]
    scrape_items(settings, brand_id, [*items[1:], *late])
    assert blocked(settings) == {"own", "sub", "theirs", "late"}
    with session_scope(settings.database_url) as session:
        row = session.scalars(select(TakeDown)).one()
        takedowns.lift(session, row.id)
    assert blocked(settings) == set()


def test_lifting_one_take_down_leaves_what_another_covers(
    settings: Settings, brand_id: int
) -> None:
    scrape_items(settings, brand_id, make_items(2))
    product = read_products(settings)["k0"]
    with session_scope(settings.database_url) as session:
        takedowns.take_down_product(session, product.id)
        domain = takedowns.take_down_domain(session, "karoo.example").id
    assert blocked(settings) == {"k0", "k1"}
    with session_scope(settings.database_url) as session:
        takedowns.lift(session, domain)
    assert blocked(settings) == {"k0"}


def test_a_take_down_names_a_product_or_a_domain_that_can_be(
    settings: Settings, brand_id: int
) -> None:
    with session_scope(settings.database_url) as session:
        with pytest.raises(TakeDownError):
            takedowns.take_down_product(session, 99)
        with pytest.raises(TakeDownError):
            takedowns.lift(session, 99)
        for domain in ("", "localhost", "not a domain", "http://", "https://[::1"):
            with pytest.raises(TakeDownError):
                takedowns.take_down_domain(session, domain)


def test_python_and_sql_agree_on_what_a_domain_covers(settings: Settings, brand_id: int) -> None:
    links = [
        "https://bad.example",
        "HTTPS://Bad.Example/x",
        "https://a.bad.example:8080/",
        "https://bad.example.good.example/",
        "https://u:p@bad.example/x",
        "https://good.example/?x=bad.example",
        "https://good.example#@bad.example/",
        "https://notbad.example/",
    ]
    items = [make_item(f"l{n}", href=link) for n, link in enumerate(links)]
    scrape_items(settings, brand_id, items)
    stored = read_products(settings)
    with session_scope(settings.database_url) as session:
        takedowns.take_down_domain(session, "bad.example")
    pure = Blocklist(domains=frozenset({"bad.example"}))
    expected = {
        key for key, p in stored.items() if pure.blocks(key, p.href, "https://karoo.example")
    }
    assert blocked(settings) == expected
    assert {"l0", "l1", "l2"} <= expected
    assert not {"l3", "l4", "l5", "l6", "l7"} & expected  # l4: no address with a user is kept


def test_switching_a_brand_off_and_on_reindexes_its_products(
    settings: Settings, brand_id: int
) -> None:
    scrape_items(settings, brand_id, make_items(2))
    client = create_app(settings.but(operator_open=True)).test_client()

    def enqueued(active: bool) -> int:
        with session_scope(settings.database_url) as session:
            session.execute(delete(Outbox))
        switch = {"brandId": brand_id, "isActive": active}
        assert client.post("/api/brands/setActive", json=switch).status_code == 200
        with session_scope(settings.database_url) as session:
            return session.query(Outbox).count()

    assert enqueued(False) == 2
    assert enqueued(True) == 2

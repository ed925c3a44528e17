from __future__ import annotations

import pytest
from sqlalchemy import select

from indexer.catalogue import takedowns
from indexer.catalogue.takedowns import TakeDownError
from indexer.models import TakeDown
from tests.support.catalogue import make_item, make_items
from tests.support.world import World


def blocked(shop: World) -> set[str]:
    return {key for key, product in shop.products().items() if product.blocked}


def test_a_taken_down_product_is_hidden_at_once_and_stays_so_through_scrapes(shop: World) -> None:
    shop.scrape(make_items(3))
    product = shop.products()["k1"]
    with shop.session() as session:
        takedowns.take_down_product(session, product.id, "asked by the maker")
    assert blocked(shop) == {"k1"}
    assert shop.products()["k1"].revision > product.revision
    moved = [make_item("k1", href="https://elsewhere.example/k1"), *make_items(1)]
    shop.scrape([*moved, make_item("k2")])
    assert blocked(shop) == {"k1"}


def test_a_taken_down_product_that_was_purged_comes_back_blocked(shop: World) -> None:
    with shop.session() as session:
        session.add(TakeDown(brand_id=shop.brand_id, group_key="k0"))
    shop.scrape(make_items(2))
    assert blocked(shop) == {"k0"}


def test_a_domain_hides_its_links_its_subdomains_and_its_stores(shop: World) -> None:
    other = shop.another("other", website="https://shop.bad.example/")
    items = [
        make_item("own"),
        make_item("sub", href="https://cdn.bad.example/x?u=https://karoo.example"),
        make_item("like", href="https://notbad.example/x"),
        make_item("user", href="https://bad.example@karoo.example/x"),
    ]
    shop.scrape(items)
    other.scrape([make_item("theirs", href=None)])
    with shop.session() as session:
        takedowns.take_down_domain(session, "https://BAD.example/some/page")
        takedowns.take_down_domain(session, "bad.example", "again")
    assert blocked(shop) == {"sub", "theirs"}
    late = [make_item(key, href=f"https://bad.example/{key}") for key in ("own", "late")]
    shop.scrape([*items[1:], *late])
    assert blocked(shop) == {"own", "sub", "theirs", "late"}
    with shop.session() as session:
        row = session.scalars(select(TakeDown)).one()
        takedowns.lift(session, row.id)
    assert blocked(shop) == set()


def test_lifting_one_take_down_leaves_what_another_covers(shop: World) -> None:
    shop.scrape(make_items(2))
    product = shop.products()["k0"]
    with shop.session() as session:
        takedowns.take_down_product(session, product.id)
        domain = takedowns.take_down_domain(session, "karoo.example").id
    assert blocked(shop) == {"k0", "k1"}
    with shop.session() as session:
        takedowns.lift(session, domain)
    assert blocked(shop) == {"k0"}


def test_a_take_down_names_a_product_or_a_domain_that_can_be(shop: World) -> None:
    with shop.session() as session:
        with pytest.raises(TakeDownError):
            takedowns.take_down_product(session, 99)
        with pytest.raises(TakeDownError):
            takedowns.lift(session, 99)
        for domain in ("", "localhost", "not a domain", "http://", "https://[::1"):
            with pytest.raises(TakeDownError):
                takedowns.take_down_domain(session, domain)

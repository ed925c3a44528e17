"""Fault 61: handles, ids or a prefix renamed, the shop on another host or port.

The same products go on with their history, whatever source shows them.
(With values that cannot be true besides: test_hostile_second_runs.)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest
from sqlalchemy import select, update

from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.models import Category, PriceHistory, Product, ScrapeRun
from tests.support.catalogue import read_products
from tests.support.index import source
from tests.support.own_store import OwnStore
from tests.support.plain_crawl import use_plain_crawls
from tests.support.saved_store import serving
from tests.support.shelf import Shelf, full_shelf, point_at, read_source, show

pytestmark = pytest.mark.usefixtures("plain_crawls")
Change = Callable[[Shelf, str, str], Shelf]  # given the shop's address and its other one
SEEN = ("list pages", "feed", "file", "Shopify", "WooCommerce", "sitemap")


@pytest.fixture
def plain_crawls(monkeypatch: pytest.MonkeyPatch) -> None:
    use_plain_crawls(monkeypatch)


def curated(settings: Settings) -> dict[str, int]:
    """Give each product a curated category; return their ids by name."""
    with session_scope(settings.database_url) as session:
        category = session.scalars(select(Category.id).limit(1)).one()
        session.execute(update(Product).values(curated_category_id=category))
    return ids_of(settings)


def ids_of(settings: Settings) -> dict[str, int]:
    return {product.name: product.id for product in read_products(settings).values()}


def counts(run: ScrapeRun) -> tuple[str | None, int, int, int, int]:
    return run.result, run.found_count, run.new_count, run.changed_count, run.gone_count


def renamed_handles(shelf: Shelf, _base: str, _elsewhere: str) -> Shelf:
    return [replace(one, link=f"{one.link}-1", id=one.id + 900) for one in shelf]


def another_prefix(shelf: Shelf, _base: str, _elsewhere: str) -> Shelf:
    return [replace(one, link=one.link.replace("/p/", "/store/item/")) for one in shelf]


def another_port(shelf: Shelf, base: str, elsewhere: str) -> Shelf:
    """Move the shop; the brand's website stays as it was."""
    return [
        replace(
            one,
            link=one.link.replace(base, elsewhere),
            picture=one.picture.replace(base, elsewhere),
        )
        for one in shelf
    ]


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        *((kind, renamed_handles) for kind in SEEN),
        *((kind, another_port) for kind in ("list pages", "file", "Shopify")),
        ("sitemap", another_prefix),
    ],
)
def test_fault_61_products_go_on_under_other_links_and_ids_of_every_source(
    store: OwnStore, tmp_path: Path, kind: str, change: Change
) -> None:
    shelf = full_shelf(store.base)
    point_at(store, kind, store.base)
    show(store, kind, shelf)
    first = read_source(store, kind, tmp_path)
    assert counts(first) == ("success", 12, 12, 0, 0), first.failure_reason
    before = curated(store.settings)
    cheaper = [replace(shelf[0], price=Decimal(95)), *shelf[1:]]
    with serving(store.answer) as elsewhere:
        if change is another_port:
            point_at(store, kind, elsewhere)
        show(store, kind, change(cheaper, store.base, elsewhere))
        run = read_source(store, kind, tmp_path)
        again = read_source(store, kind, tmp_path)
    told = run.failure_reason or ""
    assert (run.result, run.found_count, run.new_count, run.gone_count) == ("success", 12, 0, 0), (
        told
    )
    assert ("the shop seems to have moved" in told) == (change is not renamed_handles)
    assert change is not another_port or f"moved from {store.base}/ to {elsewhere}/" in told
    assert ids_of(store.settings) == before
    products = {product.name: product for product in read_products(store.settings).values()}
    assert all(product.curated_category_id and not product.gone_at for product in products.values())
    with session_scope(store.settings.database_url) as session:
        history = select(PriceHistory.price).where(PriceHistory.product_id == before["Red dress"])
        prices = session.scalars(history.order_by(PriceHistory.seen_at)).all()
        assert prices == [Decimal(100), Decimal(95)]
        assert session.query(PriceHistory).count() == 13
    # The document goes by the product's id, and leads to where the product is now.
    document = source(store.settings, before["Red dress"])
    assert document is not None
    assert document["href"] == products["Red dress"].href
    assert document["groupKey"] == products["Red dress"].group_key
    assert counts(again) == ("success", 12, 0, 0, 0), again.failure_reason

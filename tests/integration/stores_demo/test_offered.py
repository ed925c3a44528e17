"""The demo stores read from a feed and a catalogue: what is read is what their pages show."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from decimal import Decimal

import pytest

from dev.stores.brands import upsert_brands
from dev.stores.server import DemoStores
from dev.stores.site import address_of, image_of
from indexer.db import session_scope
from indexer.index.building.rebuild import rebuild
from indexer.jobs.tasks import run_scrape
from indexer.runs.start import start_run
from indexer.settings import Settings
from tests.faults.conftest import for_this_process
from tests.support.catalogue import read_products, read_run

SOURCES = {"kloofnek-studio": "catalogue", "hadeda-and-wren": "feed"}


@contextmanager
def served(slug: str, settings: Settings) -> Iterator[tuple[DemoStores, int]]:
    with DemoStores([slug]) as stores, session_scope(settings.database_url) as session:
        (brand,) = upsert_brands(session, stores.base)
        session.commit()
        rebuild(settings, fast=True)
        yield stores, brand.id


@pytest.mark.parametrize("slug", SOURCES)
def test_a_store_is_read_from_what_it_offers(
    slug: str, own_settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    for_this_process(own_settings, monkeypatch)
    with served(slug, own_settings) as (stores, brand_id):
        store, base = stores.control[slug].store, stores.base[slug]
        run = start_run(own_settings, brand_id, "scrape+classify")
        run_scrape(run.id)
        run = read_run(own_settings, run.id)
        assert (run.result, run.source) == ("success", SOURCES[slug]), run.failure_reason
        read = {product.href: product for product in read_products(own_settings).values()}
        wanted = {base + address_of(store, product): product for product in store.products}
        assert read.keys() == wanted.keys()
        for href, product in wanted.items():
            found = read[href]
            assert (found.name, found.price) == (product.name, product.sale or product.price)
            assert found.ordinary_price == (product.price if product.sale else None)
            assert found.sold_out == product.sold_out
            assert found.images[0].image_url == base + image_of(store, product, 1)
            offered = [size for size in product.sizes if size not in product.sold_sizes]
            assert (found.attributes or {}).get("size", []) == (offered or list(product.sizes))
        assert {found.currency for found in read.values()} == {store.currency}
        assert isinstance(next(iter(read.values())).price, Decimal)

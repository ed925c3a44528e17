"""Loads the judged catalogues through the product's own imports and scrapes."""

from __future__ import annotations

import json
import os
import tempfile
import uuid
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from sqlalchemy import func, update

from dev.services.servers import VARIABLES, local_services
from dev.stores.brands import upsert_brands
from dev.stores.catalogue import Product as Sold
from dev.stores.catalogue import Store, load_stores
from indexer.catalogue.rates import refresh_rates
from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.index.cluster.client import elasticsearch
from indexer.index.rebuild import rebuild
from indexer.index.reconcile import ensure
from indexer.ingest.importing import import_feed
from indexer.models import Brand, Product
from scrapers.product import Product as Found
from tests.relevance import arcade, bazaar
from tests.relevance.items import MAGENTO_STORE, ROOT, SOURCES, demo_key
from tests.support.catalogue import make_brand, make_item, scrape_items
from tests.support.database import database_from_template

LOCAL = ROOT / ".local" / "judge"
TIMEOUT_MS = 60_000  # long, as a search that times out on a busy machine is a 503
# The store of each feed. "Held" is a trap: the text "hemde" must not match the store.
STORES = {
    "fashion": ("held", "Held", "EUR"),
    "magento": ("luma", MAGENTO_STORE, "USD"),
    "bazaar": ("basaar", "Basaar", "ZAR"),
}

Report = Callable[[str], None]


@contextmanager
def services(report: Report) -> Iterator[dict[str, str]]:
    """Yield the environment of the services: those with URLs in it, and local ones."""
    with ExitStack() as stack:
        need = {service for service, name in VARIABLES.items() if not os.environ.get(name)}
        variables = dict(os.environ)
        if need:
            urls, _ = stack.enter_context(local_services(LOCAL, need, report))
            variables |= urls
        yield variables


@contextmanager
def loaded(catalogue: str, environment: dict[str, str]) -> Iterator[Settings]:
    """Yield the settings of a catalogue in a database and an index of its own, dropped after."""
    base = Settings.from_env(environment)
    prefix = f"judge-{catalogue}-{uuid.uuid4().hex[:8]}"
    with database_from_template(base.database_url) as url, tempfile.TemporaryDirectory() as folder:
        settings = base.but(
            database_url=url,
            index_prefix=prefix,
            rates_url="",
            search_timeout_ms=TIMEOUT_MS,
            rate_limits=False,
            bucket_location=f"{folder}/media",
            evidence_location=str(Path(folder) / "evidence"),
        )
        try:
            with session_scope(url) as session:
                refresh_rates(session, "")
            ensure(settings)
            _load(catalogue, settings, Path(folder))
            with session_scope(url) as session:  # equals by id, and not by the second of an import
                session.execute(update(Product).values(created_at=func.now()))
            rebuild(settings, fast=True)
            yield settings
        finally:
            client = elasticsearch(settings.elasticsearch_url)
            for index in client.indices.get(index=f"{prefix}*", expand_wildcards="all"):
                client.indices.delete(index=index)


def _load(catalogue: str, settings: Settings, folder: Path) -> None:
    if catalogue == "demo":
        _load_demo(settings)
        return
    if catalogue == "arcade":
        for slug, name in arcade.STORES.items():
            _import(settings, (slug, name, "ZAR"), _written(folder, arcade.feed(name)))
        return
    _import(settings, STORES[catalogue], SOURCES.get(catalogue) or _written(folder, bazaar.feed()))


def _import(settings: Settings, store: tuple[str, str, str], path: Path) -> None:
    slug, name, currency = store
    make_brand(settings, slug, name=name, currency=currency, is_multi_brand=True)
    # Without pictures: they do not matter, and copying them takes longest.
    done = import_feed(settings, slug, path, images=path.parent)
    if done.run.result != "success" or done.rows.refusals:
        raise RuntimeError(f"the import of {name} is {done.run.result}: {done.run.failure_reason}")


def _written(folder: Path, rows: list[dict[str, Any]]) -> Path:
    path = folder / "feed.jsonl"
    lines = (f"{json.dumps(row)}\n" for row in rows)
    path.write_text("".join(lines), encoding="utf-8")
    return path


def _load_demo(settings: Settings) -> None:
    """Store the demo stores' products as scraped items, with their brands."""
    stores = load_stores()
    with session_scope(settings.database_url) as session:
        upsert_brands(session, {slug: f"https://{slug}.example" for slug in stores})
    for slug, store in stores.items():
        with session_scope(settings.database_url) as session:
            brand = session.query(Brand).filter_by(slug=slug).one()
            brand_id = brand.id
            pages = {urlsplit(page.page_url).path: page.page_id for page in brand.pages}
        items = [
            _scraped(store, product, pages[path])
            for product in store.products
            for path in product.listings
        ]
        run = scrape_items(settings, brand_id, items)
        if run.result != "success":
            raise RuntimeError(f"the scrape of {slug} is {run.result}: {run.failure_reason}")


def _scraped(store: Store, product: Sold, page_id: int) -> Found:
    return make_item(
        demo_key(store, product),
        name=product.name,
        product_brand=product.brand or None,
        price=product.sale or product.price,
        ordinary_price=product.price if product.sale else None,
        currency=store.currency,
        sold_out=product.sold_out,
        href=f"https://{store.slug}.example/p/{product.number}",
        pages=(page_id,),
    )

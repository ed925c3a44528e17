"""A demo store with its brand row, for tests of real scrapes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from dev.stores.brands import upsert_brands
from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.index.rebuild import rebuild
from tests.support.own_store import Runs
from tests.support.store_control import ControlledStores, StoreControl


@dataclass(frozen=True)
class ScrapedStore(Runs):
    """A running store, its switches, its brand, and the settings of its scrapes."""

    settings: Settings
    brand_id: int
    control: StoreControl
    pages: int


@contextmanager
def scraped_store(
    settings: Settings, slug: str = "prairie-protea", **columns: object
) -> Iterator[ScrapedStore]:
    """Serve a demo store with its brand in the settings' database, and an index to write to."""
    with ControlledStores([slug]) as stores:
        with session_scope(settings.database_url) as session:
            (brand,) = upsert_brands(session, stores.base)
            for name, value in columns.items():
                setattr(brand, name, value)
            brand_id, pages = brand.id, len(brand.pages)
        rebuild(settings, fast=True)
        yield ScrapedStore(settings, brand_id, stores.control[slug], pages)


def for_one_test(
    settings: Settings, database_url: str, redis_url: str, prefix: str, folder: Path
) -> Settings:
    """Return the session's settings with a database, a prefix and folders of the test's own."""
    return settings.but(
        database_url=database_url,
        redis_url=redis_url,
        index_prefix=prefix,
        bucket_location=str(folder / "media"),
        evidence_location=str(folder / "evidence"),
        job_timeout_s=120,
    )

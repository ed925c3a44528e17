"""A demo store with its brand row, for tests of real scrapes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from dev.stores.brands import upsert_brands
from indexer.db import session_scope
from indexer.index.building.rebuild import rebuild
from indexer.models import ScrapeRun
from indexer.runs.start import start_run
from indexer.settings import Settings
from tests.support.catalogue import read_run
from tests.support.store_control import ControlledStores, StoreControl
from tests.support.worker import eventually


@dataclass(frozen=True)
class ScrapedStore:
    """A running store, its switches, its brand, and the settings of its scrapes."""

    settings: Settings
    brand_id: int
    control: StoreControl
    pages: int

    def start(self, kind: str = "scrape+classify") -> ScrapeRun:
        """Start a run of the brand."""
        return start_run(self.settings, self.brand_id, kind)

    def read(self, run: ScrapeRun) -> ScrapeRun:
        """Return the run as it is now."""
        return read_run(self.settings, run.id)

    def finished(self, run: ScrapeRun) -> ScrapeRun:
        """Wait for the end of a run and return it."""
        return eventually(lambda: self._if_finished(run), f"run {run.id} is finished")

    def _if_finished(self, run: ScrapeRun) -> ScrapeRun | None:
        now = self.read(run)
        return now if now.state == "finished" else None

    def all_runs(self) -> list[ScrapeRun]:
        """Return the rows of finished and active runs, oldest first."""
        with session_scope(self.settings.database_url) as session:
            return session.query(ScrapeRun).order_by(ScrapeRun.id).all()

    def runs(self) -> int:
        """Return the number of runs."""
        with session_scope(self.settings.database_url) as session:
            return session.query(ScrapeRun).count()


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

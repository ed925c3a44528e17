"""A store with pages written by the test, and its brand, scraped by real jobs."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from sqlalchemy import update

from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.index.rebuild import rebuild
from indexer.ingest.runs.start import start_run
from indexer.jobs.tasks import run_scrape
from indexer.models import Brand, BrandPage, ScrapeRun
from tests.support.catalogue import log_of, read_products, read_run
from tests.support.saved_store import PICTURE, Answer, missing, serving
from tests.support.worker import eventually

CARD = {
    "node_path": "article img",
    "parent_depth": 2,
    "product_name_xpath": ".//h2",
    "price_xpath": ".//b",
    "next_button_selector": "a.next",
}


class Runs:
    """A brand's runs by a worker, and their rows."""

    settings: Settings
    brand_id: int

    def start(self, kind: str = "scrape+classify") -> ScrapeRun:
        """Start a run for a worker."""
        return start_run(self.settings, self.brand_id, kind)

    def read(self, run: ScrapeRun) -> ScrapeRun:
        """Return the run as it is now."""
        return read_run(self.settings, run.id)

    def all_runs(self) -> list[ScrapeRun]:
        """Return the rows of finished and active runs, oldest first."""
        with session_scope(self.settings.database_url) as session:
            return session.query(ScrapeRun).order_by(ScrapeRun.id).all()

    def runs(self) -> int:
        """Return the number of runs."""
        return len(self.all_runs())

    def finished(self, run: ScrapeRun) -> ScrapeRun:
        """Wait for the end of a run and return it."""
        return self._once(run, "finished")

    def queued(self, run: ScrapeRun) -> ScrapeRun:
        """Wait until a run is queued (again) and return it."""
        return self._once(run, "queued")

    def _once(self, run: ScrapeRun, state: str) -> ScrapeRun:
        def now() -> ScrapeRun | None:
            read = self.read(run)
            return read if read.state == state else None

        return eventually(now, f"run {run.id} is {state}")


@dataclass
class OwnStore(Runs):
    """A store whose answers can be changed while it is scraped."""

    settings: Settings
    base: str = ""
    brand_id: int = 0
    answers: dict[str, Answer] = field(default_factory=dict)
    visits: list[str] = field(default_factory=list)
    gates: dict[str, threading.Event] = field(default_factory=dict)  # a path waits for its own

    def respond(self, path: str) -> Answer:
        """Answer a path with its query, or without."""
        answer = self.answers.get(path) or self.answers.get(path.split("?", maxsplit=1)[0])
        if answer is None and missing(path) is PICTURE:
            return PICTURE  # not noted: it is no subject where no test says so
        self.visits.append(path)
        if path in self.gates:
            self.gates[path].wait()
        return answer or missing(path)

    def answer(self, path: str) -> Answer:
        """Answer as `respond` does, which a test may replace meanwhile."""
        return self.respond(path)

    def scrape(self) -> ScrapeRun:
        """Do a run in this process and return it."""
        run = start_run(self.settings, self.brand_id, "scrape+classify")
        run_scrape(run.id)
        return read_run(self.settings, run.id)

    def change(self, **columns: object) -> None:
        """Change columns of its brand."""
        with session_scope(self.settings.database_url) as session:
            session.execute(update(Brand).where(Brand.id == self.brand_id).values(**columns))

    def shown(self) -> int:
        """Return how many products are visible."""
        return sum(p.gone_at is None for p in read_products(self.settings).values())

    def log(self, run: ScrapeRun) -> str:
        """Return the run's log."""
        return log_of(self.settings, run)


@contextmanager
def own_store(
    settings: Settings, *paths: str, slug: str = "own", **columns: object
) -> Iterator[OwnStore]:
    """Serve a store with a brand whose listing pages are these, and an index to write to."""
    with store_without_index(settings, *paths, slug=slug, **columns) as store:
        rebuild(settings, fast=True)
        yield store


@contextmanager
def store_without_index(
    settings: Settings, *paths: str, slug: str = "own", **columns: object
) -> Iterator[OwnStore]:
    """Serve such a store where an index is already, or none is needed."""
    store = OwnStore(settings)
    with serving(store.answer) as base:
        store.base = base
        with session_scope(settings.database_url) as session:
            brand = Brand(slug=slug, name=slug.title(), website=base, **(CARD | columns))
            brand.pages = [
                BrandPage(page_url=f"{base}{path}", position=place)
                for place, path in enumerate(paths)
            ]
            session.add(brand)
            session.flush()
            store.brand_id = brand.id
        try:
            yield store
        finally:
            for gate in store.gates.values():
                gate.set()

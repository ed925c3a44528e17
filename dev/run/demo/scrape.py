"""The first scrape of the demo stores, through the API, the worker and the browser."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from elasticsearch import ApiError, TransportError
from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError

from dev.run.demo.api import Api
from dev.services.errors import ServiceError
from dev.stores.catalogue import load_stores
from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.index.cluster.client import elasticsearch
from indexer.index.writer import RUN, write_pending
from indexer.models import Brand, ScrapeRun
from indexer.models.run import SCRAPES

POLL_S, LINES_EVERY_S = 1.0, 15.0
LIMIT_S = 30 * 60
OUTAGE_S = 180.0  # Elasticsearch takes 10 s to come back, on a busy machine a minute or two
DONE = ("success", "suspect")

Answer = TypeVar("Answer")


def again(request: Callable[[], Answer], check: Callable[[], None]) -> Answer:
    """Retry the request while a service is being restarted; raises its error after OUTAGE_S."""
    until = time.monotonic() + OUTAGE_S
    while True:
        try:
            return request()
        except (ServiceError, SQLAlchemyError, ApiError, TransportError):
            if time.monotonic() > until:
                raise
        check()
        time.sleep(POLL_S)


class Scrape:
    """The runs of the demo brands; `check` restarts processes that have ended."""

    def __init__(self, api: Api, settings: Settings, check: Callable[[], None]) -> None:
        self._api, self._settings, self._check = api, settings, check
        query = select(Brand.id, Brand.name).where(Brand.slug.in_(load_stores()))
        with session_scope(settings.database_url) as session:
            self.brands: dict[int, str] = dict(session.execute(query.order_by(Brand.id)).all())

    def unscraped(self) -> dict[int, str]:
        """Return the brands without a finished run."""
        query = select(ScrapeRun.brand_id).where(
            ScrapeRun.result.in_(DONE), ScrapeRun.kind.in_(SCRAPES)
        )
        with session_scope(self._settings.database_url) as session:
            done = set(session.scalars(query))
        return {number: name for number, name in self.brands.items() if number not in done}

    def run(self, brands: Iterable[int]) -> list[str]:
        """Scrape these brands and print their progress; return those that were not scraped."""
        results = again(lambda: self._start(set(brands)), self._check)
        failed, until, told = list[str](), time.monotonic() + LIMIT_S, time.monotonic()
        while results:
            self._check()
            time.sleep(POLL_S)
            for run in again(self._history, self._check):
                if run["id"] > results.get(run["brandId"], run["id"]):
                    del results[run["brandId"]]
                    name, why = self.brands[run["brandId"]], run.get("failureReason") or ""
                    print(
                        f"  {name}: {run['result']}, {run['foundCount']} products {why}", flush=True
                    )
                    failed += [] if run["result"] in DONE else [name]
            if time.monotonic() - told > LINES_EVERY_S:
                told = time.monotonic()
                for run in again(lambda: self._api.get("scraper/getProcesses/"), self._check):
                    if run["pagesTotal"] and run["brandId"] in results:
                        pages = f"page {run['pagesDone']} of {run['pagesTotal']}"
                        name, found = self.brands[run["brandId"]], run["foundCount"]
                        print(f"  {name}: {pages}, {found} products so far", flush=True)
            if time.monotonic() > until:
                raise ServiceError(
                    f"The first scrape did not end within {LIMIT_S // 60} minutes. "
                    "See .local/logs/worker.log, and .local/logs/scrape/ for each brand."
                )
        again(self._settle, self._check)
        return failed

    def _history(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self._api.get("scraper/getHistory/?pageSize=200")
        return found

    def _start(self, brands: set[int]) -> dict[int, int]:
        """Start the runs; return the id of the last closed run by brand."""
        last = max((int(run["id"]) for run in self._history()), default=0)
        running = {run["brandId"] for run in self._api.get("scraper/getProcesses/")}
        if brands == set(self.brands):
            self._api.post("scraper/startAll/", {})
        else:
            for number in brands - running:
                self._api.post("scraper/start/", {"brandId": number})
        return dict.fromkeys(brands, last)

    def _settle(self) -> None:
        """Write the outbox to the index and refresh: otherwise it takes up to 30 s longer."""
        report = write_pending(self._settings, patience=RUN)
        if not report.success:
            raise ServiceError(f"The index is not up to date: {report.refused or report.why}")
        client = elasticsearch(self._settings.elasticsearch_url)
        client.indices.refresh(index=self._settings.index_prefix)

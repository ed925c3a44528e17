"""The first scrape of the demo stores, through the API, the worker and the browser."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping
from typing import TypeVar

from elasticsearch import ApiError, TransportError
from sqlalchemy.exc import SQLAlchemyError

from dev.run.demo.api import Api
from dev.run.demo.progress import Progress, ProgressView, Run, of_history, of_process
from dev.run.report import Reporter
from dev.services.errors import StepError

POLL_S = 1.0
LIMIT_S = 30 * 60
OUTAGE_S = 180.0  # Elasticsearch takes 10 s to come back, on a busy machine a minute or two

Answer = TypeVar("Answer")


def start_scrapes(api: Api, brand_ids: Collection[int], all_brands: bool) -> None:
    """Start the runs through the API: of all brands, or of those that an earlier try left."""
    if all_brands:
        api.post("scraper/startAll/", {})
        return
    running = {_brand_id(run) for run in api.get("scraper/getProcesses/")}
    for brand_id in brand_ids:
        if brand_id not in running:
            api.post("scraper/start/", {"brandId": brand_id})


def newest_run(api: Api) -> int:
    """Return the highest id of a closed run, 0 when there is none."""
    return max((int(run["id"]) for run in api.get("scraper/getHistory/?pageSize=200")), default=0)


def follow(
    api: Api,
    brands: Mapping[int, str],
    after_run: int,
    reporter: Reporter,
    check: Callable[[], None],
) -> dict[int, Progress]:
    """Show the brands' progress until each has a closed run newer than `after_run`.

    `check` is called in each round: it restarts processes that have ended.
    """
    until = time.monotonic() + LIMIT_S
    with ProgressView(reporter) as view:
        while True:
            check()
            progress = through_outages(lambda: read_progress(api, brands, after_run), check)
            view.update(progress)
            if all(brand.result for brand in progress.values()):
                return progress
            if time.monotonic() > until:
                raise StepError(
                    f"The first scrape did not end within {LIMIT_S // 60} minutes. "
                    "See .local/logs/worker.log, and .local/logs/scrape/ for each brand."
                )
            time.sleep(POLL_S)


def through_outages(request: Callable[[], Answer], check: Callable[[], None]) -> Answer:
    """Retry the request while a service is being restarted; raises its error after OUTAGE_S."""
    until = time.monotonic() + OUTAGE_S
    while True:
        try:
            return request()
        except (StepError, SQLAlchemyError, ApiError, TransportError):
            if time.monotonic() > until:
                raise
        check()
        time.sleep(POLL_S)


def read_progress(api: Api, brands: Mapping[int, str], after_run: int) -> dict[int, Progress]:
    """Return each brand's progress from getProcesses and getHistory."""
    progress = {brand_id: Progress(name) for brand_id, name in brands.items()}
    for run in api.get("scraper/getProcesses/"):
        if (brand_id := _brand_id(run)) in brands:
            progress[brand_id] = of_process(brands[brand_id], run)
    for run in api.get("scraper/getHistory/?pageSize=200"):
        if (brand_id := _brand_id(run)) in brands and int(run["id"]) > after_run:
            progress[brand_id] = of_history(brands[brand_id], run)
    return progress


def _brand_id(run: Run) -> int:
    return int(run.get("brandId") or 0)

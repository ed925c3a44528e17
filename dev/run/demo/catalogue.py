"""The demo brands in the database, and the wait until the index is up to date."""

from __future__ import annotations

import time
from collections.abc import Collection

from sqlalchemy import select

from dev.services.errors import StepError
from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.index.cluster.client import elasticsearch
from indexer.index.writer import RUN, write_pending
from indexer.models import Brand, ScrapeRun
from indexer.models.run import SCRAPES

DONE = ("success", "suspect")
SETTLE_WAIT_S = 120.0
SETTLE_POLL_S = 0.2


def demo_brands(database_url: str, slugs: Collection[str]) -> dict[int, str]:
    """Return the demo brands' names by id."""
    query = select(Brand.id, Brand.name).where(Brand.slug.in_(slugs)).order_by(Brand.id)
    with session_scope(database_url) as session:
        return dict(session.execute(query).all())


def unscraped(database_url: str, brand_ids: Collection[int]) -> list[int]:
    """Return the brands without a finished run."""
    query = select(ScrapeRun.brand_id).where(
        ScrapeRun.brand_id.in_(brand_ids), ScrapeRun.result.in_(DONE), ScrapeRun.kind.in_(SCRAPES)
    )
    with session_scope(database_url) as session:
        done = set(session.scalars(query))
    return [brand_id for brand_id in brand_ids if brand_id not in done]


def settle_index(settings: Settings) -> None:
    """Write the outbox to the index, wait for the worker's writer, and refresh.

    Otherwise the last products become searchable up to a refresh interval (30 s) later.
    """
    until = time.monotonic() + SETTLE_WAIT_S
    while not (report := write_pending(settings, patience=RUN)).success:
        if report.refused:
            raise StepError(f"Elasticsearch refused {len(report.refused)} products: see worker.log")
        if time.monotonic() > until:
            raise StepError(
                f"The index is not up to date after {SETTLE_WAIT_S:.0f} s. {report.why}"
            )
        time.sleep(SETTLE_POLL_S)
    elasticsearch(settings.elasticsearch_url).indices.refresh(index=settings.index_prefix)

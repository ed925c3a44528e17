"""Wait until what PostgreSQL holds is what searches find."""

from __future__ import annotations

import time

from sqlalchemy import func, select

from dev.run.errors import StepError
from indexer.db import session_scope
from indexer.index import write_pending
from indexer.index.cluster.client import elasticsearch
from indexer.models import Outbox
from indexer.settings import Settings

WAIT_S = 120.0
POLL_S = 0.2


def settle_index(settings: Settings) -> None:
    """Write what is pending, wait for what the worker's writer holds, and refresh.

    Without it the last stores' products are found up to a refresh interval (30 s) later.
    """
    until = time.monotonic() + WAIT_S
    while _pending(settings.database_url):
        report = write_pending(settings)
        if report.refused:
            raise StepError(f"Elasticsearch refused {len(report.refused)} products: see worker.log")
        if time.monotonic() > until:
            raise StepError(
                f"The index is not up to date after {WAIT_S:.0f} s. {report.unavailable}"
            )
        time.sleep(POLL_S)
    elasticsearch(settings.elasticsearch_url).indices.refresh(index=settings.index_prefix)


def _pending(database_url: str) -> int:
    query = select(func.count()).select_from(Outbox).where(Outbox.written_at.is_(None))
    with session_scope(database_url) as session:
        return session.scalar(query) or 0

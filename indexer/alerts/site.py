"""What is wrong with the site itself at this moment: its index and its worker."""

from __future__ import annotations

from datetime import datetime

from elasticsearch import ApiError, TransportError
from sqlalchemy.orm import Session

from indexer.alerts.trouble import Trouble, index_trouble, worker_trouble
from indexer.catalogue.refusals import refusals_in
from indexer.index.checks import last_check, last_incident
from indexer.index.cluster.client import elasticsearch, index_behind
from indexer.index.cluster.names import Aliases
from indexer.pulses import PulsesUnknownError, pulses
from indexer.settings import Settings

ANSWER_S = 5.0  # of Elasticsearch, which may hang


def index_now(session: Session, settings: Settings, now: datetime) -> Trouble | None:
    """Return the search index's trouble."""
    prefix = settings.index_prefix
    return index_trouble(
        refusals_in(session),
        last_check(session, prefix),
        now,
        last_incident(session, prefix),
        _absent(settings),
    )


def worker_now(settings: Settings, now: datetime) -> Trouble | None:
    """Return the worker's trouble; Redis that does not answer is one."""
    try:
        return worker_trouble(pulses(settings, now), "", now)
    except PulsesUnknownError as error:
        return worker_trouble(None, str(error), now)


def _absent(settings: Settings) -> str:
    """Say that there is no index to search, and why; empty where there is one."""
    client = elasticsearch(settings.elasticsearch_url).options(
        request_timeout=ANSWER_S, max_retries=0
    )
    try:
        live = index_behind(client, Aliases(settings.index_prefix).live)
    except (ApiError, TransportError) as error:
        return f"Elasticsearch does not answer: {error}"
    return "" if live else f"no index stands behind {settings.index_prefix}: nothing is found"

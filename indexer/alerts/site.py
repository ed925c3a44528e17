"""What is wrong with the site itself at this moment: its index and its worker."""

from __future__ import annotations

from datetime import datetime

import psycopg
from elasticsearch import ApiError, Elasticsearch, TransportError
from redis.exceptions import RedisError
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from indexer.alerts.trouble import Trouble, index_trouble, with_events, worker_trouble
from indexer.catalogue.refusals import refusals_in
from indexer.db import session_scope
from indexer.index.checks import last_check, last_incident
from indexer.index.cluster.client import elasticsearch, index_behind
from indexer.index.cluster.names import Aliases
from indexer.index.compare import is_short
from indexer.index.database import connect
from indexer.index.errors import IndexingError
from indexer.insights.buffer import Buffer, Waiting
from indexer.models import IndexCheck
from indexer.pulses import PulsesUnknownError, pulses
from indexer.settings import Settings

INDEX_AWAY = (ApiError, TransportError, IndexingError)
ANSWER_S = 5.0  # of Elasticsearch, which may hang


def index_now(session: Session, settings: Settings, now: datetime) -> Trouble | None:
    """Return the search index's trouble, or that it was lost lately."""
    incident = last_incident(session, settings.index_prefix)
    return _index_trouble(session, settings, now, incident)


def why_not_well(settings: Settings, now: datetime) -> str:
    """Say what keeps changes of the catalogue from being found now; empty where nothing does.

    The whole path is looked at: who does the jobs, the outbox, the index and whether it is whole.
    """
    try:
        silent = pulses(settings, now).trouble
        with session_scope(settings.database_url) as session:
            trouble = _index_trouble(session, settings, now, None)
        parts = [silent, trouble.words if trouble else "", "" if trouble else _short(settings)]
    except (PulsesUnknownError, SQLAlchemyError, psycopg.Error, *INDEX_AWAY) as error:
        return str(error)
    return "; ".join(part for part in parts if part)


def _index_trouble(
    session: Session, settings: Settings, now: datetime, incident: IndexCheck | None
) -> Trouble | None:
    check = last_check(session, settings.index_prefix)
    absent = _absent(settings)
    trouble = index_trouble(refusals_in(session), check, now, incident, absent)
    return with_events(trouble, _events(settings), is_away=bool(absent))


def _short(settings: Settings) -> str:
    """Say that products are missing from the index that is there; empty where they are not."""
    with connect(settings.database_url) as connection:
        short = is_short(_client(settings), connection, settings.index_prefix)
    return "products are missing from the search index" if short else ""


def worker_now(settings: Settings, now: datetime) -> Trouble | None:
    """Return the worker's trouble; Redis that is full or does not answer is one."""
    try:
        state = pulses(settings, now)
    except PulsesUnknownError as error:
        return worker_trouble(None, str(error), now)
    return worker_trouble(state, str(_events(settings) or "") if state.is_full else "", now)


def _events(settings: Settings) -> Waiting | None:
    """Return what waits to be recorded; None where Redis does not answer."""
    try:
        return Buffer(settings).waiting()
    except RedisError:
        return None  # another alert tells of Redis


def _absent(settings: Settings) -> str:
    """Say that there is no index to search, and why; empty where there is one."""
    try:
        live = index_behind(_client(settings), Aliases(settings.index_prefix).live)
    except (ApiError, TransportError) as error:
        return f"Elasticsearch does not answer: {error}"
    return "" if live else f"no index stands behind {settings.index_prefix}: nothing is found"


def _client(settings: Settings) -> Elasticsearch:
    client = elasticsearch(settings.elasticsearch_url)
    return client.options(request_timeout=ANSWER_S, max_retries=0)

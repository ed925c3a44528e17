"""From the queue to Elasticsearch and the search log, in batches, once each.

An event's id makes a second delivery the same document. Its `step` (1: what a page's first search
knew, 2: what the visitor's browser asked then) is the document's version: the later one replaces
the earlier, and never the other way round, so that one search of a visitor is one event.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from elasticsearch import ApiError, Elasticsearch, TransportError
from sqlalchemy.dialects.postgresql import insert

from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.index.cluster.bulk import is_own_fault
from indexer.index.cluster.client import elasticsearch
from indexer.index.errors import BulkUnavailableError
from indexer.insights.buffer import Buffer, Event
from indexer.insights.streams import BY_EVENT, fields_of, indices_of
from indexer.models import SearchLog

BATCH = 2_000
LONGEST_S = 20.0  # then the next turn goes on: the queue's other jobs are not kept waiting
SAME = 409  # the document is there already, as it is or as it became later

log = logging.getLogger(__name__)


def write_events(settings: Settings) -> int:
    """Index what waits; return how many events.

    Raises BulkUnavailableError where Elasticsearch does not take them; they wait for the next turn.
    """
    buffer, written = Buffer(settings), 0
    until = time.monotonic() + LONGEST_S
    while time.monotonic() < until and (taken := buffer.take(BATCH)):
        events = [event for _, event in taken if event is not None and _is_ours(event)]
        log_searches(settings, events)
        index_events(settings, events)
        buffer.finish([number for number, _ in taken])
        written += len(events)
    return written


def _is_ours(event: Event) -> bool:
    stream = BY_EVENT.get(str(event.get("event")))
    at = event.get("@timestamp")
    if stream is None or not isinstance(at, str) or not event.get("_id"):
        return False
    try:
        datetime.fromisoformat(at)
    except ValueError:
        return False
    return True


def index_events(settings: Settings, events: Sequence[Event]) -> None:
    """Index events by their ids; raises BulkUnavailableError."""
    if not events:
        return
    client = elasticsearch(settings.elasticsearch_url)
    client = client.options(request_timeout=LONGEST_S, max_retries=0)
    try:
        lines = _lines(client, settings.index_prefix, events)
        answer = client.bulk(operations=lines).body
    except (TransportError, ApiError) as error:
        raise BulkUnavailableError(f"Elasticsearch takes no events now: {error}") from error
    _check(answer["items"])


def _lines(client: Elasticsearch, prefix: str, events: Sequence[Event]) -> list[Event]:
    lines: list[Event] = []
    for event, index in zip(events, indices_of(client, prefix, events), strict=True):
        action = {"_index": index, "_id": event["_id"], "version_type": "external_gte"}
        fields = fields_of(BY_EVENT[event["event"]])
        lines.append({"index": action | {"version": event.get("step", 1)}})
        lines.append({name: value for name, value in event.items() if name in fields})
    return lines


def _check(items: Sequence[dict[str, Any]]) -> None:
    """Tell of events that Elasticsearch refuses for good; raise where it may take them later."""
    for item in items:
        answer = item["index"]
        if answer["status"] < 400 or answer["status"] == SAME:
            continue
        if not is_own_fault(answer["error"]):
            raise BulkUnavailableError(f"Elasticsearch takes no events now: {answer['error']}")
        log.error("Event %s is refused: %s", answer["_id"], answer["error"])


def log_searches(settings: Settings, events: Sequence[Event]) -> None:
    """Keep the first pages in PostgreSQL, too, where popular searches are learnt from."""
    rows: dict[str, Event] = {}
    for event in events:
        if event["event"] != "search" or event.get("page") != 1 or event.get("demo"):
            continue
        known = rows.get(event["search"])
        if known is None or known.get("step", 1) <= event.get("step", 1):
            rows[event["search"]] = event
    if not rows:
        return
    statement = insert(SearchLog).values([_row(event) for event in rows.values()])
    new = statement.excluded
    changed = {"total": new.total, "country_code": new.country_code, "step": new.step}
    with session_scope(settings.database_url) as session:
        session.execute(
            statement.on_conflict_do_update(
                index_elements=[SearchLog.search_id],
                index_where=SearchLog.search_id.is_not(None),
                set_=changed,
                where=SearchLog.step <= new.step,
            )
        )


def _row(event: Event) -> dict[str, Any]:
    return {
        "search_id": event["search"],
        "step": event.get("step", 1),
        "query": event["query"],
        "filters": event["filters"],
        "sort": event["sort"],
        "total": event["total"],
        "country_code": event["country"],
        "created_at": datetime.fromisoformat(event["@timestamp"]),
    }

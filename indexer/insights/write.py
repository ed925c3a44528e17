"""From the queue to Elasticsearch and the search log, in batches, once each.

An event's id makes a second delivery the same document. Its `step` (1: what a page's first search
knew, 2: what the visitor's browser asked then) is the document's version: the later one replaces
the earlier, and never the other way round, so that one search of a visitor is one event. One that
cannot be recorded is put aside, and stops none behind it.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from datetime import datetime
from functools import partial
from typing import Any

import orjson
from elasticsearch import ApiError, Elasticsearch, TransportError
from sqlalchemy.dialects.postgresql import insert

from indexer.core.apart import in_halves, put_aside
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
LONGEST_ID = 512  # bytes, of Elasticsearch

Taken = tuple[bytes, bytes]  # an event's id in the queue, and its JSON


class EventRefusedError(ValueError):
    """An event can never be recorded."""


def write_events(settings: Settings) -> int:
    """Record what waits; return how many events.

    Raises BulkUnavailableError where Elasticsearch does not take them; they wait for the next turn.
    """
    buffer, written = Buffer(settings), 0

    def write(taken: Sequence[Taken]) -> None:
        events = [_checked(orjson.loads(text)) for _, text in taken]
        log_searches(settings, events)
        _index(settings, events)
        buffer.finish([number for number, _ in taken])

    def aside(taken: Taken, error: Exception) -> None:
        put_aside(settings, "events", taken[1].decode(errors="replace"), error)
        buffer.finish([taken[0]])

    until = time.monotonic() + LONGEST_S
    while time.monotonic() < until and (taken := buffer.take(BATCH)):
        written += in_halves(taken, write, aside)
    return written


def _checked(event: Event) -> Event:
    """Return what is an event; raises what `apart.is_bad`."""
    id_ = str(event.get("_id", "")).encode()
    if event.get("event") not in BY_EVENT or not 0 < len(id_) <= LONGEST_ID:
        raise EventRefusedError("It is no event, or has no id")
    datetime.fromisoformat(event["@timestamp"])
    return event


def index_events(settings: Settings, events: Sequence[Event]) -> int:
    """Index events by their ids; return how many. Raises BulkUnavailableError."""
    return in_halves(events, partial(_index, settings), partial(put_aside, settings, "events"))


def _index(settings: Settings, events: Sequence[Event]) -> None:
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
    """Raise where Elasticsearch may take some later, or refuses one for good."""
    answers = [item["index"] for item in items]
    failed = [one for one in answers if one["status"] >= 400 and one["status"] != SAME]
    for answer in failed:
        if not is_own_fault(answer["error"]):
            raise BulkUnavailableError(f"Elasticsearch takes no events now: {answer['error']}")
    if failed:
        raise EventRefusedError(f"Elasticsearch refuses it: {failed[0]['error']}")


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
        "query": event["query"] or "",  # filters alone
        "filters": event["filters"],
        "sort": event["sort"],
        "total": event["total"],
        "country_code": event["country"],
        "created_at": datetime.fromisoformat(event["@timestamp"]),
    }

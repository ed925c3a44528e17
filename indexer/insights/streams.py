"""The streams of events in Elasticsearch: an index a month behind one alias a stream.

Elasticsearch's own data streams and their lifecycle are not used: the build that `make run` and the
tests start has neither their API nor the service that ends what is too old, so that both would only
be tested where nobody looks. An index can also take an event again with what is known by then,
which a data stream, that only adds, cannot (`indexer.insights.write`).
"""

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache, partial
from typing import Any

from elasticsearch import ApiError, Elasticsearch

from indexer.core.bad_items import each
from indexer.core.settings import Settings
from indexer.index.cluster.client import elasticsearch
from indexer.index.cluster.mapping import FOLDER

RETENTION_FLOOR = 1  # day


@dataclass(frozen=True, slots=True)
class Stream:
    """A kind of events; `event` is the value of that field, `retention` the setting of its days."""

    name: str
    event: str
    retention: str

    def alias(self, prefix: str) -> str:
        """Return the name that all its months are read by."""
        return f"{prefix}.{self.name}"

    def index(self, prefix: str, at: str) -> str:
        """Return the first index of an event's month; `at` is its time in ISO 8601."""
        return f"{self.alias(prefix)}-{datetime.fromisoformat(at):%Y.%m}"

    def days(self, settings: Settings) -> int:
        """Return for how many days its events are kept."""
        return max(RETENTION_FLOOR, int(getattr(settings, self.retention)))


STREAMS = (
    Stream("searches", "search", "click_retention_days"),
    Stream("clicks", "click", "click_retention_days"),
    Stream("views", "view", "click_retention_days"),
    Stream("alerts", "alert", "click_retention_days"),
    Stream("runs", "run", "history_retention_days"),
    Stream("prices", "price", "history_retention_days"),
)
BY_EVENT = {stream.event: stream for stream in STREAMS}
BY_NAME = {stream.name: stream for stream in STREAMS}


@lru_cache(maxsize=16)
def body_of(stream: Stream) -> dict[str, Any]:
    """Return the settings and mappings of es_mappings/ for a stream."""
    body: dict[str, Any] = json.loads((FOLDER / f"{stream.name}.json").read_text("utf-8"))
    return body


def fields_of(stream: Stream) -> dict[str, Any]:
    properties: dict[str, Any] = body_of(stream)["mappings"]["properties"]
    return properties


def make_index(client: Elasticsearch, prefix: str, stream: Stream, index: str) -> bool:
    """Create an index, or add fields that are new since; return whether it was created."""
    if client.indices.exists(index=index):
        client.indices.put_mapping(index=index, properties=fields_of(stream), dynamic="strict")
        return False
    body = body_of(stream) | {"aliases": {stream.alias(prefix): {}}}
    try:
        client.indices.create(index=index, **body)
    except ApiError as error:
        if error.error != "resource_already_exists_exception":
            raise
        return False  # another process created it meanwhile
    return True


def ensure_streams(settings: Settings) -> None:
    """Create this month's indices."""
    client, prefix = elasticsearch(settings.elasticsearch_url), settings.index_prefix
    now = datetime.now(UTC).isoformat()
    for stream in STREAMS:
        make_index(client, prefix, stream, stream.index(prefix, now))


def delete_old_events(settings: Settings) -> int:
    """Delete what is older than the settings keep; return how many events were."""
    ensure_streams(settings)
    return sum(each(STREAMS, partial(_delete_old, settings), lambda stream: stream.name))


def _delete_old(settings: Settings, stream: Stream) -> int:
    """Delete a stream's old events; a month that is left empty goes with its index."""
    client, alias = elasticsearch(settings.elasticsearch_url), stream.alias(settings.index_prefix)
    client.indices.refresh(index=alias)
    oldest = {"range": {"@timestamp": {"lt": f"now-{stream.days(settings)}d"}}}
    done = client.delete_by_query(index=alias, query=oldest, conflicts="proceed", refresh=True)
    this_month = stream.index(settings.index_prefix, datetime.now(UTC).isoformat())
    for index in client.indices.get_alias(name=alias).body:
        if index < this_month and not client.count(index=index)["count"]:
            client.indices.delete(index=index, ignore_unavailable=True)
    return int(done.body["deleted"])

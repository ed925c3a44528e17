"""The durable queue between the producers of events and Elasticsearch: one Redis stream.

An event is accepted once it is in the stream. It leaves the stream only after Elasticsearch has it,
so a short outage of Elasticsearch, of a worker or of both loses none. Jobs wait in the same Redis:
events keep to a share of its memory. In a long outage the oldest are let go of, and counted.
"""

import json
import logging
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache, partial
from typing import Any, NamedTuple

import orjson
from elasticsearch import ApiError, Elasticsearch, TransportError
from redis import Redis
from redis.exceptions import OutOfMemoryError, ResponseError
from sqlalchemy.dialects.postgresql import insert

from indexer.core.bad_items import each, in_halves, put_aside
from indexer.core.db import session_scope
from indexer.core.queues import redis_connection
from indexer.core.settings import Settings
from indexer.index.cluster.bulk import is_own_fault
from indexer.index.cluster.client import elasticsearch
from indexer.index.cluster.mapping import FOLDER
from indexer.index.database import BulkUnavailableError
from indexer.models import SearchLog

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


log = logging.getLogger(__name__)

GROUP = "index"
CONSUMER = "writer"  # one name for all workers: what one took and left, the next takes up
SHARE = 0.4  # of Redis' maxmemory
# While all of Redis is fuller than this, half of the events give way to what else is in it.
FULL = 0.8
CAUGHT_UP = 1_000  # events, below which dropped ones are no longer reported
UNLIMITED_BYTES = 256 * 1024**2  # where Redis has no maxmemory
EVENT_BYTES = 1_024  # of an event in Redis; what is larger is bound by FULL

Event = dict[str, Any]


class Waiting(NamedTuple):
    """The events that wait, and those that were let go of: since the writer last caught up, and
    ever.
    """

    events: int
    lost: int
    lost_ever: int
    oldest_s: float = 0.0  # since the first of them came

    def __str__(self) -> str:
        """Return it for operators; empty where none waits."""
        lost = f", {self.lost:,} were let go of for want of room" if self.lost else ""
        waits = f"{self.events:,} searches and clicks wait to be recorded"
        return waits + lost if self.events or self.lost else ""


class Buffer:
    """The events that wait to be indexed."""

    def __init__(self, settings: Settings) -> None:
        self._url = settings.redis_url
        self._key = f"{settings.index_prefix}:events"
        self._counts = f"{self._key}:counts"
        self._uncounted = 0  # let go of, while Redis had no room for the number either

    @property
    def _redis(self) -> Redis:
        return redis_connection(self._url)

    def add(self, events: Sequence[Event], lost: int = 0) -> int:
        """Accept events; return how many were let go of for want of room, the oldest first.

        `lost`: so many never came this far, and are counted, too. Raises RedisError.
        """
        texts = [text for event in events if (text := _text(event))]
        missed = lost + len(events) - len(texts)
        memory, waits = self._redis.info("memory"), self._redis.xlen(self._key)
        most = int((memory["maxmemory"] * SHARE or UNLIMITED_BYTES) / EVENT_BYTES)
        if 0 < memory["maxmemory"] * FULL < memory["used_memory"]:
            most = min(most, waits // 2)
        try:
            return self._add(texts, most, missed)
        except OutOfMemoryError:
            freed: Any = self._redis.xtrim(self._key, maxlen=waits // 2, approximate=False)
            self._uncounted += freed
            return self._add(texts, most, missed)

    def _add(self, texts: Sequence[bytes], most: int, missed: int) -> int:
        """Add in one transaction: what Redis has no room for is not there in part."""
        with self._redis.pipeline() as pipeline:
            for text in texts:
                pipeline.xadd(self._key, {"e": text})
            pipeline.xtrim(self._key, maxlen=most, approximate=True)
            *_, gone = pipeline.execute()
        self._uncounted += gone
        if lost := missed + self._uncounted:
            with self._redis.pipeline() as pipeline:
                pipeline.hincrby(self._counts, "lost", lost)
                pipeline.hincrby(self._counts, "lost_ever", lost)
                pipeline.execute()
        self._uncounted = 0
        return int(lost)

    def waiting(self) -> Waiting:
        """Return how many events wait, and how many were let go of. Raises RedisError."""
        with self._redis.pipeline() as pipeline:
            pipeline.xlen(self._key)
            pipeline.hmget(self._counts, ["lost", "lost_ever"])
            pipeline.xrange(self._key, count=1)
            events, lost, oldest = pipeline.execute()
        now = time.time()
        since = int(oldest[0][0].partition(b"-")[0]) / 1000 if oldest else now
        gone, ever = (int(number or 0) for number in lost)
        return Waiting(events, gone, ever, max(0, now - since))

    def take(self, most: int) -> list[tuple[bytes, bytes]]:
        """Return events as JSON with their ids: first those taken before and not finished.

        What was let go of in the meantime is finished.
        """
        with suppress(ResponseError):  # the group is there
            self._redis.xgroup_create(self._key, GROUP, id="0", mkstream=True)
        for since in ("0", ">"):
            own: dict[Any, Any] = {self._key: since}
            read: Any = self._redis.xreadgroup(GROUP, CONSUMER, own, count=most)
            answer = read[0][1] if read else []
            self.finish([number for number, fields in answer if not fields])
            if found := [(number, fields.get(b"e", b"")) for number, fields in answer if fields]:
                return found
        return []

    def finish(self, numbers: Sequence[bytes]) -> None:
        """Let go of events that are indexed."""
        if not numbers:
            return
        with self._redis.pipeline() as pipeline:
            pipeline.xack(self._key, GROUP, *numbers)
            pipeline.xdel(self._key, *numbers)
            pipeline.xlen(self._key)
            *_, waits = pipeline.execute()
        if waits < CAUGHT_UP:
            self._redis.hdel(self._counts, "lost")


def _text(event: Event) -> bytes:
    """Return an event as it waits; empty where it is no JSON, which would keep back all others."""
    try:
        return orjson.dumps(event)
    except TypeError:
        log.exception("An event cannot be kept")
        return b""


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
        events = [_check_event(orjson.loads(text)) for _, text in taken]
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


def _check_event(event: Event) -> Event:
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
    streams = [BY_EVENT[event["event"]] for event in events]
    places = [one.index(prefix, e["@timestamp"]) for one, e in zip(streams, events, strict=True)]
    for index, stream in dict(zip(places, streams, strict=True)).items():
        make_index(client, prefix, stream, index)
    for event, index, stream in zip(events, places, streams, strict=True):
        action = {"_index": index, "_id": event["_id"], "version_type": "external_gte"}
        fields = fields_of(stream)
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

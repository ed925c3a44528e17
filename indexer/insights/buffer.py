"""The durable queue between the producers of events and Elasticsearch: one Redis stream.

An event is accepted once it is in the stream. It leaves the stream only after Elasticsearch has it,
so an outage of Elasticsearch, of a worker or of both loses none.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import orjson
from redis import Redis
from redis.exceptions import ResponseError

from indexer.queues import redis_connection
from indexer.settings import Settings

GROUP = "index"
CONSUMER = "writer"  # one name for all workers: what one took and left, the next takes up
MOST_WAITING = 2_000_000  # events, about 1 GB: beyond it no more are accepted

Event = dict[str, Any]


class Buffer:
    """The events that wait to be indexed."""

    def __init__(self, settings: Settings) -> None:
        self._url = settings.redis_url
        self._key = f"{settings.index_prefix}:events"

    @property
    def _redis(self) -> Redis:
        return redis_connection(self._url)

    def add(self, events: Sequence[Event]) -> int:
        """Accept events; return how many were, none where too many wait. Raises RedisError."""
        if self.waiting() >= MOST_WAITING:
            return 0
        with self._redis.pipeline(transaction=False) as pipeline:
            for event in events:
                pipeline.xadd(self._key, {"e": orjson.dumps(event)})
            pipeline.execute()
        return len(events)

    def waiting(self) -> int:
        """Return how many events wait. Raises RedisError."""
        return self._redis.xlen(self._key)

    def take(self, most: int) -> list[tuple[bytes, Event | None]]:
        """Return events with their ids: first those that were taken before and not finished.

        What is no JSON object is None.
        """
        for since in ("0", ">"):
            answer = self._read(since, most)
            if answer:
                return [(number, _event(fields)) for number, fields in answer]
        return []

    def _read(self, since: str, most: int) -> list[tuple[bytes, dict[bytes, bytes]]]:
        try:
            answer = self._group(since, most)
        except ResponseError as error:
            if "NOGROUP" not in str(error):
                raise
            self._make_group()
            answer = self._group(since, most)
        return answer[0][1] if answer else []

    def _group(self, since: str, most: int) -> Any:
        return self._redis.xreadgroup(GROUP, CONSUMER, {self._key: since}, count=most)

    def _make_group(self) -> None:
        try:
            self._redis.xgroup_create(self._key, GROUP, id="0", mkstream=True)
        except ResponseError as error:
            if "BUSYGROUP" not in str(error):  # another worker was first
                raise

    def finish(self, numbers: Sequence[bytes]) -> None:
        """Let go of events that are indexed."""
        with self._redis.pipeline() as pipeline:
            pipeline.xack(self._key, GROUP, *numbers)
            pipeline.xdel(self._key, *numbers)
            pipeline.execute()


def _event(fields: dict[bytes, bytes]) -> Event | None:
    try:
        event = orjson.loads(fields[b"e"])
    except (KeyError, ValueError):
        return None
    return event if isinstance(event, dict) else None

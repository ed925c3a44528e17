"""The durable queue between the producers of events and Elasticsearch: one Redis stream.

An event is accepted once it is in the stream. It leaves the stream only after Elasticsearch has it,
so a short outage of Elasticsearch, of a worker or of both loses none. Jobs wait in the same Redis:
events keep to a share of its memory. In a long outage the oldest are let go of, and counted.
"""

import logging
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, NamedTuple

import orjson
from redis import Redis
from redis.exceptions import OutOfMemoryError, ResponseError

from indexer.core.queues import redis_connection
from indexer.core.settings import Settings

log = logging.getLogger(__name__)

GROUP = "index"
CONSUMER = "writer"  # one name for all workers: what one took and left, the next takes up
SHARE = 0.4  # of Redis' maxmemory
# While all of Redis is fuller than this, half of the events give way to what else is in it.
FULL = 0.8
CAUGHT_UP = 1_000  # events, below which those that were let go of are told no more
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

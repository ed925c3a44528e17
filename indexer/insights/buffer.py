"""The durable queue between the producers of events and Elasticsearch: one Redis stream.

An event is accepted once it is in the stream. It leaves the stream only after Elasticsearch has it,
so a short outage of Elasticsearch, of a worker or of both loses none. Jobs wait in the same Redis:
events keep to a share of its memory. In a long outage the oldest are let go of, and counted.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any, NamedTuple

import orjson
from redis import Redis
from redis.exceptions import ResponseError

from indexer.core.queues import redis_connection
from indexer.core.settings import Settings

log = logging.getLogger(__name__)

GROUP = "index"
CONSUMER = "writer"  # one name for all workers: what one took and left, the next takes up
SHARE = 0.4  # of Redis' maxmemory
# While all of Redis is fuller than this, events give way to what else is in it.
FULL = 0.8
UNLIMITED_BYTES = 256 * 1024**2  # where Redis has no maxmemory
# What an event takes besides its text: with it the sum is within some tenth of the memory that
# Redis 7 uses for the stream, for events of 400 bytes to 20 kB.
ENTRY_BYTES = 100

Event = dict[str, Any]


class Waiting(NamedTuple):
    """The events that wait, and those that were let go of: since the writer last caught up, and
    ever.
    """

    events: int
    lost: int
    lost_ever: int

    def __str__(self) -> str:
        """Return it for operators; empty where none waits."""
        lost = f", {self.lost:,} were let go of for want of room" if self.lost else ""
        waits = f"{self.events:,} searches and clicks wait to be recorded"
        return waits + lost if self.events or self.lost else ""


# What the writer has in hand (taken and not finished, the oldest) is not let go of: it may be
# indexed already. `allow-oom`: it makes room where Redis is full.
_ADD = """#!lua flags=allow-oom
local stream, counts, group = KEYS[1], KEYS[2], ARGV[1]
local share, full, unlimited = tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local lost, each = tonumber(ARGV[5]), tonumber(ARGV[6])

local bytes = 0
if redis.call('XLEN', stream) > 0 then
    local known = redis.call('HGET', counts, 'bytes')
    bytes = tonumber(known or redis.call('MEMORY', 'USAGE', stream, 'SAMPLES', 0))
end

local memory = redis.call('INFO', 'memory')
local most = tonumber(string.match(memory, '[\\r\\n]maxmemory:(%d+)'))
local used = tonumber(string.match(memory, '[\\r\\n]used_memory:(%d+)'))
local bound = unlimited
if most > 0 then bound = math.min(most * share, bytes + most * full - used) end

local after, taken = '-', redis.pcall('XPENDING', stream, group)
if not taken.err and taken[1] > 0 then after = '(' .. taken[3] end

local function make_room(wanted)
    while bytes + wanted > bound do
        local oldest = redis.call('XRANGE', stream, after, '+', 'COUNT', 50)
        if #oldest == 0 then return false end
        for _, entry in ipairs(oldest) do
            redis.call('XDEL', stream, entry[1])
            bytes = bytes - #entry[2][2] - each
            lost = lost + 1
            if bytes + wanted <= bound then break end
        end
    end
    return true
end

for number = 7, #ARGV do
    local wanted = #ARGV[number] + each
    if make_room(wanted) then
        redis.call('XADD', stream, '*', 'e', ARGV[number])
        bytes = bytes + wanted
    else
        lost = lost + 1
    end
end
redis.call('HSET', counts, 'bytes', bytes)
redis.call('HINCRBY', counts, 'lost', lost)
redis.call('HINCRBY', counts, 'lost_ever', lost)
return lost
"""

_FINISH = """#!lua flags=allow-oom
local stream, counts, group = KEYS[1], KEYS[2], ARGV[1]
local each, freed = tonumber(ARGV[2]), 0
for number = 3, #ARGV do
    local entry = redis.call('XRANGE', stream, ARGV[number], ARGV[number])[1]
    if entry then freed = freed + #entry[2][2] + each end
    redis.call('XACK', stream, group, ARGV[number])
    redis.call('XDEL', stream, ARGV[number])
end
redis.call('HINCRBY', counts, 'bytes', -freed)
if redis.call('XLEN', stream) < 1000 then redis.call('HDEL', counts, 'lost') end
"""


class Buffer:
    """The events that wait to be indexed."""

    def __init__(self, settings: Settings) -> None:
        self._url = settings.redis_url
        self._key = f"{settings.index_prefix}:events"
        self._keys = (self._key, f"{self._key}:counts")

    @property
    def _redis(self) -> Redis:
        return redis_connection(self._url)

    def add(self, events: Sequence[Event], lost: int = 0) -> int:
        """Accept events; return how many were let go of for want of room, the oldest first.

        `lost`: so many never came this far, and are counted, too. Raises RedisError.
        """
        texts = [text for event in events if (text := _text(event))]
        missed = lost + len(events) - len(texts)
        bounds = (SHARE, FULL, UNLIMITED_BYTES, missed, ENTRY_BYTES)
        return int(self._run(_ADD, *bounds, *texts))

    def waiting(self) -> Waiting:
        """Return how many events wait, and how many were let go of. Raises RedisError."""
        with self._redis.pipeline() as pipeline:
            pipeline.xlen(self._key)
            pipeline.hmget(self._keys[1], ["lost", "lost_ever"])
            events, lost = pipeline.execute()
        return Waiting(events, *(int(number or 0) for number in lost))

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
        self._run(_FINISH, ENTRY_BYTES, *numbers)

    def _run(self, script: str, *values: Any) -> Any:
        return self._redis.register_script(script)(self._keys, [GROUP, *values])


def _text(event: Event) -> bytes:
    """Return an event as it waits; empty where it is no JSON, which would keep back all others."""
    try:
        return orjson.dumps(event)
    except TypeError:
        log.exception("An event cannot be kept")
        return b""


def _event(fields: dict[bytes, bytes]) -> Event | None:
    try:
        event = orjson.loads(fields[b"e"])
    except (KeyError, ValueError):
        return None
    return event if isinstance(event, dict) else None

"""What other processes have changed, heard before it is asked for: whatever one writes, the next
call on any process reads.

What web processes keep (an operator's edit of a brand, a synonym, a take-down, a swap of the index)
is published on a Redis channel (`indexer.index.cluster.changed`) that each of them subscribes to,
and polled before each use of what is kept: a system call. A refresh of the index is noticed within
LOOK_EVERY_S, by the count of its refreshes. Without Redis or Elasticsearch changes would be missed:
then there is no number, and no answer is kept; tables are read anew for each request.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

from redis import Redis
from redis.backoff import NoBackoff
from redis.client import PubSub
from redis.exceptions import RedisError
from redis.retry import Retry

from app.errors import SearchUnavailable
from app.search.engine import Engine
from indexer.core.background import attempt, repeat, start
from indexer.core.settings import Settings
from indexer.index.cluster.changed import channel

log = logging.getLogger(__name__)

LOOK_EVERY_S = 1.0
SURE_S = 3.0  # after so long without a reply from Redis or Elasticsearch, changes may be missed
REDIS_TIMEOUT_S = 0.5
WHAT = "Looking for changes of the index"


def _ignore() -> None:
    """Stand in for a callback that was not given."""


class Changes:
    """Counts changes. `on_change` is called when a change is heard, or may have been missed.

    `on_look` is called each time that the index was polled. Neither may block.
    """

    def __init__(
        self,
        settings: Settings,
        engine: Engine,
        on_change: Callable[[], None],
        on_look: Callable[[], None] = _ignore,
    ) -> None:
        self._settings, self._engine = settings, engine
        self._on_change, self._on_look = on_change, on_look
        self._lock = threading.RLock()
        self._listening: PubSub | None = None
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._number = 0
        self._index: object = None
        self._names: frozenset[str] | None = None
        self._moved: Callable[[], object] = _ignore
        self._looked_at = self._answered_at = self._asked_at = float("-inf")

    def are_heard(self) -> bool:
        """Hear what has changed; return False where something may have been missed.

        Connects to Redis where it is not connected, once in LOOK_EVERY_S.
        """
        now = time.monotonic()
        with self._lock:
            self._listen()
            is_silent = now - max(self._answered_at, self._asked_at) > LOOK_EVERY_S
            if is_silent:
                self._asked_at = now
        if is_silent:
            self._ask()
        return self._listening is not None and now - self._answered_at < SURE_S

    def number(self) -> int | None:
        """Return a number that rises with each change; None where changes may be missed."""
        if self._thread is None:
            self._start()
        are_heard = self.are_heard()
        with self._lock:
            is_sure = are_heard and time.monotonic() - self._looked_at < SURE_S
            return self._number if is_sure else None

    def on_other_index(self, moved: Callable[[], object]) -> None:
        """Poll now and from now on; `moved` is called each time that another index serves."""
        attempt(WHAT, self._look)
        self._moved = moved
        self.number()

    @property
    def has_looked(self) -> bool:
        """Return True if the index was polled at least once."""
        return self._looked_at > float("-inf")

    def close(self) -> None:
        """End the thread and the connection."""
        self._stop.set()
        with self._lock:
            self._unsubscribe()

    def _start(self) -> None:
        """Start the thread at the first search: a server forks its workers before that."""
        with self._lock:
            if self._thread is None:
                self._thread = start("changes", self._run)

    def _run(self) -> None:
        attempt(WHAT, self._look)
        repeat(WHAT, self._look, LOOK_EVERY_S, self._stop, self._settings.redis_url)

    def _look(self) -> None:
        """Keep the connection alive, and see whether the index was refreshed or swapped."""
        self._ask()
        try:
            seen = self._engine.refreshes()
        except SearchUnavailable:
            return
        with self._lock:
            self._number += seen != self._index
            self._index, self._looked_at = seen, time.monotonic()
        names = frozenset(name for name, _ in seen)
        if names != self._names:
            self._names = names
            self._moved()
        self._on_look()

    def _ask(self) -> None:
        """Have Redis answer, so that silence means that nothing was published."""
        try:
            if self._stop.is_set():
                return
            if self._listening is None:
                self._subscribe()
            else:
                with self._lock:
                    self._listen()
                    if self._listening is not None:
                        self._listening.ping()
        except (RedisError, OSError) as error:
            log.info("Redis does not answer, no answers are kept: %s", error)
            with self._lock:
                self._unsubscribe()

    def _subscribe(self) -> None:
        """Connect, outside the lock: requests go on meanwhile."""
        client = Redis.from_url(
            self._settings.redis_url,
            socket_timeout=REDIS_TIMEOUT_S,
            socket_connect_timeout=REDIS_TIMEOUT_S,
            retry=Retry(NoBackoff(), 0),  # a silent reconnect would miss messages
        )
        listening: PubSub = client.pubsub()  # type: ignore[no-untyped-call]
        listening.subscribe(channel(self._settings.index_prefix))
        with self._lock:
            if self._listening is None:
                self._listening = listening
                return
        listening.close()  # another thread was first

    def _unsubscribe(self) -> None:
        listening, self._listening = self._listening, None
        self._answered_at = float("-inf")
        if listening is not None:
            listening.close()

    def _listen(self) -> None:
        """Read all messages that have arrived."""
        try:
            while self._listening is not None:
                message = self._listening.get_message(timeout=0)
                if message is None:
                    return
                self._count(str(message["type"]))
        except (RedisError, OSError) as error:
            log.info("Redis has gone, no answers are kept: %s", error)
            self._unsubscribe()

    def _count(self, kind: str) -> None:
        if kind != "message":  # the subscription itself, or the answer to a ping
            self._answered_at = time.monotonic()
        if kind != "pong":  # what was changed before the subscription was missed
            self._number += 1
            self._on_change()

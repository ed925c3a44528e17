"""Finished, compressed answers, kept in memory until something changes."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from dataclasses import dataclass, field

from cachetools import LRUCache
from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

from app.search.engine import Engine
from app.search.execute import SearchEvent
from app.web.errors import SearchUnavailable
from indexer.core.background import attempt, repeat, start
from indexer.core.settings import Settings
from indexer.index.writer import key_of

LARGEST = 1 / 16  # of the memory, that one answer may take
ENTRY_BYTES = 4000  # what an entry takes besides its body and its question
# Threads that wait for another thread's answer. Further ones compute it themselves, so that the
# breaker refuses a search that hangs and threads stay free for what needs no search.
MOST_WAITING = 4


@dataclass(frozen=True, slots=True)
class CachedResponse:
    """A finished answer. `encoding`: its body's content encoding, empty for none.

    `took`: Elasticsearch's time in ms. `event`: what is recorded of a search each time it is
    answered. `at`: when it was made (monotonic, s).
    """

    body: bytes
    encoding: str = ""
    took: int = 0
    event: SearchEvent | None = None
    at: float = field(default_factory=time.monotonic)


def _size(entry: tuple[CachedResponse, int]) -> int:
    return len(entry[0].body) + entry[1] + ENTRY_BYTES


class ResponseCache:
    """The answers of one process. `most_bytes` is all that they take; 0 keeps none.

    They belong to a generation, the state of all that they were computed from; the first look of a
    new one empties it.
    """

    def __init__(self, most_bytes: int, generation: Callable[[], Hashable | None]) -> None:
        self._most = most_bytes
        self._current = generation
        self._lock = threading.Lock()
        self._waiting = threading.BoundedSemaphore(MOST_WAITING)
        self._generation: Hashable | None = None
        # With the bytes of the question.
        self._answers: LRUCache[Hashable, tuple[CachedResponse, int]] = self._empty()
        self._flights: dict[Hashable, Future[CachedResponse]] = {}

    def get(
        self, key: Hashable, size: int, make: Callable[[], CachedResponse]
    ) -> tuple[CachedResponse, bool]:
        """Return the answer to a question and whether it was kept; raises what `make` raises.

        `size`: bytes of the question. While one thread computes an answer, others with the same
        wait for it. Where it is unknown whether something has changed, nothing is kept.
        """
        generation = self._current() if self._most else None
        if generation is None:
            return make(), False
        with self._lock:
            if generation != self._generation:
                self._generation, self._answers = generation, self._empty()
            entry = self._answers.get(key)
            if entry is not None:
                return entry[0], True
            flight = self._flights.get((generation, key))
            if flight is None:
                mine = self._flights[generation, key] = Future()
        if flight is not None:
            return self._follow(flight, make), False
        try:
            answer = make()
            mine.set_result(answer)
        except BaseException as error:
            mine.set_exception(error)
            raise
        finally:
            with self._lock:
                del self._flights[generation, key]
        if _size((answer, size)) <= self._most * LARGEST:
            with self._lock:
                # Of what changed meanwhile it may be older or newer: the next look empties both.
                if generation == self._generation:
                    self._answers[key] = answer, size
        return answer, False

    def _empty(self) -> LRUCache[Hashable, tuple[CachedResponse, int]]:
        return LRUCache(self._most, getsizeof=_size)

    @property
    def bytes(self) -> int:
        """Return how many bytes the kept answers take."""
        return int(self._answers.currsize)

    def _follow(
        self, flight: Future[CachedResponse], make: Callable[[], CachedResponse]
    ) -> CachedResponse:
        if not self._waiting.acquire(blocking=False):
            return make()
        try:
            return flight.result()
        finally:
            self._waiting.release()


log = logging.getLogger(__name__)

LOOK_EVERY_S = 1.0
SURE_S = 3.0  # after so long without an answer of Elasticsearch, changes may be missed
REDIS_TIMEOUT_S = 0.25
WHAT = "Looking for changes of the index"


def _ignore() -> None:
    """Stand in for a callback that was not given."""


class Changes:
    """Counts changes: other marks of writers in Redis, and refreshes of the index.

    `on_change` is called when another mark is read, or may have been missed; `on_look` each time
    that the index was polled. Neither may block.
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
        self._redis = Redis.from_url(
            settings.redis_url,
            socket_timeout=REDIS_TIMEOUT_S,
            socket_connect_timeout=REDIS_TIMEOUT_S,
            retry=Retry(NoBackoff(), 0),
        )
        self._lock = threading.RLock()
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._number = 0
        self._mark: object = self  # None: there is none in Redis
        self._is_away = False
        self._index: object = None
        self._names: frozenset[str] | None = None
        self._moved: Callable[[], object] = _ignore
        self._looked_at = self._asked_at = float("-inf")

    def is_subscribed(self) -> bool:
        """Look whether something has changed; return False where Redis does not answer.

        While it does not, one request in LOOK_EVERY_S queries it again.
        """
        with self._lock:
            is_early = time.monotonic() - self._asked_at < LOOK_EVERY_S
            if self._stop.is_set() or (self._is_away and is_early):
                return False
            self._asked_at = time.monotonic()
        try:
            mark: object = self._redis.get(key_of(self._settings.index_prefix))
        except (RedisError, OSError) as error:
            log.info("Redis does not answer, no answers are kept: %s", error)
            self._is_away, self._mark = True, self
            return False
        with self._lock:
            self._is_away = False
            if mark != self._mark:
                self._mark = mark
                self._number += 1
                self._on_change()
        return True

    def number(self) -> int | None:
        """Return a number that rises with each change seen; None where changes may be missed."""
        if self._thread is None:
            self._start()
        with self._lock:
            is_sure = not self._is_away and time.monotonic() - self._looked_at < SURE_S
            return self._number if is_sure else None

    def on_other_index(self, moved: Callable[[], object]) -> None:
        """Poll now and from now on; `moved` is called each time that another index serves."""
        attempt(WHAT, self._look)
        self._moved = moved
        self.number()

    @property
    def has_polled(self) -> bool:
        """Return True if the index was polled at least once."""
        return self._looked_at > float("-inf")

    def close(self) -> None:
        """End the thread and the connection."""
        self._stop.set()
        self._redis.close()

    def _start(self) -> None:
        """Start the thread at the first search: a server forks its workers before that."""
        with self._lock:
            if self._thread is None:
                self._thread = start("changes", self._run)

    def _run(self) -> None:
        attempt(WHAT, self._look)
        repeat(WHAT, self._look, LOOK_EVERY_S, self._stop, self._settings.redis_url)

    def _look(self) -> None:
        self.is_subscribed()
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

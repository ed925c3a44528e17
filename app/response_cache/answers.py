"""A cache of finished, compressed answers, bounded in bytes; each is computed once at a time.

An answer is served within its generation alone (`app.response_cache.store`).
"""

import threading
import time
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from dataclasses import dataclass, field

from app.response_cache.store import Store
from app.search.facts import SearchFacts

ENTRY_BYTES = 4000  # what an entry takes besides its body and its question
# Threads that wait for another thread's answer. Further ones compute it themselves, so that the
# breaker refuses a search that hangs and threads stay free for what needs no search.
MOST_WAITING = 4


@dataclass(frozen=True, slots=True)
class CachedResponse:
    """A finished answer. `encoding`: its body's content encoding, empty for none.

    `took`: Elasticsearch's time in ms. `facts`: what is recorded of a search each time it is
    answered. `at`: when it was made (monotonic, s).
    """

    body: bytes
    encoding: str = ""
    took: int = 0
    facts: SearchFacts | None = None
    at: float = field(default_factory=time.monotonic)


@dataclass(frozen=True, slots=True)
class _Entry:
    answer: CachedResponse
    question_bytes: int


def _size(entry: _Entry) -> int:
    return len(entry.answer.body) + entry.question_bytes + ENTRY_BYTES


class ResponseCache:
    """The answers of one process. `most_bytes` is all that they take; 0 keeps none."""

    def __init__(self, most_bytes: int, generation: Callable[[], Hashable | None]) -> None:
        self._most = most_bytes
        self._current = generation
        self._lock = threading.Lock()
        self._waiting = threading.BoundedSemaphore(MOST_WAITING)
        self._answers: Store[_Entry] = Store(most_bytes, _size)
        self._flights: dict[Hashable, Future[CachedResponse]] = {}

    def get(
        self, key: Hashable, size: int, make: Callable[[], CachedResponse]
    ) -> tuple[CachedResponse, bool]:
        """Return the answer to a question and whether it was kept; raises what `make` raises.

        `size`: bytes of the question. While one thread computes an answer, others that ask the same
        wait for it. Where it is unknown whether something has changed, nothing is kept.
        """
        generation = self._current() if self._most else None
        if generation is None:
            return make(), False
        with self._lock:
            entry = self._answers.of(generation).get(key)
            if entry is not None:
                return entry.answer, True
            flight = self._flights.get((generation, key))
            if flight is None:
                mine = self._flights[generation, key] = Future()
        if flight is not None:
            return self._follow(flight, make), False
        return self._lead(mine, generation, key, size, make), False

    @property
    def bytes(self) -> int:
        """Return how many bytes the kept answers take."""
        return self._answers.bytes

    def _follow(
        self, flight: Future[CachedResponse], make: Callable[[], CachedResponse]
    ) -> CachedResponse:
        if not self._waiting.acquire(blocking=False):
            return make()
        try:
            return flight.result()
        finally:
            self._waiting.release()

    def _lead(
        self,
        flight: Future[CachedResponse],
        generation: Hashable,
        key: Hashable,
        size: int,
        make: Callable[[], CachedResponse],
    ) -> CachedResponse:
        try:
            answer = make()
            flight.set_result(answer)
        except BaseException as error:
            flight.set_exception(error)
            raise
        finally:
            with self._lock:
                del self._flights[generation, key]
        if self._current() == generation:  # nothing has changed meanwhile
            with self._lock:
                self._answers.keep(generation, key, _Entry(answer, size))
        return answer

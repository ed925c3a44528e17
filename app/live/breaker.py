"""A circuit breaker and a bulkhead: a service that is down or hangs costs little."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext

from app.web.errors import ApiError, SearchUnavailable
from indexer.core.settings import AT_ONCE, waiting

FAILURES_TO_OPEN = 3
OPEN_FOR_S = 2.0
# How long a call may wait for a place: longer than a search takes on a busy machine. Those that are
# more than may wait are refused at once, so that there are threads for what needs no search.
WAIT_FOR_A_PLACE_S = 0.8
BUSY_RETRY_AFTER_S = 1


class EngineFailed(Exception):
    """Elasticsearch could not be reached, or did not answer in time."""


class Breaker:
    """Opens after three failures in a row; while open, calls are refused without waiting.

    After two seconds one caller may try, where `probe` (short, bounded) finds an engine that does
    not hang; until its call succeeds all others are refused: an engine that has just come back
    takes seconds for its first answers.
    `failures` are the errors that count, `refusal` is what callers get in their place. `at_once`
    calls are inside at a time (`indexer.core.settings`).
    """

    def __init__(
        self,
        probe: Callable[[], bool],
        failures: tuple[type[Exception], ...] = (EngineFailed,),
        refusal: type[ApiError] = SearchUnavailable,
        at_once: int = AT_ONCE,
    ) -> None:
        self._probe = probe
        self._failure_types = failures
        self._refusal = refusal
        self._lock = threading.Lock()
        self._places = threading.BoundedSemaphore(at_once)
        self._inside = threading.BoundedSemaphore(at_once + waiting(at_once))
        self._failures = 0
        self._retry_at = 0.0
        self._trying = False

    @property
    def is_open(self) -> bool:
        """Return True if calls are refused at present."""
        return self._failures >= FAILURES_TO_OPEN

    @contextmanager
    def call(self) -> Iterator[None]:
        """Run one call; raises the refusal (SearchUnavailable) when it is refused or fails."""
        with self._trial() if self.is_open else nullcontext(), self._place():
            try:
                yield
            except self._failure_types as error:
                self._count_failure()
                raise self._refusal() from error
            else:
                self._failures = 0

    @contextmanager
    def _place(self) -> Iterator[None]:
        """Hold one of the places; raises the refusal when all are taken and enough others wait."""
        if not self._inside.acquire(blocking=False):
            raise self._busy()
        try:
            if not self._places.acquire(timeout=WAIT_FOR_A_PLACE_S):
                raise self._busy()
            try:
                yield
            finally:
                self._places.release()
        finally:
            self._inside.release()

    def _busy(self) -> ApiError:
        error = self._refusal()
        error.retry_after_s = BUSY_RETRY_AFTER_S
        return error

    @contextmanager
    def _trial(self) -> Iterator[None]:
        """Let one caller at a time through; raises the refusal for all others."""
        with self._lock:
            if self._trying or time.monotonic() < self._retry_at:
                raise self._refusal()
            self._trying = True
        try:
            if not self._probe():
                raise self._refusal()
            yield
        finally:
            self._retry_at, self._trying = time.monotonic() + OPEN_FOR_S, False

    def _count_failure(self) -> None:
        with self._lock:
            self._failures += 1
            if self.is_open:
                self._retry_at = time.monotonic() + OPEN_FOR_S

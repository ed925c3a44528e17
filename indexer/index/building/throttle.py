"""The default speed of a rebuild: as fast as live searches allow."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from elasticsearch import ApiError, Elasticsearch, TransportError

from indexer.core.background import repeat, start

# A bulk is followed by a rest of its own duration times the rest factor. The next documents are
# built meanwhile, so that most of a rest costs nothing. Longer rests help few: the slow searches
# are those that meet a bulk, and some do at any pace.
FIRST, LEAST, MOST = 1.0, 0.4, 2.0
# Nor after a bulk that was slow for another reason: one that waited for a node took minutes.
LONGEST_S = 10.0
# Searches may become this much slower; more, and rests grow.
ALLOWED = 1.25
PROBE_PAUSE_S = 0.1
COUNTED = ("category", "brand", "colour")
RECENT = 40  # probes that the present latency is taken from, some seconds' worth
FRESH = 8  # probes between two changes of the rest: what one changed must show before the next
CALM_PROBES = 15
CALM_KEPT = 45  # what is usual is taken from the last three measurements of it
# The site's own load changes too: what is usual is measured again this often, in a rest.
CALM_EVERY_S = 15.0
OWN_MS = 5  # what a visitor waits for besides Elasticsearch: the delay counts beside both
PROBE_S = 5.0  # a probe's own time-out
FAILED_S = 60.0  # a search that fails counts as this slow

Probe = Callable[[], float]


def next_rest(rest: float, ratio: float) -> float:
    """Return the next rest factor, given how many times slower than usual searches are.

    Rests grow quickly when searches suffer and shrink slowly when they do not.
    """
    return min(MOST, max(LEAST, rest * (1.25 if ratio > ALLOWED else 0.85)))


def slow_end(latencies: Iterable[float]) -> float:
    """Return the 90th percentile: a rebuild shows in the slow searches first."""
    ordered = sorted(latencies)
    return ordered[int(len(ordered) * 0.9)]


def search_probe(client: Elasticsearch, alias: str) -> Probe:
    """Return a function that runs one uncached search like a visitor's and returns its seconds.

    With counts, as visitors' searches have them: a lighter one would suffer more, in proportion.
    Elasticsearch says how long it took: a clock here would also count the waiting for the thread
    that builds documents, which delays no visitor.
    """
    aggregations = {name: {"terms": {"field": name}} for name in COUNTED}

    def probe() -> float:
        try:
            answer = client.options(max_retries=0, request_timeout=PROBE_S).search(
                index=alias,
                size=20,
                query={"match": {"words": "cotton"}},
                aggregations=aggregations,
                filter_path="took",
                request_cache=False,
            )
        except (TransportError, ApiError):
            return FAILED_S
        return (int(answer["took"]) + OWN_MS) / 1000

    return probe


@dataclass(slots=True)
class Throttle:
    """Rests after each bulk, as long as a thread that searches all the time says.

    Use it as a context: the thread runs while the block does.
    """

    probe: Probe
    sleep: Callable[[float], None] = time.sleep
    clock: Callable[[], float] = time.monotonic
    rest: float = FIRST
    calm_at: float = 0.0
    calm: deque[float] = field(default_factory=lambda: deque(maxlen=CALM_KEPT))
    recent: deque[float] = field(default_factory=lambda: deque(maxlen=RECENT))
    fresh: int = 0
    _stop: threading.Event = field(default_factory=threading.Event)
    _thread: threading.Thread | None = None

    def __enter__(self) -> Throttle:
        """Learn how fast searches are without the rebuild, then watch them."""
        self.measure_calm()
        self._thread = start("search-probe", self._watch)
        return self

    def __exit__(self, *_: object) -> None:
        """Stop watching."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join()

    def measure_calm(self) -> None:
        """Learn how fast searches are while nothing is written."""
        self.calm.extend(self.probe() for _ in range(CALM_PROBES))
        self.calm_at = self.clock()

    def after(self, duration_s: float) -> None:
        """Rest after a bulk that took this long."""
        if self.clock() - self.calm_at > CALM_EVERY_S:
            self.measure_calm()
        if len(self.recent) >= RECENT // 2 and self.fresh >= FRESH:
            self.fresh = 0
            ratio = slow_end(list(self.recent)) / slow_end(self.calm)
            self.rest = next_rest(self.rest, ratio)
        self.sleep(min(duration_s * self.rest, LONGEST_S))

    def _watch(self) -> None:
        repeat("A probe of searches", self._look, PROBE_PAUSE_S, self._stop)

    def _look(self) -> None:
        self.recent.append(self.probe())
        self.fresh += 1

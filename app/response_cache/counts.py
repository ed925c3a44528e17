"""What Elasticsearch counted, kept for as long as it is true: the next page, another order or one
more value of a facet ask for counts that were just asked for."""

import threading
from collections.abc import Callable, Hashable
from typing import NamedTuple

import orjson

from app.response_cache.store import Store
from app.search import Body
from app.search.engine import Answer, Ask

RESPONSE_BYTES = 3_000  # of a parsed response besides its buckets, and of its entry
BUCKET_BYTES = 350


class _Counted(NamedTuple):
    response: Body
    body_bytes: int


def _size(counted: _Counted) -> int:
    facets = counted.response.get("aggregations", {}).values()
    buckets = sum(len(facet.get("buckets", ())) for facet in facets)
    return RESPONSE_BYTES + counted.body_bytes + BUCKET_BYTES * buckets


class CountCache:
    """The answers to bodies that fetch no hits, of one process.

    `most_bytes` is about what they take; 0 keeps none. `generation` is the state of the index, None
    where it is unknown: then nothing is kept.
    """

    def __init__(self, most_bytes: int, generation: Callable[[], Hashable | None]) -> None:
        self._most, self._current = most_bytes, generation
        self._lock = threading.Lock()
        self._store: Store[_Counted] = Store(most_bytes, _size)

    def through(self, bodies: list[Body], ask: Ask) -> Answer:
        """Answer bodies, asking only what is not kept; raises what `ask` raises.

        The responses are shared: nobody changes them.
        """
        generation = self._current() if self._most else None
        if generation is None:
            return ask(bodies)
        keys = [orjson.dumps(body) if body.get("size") == 0 else None for body in bodies]
        with self._lock:
            values = self._store.of(generation)
            kept = [None if key is None else values.get(key) for key in keys]
        missing = [number for number, counted in enumerate(kept) if counted is None]
        answer = ask([bodies[number] for number in missing])
        asked = dict(zip(missing, answer.responses, strict=True))
        if missing and self._current() == generation:  # nothing has changed meanwhile
            with self._lock:
                for number in missing:
                    if (key := keys[number]) is not None:
                        self._store.keep(generation, key, _Counted(asked[number], len(key)))
        responses = [
            asked[number] if counted is None else counted.response
            for number, counted in enumerate(kept)
        ]
        return Answer(responses, answer.took)

    @property
    def bytes(self) -> int:
        """Return how many bytes the kept counts take, about."""
        return self._store.bytes

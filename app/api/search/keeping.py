"""Answers that may be kept: computed and compressed once for all who ask the same."""

from __future__ import annotations

import gzip
import time
from collections.abc import Callable, Hashable
from typing import Any, NamedTuple

import brotli
import orjson
from flask import Response, request

from app.context import context
from app.json import encoded
from app.kept import KeptAnswer
from app.search.facts import SearchFacts

SMALL = 1400  # bytes: one packet; compressing it saves nothing
BROTLI_QUALITY = GZIP_LEVEL = 3  # what is compressed while somebody waits
ENCODINGS = ("br", "gzip")


class Answer(NamedTuple):
    """The result of a view. `took`: Elasticsearch's time in ms; `facts`: what is recorded."""

    value: Any
    took: int
    facts: SearchFacts | None = None


Recorded = tuple[Response, SearchFacts | None]


def kept_answer(question: Hashable, size: int, make: Callable[[], Answer]) -> Recorded:
    """Answer a question as JSON, from memory where it was answered since the last change.

    `question` says all that the answer depends on; `size` is what it takes in bytes. Returns also
    what is recorded each time it is answered. Raises what `make` raises.
    """
    started = time.perf_counter()
    services, encoding = context(), _encoding()
    kept, was_kept = services.kept.get(
        (question, encoding), size, lambda: _finished(make(), encoding)
    )
    services.counted.kept(was_kept)
    facts = _facts(kept, started, was_kept=was_kept)
    return _response(kept, started, was_kept), facts


def kept_value(
    question: Hashable, size: int, make: Callable[[], Answer]
) -> tuple[Any, SearchFacts | None]:
    """Return the value of what `kept_answer` answers, to be inlined in a page."""
    started = time.perf_counter()
    services = context()
    kept, was_kept = services.kept.get((question, ""), size, lambda: _finished(make(), ""))
    services.counted.kept(was_kept)
    return orjson.loads(kept.body), _facts(kept, started, was_kept=was_kept)


def _facts(kept: KeptAnswer, started: float, *, was_kept: bool) -> SearchFacts | None:
    """Return what is recorded of an answer: of a kept one how long its visitor waited."""
    if not was_kept or kept.facts is None:
        return kept.facts
    return kept.facts.kept_for((time.perf_counter() - started) * 1000)


def fresh_answer(make: Callable[[], Answer]) -> Recorded:
    """Answer as JSON, without the cache."""
    started = time.perf_counter()
    kept = _finished(make(), _encoding())
    return _response(kept, started, was_kept=False), kept.facts


def _encoding() -> str:
    """Return the encoding that the client likes best, empty for none."""
    accepted = request.accept_encodings
    best = max(ENCODINGS, key=lambda name: accepted[name])
    return best if accepted[best] > 0 else ""


def _finished(result: Answer, encoding: str) -> KeptAnswer:
    body = encoded(result.value)
    if len(body) < SMALL:
        encoding = ""
    if encoding == "br":
        body = brotli.compress(body, quality=BROTLI_QUALITY)
    elif encoding == "gzip":
        body = gzip.compress(body, GZIP_LEVEL, mtime=0)
    return KeptAnswer(body, encoding, result.took, result.facts)


def _response(kept: KeptAnswer, started: float, was_kept: bool) -> Response:
    """Return the response; Server-Timing has the times, and the age of a kept answer."""
    response = Response(kept.body, mimetype="application/json")
    if kept.encoding:
        response.headers["Content-Encoding"] = kept.encoding
    response.vary.add("Accept-Encoding")
    response.headers["Cache-Control"] = "no-store"
    took = 0 if was_kept else kept.took
    own = max(0.0, (time.perf_counter() - started) * 1000 - took)
    age = f"kept;dur={(time.monotonic() - kept.at) * 1000:.0f}, " if was_kept else ""
    response.headers["Server-Timing"] = f"{age}es;dur={took}, app;dur={own:.2f}"
    return response

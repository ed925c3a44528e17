"""Answers in browsers' caches, with an ETag: what has not changed is not sent again."""

import gzip
import time
from collections.abc import Callable, Hashable
from functools import wraps
from typing import Any, NamedTuple, TypeVar, cast

import brotli
import orjson
from flask import Response, request

from app.live.context import context
from app.live.response_cache import CachedResponse
from app.search.execute import SearchEvent
from app.web.wire import encode

KEPT_S = 300  # by browsers, which then revalidate it
View = TypeVar("View", bound=Callable[..., Any])


def _of_views(change: Callable[[Response], None]) -> Callable[[View], View]:
    """Return the decorator of views whose answers are changed; they are responses by then."""

    def decorator(view: View) -> View:
        @wraps(view)
        def answered(*args: Any, **kwargs: Any) -> Response:
            response: Response = view(*args, **kwargs)
            change(response)
            return response

        return cast(View, answered)

    return decorator


@_of_views
def lasting(response: Response) -> None:
    """Let browsers keep for minutes what only a new version of the product changes."""
    response.cache_control.max_age = KEPT_S
    tag(response)


@_of_views
def editable(response: Response) -> None:
    """Let browsers keep what operators edit, and revalidate it each time."""
    response.cache_control.no_cache = True
    tag(response)


@_of_views
def by_country(response: Response) -> None:
    """Declare that an answer depends on the Country-Code header."""
    response.vary.add("Country-Code")


@_of_views
def private(response: Response) -> None:
    """Forbid caching of an answer."""
    response.headers["Cache-Control"] = "no-store"


def tag(response: Response) -> Response:
    """Let everybody keep an answer, and send it only where it has changed."""
    response.cache_control.public = True
    response.add_etag()
    response.make_conditional(request)
    return response


SMALL = 1400  # bytes: one packet; compressing it saves nothing
BROTLI_QUALITY = GZIP_LEVEL = 3  # what is compressed while somebody waits
ENCODINGS = ("br", "gzip")


class Result(NamedTuple):
    """The result of a view. `took`: Elasticsearch's time in ms; `event`: what is recorded."""

    value: Any
    took: int
    event: SearchEvent | None = None


Recorded = tuple[Response, SearchEvent | None]


def cached_response(question: Hashable, size: int, make: Callable[[], Result]) -> Recorded:
    """Answer a question as JSON, from memory where it was answered since the last change.

    `question` holds all that the answer depends on; `size` is what it takes in bytes. Returns also
    what is recorded each time it is answered. Raises what `make` raises.
    """
    started = time.perf_counter()
    services, encoding = context(), accepted_encoding()
    cached, was_cached = services.responses.get(
        (question, encoding), size, lambda: _encode(make(), encoding)
    )
    services.counted.kept.labels("yes" if was_cached else "no").inc()
    event = _event(cached, started, was_cached=was_cached)
    return _response(cached, started, was_cached), event


def cached_value(
    question: Hashable, size: int, make: Callable[[], Result]
) -> tuple[Any, SearchEvent | None]:
    """Return the value of what `cached_response` answers, to be inlined in a page."""
    started = time.perf_counter()
    services = context()
    cached, was_cached = services.responses.get((question, ""), size, lambda: _encode(make(), ""))
    services.counted.kept.labels("yes" if was_cached else "no").inc()
    return orjson.loads(cached.body), _event(cached, started, was_cached=was_cached)


def _event(cached: CachedResponse, started: float, *, was_cached: bool) -> SearchEvent | None:
    """Return what is recorded of an answer: of a cached one how long its visitor waited."""
    if not was_cached or cached.event is None:
        return cached.event
    return cached.event | {"took": round((time.perf_counter() - started) * 1000, 1)}


def fresh_answer(make: Callable[[], Result]) -> Recorded:
    """Answer as JSON, without the cache."""
    started = time.perf_counter()
    cached = _encode(make(), accepted_encoding())
    return _response(cached, started, was_cached=False), cached.event


def accepted_encoding() -> str:
    """Return the encoding that the client likes best, empty for none."""
    accepted = request.accept_encodings
    best = max(ENCODINGS, key=lambda name: accepted[name])
    return best if accepted[best] > 0 else ""


def _encode(result: Result, encoding: str) -> CachedResponse:
    body = encode(result.value)
    if len(body) < SMALL:
        encoding = ""
    body = compress(body, encoding, BROTLI_QUALITY)
    return CachedResponse(body, encoding, result.took, result.event)


def compress(body: bytes, encoding: str, quality: int) -> bytes:
    """Return a body in an encoding of `ENCODINGS`; as it is where that is empty."""
    if encoding == "br":
        body = brotli.compress(body, quality=quality)
    return gzip.compress(body, quality, mtime=0) if encoding == "gzip" else body


def _response(cached: CachedResponse, started: float, was_cached: bool) -> Response:
    """Return the response; Server-Timing has the times, and the age of a cached answer."""
    response = Response(cached.body, mimetype="application/json")
    if cached.encoding:
        response.headers["Content-Encoding"] = cached.encoding
    response.vary.add("Accept-Encoding")
    response.headers["Cache-Control"] = "no-store"
    took = 0 if was_cached else cached.took
    own = max(0.0, (time.perf_counter() - started) * 1000 - took)
    age = f"kept;dur={(time.monotonic() - cached.at) * 1000:.0f}, " if was_cached else ""
    response.headers["Server-Timing"] = f"{age}es;dur={took}, app;dur={own:.2f}"
    return response

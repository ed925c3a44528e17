"""What a serving process does besides: the look at the worker, warm caches, whole answers."""

import logging
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from typing import Any

from flask import Flask
from gunicorn.http import wsgi

from app.api.search.calls import answer_all, landing, landing_more, landing_state
from app.live.context import Context, context
from app.search.filters import CAROUSELS
from app.search.wire.address import requests_of
from app.search.wire.request_parser import parse
from app.web.errors import ApiError
from indexer.core.background import attempt, repeat, start
from indexer.core.bad_items import do_all
from indexer.core.settings import Settings
from indexer.notify.messages import OPERATOR_KINDS
from indexer.notify.sender import send_due
from indexer.watch.incidents import watch_brands, watch_worker
from indexer.watch.site import is_alerting_down

LOOK_EVERY_S = 20.0


class Watchdog:
    """Reports a worker that was silent at two looks: one that is started again is at once back."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._was_silent = False

    def look(self) -> bool:
        """Look once; return whether the alerts were this process's to send."""
        was_silent = self._was_silent
        self._was_silent = is_alerting_down(self._settings, datetime.now(UTC))
        if not (was_silent and self._was_silent):
            return False
        send = partial(send_due, kinds=OPERATOR_KINDS)
        do_all(self._settings, watch_worker, watch_brands, send)
        return True

    def watch(self) -> None:
        """Look for as long as the process lives, in a thread of its own."""
        own = self._settings.redis_url
        look = partial(repeat, "The watchdog's look", self.look, LOOK_EVERY_S, redis_url=own)
        start("watchdog", look)


log = logging.getLogger(__name__)

BROWSERS = {"Accept-Encoding": "br"}  # an answer is kept in the encoding in which it is sent


def keep_warm(app: Flask, then: Callable[[], None]) -> None:
    """Warm a process now, and each time that another index serves, with `then` after it.

    Returns when it is warm, or as soon as it is known that it cannot be.
    """

    def again() -> None:
        attempt("Warming", lambda: _warm(app, then))

    with app.app_context():
        context().changes.on_other_index(lambda: start("warm-up", again))
    again()


def _warm(app: Flask, then: Callable[[], None]) -> None:
    try:
        with app.test_request_context(headers=BROWSERS):
            _request_pages(context())
        then()
    except ApiError as error:
        log.info("Not warm: %s", error)


def _request_pages(services: Context) -> None:
    _ = services.completer  # all that there is, first: kept answers are of its generation
    landing()
    landing_state("")
    landing_more()
    answer_all(parse(requests_of((), "")))
    for category in CAROUSELS:
        answer_all(parse(requests_of((("category", category),), "")))


class _Chunks(list[bytes]):
    """Stands in for a socket while an answer begins."""

    sendall = list[bytes].append


class WholeResponse(wsgi.Response):  # type: ignore[misc]
    """Writes the head with the first piece of the body."""

    sock: Any

    def write(self, piece: bytes) -> None:
        if self.headers_sent:
            super().write(piece)
            return
        sock, self.sock = self.sock, _Chunks()
        try:
            super().write(piece)
        finally:
            pieces, self.sock = self.sock, sock
        sock.sendall(b"".join(pieces))


def send_in_one_write() -> None:
    """Have gunicorn answer so in this process and those that it forks."""
    wsgi.Response = WholeResponse

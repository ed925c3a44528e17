"""Fills the caches with what first visitors ask, before a process answers and when another index
serves; then it answers meanwhile.

Where PostgreSQL or Elasticsearch is down nothing is warmed, and nothing fails.
"""

import logging
from collections.abc import Callable

from flask import Flask

from app.api.search.calls import answer_all
from app.api.search.landing import landing, landing_more, landing_state
from app.context import Context, context
from app.errors import ApiError
from app.search.filters import CAROUSELS
from app.search.wire.address import requests_of
from app.search.wire.asked import parse
from indexer.core.background import attempt, start

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
            _ask(context())
        then()
    except ApiError as error:
        log.info("Not warm: %s", error)


def _ask(services: Context) -> None:
    _ = services.completer  # all that there is, first: kept answers are of its generation
    landing()
    landing_state("")
    landing_more()
    answer_all(parse(requests_of((), "")))
    for category in CAROUSELS:
        answer_all(parse(requests_of((("category", category),), "")))

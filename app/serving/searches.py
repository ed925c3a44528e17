"""Looks for what is new in the searches of visitors' alerts: the web process has the search.

All processes look; a run is looked at by one of them, and the worker sends what it found.
"""

from __future__ import annotations

import logging

from flask import Flask
from sqlalchemy.exc import SQLAlchemyError

from app.alerts.searches import look_at_searches
from app.context import context
from app.errors import ApiError
from indexer.background import repeat, start

log = logging.getLogger(__name__)

LOOK_EVERY_S = 15.0


def watch_searches(app: Flask) -> None:
    """Look for as long as the process lives, in a thread of its own."""
    what = "The look at searches of alerts"
    start("new-in-searches", lambda: repeat(what, lambda: look(app), LOOK_EVERY_S))


def look(app: Flask) -> None:
    """Look once; what cannot be looked at while a server is away is left for later."""
    try:
        with app.app_context():
            look_at_searches(context())
    except (ApiError, SQLAlchemyError) as error:
        log.info("Searches of alerts are looked at later: %s", error)

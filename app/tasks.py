"""Jobs that search, done by the worker by name: what takes jobs does not import the search."""

from __future__ import annotations

import logging

from sqlalchemy.exc import SQLAlchemyError

from app.api.brands import adding
from app.context import context
from app.errors import ApiError
from app.factory import create_app
from app.visitor_alerts import searches
from indexer.core.settings import Settings

log = logging.getLogger(__name__)


def look_at_searches() -> int:
    """Look at what runs have added to the searches of alerts; return for how many it is new.

    What cannot be looked at while a server is away is left for later.
    """
    app = create_app(Settings.from_env().but(kept_answers_mb=0))  # it asks once and ends
    try:
        with app.app_context():
            return searches.look_at_searches(context())
    except (ApiError, SQLAlchemyError) as error:
        log.info("Searches of alerts are looked at later: %s", error)
        return 0


def add_stores() -> int:
    """Make brands of the stores of lists that were found; return how many were added."""
    app = create_app(Settings.from_env().but(kept_answers_mb=0))
    with app.app_context():
        return adding.add_found()

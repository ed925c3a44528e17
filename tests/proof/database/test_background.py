"""Fault 60: what is read in the background fails by any error; it is logged, the next one succeeds.

"The first or a later reading of the small tables fails by any error" is the row; the same holds of
every thread that goes on beside requests.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from sqlalchemy.exc import OperationalError

from app import create_app
from app.live import response_cache, snapshot
from app.live.snapshot import Snapshots
from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.models import Style
from tests.integration.app.fixtures import shop_app, shop_settings
from tests.support.worker import eventually

__all__ = ["shop_app", "shop_settings"]


ERRORS = [
    ValueError("a row that cannot be read"),
    OperationalError("SELECT", {}, Exception("PostgreSQL is away")),
]


class Failing:
    """Stands before a function: raises an error as long as it is to."""

    def __init__(self, function: Callable[..., Any], error: Exception) -> None:
        self._function, self._error = function, error
        self.fails, self.calls = True, 0

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        self.calls += 1
        if self.fails:
            raise self._error
        return self._function(*arguments, **named)


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have what is held looked at anew almost whenever it is asked, and tried again."""
    monkeypatch.setitem(snapshot.FRESH_S, snapshot.TABLES, 0.02)
    monkeypatch.setattr(snapshot, "AGAIN_S", 0.02)
    monkeypatch.setattr(response_cache, "LOOK_EVERY_S", 0.05)


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
@pytest.mark.usefixtures("at_once")
def test_60_the_first_reading_of_the_tables_fails_and_the_next_one_succeeds(
    settings: Settings,
    clean_database: str,
    error: Exception,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    load = Failing(snapshot.load, error)
    monkeypatch.setattr(snapshot, "load", load)
    api = create_app(settings.but(database_url=clean_database)).test_client()
    assert api.get("/api/countries").status_code == 503
    assert load.calls > 0
    assert "Reading the reference data failed" in caplog.text
    load.fails = False
    eventually(lambda: api.get("/api/countries").status_code == 200, "it is read")


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
@pytest.mark.usefixtures("at_once")
def test_60_a_later_reading_fails_the_last_tables_serve_and_the_next_one_succeeds(
    settings: Settings,
    clean_database: str,
    error: Exception,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    tables = _held(create_app(settings.but(database_url=clean_database)))
    before = tables.reference()
    load = Failing(snapshot.load, error)
    monkeypatch.setattr(snapshot, "load", load)
    with session_scope(clean_database) as session:
        session.query(Style).filter_by(slug="boho").update({"name": "Bohemian"})
    eventually(
        lambda: tables.reference() is before and load.calls > 1, "it is tried again and again"
    )
    assert "Reading the reference data failed" in caplog.text
    load.fails = False

    def is_read() -> bool:
        return tables.reference().labels["style"]["boho"] == "Bohemian"

    eventually(is_read, "it is read at last")


def _held(app: Flask) -> Snapshots:
    snapshots: Snapshots = app.extensions["winkel"].snapshots
    return snapshots

"""Fault 60: what is read in the background fails by any error; it is logged, the next one succeeds.

"The first or a later reading of the small tables fails by any error" is the row; the same holds of
every thread that goes on beside requests.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from sqlalchemy.exc import OperationalError

from app import create_app
from app.live import reference, response_cache, snapshot
from app.live.response_cache import Changes
from app.live.snapshot import Snapshots, read_language
from app.search.suggest import Completer
from app.web.errors import CatalogueUnavailable, SearchUnavailable
from app.web.visitors import Recorder
from indexer.core.background import attempt, repeat
from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.insights.write import Buffer
from indexer.models import PopularSearch, Style
from tests.integration.app.fixtures import shop_app, shop_settings
from tests.support.index import execute
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
    load = Failing(reference.load, error)
    monkeypatch.setattr(snapshot, "load", load)
    api = create_app(settings.but(database_url=clean_database)).test_client()
    assert api.get("/api/countries").status_code == 503
    assert load.calls > 0
    assert "Reading the reference data failed" in caplog.text
    load.fails = False
    eventually(lambda: api.get("/api/countries").status_code == 200, "it is read")


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_60_who_comes_after_a_first_reading_that_failed_does_not_wait(
    settings: Settings, clean_database: str, error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    load = Failing(reference.load, error)
    monkeypatch.setattr(snapshot, "load", load)
    monkeypatch.setattr(snapshot, "AGAIN_S", float("inf"))
    tables = _held(create_app(settings.but(database_url=clean_database)))
    for read in (tables.reference, tables.reference):
        with pytest.raises(CatalogueUnavailable):
            read()
    for made in (tables.language, tables.completer):
        with pytest.raises(SearchUnavailable):
            made()
    assert load.calls == 1


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
    load = Failing(reference.load, error)
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


@pytest.mark.usefixtures("at_once")
def test_60_the_words_and_their_completions_fail_and_the_next_ones_succeed(
    shop_settings: Settings,
    shop_app: Flask,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    snapshots = _held(create_app(shop_settings))
    first = snapshots.completer()
    read = Failing(read_language, ValueError("a count that is none"))
    monkeypatch.setattr(snapshot, "read_language", read)
    snapshots.forget()
    assert snapshots.completer() is first, "the last one serves"
    eventually(lambda: "Reading the index's words failed" in caplog.text, "it is told")
    read.fails = False
    calls = read.calls
    snapshots.forget()
    eventually(lambda: snapshots.language() and read.calls > calls, "it is read")

    build = Failing(Completer, ValueError("a word that is none"))
    monkeypatch.setattr(snapshot, "Completer", build)
    with session_scope(shop_settings.database_url) as session:
        session.add(PopularSearch(text="dress", times=9))
    try:
        snapshots.forget()
        assert snapshots.completer() is first, "the last one serves"
        eventually(lambda: "Reading the completions failed" in caplog.text, "it is told")
        build.fails = False
        eventually(lambda: snapshots.completer() is not first, "another one is built")
    finally:
        execute(shop_settings, "DELETE FROM popular_search")


def _held(app: Flask) -> Snapshots:
    snapshots: Snapshots = app.extensions["winkel"].snapshots
    return snapshots


@pytest.mark.usefixtures("at_once")
def test_60_a_look_for_changes_fails_and_answers_are_kept_again_after_the_next(
    shop_settings: Settings, shop_app: Flask, caplog: pytest.LogCaptureFixture
) -> None:
    kept = Failing(lambda: None, ValueError("a word that is none"))
    engine = shop_app.extensions["winkel"].engine
    looking = Changes(shop_settings, engine, lambda: None, kept)
    try:
        looking.number()
        eventually(lambda: kept.calls > 2, "it goes on")
        assert "Looking for changes of the index failed" in caplog.text
        eventually(lambda: looking.number() is not None, "changes are known")
    finally:
        looking.close()


def test_60_an_event_that_cannot_be_kept_is_counted_and_keeps_no_other_back(
    settings: Settings, clean_redis: str, caplog: pytest.LogCaptureFixture
) -> None:
    own = settings.but(redis_url=clean_redis)
    recorder = Recorder(own)
    recorder.add("click", {"href": object()})
    recorder.add("click", {"href": "https://karoo.example/p/1"})
    recorder.close()
    assert Buffer(own).waiting()[:3] == (1, 1, 1)
    assert "An event cannot be kept" in caplog.text


def test_60_whatever_a_step_raises_the_next_one_comes(caplog: pytest.LogCaptureFixture) -> None:
    ended = threading.Event()
    steps: list[int] = []

    def step() -> None:
        steps.append(len(steps))
        if len(steps) > 2:
            ended.set()
        raise [ValueError, MemoryError, AssertionError][len(steps) - 1]

    repeat("The step", step, 0.0, ended)
    assert steps == [0, 1, 2]
    assert caplog.text.count("The step failed; it is tried again") == 3
    assert attempt("Nothing", lambda: None) is None

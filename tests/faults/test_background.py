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

from app import reference
from app.errors import CatalogueUnavailable
from app.reference import ReferenceCache
from app.response_cache import changes
from app.response_cache.changes import Changes
from app.search.suggest import cache as completing
from app.search.suggest.completer import Completer
from app.search.vocabulary import language
from app.search.vocabulary.language import LanguageCache
from app.visitors.recorder import Recorder
from indexer.background import attempt, repeat
from indexer.db import session_scope
from indexer.insights.buffer import Buffer
from indexer.models import Style
from indexer.settings import Settings
from tests.integration.app.fixtures import shop_app, shop_settings
from tests.support.worker import eventually

__all__ = ["shop_app", "shop_settings"]

pytestmark = [pytest.mark.faults]

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
    """Have each cache looked at anew whenever it is asked, and tried again at once."""
    for module, name in (
        (reference, "FRESH_S"),
        (reference, "AGAIN_S"),
        (language, "AGAIN_S"),
        (completing, "AGAIN_S"),
    ):
        monkeypatch.setattr(module, name, 0.0)
    monkeypatch.setattr(changes, "LOOK_EVERY_S", 0.05)


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
@pytest.mark.usefixtures("at_once")
def test_60_the_first_reading_of_the_tables_fails_and_the_next_one_succeeds(
    clean_database: str,
    error: Exception,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    load = Failing(reference.load, error)
    monkeypatch.setattr(reference, "load", load)
    tables = ReferenceCache(clean_database)
    with pytest.raises((CatalogueUnavailable, OperationalError)):
        tables.get()
    assert "Reading the reference data failed" in caplog.text
    load.fails = False
    assert tables.get().countries


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
@pytest.mark.usefixtures("at_once")
def test_60_a_later_reading_fails_the_last_tables_serve_and_the_next_one_succeeds(
    clean_database: str,
    error: Exception,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    tables = ReferenceCache(clean_database)
    before = tables.get()
    load = Failing(reference.load, error)
    monkeypatch.setattr(reference, "load", load)
    with session_scope(clean_database) as session:
        session.query(Style).filter_by(slug="boho").update({"name": "Bohemian"})
    eventually(lambda: tables.get() is before and load.calls > 1, "it is tried again and again")
    assert "Reading the reference data failed" in caplog.text
    load.fails = False
    eventually(lambda: tables.get().labels["style"]["boho"] == "Bohemian", "it is read at last")


@pytest.mark.usefixtures("at_once")
def test_60_the_words_and_their_completions_fail_and_the_next_ones_succeed(
    shop_app: Flask, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = shop_app.extensions["winkel"]
    languages = LanguageCache(here.engine, here.references.get, lambda: None)
    completers = completing.CompleterCache(languages, here.session)
    completers.get()
    eventually(
        lambda: completers._read_at > float("-inf") and not completers._building.locked(),
        "the popular searches are read beside the first answer",
    )
    first = completers.get()
    read = Failing(LanguageCache._language, ValueError("a count that is none"))
    monkeypatch.setattr(LanguageCache, "_language", lambda cache: read(cache))  # noqa: PLW0108 - a method
    languages.forget()
    assert languages.get() is first.language, "the last one serves"
    eventually(lambda: "Reading the index's words failed" in caplog.text, "it is logged")
    read.fails = False
    languages.forget()
    calls = read.calls
    eventually(lambda: languages.get() is not None and read.calls > calls, "it is read")

    build = Failing(Completer, ValueError("a word that is none"))
    monkeypatch.setattr(completing, "Completer", build)
    monkeypatch.setattr(completers, "_popular", {"dress": 9})
    monkeypatch.setattr(completers, "_read_popular", lambda: {"dress": 9})
    completers._read_at = float("-inf")
    assert completers.get() is first, "the last one serves"
    eventually(lambda: "Building the completer failed" in caplog.text, "it is logged")
    build.fails = False
    eventually(lambda: completers.get() is not first, "another one is built")


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
    assert Buffer(own).waiting() == (1, 1, 1)
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

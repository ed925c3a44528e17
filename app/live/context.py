"""What the views share: settings, the engine, the reference tables, the visitor's country."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TypeVar, cast

from flask import Flask, current_app, has_request_context, request
from psycopg.errors import ProgramLimitExceeded
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session

from app.live.breaker import Breaker
from app.live.health import Health
from app.live.metrics import Reader, RequestCounters
from app.live.response_cache import Changes, ResponseCache
from app.live.snapshot import Reference, Snapshots
from app.search.engine import Engine
from app.search.execute import any_with, indexed_words, read, unknown_words
from app.search.filters import DEFAULT_CURRENCY
from app.search.request import Conditions, SearchRequest, with_conditions
from app.search.suggest import Completer
from app.search.understand import Language, Spellings
from app.search.wire.response import country_of
from app.web.errors import DATABASE_AWAY, ApiError, CatalogueUnavailable, Invalid
from app.web.visitors import Event, Recorder, Sessions, device_of
from indexer.core.db import answers, session_scope
from indexer.core.settings import Settings, catalogue_at_once
from indexer.index.writer import write_pending

Value = TypeVar("Value")

_KEY = "winkel"
_SEEN = "winkel.snapshot"  # in a request's environment
MB = 1_000_000
DAY_S = 86_400


class Context:
    """The parts of one application; nothing is connected before it is used."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.engine = Engine(
            settings.search_url or settings.elasticsearch_url,
            settings.index_prefix,
            settings.search_timeout_ms,
            settings.searches_at_once,
        )
        # Requests have their part of a process's connections (`indexer.core.settings`).
        self._catalogue = Breaker(
            lambda: answers(settings.database_url),
            DATABASE_AWAY,
            CatalogueUnavailable,
            catalogue_at_once(settings.database_connections),
        )
        self.snapshots = Snapshots(
            settings.database_url,
            self.engine,
            lambda: self.changes.is_subscribed(),  # noqa: PLW0108  (`changes` is made after this)
        )
        self.changes = Changes(
            settings, self.engine, self.snapshots.invalidate, self.snapshots.look
        )
        self.health = Health(settings, self.engine, self.session, lambda: self.language)
        self.reader = Reader(settings, self.engine, self.session, self.health)
        self.counted = RequestCounters()
        self.responses = ResponseCache(settings.kept_answers_mb * MB, lambda: self.generation)
        self.recorder, self.sessions = Recorder(settings), Sessions(settings)

    @contextmanager
    def session(self) -> Iterator[Session]:
        """Open a session that commits at the end of the block; raises CatalogueUnavailable.

        Raises Invalid where a value is longer than PostgreSQL takes: that is no outage.
        """
        with self._catalogue.call():
            try:
                with session_scope(self.settings.database_url) as session:
                    yield session
            except OperationalError as error:
                if isinstance(error.orig, ProgramLimitExceeded):
                    raise Invalid("A value is too long to be kept: shorten it") from error
                raise

    def written(self, limit: int = 1_000, *, refresh: bool = True) -> str:
        """Write so many of an edit's products to the index; return the message about it."""
        return write_pending(self.settings, refresh=refresh, limit=limit).note

    @property
    def reference(self) -> Reference:
        """Return the reference tables with all that was saved before, in any process."""
        return _once(self.snapshots.reference)

    @property
    def language(self) -> Language:
        """Return the index's words, with all that is listed for it; raises SearchUnavailable.

        They are half a minute old at most.
        """
        _ = self.reference  # what has changed is heard first
        return _once(self.snapshots.language)

    @property
    def completer(self) -> Completer:
        """Return what completes texts; raises SearchUnavailable."""
        _ = self.reference
        return _once(self.snapshots.completer)

    @property
    def generation(self) -> Hashable | None:
        """Return the state of all that answers depend on; None where changes may be missed."""
        try:
            read = self.reference, self.language  # once a request, and Redis is polled before
        except ApiError:
            return None
        number = self.changes.number()
        return None if number is None else (number, *read, int(time.time()) // DAY_S)

    def read(
        self, requests: list[SearchRequest], known: frozenset[str] | None = None
    ) -> list[SearchRequest]:
        """Return the requests with what reaches the visitor, what their texts mean, and how the
        catalogue spells what it answers.

        `known`: the `lost` words that the index has; without, it is queried. Raises
        SearchUnavailable.
        """
        language = self.language
        if any(request.conditions.country for request in requests):
            proxies = self.reference.proxies
            requests = [with_conditions(request, proxies=proxies) for request in requests]
        spellings = language.spellings
        requests = [replace(one, spellings=spellings, language=language) for one in requests]
        if not any(request.conditions.text for request in requests):
            return requests
        meant = read(requests, language, known or frozenset())
        words = unknown_words(meant) if known is None else []
        if not words:
            return meant
        responses, _ = self.engine.search([*map(any_with, words)])
        known = indexed_words(words, responses)
        return read(requests, language, known) if known else meant

    def visitor(self, country: str, currency: str = DEFAULT_CURRENCY) -> Conditions:
        """Return a visitor's conditions with nothing chosen; an empty `country`: everywhere."""
        return Conditions(currency=currency, country=country, proxies=self.reference.proxies)

    @property
    def spellings(self) -> Spellings:
        """Return how the catalogue spells facets' values; raises SearchUnavailable."""
        return self.language.spellings


def _once(read: Callable[[], Value]) -> Value:
    """Return what is read; in a request what it began with."""
    seen = request.environ.setdefault(_SEEN, {}) if has_request_context() else {}
    if read not in seen:
        seen[read] = read()
    return cast(Value, seen[read])


def attach(app: Flask, context: Context) -> None:
    """Give an application its parts."""
    app.extensions[_KEY] = context


def context() -> Context:
    """Return the current application's parts."""
    return cast(Context, current_app.extensions[_KEY])


def current_visitor(country: str = "") -> Event:
    """Return the visitor of the current request, as events record one; `session` is empty where
    Redis is away.
    """
    agent = request.user_agent.string
    languages = request.headers.get("Accept-Language", "")
    session = context().sessions.key(request.remote_addr or "", agent, languages)
    return {"session": session, "device": device_of(agent), "country": country}


def header_country() -> str:
    """Return the Country-Code header's country, empty without one; raises Invalid."""
    return country_of(request.headers.get("Country-Code", "").strip(), "Country-Code")

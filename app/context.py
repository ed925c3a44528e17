"""What the views share: settings, the engine, the reference tables, the visitor's country."""

from __future__ import annotations

import time
from collections.abc import Hashable
from dataclasses import dataclass, replace
from typing import cast

from flask import Flask, current_app, request

from app.catalogue import Catalogue, OpenSession
from app.health import Health
from app.metrics import Counted, Reader
from app.reference import Reference, ReferenceCache
from app.response_cache import Changes, CountCache, ResponseCache
from app.search.engine import Engine
from app.search.filters import DEFAULT_CURRENCY
from app.search.reading import read
from app.search.request import Conditions, Request, with_conditions
from app.search.suggest import CompleterCache
from app.search.understand import ALL, Spellings
from app.search.vocabulary.language import LanguageCache
from app.search.wire.instantsearch import country_of
from app.visitors.recorder import Recorder
from app.visitors.visitor import Sessions, Visitor, device_of
from indexer.settings import Settings, SettingsError

_KEY = "winkel"
MB = 1_000_000
COUNTS = 1 / 4  # of the memory for kept answers, that is for what they were counted from
DAY_S = 86_400


@dataclass(frozen=True, slots=True)
class Context:
    """The parts of one application."""

    settings: Settings
    engine: Engine
    references: ReferenceCache
    languages: LanguageCache
    completers: CompleterCache
    recorder: Recorder
    sessions: Sessions
    session: OpenSession
    health: Health
    counted: Counted
    reader: Reader
    changes: Changes
    responses: ResponseCache

    @classmethod
    def of(cls, settings: Settings) -> Context:
        """Build the parts; nothing is connected before it is used.

        Raises SettingsError for steps of understanding that there are not.
        """
        if unknown := _techniques(settings) - ALL - {"none"}:
            known = ", ".join(sorted(ALL))
            raise SettingsError(
                f"SEARCH_TECHNIQUES: there is no {', '.join(sorted(unknown))}; there are {known}."
            )

        def number() -> int | None:
            return changes.number()

        def are_heard() -> bool:
            return changes.are_heard()

        counts = CountCache(int(settings.kept_answers_mb * MB * COUNTS), number)
        engine = Engine(
            settings.search_url or settings.elasticsearch_url,
            settings.index_prefix,
            settings.search_timeout_ms,
            counts.through,
            settings.searches_at_once,
        )
        references = ReferenceCache(settings.database_url)
        catalogue = Catalogue(settings.database_url, settings.database_connections)
        languages = LanguageCache(engine, lambda: _now(references, changes), are_heard)
        completers = CompleterCache(languages, catalogue.session)

        def forget() -> None:
            references.forget()
            languages.forget()

        health = Health(settings, engine, catalogue.session, references.get)
        changes = Changes(settings, engine, forget, completers.keep_fresh)
        return cls(
            settings=settings,
            engine=engine,
            references=references,
            languages=languages,
            completers=completers,
            recorder=Recorder(settings),
            sessions=Sessions(settings),
            session=catalogue.session,
            health=health,
            counted=Counted(),
            reader=Reader(settings, engine, catalogue.session, health),
            changes=changes,
            responses=ResponseCache(
                int(settings.kept_answers_mb * MB * (1 - COUNTS)),
                lambda: _generation(changes, languages, references),
            ),
        )

    @property
    def reference(self) -> Reference:
        """Return the reference tables with all that was saved before, in any process."""
        return _now(self.references, self.changes)

    def read(self, requests: list[Request]) -> list[Request]:
        """Return the requests with what reaches the visitor, what their texts mean, and how the
        catalogue spells what it answers.

        Raises SearchUnavailable.
        """
        if any(request.conditions.country for request in requests):
            proxies = self.reference.proxies
            requests = [with_conditions(request, proxies=proxies) for request in requests]
        language = self.languages.get()
        requests = [replace(request, spellings=language.spellings) for request in requests]
        if not any(request.conditions.text for request in requests):
            return requests
        return read(self.engine, requests, language, self.techniques)

    def visitor(self, country: str, currency: str = DEFAULT_CURRENCY) -> Conditions:
        """Return a visitor's conditions with nothing chosen; an empty `country`: everywhere."""
        return Conditions(currency=currency, country=country, proxies=self.reference.proxies)

    @property
    def spellings(self) -> Spellings:
        """Return how the catalogue spells facets' values; raises SearchUnavailable."""
        return self.languages.get().spellings

    @property
    def techniques(self) -> frozenset[str]:
        """Return the steps of understanding that are used."""
        return _techniques(self.settings)


def _techniques(settings: Settings) -> frozenset[str]:
    setting = settings.search_techniques
    return frozenset(name.strip() for name in setting.split(",")) if setting else ALL


def _now(references: ReferenceCache, changes: Changes) -> Reference:
    return references.get(edits_are_heard=changes.are_heard())


def _generation(
    changes: Changes, languages: LanguageCache, references: ReferenceCache
) -> Hashable | None:
    """Return the state of all that answers depend on; None where changes may be missed."""
    number = changes.number()
    if number is None:
        return None
    day = int(time.time()) // DAY_S
    return number, languages.latest(), references.get(), day


def attach(app: Flask, context: Context) -> None:
    """Give an application its parts."""
    app.extensions[_KEY] = context


def context() -> Context:
    """Return the current application's parts."""
    return cast(Context, current_app.extensions[_KEY])


def current_visitor(country: str = "") -> Visitor:
    """Return the visitor of the current request, as events record one."""
    agent = request.user_agent.string
    languages = request.headers.get("Accept-Language", "")
    session = context().sessions.key(request.remote_addr or "", agent, languages)
    return Visitor(session, device_of(agent), country)


def header_country() -> str:
    """Return the Country-Code header's country, empty without one; raises Invalid."""
    return country_of(request.headers.get("Country-Code", "").strip(), "Country-Code")

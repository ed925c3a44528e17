"""The completer of the live catalogue: built anew beside the requests when its words change."""

from __future__ import annotations

import logging
import threading
import time

from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError

from app.catalogue import OpenSession
from app.errors import CatalogueUnavailable
from app.search.suggest.completer import Completer
from app.search.understand import Language
from app.search.vocabulary.language import LanguageCache
from indexer.background import attempt, start
from indexer.models import PopularSearch

log = logging.getLogger(__name__)

POPULAR_FRESH_S = 300.0
AGAIN_S = 2.0  # after one that could not be built


class CompleterCache:
    """Completions of the words that `languages` has; while they are built the last ones serve, but
    where a change of the words was said.

    No request waits for PostgreSQL: the popular searches come a moment later.
    """

    def __init__(self, languages: LanguageCache, sessions: OpenSession) -> None:
        self._languages = languages
        self._sessions = sessions
        self._building = threading.Lock()
        self._held: Completer | None = None
        self._popular: dict[str, int] = {}
        self._read_at = self._again_at = float("-inf")

    def get(self) -> Completer:
        """Return the completer; raises SearchUnavailable where there never was a language."""
        language, completer = self._languages.get(), self._held
        if completer is None or language is self._languages.told is not completer.language:
            with self._building:
                completer = self._build(language)
        self._freshen(completer, language)
        return completer

    def keep_fresh(self) -> None:
        """Read the words anew where they are old, so that the first visitor after a pause has them.

        Waits for nothing, and begins nothing that no visitor has asked for yet.
        """
        language = self._languages.latest()
        if language is not None and self._held is not None:
            self._freshen(self._held, language)

    def _freshen(self, completer: Completer, language: Language) -> None:
        """Have it built anew beside the requests where it is old."""
        is_old = completer.language is not language or self._is_popular_old()
        is_due = is_old and time.monotonic() > self._again_at
        if is_due and self._building.acquire(blocking=False):
            start("completer", lambda: self._build_beside(language))

    def _build_beside(self, language: Language) -> None:
        if attempt("Building the completer", lambda: self.refresh(language)):
            self._again_at = time.monotonic() + AGAIN_S
        self._building.release()

    def refresh(self, language: Language) -> Completer:
        """Read the popular searches where they are old, and build what has changed."""
        is_popular_old = self._is_popular_old()
        if is_popular_old:
            self._popular = self._read_popular()
        completer = self._build(language)
        if is_popular_old:  # only now: where it could not be built it is tried again
            self._read_at = time.monotonic()
        return completer

    def _build(self, language: Language) -> Completer:
        completer = self._held
        if (
            completer is None
            or completer.language is not language
            or completer.popular != self._popular
        ):
            self._held = completer = Completer(language, self._popular)
        return completer

    def _is_popular_old(self) -> bool:
        return time.monotonic() - self._read_at > POPULAR_FRESH_S

    def _read_popular(self) -> dict[str, int]:
        """Return the popular texts; while PostgreSQL is away, those that are known."""
        try:
            with self._sessions() as session:
                rows = session.execute(select(PopularSearch.text, PopularSearch.times)).all()
                return {row.text: row.times for row in rows}
        except (SQLAlchemyError, CatalogueUnavailable) as error:
            log.warning("The popular searches cannot be read, the last ones serve: %s", error)
            return self._popular

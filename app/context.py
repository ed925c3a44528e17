"""What the views share: settings, the engine, the reference tables, the visitor's country."""

from __future__ import annotations

import hmac
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import wraps
from typing import ParamSpec, TypeVar
from urllib.parse import urlsplit

from flask import Flask, current_app, request
from sqlalchemy.orm import Session

from app.errors import OperatorOnly
from app.reference import Reference, ReferenceCache
from app.search.engine import Engine
from app.search.instantsearch import country_of
from app.search.recorder import Recorder
from indexer.db import session_scope
from indexer.settings import Settings

P = ParamSpec("P")
R = TypeVar("R")
_KEY = "winkel"
LOOPBACK = {"localhost", "127.0.0.1", "::1"}


@dataclass(frozen=True, slots=True)
class Context:
    """The parts of one application."""

    settings: Settings
    engine: Engine
    references: ReferenceCache
    recorder: Recorder

    @classmethod
    def of(cls, settings: Settings) -> Context:
        """Build the parts; nothing is connected before it is used."""
        engine = Engine(
            settings.elasticsearch_url, settings.index_prefix, settings.search_timeout_ms
        )
        return cls(settings, engine, ReferenceCache(settings.database_url), Recorder(settings))

    @property
    def reference(self) -> Reference:
        """Return the reference tables."""
        return self.references.get()

    def session(self) -> AbstractContextManager[Session]:
        """Open a session that commits at the end of the block."""
        return session_scope(self.settings.database_url)


def attach(app: Flask, context: Context) -> None:
    """Give an application its parts."""
    app.extensions[_KEY] = context


def context() -> Context:
    """Return the current application's parts."""
    found: Context = current_app.extensions[_KEY]
    return found


def header_country() -> str:
    """Return the Country-Code header's country, empty without one; raises Invalid."""
    return country_of(request.headers.get("Country-Code", "").strip(), "Country-Code")


def is_operator() -> bool:
    """Tell whether the caller is an operator: the token as bearer, or an open server (design)."""
    settings = context().settings
    if settings.operator_open:
        return _is_of_this_machine()
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    if not settings.operator_token or scheme.lower() != "bearer":
        return False
    return hmac.compare_digest(token.strip().encode(), settings.operator_token.encode())


def _is_of_this_machine() -> bool:
    """Tell whether a call to an open server comes from its own pages, or from no page at all.

    Being bound to loopback keeps other machines out, but not the other sites in the operator's
    browser: those name their own host, or the browser says that they are another site.
    """
    host = urlsplit(f"//{request.host}").hostname or ""
    if host not in LOOPBACK and not host.endswith(".localhost"):
        return False
    return request.headers.get("Sec-Fetch-Site", "none") in {"none", "same-origin"}


def operator_only(view: Callable[P, R]) -> Callable[P, R]:
    """Refuse a view to everybody but operators, before anything else of it runs."""

    @wraps(view)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> R:
        if not is_operator():
            raise OperatorOnly()
        return view(*args, **kwargs)

    guarded.operator_only = True  # type: ignore[attr-defined]
    return guarded

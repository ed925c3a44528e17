"""Answers in browsers' caches, with an ETag: what has not changed is not sent again."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

from flask import Response, request

KEPT_S = 300  # by browsers, which then ask whether it has changed
View = TypeVar("View", bound=Callable[..., Any])
Change = Callable[[Response], Response]


def _changed(view: View, change: Change) -> View:
    """Return a view whose answers are changed; they are responses by then."""

    @wraps(view)
    def answered(*args: Any, **kwargs: Any) -> Response:
        return change(view(*args, **kwargs))

    return cast(View, answered)


def lasting(view: View) -> View:
    """Let browsers keep for minutes what only a new version of the product changes."""

    def keep(response: Response) -> Response:
        response.cache_control.max_age = KEPT_S
        return _tagged(response)

    return _changed(view, keep)


def editable(view: View) -> View:
    """Let browsers keep what operators edit, and ask each time whether it has changed."""

    def keep(response: Response) -> Response:
        response.cache_control.no_cache = True
        return _tagged(response)

    return _changed(view, keep)


def by_country(view: View) -> View:
    """Say that an answer depends on the Country-Code header."""

    def vary(response: Response) -> Response:
        response.vary.add("Country-Code")
        return response

    return _changed(view, vary)


def private(view: View) -> View:
    """Let nobody keep an answer."""

    def forbid(response: Response) -> Response:
        response.headers["Cache-Control"] = "no-store"
        return response

    return _changed(view, forbid)


def _tagged(response: Response) -> Response:
    response.cache_control.public = True
    response.add_etag()
    response.make_conditional(request)
    return response

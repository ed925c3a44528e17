"""Answers in browsers' caches, with an ETag: what has not changed is not sent again."""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

from flask import Response, request

KEPT_S = 300  # by browsers, which then ask whether it has changed
View = TypeVar("View", bound=Callable[..., Any])


def _of_views(change: Callable[[Response], None]) -> Callable[[View], View]:
    """Return the decorator of views whose answers are changed; they are responses by then."""

    def decorator(view: View) -> View:
        @wraps(view)
        def answered(*args: Any, **kwargs: Any) -> Response:
            response: Response = view(*args, **kwargs)
            change(response)
            return response

        return cast(View, answered)

    return decorator


@_of_views
def lasting(response: Response) -> None:
    """Let browsers keep for minutes what only a new version of the product changes."""
    response.cache_control.max_age = KEPT_S
    _tag(response)


@_of_views
def editable(response: Response) -> None:
    """Let browsers keep what operators edit, and ask each time whether it has changed."""
    response.cache_control.no_cache = True
    _tag(response)


@_of_views
def by_country(response: Response) -> None:
    """Say that an answer depends on the Country-Code header."""
    response.vary.add("Country-Code")


@_of_views
def private(response: Response) -> None:
    """Let nobody keep an answer."""
    response.headers["Cache-Control"] = "no-store"


def _tag(response: Response) -> None:
    response.cache_control.public = True
    response.add_etag()
    response.make_conditional(request)

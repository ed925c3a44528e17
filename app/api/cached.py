"""Reference data in browsers' caches, with an ETag: what has not changed is not sent again."""

from __future__ import annotations

from typing import Any

from flask import Response, jsonify, request

KEPT_S = 300  # by browsers, which then ask whether it has changed


def lasting(value: Any) -> Response:
    """Answer with what only a new version of the product changes: browsers keep it for minutes."""
    made = jsonify(value)
    made.cache_control.max_age = KEPT_S
    return _tagged(made)


def editable(value: Any, *, by_country: bool = False) -> Response:
    """Answer with what operators edit: browsers ask each time whether it has changed.

    `by_country`: it depends on the Country-Code header.
    """
    made = jsonify(value)
    made.cache_control.no_cache = True
    if by_country:
        made.vary.add("Country-Code")
    return _tagged(made)


def _tagged(made: Response) -> Response:
    made.cache_control.public = True
    made.add_etag()
    made.make_conditional(request)
    return made

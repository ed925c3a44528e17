"""How a call is declared: its path, its OpenAPI words and, where it is an operator's, its guard."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

from flask import Response
from flask_smorest import Blueprint

from app.api.schemas.parts import Schema
from app.context import header_country
from app.operators import json_only, operator_only

View = TypeVar("View", bound=Callable[..., Response])

# An id as a number, or as it was typed.
ID_VALUE: Schema = {
    "type": ["integer", "string"],
    "minimum": 1,
    "maximum": 2**31 - 1,
    "pattern": "^[1-9][0-9]{0,8}$",
}
COUNTRY_HEADER: Schema = {
    "name": "Country-Code",
    "in": "header",
    "required": False,
    "description": "The visitor's country (ISO 3166, two letters); empty for all countries",
    "schema": {"type": "string", "pattern": "^([A-Za-z]{2})?$"},
    "example": "ZA",
}


def blueprint(name: str, path: str, description: str) -> Blueprint:
    """Return an area's blueprint under /api."""
    return Blueprint(name, name, url_prefix=f"/api/{path}".rstrip("/"), description=description)


def body(schema: Schema, example: Any, *, required: bool = True) -> Schema:
    """Return a JSON request body."""
    content = {"application/json": {"schema": schema, "example": example}}
    return {"required": required, "content": content}


def bare(name: str, schema: Schema, example: Any) -> Schema:
    """Return a body that is the bare value or an object holding it: `12`, `{"brandId": 12}`."""
    wrapped = {"type": "object", "required": [name], "properties": {name: schema}}
    return body({"oneOf": [schema, wrapped]}, example)


def answer(schema: Schema, example: Any = None, kind: str = "application/json") -> Schema:
    """Return a successful answer."""
    content: Schema = {"schema": schema}
    if example is not None:
        content["example"] = example
    return {"description": "OK", "content": {kind: content}}


TEXT = answer({"type": "string"}, "Started", "text/plain")


def parameter(name: str, schema: Schema, description: str, example: Any = None) -> Schema:
    """Return an optional query parameter."""
    found = {"name": name, "in": "query", "required": False, "schema": schema}
    found["description"] = description
    return found if example is None else found | {"example": example}


def country_checked(view: View) -> View:
    """Refuse a Country-Code header that is no country, also where the call does not use it."""

    @wraps(view)
    def checked(*args: Any, **kwargs: Any) -> Response:
        header_country()
        return view(*args, **kwargs)

    return cast(View, checked)


def route(  # noqa: PLR0913 - an operation's parts
    area: Blueprint,
    method: str,
    path: str,
    *,
    response: Schema,
    request: Schema | None = None,
    parameters: list[Schema] | None = None,
    operator: bool = False,
    writes: bool | None = None,
    status: int = 200,
    also: dict[str, Schema] | None = None,
) -> Callable[[View], View]:
    """Declare a call. Its docstring is its summary and description in OpenAPI.

    `writes`: it changes something, and so takes JSON alone; unless said, an operator's POST does.
    `also`: its other answers by status.
    """
    strict = (operator and method == "POST") if writes is None else writes

    def declare(view: View) -> View:
        words: Schema = {
            "responses": {str(status): response, **(also or {})},
            "parameters": [COUNTRY_HEADER, *(parameters or [])],
        }
        if request is not None:
            words["requestBody"] = request
        if operator:
            words["security"] = [{"operator": []}]
        checked = country_checked(view)
        guarded = json_only(checked) if strict else checked
        guarded = operator_only(guarded) if operator else guarded
        documented = area.doc(**words)(guarded)
        area.route(path, methods=[method])(documented)
        return view

    return declare

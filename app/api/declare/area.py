"""flask-smorest's blueprint, with what all our calls share: guards, the country, plain text."""

from collections.abc import Callable
from functools import partial, wraps
from http import HTTPStatus
from pathlib import Path
from threading import Lock
from typing import Any, Protocol, TypeVar, cast

import flask
import flask_swagger_ui
from apispec.ext.marshmallow import MarshmallowPlugin
from apispec.ext.marshmallow.common import resolve_schema_instance
from apispec.ext.marshmallow.openapi import OpenAPIConverter
from flask import Flask, Response, render_template, request, send_from_directory
from flask_smorest import Api, Blueprint
from marshmallow import Schema
from marshmallow.fields import Dict, Field, Integer, String

from app.api.declare.fields import AnyOf, Nothing, Parser, ValueOrObject
from app.live.context import header_country
from app.web.access import json_only, operator_only
from app.web.errors import REASONS, Invalid
from scrapers.config import wire_name

View = TypeVar("View", bound=Callable[..., Any])
Words = dict[str, Any]  # of the OpenAPI document

COUNTRY_HEADER: Words = {
    "name": "Country-Code",
    "in": "header",
    "required": False,
    "description": "The visitor's country (ISO 3166, two letters); empty for all countries",
    "schema": {"type": "string", "pattern": "^([A-Za-z]{2})?$"},
    "example": "ZA",
}
OF_ALL = (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE)
OF_OPERATORS = (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN)


class Declare(Protocol):
    """A decorator that gives a view back as it is, in the eyes of who calls it."""

    def __call__(self, view: View, /) -> View:
        """Declare a view."""
        ...


class Area(Blueprint):  # type: ignore[misc]
    """An area's calls under /api. A view's docstring is its summary and description in OpenAPI.

    As flask-smorest means it: `arguments` is what a call takes, `response` what it answers.
    """

    ARGUMENTS_PARSER = Parser()

    def __init__(self, name: str, path: str, description: str) -> None:
        prefix = f"/api/{path}".rstrip("/")
        super().__init__(name, name, url_prefix=prefix, description=description)

    def register_views_in_doc(self, api: Any, *what: Any, **names: Any) -> None:
        """Leave the description to the first request of the document (`OurApi`)."""
        api.undescribed.append(partial(super().register_views_in_doc, api, *what, **names))

    def get(self, rule: str, *, operator: bool = False) -> Declare:
        """Declare a call that changes nothing."""
        return self._call("GET", rule, operator=operator, writes=False)

    def post(self, rule: str, *, operator: bool = False, writes: bool | None = None) -> Declare:
        """Declare a call with a body.

        `writes`: it changes something, and so takes JSON alone; an operator's does by default.
        """
        return self._call(
            "POST", rule, operator=operator, writes=operator if writes is None else writes
        )

    def delete(self, rule: str, *, operator: bool = False) -> Declare:
        """Declare a call that removes something."""
        return self._call("DELETE", rule, operator=operator, writes=False)

    def _call(self, method: str, rule: str, *, operator: bool, writes: bool) -> Declare:
        register = super().route

        def declare(view: View) -> View:
            guarded: Callable[..., Any] = view
            if writes and not ("arguments" in getattr(view, "_apidoc", {}) or _reads_itself(view)):
                guarded = self.arguments(Nothing, required=False, example={})(guarded)
            guarded = self._with_errors(guarded, rule, operator=operator, writes=writes)
            guarded = _with_address_check(self._with_documentation(guarded, operator=operator))
            guarded = json_only(guarded) if writes else guarded
            guarded = operator_only(guarded) if operator else guarded
            register(rule, methods=[method])(guarded)
            return view

        return declare

    def _with_errors(
        self, view: Callable[..., Any], rule: str, *, operator: bool, writes: bool
    ) -> Callable[..., Any]:
        """Declare with which statuses a call may be refused, besides what its arguments give."""
        statuses = [*OF_ALL, *(OF_OPERATORS if operator else ())]
        statuses += [HTTPStatus.BAD_REQUEST] if _reads_itself(view) else []
        statuses += [HTTPStatus.UNSUPPORTED_MEDIA_TYPE] if writes else []
        statuses += [HTTPStatus.NOT_FOUND] if "<" in rule or (writes and operator) else []
        statuses += [HTTPStatus.CONFLICT] if writes and operator else []
        declared = getattr(view, "_apidoc", {}).get("response", {}).get("responses", {})
        for status in statuses:
            if status not in declared:
                view = super().alt_response(int(status), status.name)(view)
        return view

    def _with_documentation(
        self, view: Callable[..., Any], *, operator: bool
    ) -> Callable[..., Any]:
        """Declare in the document what all calls share."""
        declared = getattr(view, "_apidoc", {})
        name = view.__name__ if self.name in view.__name__ else f"{self.name}_{view.__name__}"
        words: Words = {"operationId": wire_name(name)}
        words |= {"security": [{"operator": []}]} if operator else {}
        if "arguments" in declared:
            declared["arguments"]["parameters"].append(COUNTRY_HEADER)
        else:
            own = declared.get("manual_doc", {}).get("parameters", [])
            words["parameters"] = [COUNTRY_HEADER, *own]
        return cast(Callable[..., Any], self.doc(**words)(view))

    def arguments(
        self,
        schema: type[Schema] | Schema,
        *,
        location: str = "json",
        as_kwargs: bool = True,
        **words: Any,
    ) -> Declare:
        """Give a view what the schema reads: each field by its name, or (not `as_kwargs`) a dict.

        `words`: the example and such of the document.
        """
        read = schema() if isinstance(schema, type) else schema
        declare = super().arguments(read, location=location, as_kwargs=as_kwargs, **words)
        return cast(Declare, declare)

    def takes(self, schema: Schema, example: Any, **words: Any) -> Declare:
        """Declare what a call takes whose view reads the body itself, for speed."""
        content = {"application/json": {"schema": schema, "example": example}}
        declare = self.doc(requestBody={"required": True, "content": content}, **words)
        return cast(Declare, declare)

    def query(self, schema: type[Schema] | Schema) -> Declare:
        """Pass the address's fields to a view, each by its name."""
        return self.arguments(schema, location="query")

    def response(self, schema: type[Schema] | Schema | Words, **words: Any) -> Declare:
        """Answer with what the schema makes of the view's value; a Response is sent as it is."""
        return cast(Declare, super().response(int(HTTPStatus.OK), schema, **words))

    def alt_response(self, status: int, schema: type[Schema]) -> Declare:
        """Declare what else a call answers."""
        return cast(Declare, super().alt_response(int(status), schema=schema))

    def text(self, example: str, kind: str = "text/plain") -> Declare:
        """Answer with the view's text, which the client shows as a toast."""
        documented: Declare = self.response({"type": "string"}, content_type=kind, example=example)

        def declare(view: View) -> View:
            @wraps(view)
            def answered(*args: Any, **kwargs: Any) -> Response:
                answer = view(*args, **kwargs)
                return Response(answer, mimetype=kind) if isinstance(answer, str) else answer

            return cast(View, documented(answered))

        return declare


def _reads_itself(view: Callable[..., Any]) -> bool:
    return "requestBody" in getattr(view, "_apidoc", {}).get("manual_doc", {})


def _with_address_check(view: Callable[..., Any]) -> Callable[..., Any]:
    """Refuse a Country-Code header that is no country, also where the call does not use it, and
    names behind the question mark that are not read: their meaning would be lost silently.
    """
    apidoc = getattr(view, "_apidoc", {})
    # Whoever counts clicks adds names to links in mails, which answer with a page.
    is_page = "text/html" in str(apidoc.get("response"))
    taken = apidoc.get("arguments", {}).get("parameters", ())
    read = [one["schema"].fields.values() for one in taken if one["in"] == "query"]
    known = {field.data_key: None for fields in read for field in fields}

    @wraps(view)
    def checked(*args: Any, **kwargs: Any) -> Any:
        header_country()
        if request.args and not is_page:
            for name in request.args.keys() - known.keys():
                names = f"it reads {', '.join(known)}" if known else "it reads no query"
                raise Invalid.field(name, f"is no name of this call: {names}")
        return view(*args, **kwargs)

    return checked


ASSETS = Path(flask_swagger_ui.__file__).parent / "dist"
# Swagger's page draws its icons from data: addresses.
POLICY = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)


def register_docs(app: Flask) -> None:
    """Serve the interactive page and its assets."""
    docs = flask.Blueprint("docs", __name__, url_prefix="/api/docs")

    @docs.get("")
    def docs_page() -> Response:
        page = Response(render_template("docs.html"), mimetype="text/html")
        page.headers["Content-Security-Policy"] = POLICY
        return page

    @docs.get("/start.js")
    def start() -> Response:
        return Response(render_template("docs.js"), mimetype="text/javascript")

    @docs.get("/assets/<path:name>")
    def assets(name: str) -> Response:
        return send_from_directory(ASSETS, name, max_age=86_400)

    app.register_blueprint(docs)


class Converter(OpenAPIConverter):
    """apispec's converter, with our fields and bodies."""

    def init_attribute_functions(self) -> None:
        """Name what makes a property of a field."""
        super().init_attribute_functions()
        self.attribute_functions.append(self.any_of)

    def any_of(self, field: Field[Any], **_: Any) -> dict[str, Any]:
        """Return the schemas of which an object has one."""
        if not isinstance(field, AnyOf):
            return {}
        return {"anyOf": [self.resolve_nested_schema(schema) for schema in field.schemas]}

    def schema2jsonschema(self, schema: Schema | type[Schema]) -> dict[str, Any]:
        """Return a schema in JSON Schema (2020-12)."""
        json_schema: dict[str, Any] = super().schema2jsonschema(schema)
        instance = resolve_schema_instance(schema)
        if isinstance(instance, ValueOrObject):
            return {"oneOf": [json_schema["properties"][instance.sole.data_key], json_schema]}
        return json_schema


class Plugin(MarshmallowPlugin):
    """apispec's plugin for marshmallow with that converter."""

    Converter = Converter


class Refusal(Schema):
    """What every error answers (`app.web.errors`)."""

    code = Integer(metadata={"description": "The HTTP status"})
    status = String(metadata={"description": "The status in words"})
    reason = String(metadata={"description": f"For programs: {', '.join(REASONS)}, and others"})
    message = String(metadata={"description": "For the person who sent the request"})
    errors = Dict(metadata={"description": "What is wrong, by the field's name"})


class OurApi(Api):  # type: ignore[misc]
    """flask-smorest's API with the shape of our errors.

    It describes its calls when its document is first requested: that is most of an app's start.
    """

    ERROR_SCHEMA = Refusal

    def __init__(self, app: Flask, **options: Any) -> None:
        self.undescribed: list[Callable[[], None]] = []
        self._describing = Lock()
        super().__init__(app, **options)

    def _openapi_json(self) -> Response:
        with self._describing:
            while self.undescribed:
                self.undescribed.pop(0)()
        answer: Response = super()._openapi_json()
        return answer


def document(app: Flask) -> Api:
    """Return the API, to which areas are added."""
    spec = {"marshmallow_plugin": Plugin(), "servers": [{"url": "/"}]}
    api = OurApi(app, spec_kwargs=spec)
    api.spec.components.security_scheme("operator", {"type": "http", "scheme": "bearer"})
    return api

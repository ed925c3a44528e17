"""The OpenAPI document that flask-smorest makes of the declared calls.

`/api/docs` is Swagger's page over `/api/openapi.json`, from our own server alone.
"""

from collections.abc import Callable
from pathlib import Path
from threading import Lock
from typing import Any

import flask_swagger_ui
from apispec.ext.marshmallow import MarshmallowPlugin
from apispec.ext.marshmallow.common import resolve_schema_instance
from apispec.ext.marshmallow.openapi import OpenAPIConverter
from flask import Blueprint, Flask, Response, render_template, send_from_directory
from flask_smorest import Api
from marshmallow import Schema
from marshmallow.fields import Dict, Field, Integer, String

from app.api.declare.schema import AnyOf, ValueOrObject
from app.web.errors import REASONS

ASSETS = Path(flask_swagger_ui.__file__).parent / "dist"
# Swagger's page draws its icons from data: addresses.
POLICY = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)


def register_docs(app: Flask) -> None:
    """Serve the interactive page and its assets."""
    docs = Blueprint("docs", __name__, url_prefix="/api/docs")

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

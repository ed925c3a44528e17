"""The OpenAPI document that flask-smorest makes of the declared calls."""

from __future__ import annotations

from typing import Any

from apispec.ext.marshmallow import MarshmallowPlugin
from apispec.ext.marshmallow.common import resolve_schema_instance
from apispec.ext.marshmallow.openapi import OpenAPIConverter
from flask import Flask
from flask_smorest import Api
from marshmallow import Schema
from marshmallow.fields import Field

from app.api.declare.schema import AnyOf, ValueOrObject


class Converter(OpenAPIConverter):
    """apispec's converter, which knows our fields and bodies."""

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


def document(app: Flask) -> Api:
    """Return the API, to which areas are added."""
    api = Api(app, spec_kwargs={"marshmallow_plugin": Plugin()})
    api.spec.components.security_scheme("operator", {"type": "http", "scheme": "bearer"})
    return api

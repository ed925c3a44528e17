"""Shorthand for schemas."""

from __future__ import annotations

from typing import Any

Schema = dict[str, Any]

TEXT: Schema = {"type": "string"}
WHOLE: Schema = {"type": "integer"}
NUMBER: Schema = {"type": "number"}
YES_NO: Schema = {"type": "boolean"}


def ref(name: str) -> Schema:
    """Point to a named schema."""
    return {"$ref": f"#/components/schemas/{name}"}


def array(items: Schema) -> Schema:
    """Return the schema of a list."""
    return {"type": "array", "items": items}


def mapping(values: Schema) -> Schema:
    """Return the schema of an object with free names."""
    return {"type": "object", "additionalProperties": values}


def one_of(*values: str) -> Schema:
    """Return the schema of a text out of a few."""
    return {"type": "string", "enum": list(values)}


def maybe(schema: Schema) -> Schema:
    """Return the schema of a value that may be null."""
    if "type" in schema and isinstance(schema["type"], str) and "enum" not in schema:
        return schema | {"type": [schema["type"], "null"]}
    return {"oneOf": [schema, {"type": "null"}]}


def thing(optional: tuple[str, ...] = (), /, **properties: Schema) -> Schema:
    """Return the schema of an object whose properties are all there, but for `optional`."""
    required = [name for name in properties if name not in optional]
    return {"type": "object", "required": required, "properties": properties}

"""JSON on the wire, and the base classes of schemas: what is not known is refused."""

from collections.abc import Mapping
from datetime import date, datetime
from decimal import Decimal
from typing import Any, ClassVar, get_args, get_origin, get_type_hints

import orjson
from flask import Response
from flask.json.provider import JSONProvider
from marshmallow import EXCLUDE, RAISE, Schema, fields, pre_load
from marshmallow.fields import Field
from marshmallow.schema import SchemaMeta
from sqlalchemy.orm import Mapped

from scrapers.config import wire_name

# marshmallow's messages, which mention fields, in our wording.
OURS = {
    "Missing data for required field.": "is missing",
    "Field may not be null.": "must not be null",
    "Not a valid string.": "must be text",
    "Not a valid list.": "must be a list",
    "Not a valid boolean.": "must be true or false",
}


FIELDS: dict[object, type[Field[Any]]] = {
    str: fields.String,
    int: fields.Integer,
    float: fields.Float,
    bool: fields.Boolean,
    datetime: fields.DateTime,
    date: fields.Date,
    Any: fields.Raw,
}


class Words(dict[str, Any]):
    """A field's declaration besides its type."""

    OF_FIELD = frozenset({"attribute", "data_key", "dump_default", "required", "validate"})

    def for_field(self) -> dict[str, Any]:
        """Return the field's own arguments, the rest as its metadata."""
        own = {name: self[name] for name in self if name in self.OF_FIELD}
        rest = {name: self[name] for name in self if name not in self.OF_FIELD}
        return own | ({"metadata": rest} if rest else {})


def field_of(kind: Any, **words: Any) -> Field[Any]:
    """Return the field of an annotation: `int | None`, `list[Hit]`, `dict[str, float]`."""
    inner = get_args(kind)
    if type(None) in inner:
        return field_of(inner[0], allow_none=True, **words)
    if get_origin(kind) is list:
        return fields.List(field_of(inner[0]), **words)
    if get_origin(kind) is dict:
        return fields.Dict(values=None if inner[1] is Any else field_of(inner[1]), **words)
    return FIELDS[kind](**words) if kind in FIELDS else fields.Nested(kind, **words)


class AnnotatedMeta(SchemaMeta):
    """The class of schemas whose fields are annotations, in their order.

    `columns` are fields as the class `of` declares them: a table's model, or a dataclass.
    """

    def __new__(
        mcs,
        name: str,
        bases: tuple[type, ...],
        attrs: dict[str, Any],
        of: type | None = None,
        columns: str = "",
    ) -> Any:
        """Make the fields before marshmallow collects them."""
        declared = get_type_hints(of) if of else {}
        kinds = {name: declared[name] for name in columns.split()}
        kinds = {k: get_args(v)[0] if get_origin(v) is Mapped else v for k, v in kinds.items()}
        for field, kind in (kinds | attrs.get("__annotations__", {})).items():
            if get_origin(kind) is ClassVar:
                continue
            given = attrs.pop(field, Words())
            if isinstance(given, Words):
                given = field_of(kind, **given.for_field())
            given.allow_none |= type(None) in get_args(kind)
            attrs[field] = given
        return super().__new__(mcs, name, bases, attrs)

    def __init__(cls, *args: Any, **_: Any) -> None:
        super().__init__(*args)  # type: ignore[no-untyped-call]


class Wire(Schema, metaclass=AnnotatedMeta):
    """Names are in camel case on the wire and in snake case in Python."""

    class Meta:
        """Names that are not declared are passed over."""

        unknown = EXCLUDE

    error_messages = {"type": "The request's body must be an object"}

    def on_bind_field(self, field_name: str, field_obj: Field[Any]) -> None:
        """Name a field on the wire, unless its declaration does."""
        if field_obj.data_key is None:
            field_obj.data_key = wire_name(field_name)
        for code, words in field_obj.error_messages.items():
            field_obj.error_messages[code] = OURS.get(str(words), words)


class Input(Wire):
    """An object that is sent to us. A field that is not known is refused by its name.

    `ALSO`: what clients send along because an answer had it; it is passed over.
    """

    ALSO: ClassVar[frozenset[str]] = frozenset()

    class Meta:
        """A name that is not declared is a mistake: its value is never read."""

        unknown = RAISE

    error_messages = {**Wire.error_messages, "unknown": "is no field of this call"}

    @pre_load(pass_collection=False)
    def leave_out_answered(self, data: Any, **_: Any) -> Any:
        """Return the object without what only answers have."""
        if not isinstance(data, Mapping) or not self.ALSO:
            return data
        own = {field.data_key for field in self.fields.values()}
        return {name: data[name] for name in data if name in own or name not in self.ALSO}


def _default(value: Any) -> Any:
    if isinstance(value, Decimal):
        return float(value)
    raise TypeError(f"{type(value).__name__} has no JSON form")


def encode(value: Any) -> bytes:
    """Return a value as JSON, with dates as ISO 8601 and amounts as numbers."""
    return orjson.dumps(value, default=_default, option=orjson.OPT_NON_STR_KEYS)


class OrjsonProvider(JSONProvider):
    """Flask's JSON, as `encoded` writes it."""

    def dumps(self, obj: Any, **_: Any) -> str:
        """Return `obj` as JSON text."""
        return encode(obj).decode()

    def loads(self, s: str | bytes, **_: Any) -> Any:
        """Return the value of a JSON text; raises ValueError (NaN and infinity too)."""
        return orjson.loads(s)

    def response(self, *args: Any, **kwargs: Any) -> Any:
        """Return a response that holds the value as JSON, without a detour through text."""
        body = encode(self._prepare_response_obj(args, kwargs))
        return Response(body, mimetype="application/json")

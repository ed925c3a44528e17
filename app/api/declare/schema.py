"""The base classes of what is sent to us and what we answer."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from marshmallow import Schema, post_dump, pre_load
from marshmallow.fields import Field, String
from marshmallow.validate import OneOf
from sqlalchemy import Select, func, select
from sqlalchemy.orm import Session
from webargs.multidictproxy import MultiDictProxy
from werkzeug.datastructures import MultiDict

from app.api.declare.fields import WholeNumber
from app.web.wire import Input, Wire, Words

PAGE = 50  # rows
# Whole bodies and answers of the document by their names; short ones stand at their calls.
EXAMPLES = json.loads(Path(__file__).parents[1].joinpath("examples.json").read_text("utf-8"))
# The headers of a list in pages, in the document.
TOTAL = {"X-Total-Count": {"schema": {"type": "integer"}}}


class Nothing(Input):
    """What a call takes that takes nothing: no body, or an empty object."""


def names_of(*schemas: type[Schema]) -> frozenset[str]:
    """Return what schemas' fields are called on the wire."""
    fields = (field for schema in schemas for field in schema().fields.values())
    return frozenset(str(field.data_key) for field in fields)


class ValueOrObject(Input):
    """One value, sent by itself or in an object: `12`, `{"brandId": 12}`."""

    @pre_load
    def wrap(self, data: Any, **_: Any) -> Any:
        """Return the object that a value by itself stands for."""
        return data if isinstance(data, Mapping) else {self.sole.data_key: data}

    @property
    def sole(self) -> Field[Any]:
        """Return the field that may be sent by itself: the one that must be there."""
        return next(field for field in self.fields.values() if field.required)


class Query(Wire):
    """An address's query string; an empty value is none."""

    @pre_load
    def leave_out_empty(self, data: MultiDictProxy, **_: Any) -> MultiDictProxy:
        """Return what has a value."""
        sent: Any = data.data
        given = [(name, value) for name, value in sent.items(multi=True) if value]
        return MultiDictProxy(MultiDict(given), self)


class Paged(Query):
    """Which page of a list."""

    page = WholeNumber(1, 1_000_000, about="Counts from 1")
    page_size = WholeNumber(1, 200, about=f"{PAGE} where absent")


def page_of(
    session: Session, wanted: Select[Any], page: int, page_size: int
) -> tuple[Sequence[Any], int]:
    """Return a page of the rows that a query finds, and how many it finds in all."""
    total = session.scalar(select(func.count()).select_from(wanted.order_by(None).subquery()))
    rows = session.scalars(wanted.limit(page_size).offset((page - 1) * page_size)).all()
    return rows, total or 0


def about(description: str = "", **words: Any) -> Any:
    """Return an annotated field's declaration besides its type: its description, an example, the
    attribute it is read from and such.
    """
    return Words({"description": description} if description else {}, **words)


def one_of(*values: str, **words: Any) -> Any:
    """Return the field of a word out of a few, in an answer."""
    return String(validate=OneOf(values), **words)


class AnyOf(Field[Any]):
    """An object of one of a few schemas; it is sent as the view made it."""

    def __init__(self, *schemas: type[Schema], **kwargs: Any) -> None:
        self.schemas = schemas
        super().__init__(**kwargs)


class Answer(Wire):
    """An object that we answer. Those in `OPTIONAL` are left out where they are None."""

    OPTIONAL: ClassVar[frozenset[str]] = frozenset()

    def on_bind_field(self, field_name: str, field_obj: Field[Any]) -> None:
        """Declare that a field is there."""
        super().on_bind_field(field_name, field_obj)
        field_obj.required = field_name not in self.OPTIONAL

    @post_dump
    def leave_out(self, data: dict[str, Any], **_: Any) -> dict[str, Any]:
        """Leave out what is optional and not there."""
        for name in self.OPTIONAL:
            if data.get(key := self.fields[name].data_key or name) is None:
                data.pop(key, None)
        return data


class Named(Answer):
    """What people choose by its name, and addresses by its slug."""

    id: int
    name: str
    slug: str


class With:
    """An object's attributes, with some more over them, for a schema to read."""

    def __init__(self, of: object, **more: Any) -> None:
        self._of = of
        self.__dict__.update(more)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._of, name)


class Message(Answer):
    """A line for the caller."""

    message: str

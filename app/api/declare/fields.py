"""Fields of requests, how they are parsed, and rows by their ids."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from http import HTTPStatus
from pathlib import Path
from typing import Any, ClassVar, NoReturn, TypeVar
from zoneinfo import ZoneInfo

from flask import Request, request
from marshmallow import Schema, ValidationError, fields, missing, post_dump, pre_load
from marshmallow.fields import Field, String
from marshmallow.validate import Length, OneOf
from sqlalchemy import BigInteger, ColumnElement, Select, func, inspect, select
from sqlalchemy.orm import InstrumentedAttribute, Session
from webargs.flaskparser import FlaskParser
from webargs.multidictproxy import MultiDictProxy
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import RequestEntityTooLarge

from app.live.context import context
from app.web.errors import Invalid, NotFound
from app.web.wire import Input, Wire, Words
from indexer.models import Base
from scrapers.web.addresses import NO_ADDRESS, refusal
from scrapers.wording import is_plain, one_line

INT_MAX = 2**31 - 1  # what the database's integer and bigint columns hold
BIG_MAX = 2**63 - 1
MAX_TEXT = 2000  # characters
EMPTY = (None, "")
_UNPAIRED = re.compile("[\ud800-\udfff]")


def field_metadata(metadata: Any, given: dict[str, Any]) -> dict[str, Any]:
    """Return a field's metadata with what it is `about`, which is taken out of what was given."""
    words = given.pop("about", "")
    return (metadata or {}) | ({"description": words} if words else {})


class WholeNumber(fields.Integer):
    """A whole number within bounds, as one or as its digits.

    `empty`: what null and an empty text stand for; without it they are refused.
    """

    words = "must be a whole number from {least} to {most}"

    def __init__(
        self, least: int, most: int, *, empty: Any = missing, metadata: Any = None, **kwargs: Any
    ) -> None:
        metadata = field_metadata(metadata, kwargs)
        self.least, self.most, self.empty = least, most, empty
        words = self.words.format(least=least, most=most)
        super().__init__(
            metadata={"minimum": least, "maximum": most} | metadata,
            error_messages={"invalid": words, "null": words},
            allow_none=empty is not missing,
            **kwargs,
        )

    def deserialize(self, value: Any, *args: Any, **kwargs: Any) -> Any:
        """Read a value; raises ValidationError."""
        if self.empty is not missing and value in EMPTY:
            return self.empty
        return super().deserialize(value, *args, **kwargs)

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> int:
        if isinstance(value, str) and value.strip().isascii() and value.strip().isdigit():
            value = int(value) if len(value) < 20 else self.most + 1
        if type(value) is not int or not self.least <= value <= self.most:
            raise self.make_error("invalid")
        return value


class Id(WholeNumber):
    """An id, as a number or as it was typed. `most`: the largest that its column holds."""

    words = "must be an id, a whole number above 0"

    def __init__(self, most: int = INT_MAX, **kwargs: Any) -> None:
        typed = {"type": ["integer", "string"], "pattern": "^[1-9][0-9]{0,8}$"}
        super().__init__(1, most, metadata=typed, **kwargs)


class Text(fields.String):
    """Text without NUL; null is an empty one. `check` raises ValueError with words for people."""

    default_error_messages = {"invalid": "must be text"}

    def __init__(
        self, most: int = MAX_TEXT, *, check: Callable[[str], object] | None = None, **kwargs: Any
    ) -> None:
        self.check = check
        kwargs.setdefault("allow_none", True)
        kwargs["metadata"] = field_metadata(kwargs.get("metadata"), kwargs)
        length = Length(max=most, error=f"at most {most} characters")
        super().__init__(validate=[length, *kwargs.pop("validate", ())], **kwargs)

    def deserialize(self, value: Any, *args: Any, **kwargs: Any) -> Any:
        """Read a value; raises ValidationError."""
        return super().deserialize("" if value is None else value, *args, **kwargs)

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> str:
        if not isinstance(value, str) or "\x00" in value or _UNPAIRED.search(value):
            raise self.make_error("invalid")
        return value

    def _validate(self, value: str) -> None:
        super()._validate(value)
        try:
            if self.check is not None:
                self.check(value)
        except ValueError as error:
            raise ValidationError(str(error)) from error


class Line(Text):
    """A name: text on one line, of what is seen."""

    def _deserialize(self, value: Any, *args: Any, **kwargs: Any) -> str:
        line = " ".join(super()._deserialize(value, *args, **kwargs).split())
        unseen = {f"U+{ord(sign):04X}" for sign in line if sign != " " and not one_line(sign)}
        if unseen:
            raise ValidationError(f"has signs that nobody sees: {', '.join(unseen)}")
        return line


class Day(fields.Date):
    """A day, as 2026-01-31."""

    FIRST, LAST = date(2000, 1, 1), date(2099, 12, 31)
    default_error_messages = {"invalid": f"must be a day from {FIRST} to {LAST}"}

    def _deserialize(self, value: Any, *args: Any, **kwargs: Any) -> date:
        day = super()._deserialize(value, *args, **kwargs)
        if not self.FIRST <= day <= self.LAST:
            raise self.make_error("invalid")
        return day


def within(
    column: InstrumentedAttribute[Any], zone: str, since: date | None, until: date | None
) -> list[ColumnElement[bool]]:
    """Return conditions on a time: from the first of these days to the end of the last one."""

    def midnight(day: date) -> datetime:
        return datetime.combine(day, time(), ZoneInfo(zone))

    found = [column >= midnight(since)] if since else []
    return [*found, column < midnight(until + timedelta(days=1))] if until else found


class Choice(Text):
    """One of a few words."""

    def __init__(self, *values: str, **kwargs: Any) -> None:
        known = OneOf(values, error=f"must be one of {', '.join(values)}")
        super().__init__(validate=[known], allow_none=False, **kwargs)


class Website(Text):
    """An absolute http(s) address with a host (spec §5). `may_be_empty`: or nothing."""

    default_error_messages = {"address": "invalidUrl"}

    def __init__(self, *, may_be_empty: bool = False, metadata: Any = None, **kwargs: Any) -> None:
        self.may_be_empty = may_be_empty
        form = {} if may_be_empty else {"format": "uri"}
        kwargs.setdefault("allow_none", may_be_empty)
        super().__init__(metadata=form | (metadata or {}), **kwargs)

    def _deserialize(self, value: Any, *args: Any, **kwargs: Any) -> str:
        address = super()._deserialize(value, *args, **kwargs)
        if self.may_be_empty and not address:
            return address
        why = website_refusal(address.strip())
        if why == NO_ADDRESS:
            raise self.make_error("address")
        if why is not None:
            raise ValidationError(why)
        return address.strip()


def website_refusal(address: str) -> str | None:
    """Return why a text is no absolute http(s) address that others may open; None: it is one."""
    if " " in address or not is_plain(address):
        return NO_ADDRESS
    return refusal(address, context().settings.loopback())


class Flag(fields.Boolean):
    """True or false, as one or as its word. `empty`: what null stands for, where it may be."""

    default_error_messages = {"invalid": "must be true or false"}

    def __init__(self, *, empty: bool | None = False, **kwargs: Any) -> None:
        self.empty = empty
        kwargs.setdefault("allow_none", True)
        kwargs["metadata"] = field_metadata(kwargs.get("metadata"), kwargs)
        super().__init__(truthy={True, "true"}, falsy={False, "false"}, **kwargs)

    def deserialize(self, value: Any, *args: Any, **kwargs: Any) -> Any:
        """Read a value; raises ValidationError."""
        is_empty = value is None and self.allow_none
        return self.empty if is_empty else super().deserialize(value, *args, **kwargs)


def json_body() -> Any:
    """Return the request's JSON, whatever its content type is; raises Invalid."""
    try:
        return request.get_json(force=True)
    except RequestEntityTooLarge:
        raise
    except Exception as error:
        raise Invalid("The request's body is not valid JSON") from error


class Parser(FlaskParser):
    """webargs' parser of Flask's requests."""

    DEFAULT_VALIDATION_STATUS = HTTPStatus.BAD_REQUEST

    def load_json(self, req: Request, schema: Schema) -> Any:  # noqa: ARG002 - webargs' own
        """Return the body, an empty object where there is none; old clients name no type."""
        return json_body() if req.get_data() else {}

    def handle_error(self, error: ValidationError, *_: Any, **__: Any) -> NoReturn:
        """Raise what the application's table of errors answers."""
        (messages,) = error.messages.values() if isinstance(error.messages, dict) else ({},)
        raise ValidationError(messages) from error


Row = TypeVar("Row", bound=Base)


def by_id(session: Session, model: type[Row], key: int, name: str) -> Row:
    """Return a row; `name` is what people call it. Raises NotFound, for any number."""
    (column,) = inspect(model).primary_key
    most = BIG_MAX if isinstance(column.type, BigInteger) else INT_MAX
    row = session.get(model, key) if 0 < key <= most else None
    if row is None:
        raise NotFound(f"There is no {name} {key}")
    return row


def chosen_id(session: Session, model: type[Row], key: int | None, field: str) -> int | None:
    """Return the id that `field` chooses, None for none; raises Invalid where there is no row."""
    if key is not None and session.get(model, key) is None:
        raise Invalid.field(field, f"there is no {model.__tablename__} {key}")
    return key


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

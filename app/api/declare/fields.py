"""Fields of requests, how they are parsed, and rows by their ids."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from http import HTTPStatus
from typing import Any, NoReturn, TypeVar
from zoneinfo import ZoneInfo

from flask import Request, request
from marshmallow import Schema, ValidationError, fields, missing
from marshmallow.validate import Length, OneOf
from sqlalchemy import BigInteger, ColumnElement, inspect
from sqlalchemy.orm import InstrumentedAttribute, Session
from webargs.flaskparser import FlaskParser
from werkzeug.exceptions import RequestEntityTooLarge

from app.live.context import context
from app.web.errors import Invalid, NotFound
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

    def __init__(self, most: int = INT_MAX, *, metadata: Any = None, **kwargs: Any) -> None:
        typed = {"type": ["integer", "string"], "pattern": "^[1-9][0-9]{0,8}$"}
        super().__init__(1, most, metadata=typed | (metadata or {}), **kwargs)


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

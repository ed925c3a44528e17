"""Clicks, views and the newsletter on the wire."""

from __future__ import annotations

import re
from typing import Any

from marshmallow import ValidationError, fields

from app.api.declare import Answer, Input
from app.api.declare.fields import Choice, Id, Text, WholeNumber
from app.search.filters import MAX_TEXT, RESULT_WINDOW
from app.visitors.visitor import SEARCH_ID

MAX_KEY = 2000  # characters
MAX_ID = 64
VIEW_KINDS = ("details", "quick", "colour")
_ADDRESS = re.compile(r"[^@\s<>,;:\"()\[\]\\]{1,64}@[^@\s<>,;:\"()\[\]\\]{1,190}\.[^@\s.<>,;]{2,}")


class MailAddress(Text):
    """An address that mail can be sent to."""

    default_error_messages = {"address": "invalidEmail"}

    def _deserialize(self, value: Any, *args: Any, **kwargs: Any) -> str:
        address = super()._deserialize(value, *args, **kwargs).strip()
        if not _ADDRESS.fullmatch(address):
            raise self.make_error("address")
        return address


class SearchNumber(Text):
    """The id of a search, as a browser gives it, or nothing."""

    def _deserialize(self, value: Any, *args: Any, **kwargs: Any) -> str:
        number = super()._deserialize(value, *args, **kwargs)
        if number and not SEARCH_ID.fullmatch(number):
            raise ValidationError("must be the id of a search, 16 to 64 letters and digits")
        return number


class Interaction(Input):
    """What a visitor did, and where it came from: the search, its text, the place in it from 1."""

    brand_id = Id(empty=None)
    group_key = Text(MAX_KEY)
    search_id = SearchNumber(MAX_ID)
    position = WholeNumber(1, RESULT_WINDOW, empty=None)
    query = Text(MAX_TEXT)


class Click(Interaction):
    """A click."""

    href = Text(metadata={"description": 'An address, or what was done ("Go to page 2")'})


class ItemView(Interaction):
    """A product that was looked at."""

    brand_id = Id(required=True)
    group_key = Text(MAX_KEY, required=True, allow_none=False)
    kind = Choice(*VIEW_KINDS)


class Saved(Answer):
    """It is noted."""

    saved = fields.Boolean()


class Subscription(Input):
    """An address for the newsletter."""

    email = MailAddress(254, required=True, allow_none=False, metadata={"format": "email"})

"""The base classes of schemas: names on the wire, our words, and what is not known refused."""

from collections.abc import Mapping
from typing import Any, ClassVar

from marshmallow import EXCLUDE, RAISE, Schema, pre_load
from marshmallow.fields import Field

from scrapers.config import wire_name

# marshmallow's words, which speak of fields, as we say them.
OURS = {
    "Missing data for required field.": "is missing",
    "Field may not be null.": "must not be null",
    "Not a valid string.": "must be text",
    "Not a valid list.": "must be a list",
    "Not a valid boolean.": "must be true or false",
}


class Wire(Schema):
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
        """A name that is not declared is a mistake: nobody reads its value."""

        unknown = RAISE

    error_messages = {**Wire.error_messages, "unknown": "is no field of this call"}

    @pre_load(pass_collection=False)
    def leave_out_answered(self, data: Any, **_: Any) -> Any:
        """Return the object without what only answers have."""
        if not isinstance(data, Mapping) or not self.ALSO:
            return data
        own = {field.data_key for field in self.fields.values()}
        return {name: data[name] for name in data if name in own or name not in self.ALSO}

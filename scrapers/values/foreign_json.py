"""JSON that others write, bounded by how many values it makes: one takes up to 120 bytes."""

import json
from typing import Any

from scrapers.encodings import text_of

MOST_VALUES = 800_000


class TooManyValuesError(ValueError):
    """The text holds more values than are read."""


def values_in(text: str) -> int:
    """Return how many values a JSON text has at most."""
    return 1 + sum(text.count(sign) for sign in ",[{")


def loads(text: str | bytes, *, strict: bool = True) -> Any:
    """Return the value of a JSON text; raises ValueError, and RecursionError where it is deep."""
    text = text_of(text) if isinstance(text, bytes) else text
    if values_in(text) > MOST_VALUES:
        raise TooManyValuesError(f"It holds more than {MOST_VALUES} values.")
    return json.loads(text, strict=strict)

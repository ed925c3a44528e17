"""A search as the browser's address names it, read as `parseSearch` in frontend/src reads it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from app.search.filters import BY_ATTRIBUTE

Query = Sequence[tuple[str, str]]  # the address's parameters, in their order

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]+")


def plain_text(text: str) -> str:
    """Return a search text without control characters and outer spaces."""
    return _CONTROL.sub(" ", text).strip()


def is_searched(query: Query) -> bool:
    """Return True if the address shows results and not the landing screen."""
    return any(
        plain_text(value) if name == "q" else name in BY_ATTRIBUTE and value.strip()
        for name, value in query
    )

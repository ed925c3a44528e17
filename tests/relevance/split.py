"""Two halves of the queries: one to look at while the ranking changes, one for the end."""

from __future__ import annotations

import hashlib


def is_held_out(text: str) -> bool:
    """Tell whether a query is in the half that is only looked at in the end."""
    return hashlib.sha256(text.casefold().encode()).digest()[0] % 2 == 1

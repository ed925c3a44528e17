"""Splits the queries into a tuning half and a held-out half."""

from __future__ import annotations

import hashlib


def is_held_out(text: str) -> bool:
    """Return True if a query is in the held-out half."""
    return hashlib.sha256(text.casefold().encode()).digest()[0] % 2 == 1

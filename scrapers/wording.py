"""Letters as people type them. Pure."""

from __future__ import annotations

import unicodedata


def without_accents(text: str) -> str:
    """Return the text with letters that carry accents as the plain ones; fractions stay."""
    if text.isascii():
        return text
    parted = unicodedata.normalize("NFD", text)
    return "".join(char for char in parted if not unicodedata.combining(char))

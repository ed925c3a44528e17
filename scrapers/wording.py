"""Text normalization. Pure."""

from __future__ import annotations

import unicodedata


def without_accents(text: str) -> str:
    """Return the text without the accents of its letters; fractions stay."""
    if text.isascii():
        return text
    decomposed = unicodedata.normalize("NFD", text)
    return "".join(char for char in decomposed if not unicodedata.combining(char))

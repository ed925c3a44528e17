"""Where a text mentions a condition by a number or a country, and not by a word of the tables."""

from __future__ import annotations

from dataclasses import dataclass

from app.search.understand.conditions.meaning import Part
from app.search.understand.words.language import Language
from app.search.understand.words.spans import Span
from scrapers.attributes import SIZE


@dataclass(frozen=True, slots=True)
class Mention(Span):
    """What is mentioned at [start, end); an adult's age says nothing, and is no word either."""

    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Said:
    """A text as it was typed, and with what it is read. `currency`: the visitor's, for labels."""

    original: str
    language: Language
    techniques: frozenset[str]
    currency: str = ""

    def text(self, start: int, end: int) -> str:
        """Return what stands there."""
        return self.original[start:end].strip()


def as_size(text: str, label: str, values: tuple[str, ...]) -> Part:
    """Return a size as a wish: many products say nothing of theirs."""
    return Part(SIZE.name, text, f"{SIZE.label} {label}", values=values, certain=False)

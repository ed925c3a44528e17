"""What something is for, where a text names no product type: "office wear", "winter clothes"."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate

from app.search.understand.words.language import Language
from app.search.understand.words.lexicon import Reading
from app.search.understand.words.text import Token

Slugs = tuple[str, ...]


def has_purpose(readings: Iterable[Reading]) -> bool:
    """Return True if something of a text says what it is for."""
    return any(reading.first.kind == "purpose" for reading in readings)


def names_type(readings: Iterable[Reading], tokens: Sequence[Token], language: Language) -> bool:
    """Return True if a text names a product type; of an outfit its purpose says what it is."""
    outfits = language.vocabulary.spoken.said("outfit")
    return any(
        reading.senses
        and reading.first.kind == "type"
        and " ".join(token.text for token in tokens[reading.start : reading.end]) not in outfits
        for reading in readings
    )


def served(readings: Sequence[Reading], language: Language) -> dict[Reading, Slugs]:
    """Return the categories that serve what was read, for each reading that any serves.

    Only what serves all of them where there is such: of winter and clothes no boots and scarves.
    """
    slugs = {reading: language.serving(reading.first.values) for reading in readings}
    filled = {reading: own for reading, own in slugs.items() if own}
    alternatives = [frozenset(own) for own in dict.fromkeys(filled.values())]  # a word said twice
    shared = tuple(
        slug
        for slug in dict.fromkeys(slug for own in filled.values() for slug in own)
        if not any(other.isdisjoint(_line(slug)) for other in alternatives)
    )
    return dict.fromkeys(filled, shared) if shared else filled


def _line(slug: str) -> Iterable[str]:
    """Return a category and all that are above it."""
    return accumulate(slug.split("/"), "{}/{}".format)

"""What a phrase for a type stands for in this catalogue: itself, its last words, or anything."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from app.search.understand.words.language import Language
from app.search.understand.words.lexicon import Reading, Sense
from app.search.understand.words.text import Token


def is_sold(sense: Sense, language: Language) -> bool:
    """Return True if the catalogue has something of a product type."""
    return any(map(language.stocked, sense.values))


def may_be_anything(phrase: str, reading: Reading, sense: Sense, language: Language) -> bool:
    """Return True if a type leaves open what it is: a gift, an outfit that nobody sells as one."""
    is_gift = phrase in language.vocabulary.spoken.said("gift")
    return is_gift or (not is_sold(sense, language) and reading.of("filler") is not None)


def shorter(
    reading: Reading, tokens: Sequence[Token], language: Language
) -> tuple[Reading, Sense] | None:
    """Return the last words of a type that is not sold, where those are: of a shweshwe dress."""
    for start in range(reading.start + 1, reading.end):
        senses = language.lexicon.entries_of(tokens[start : reading.end])
        sense = next((sense for sense in senses if sense.kind == "type"), None)
        if sense is not None and _stands_for(sense, reading, language):
            return Reading(start, reading.end, tuple(senses)), sense
    return None


def _stands_for(sense: Sense, reading: Reading, language: Language) -> bool:
    """Return True if a shorter phrase is sold, and no glasses for a picture frame."""
    sold = [product_type for product_type in sense.values if language.stocked(product_type)]
    longer = reading.of("type")
    if longer is not None and all(map(language.is_homely, longer.values)):
        return bool(sold) and not any(map(language.is_worn, sold))
    return bool(sold)


def is_another_word(reading: Reading, meant: Collection[str]) -> bool:
    """Return True if a type is one of those that are meant, in other words: "low top sneakers"."""
    sense = reading.of("type")
    return sense is not None and bool(meant) and set(sense.values) <= set(meant)


def in_english(reading: Reading, phrase: str, language: Language) -> list[str]:
    """Return the words by which names say what describes a type; none where it is said so."""
    sense = reading.of("type")
    if sense is None or not sense.is_spoken or sense.weak or language.dictionary.is_indexed(phrase):
        return []
    own = language.vocabulary.product_types[sense.values[0]].synonyms[:1]
    return own[0].split() if own else []

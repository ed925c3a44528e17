"""What a phrase for a thing stands for in this catalogue: itself, its last words, or anything."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from app.search.understand.words import grammar
from app.search.understand.words.language import Language
from app.search.understand.words.lexicon import Entry, Reading
from app.search.understand.words.text import Token

GIFTS = frozenset(grammar.phrases(grammar.GIFTS))


def is_sold(entry: Entry, language: Language) -> bool:
    """Tell whether the catalogue has something of a thing."""
    return any(map(language.stocked, entry.values))


def may_be_anything(phrase: str, reading: Reading, entry: Entry, language: Language) -> bool:
    """Tell whether a thing leaves open what it is: a gift, an outfit that nobody sells as one."""
    return phrase in GIFTS or (not is_sold(entry, language) and reading.of("filler") is not None)


def shorter(
    reading: Reading, tokens: Sequence[Token], language: Language
) -> tuple[Reading, Entry] | None:
    """Return the last words of a thing that is not sold, where those are: of a shweshwe dress."""
    for start in range(reading.start + 1, reading.end):
        entries = language.lexicon.entries_of(tokens[start : reading.end])
        entry = next((entry for entry in entries if entry.kind == "thing"), None)
        if entry is not None and _stands_for(entry, reading, language):
            return Reading(start, reading.end, tuple(entries)), entry
    return None


def _stands_for(entry: Entry, reading: Reading, language: Language) -> bool:
    """Tell whether a shorter phrase is sold, and no glasses for a picture frame."""
    sold = [thing for thing in entry.values if language.stocked(thing)]
    longer = reading.of("thing")
    if longer is not None and all(map(language.is_homely, longer.values)):
        return bool(sold) and not any(map(language.is_worn, sold))
    return bool(sold)


def is_another_word(reading: Reading, meant: Collection[str]) -> bool:
    """Tell whether a thing is one of those that are meant, in other words: "low top sneakers"."""
    entry = reading.of("thing")
    return entry is not None and bool(meant) and set(entry.values) <= set(meant)


def in_english(reading: Reading, phrase: str, language: Language) -> list[str]:
    """Return the words by which names say what describes a thing; none where it is said so."""
    entry = reading.of("thing")
    if entry is None or not entry.is_spoken or entry.weak or language.dictionary.is_indexed(phrase):
        return []
    own = language.vocabulary.things[entry.values[0]].synonyms[:1]
    return own[0].split() if own else []

"""Wordings of one colour in several words: "light blue", "midnight blue", "olive green"."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from app.search.understand.readings.product_types import is_sold
from app.search.understand.words.language import Language
from app.search.understand.words.lexicon import Reading, Sense
from app.search.understand.words.text import Token


def one_colour_each(
    readings: Sequence[Reading],
    tokens: Sequence[Token],
    language: Language,
    techniques: Collection[str],
) -> list[Reading]:
    """Return the readings with each colour in one of them."""
    colours = one_colour(readings, tokens, language.vocabulary.colours.shades)
    return type_before_colour(colours, tokens, language) if "types" in techniques else colours


def one_colour(
    readings: Sequence[Reading], tokens: Sequence[Token], shades: frozenset[str]
) -> list[Reading]:
    """Join what is one wording of a colour: "light blue", "midnight blue", "olive green"."""
    joined: list[Reading] = []
    for reading in readings:
        colour = reading.of("colour")
        if colour is None or reading.first.kind not in {"colour", "brand"}:
            joined.append(reading)
            continue
        before = joined[-1] if joined and joined[-1].end == reading.start else None
        if before is not None and _shades(before, colour, tokens, shades):
            joined[-1] = Reading(before.start, reading.end, (colour,))
        elif before is None and reading.start and tokens[reading.start - 1].stem in shades:
            joined.append(Reading(reading.start - 1, reading.end, (colour,)))
        else:
            joined.append(reading)
    return joined


def type_before_colour(
    readings: Sequence[Reading], tokens: Sequence[Token], language: Language
) -> list[Reading]:
    """Read a colour that is called by a product type as both where no other product type is named.

    "Lipstick red" and "dress blue" are wordings of colours; alone they ask for a red lipstick.
    """
    if any(reading.first.kind == "type" for reading in readings):
        return list(readings)
    return [part for reading in readings for part in _parted(reading, tokens, language)]


def _parted(reading: Reading, tokens: Sequence[Token], language: Language) -> list[Reading]:
    at = reading.end - 1
    if reading.first.kind != "colour" or at == reading.start:
        return [reading]
    before = language.lexicon.entries_of(tokens[reading.start : at])
    colour = [e for e in language.lexicon.entries_of(tokens[at : at + 1]) if e.kind == "colour"]
    if not (colour and before and before[0].kind == "type" and is_sold(before[0], language)):
        return [reading]
    if before[0].weak or any(sense.kind == "colour" for sense in before):  # "coffee brown"
        return [reading]
    return [
        Reading(reading.start, at, tuple(before)),
        Reading(at, reading.end, tuple(colour)),
    ]


def _shades(
    before: Reading, colour: Sense, tokens: Sequence[Token], shades: frozenset[str]
) -> bool:
    """Return True if a reading only shades the colour behind it."""
    own = before.of("colour")
    if own is not None and before.first.kind == "colour" and own.values == colour.values:
        return True
    return before.end - before.start == 1 and tokens[before.start].stem in shades

"""The phrases of a text: which of the lexicon's readings hold beside one another."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from app.search.understand.readings.naming import is_ordinary_word
from app.search.understand.readings.purposes import names_thing
from app.search.understand.readings.shades import one_colour, thing_before_colour
from app.search.understand.readings.word_order import in_usual_order
from app.search.understand.words.language import Language
from app.search.understand.words.lexicon import ORDER, Reading
from app.search.understand.words.text import Token

# The technique that each kind of reading belongs to.
TECHNIQUE_OF = {
    "nobody": "people", "people": "people", "thing": "things", "purpose": "things",
    "colour": "colours", "brand": "brands", "store": "brands", "state": "states",
    "not": "negation", "filler": "fillers",
}  # fmt: skip
NO_PURPOSES = frozenset(ORDER) - {"purpose"}


def readings_of(
    tokens: Sequence[Token], language: Language, techniques: Collection[str]
) -> tuple[Sequence[Token], list[Reading]]:
    """Return the tokens, a thing that is named backwards put right, and how they are read."""
    lexicon = language.lexicon
    matches = lexicon.readings(tokens)
    ordered = in_usual_order(tokens, matches, lexicon)
    if ordered is not None and "things" in techniques:
        tokens, matches = ordered, lexicon.readings(ordered)
    allowed = _allowed(matches, techniques)
    if any(reading.of("purpose") for reading in allowed) and names_thing(allowed, tokens):
        # A purpose says then only what the thing is like, each of its words by itself.
        allowed = _allowed(lexicon.readings(tokens, NO_PURPOSES), techniques)
    kept = [
        reading
        for reading in allowed
        if reading.entries and not is_ordinary_word(reading, tokens, allowed)
    ]
    colours = one_colour(kept, tokens, language.vocabulary.colours.shades)
    if "things" in techniques:
        colours = thing_before_colour(colours, tokens, language)
    return tokens, colours


def _allowed(readings: Iterable[Reading], techniques: Collection[str]) -> list[Reading]:
    """Leave out the meanings of techniques that are not used; a reading may then have none."""
    used = {"", *techniques}
    return [
        replace(
            reading,
            entries=tuple(e for e in reading.entries if TECHNIQUE_OF.get(e.kind, "") in used),
        )
        for reading in readings
    ]

"""How far a "not" reaches: over one word, or over all that describes what is not wanted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from app.search.understand.words.lexicon import Reading
from app.search.understand.words.text import Token
from indexer.reference.words.languages.reading import Spoken

MOST_WORDS = 3  # of one description: "long bell sleeves"


def closing(readings: Iterable[Reading], tokens: Sequence[Token], spoken: Spoken) -> frozenset[int]:
    """Return where the readings start that end an Afrikaans "not" and begin none: "nie kort nie".

    They stand in pairs; where one is left over it is not known which, and each says no.
    """
    starts = [
        reading.start
        for reading in readings
        if reading.first.kind == "not"
        and any(t.text in spoken.said("closing") for t in tokens[reading.start : reading.end])
    ]
    return frozenset(starts[1::2]) if len(starts) % 2 == 0 else frozenset()


def excepts(reading: Reading, tokens: Sequence[Token], spoken: Spoken) -> bool:
    """Return True if a small word leaves out what follows it: the "but" of "any jeans but blue"."""
    before = tokens[: reading.start]
    is_but = tokens[reading.start].text in spoken.said("except")
    return is_but and any(token.text in spoken.said("all") for token in before)


def past_small(start: int, tokens: Sequence[Token], spoken: Spoken) -> int:
    """Return where what a "not" is about begins: behind the "too" of "not too short"."""
    places = range(start, len(tokens))
    return next((at for at in places if tokens[at].text not in spoken.said("skipped")), len(tokens))


def description(
    start: int,
    tokens: Sequence[Token],
    readings: Mapping[int, Reading],
    original: str,
    *,
    has_type: bool,
) -> range:
    """Return the places of several words that say together what is not wanted, from `start` on.

    Empty where one reading says it all ("no high heels") or one word does. A type at their end is
    what is wanted after all ("no short sleeve shirts"), unless the text named one (`has_type`).
    """
    end = start
    while end < len(tokens) and end - start < MOST_WORDS and _describes(end, tokens, readings):
        if end > start and original[tokens[end - 1].end : tokens[end].start].strip("-–' \t"):
            break
        end += 1
    last = readings.get(end - 1)
    if not has_type and last is not None and last.first.kind == "type":
        end -= 1
    return range(start, end) if end - start > 1 else range(0)


def _describes(at: int, tokens: Sequence[Token], readings: Mapping[int, Reading]) -> bool:
    """Return True if a word by itself is nothing that the grammar or a table holds, or a type."""
    if tokens[at].is_sign or tokens[at].minus:
        return False
    if any(reading.start < at < reading.end for reading in readings.values()):
        return False
    reading = readings.get(at)
    return reading is None or (reading.first.kind == "type" and reading.end == at + 1)

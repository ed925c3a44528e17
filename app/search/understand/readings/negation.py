"""How far a "not" reaches: over one word, or over all that describes what is not wanted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from app.search.understand.words.lexicon import Reading
from app.search.understand.words.text import Token

MOST_WORDS = 3  # of one description: "long bell sleeves"
# The first "nie" of an Afrikaans sentence says no, the second only ends it: "nie kort nie".
_AFRIKAANS = frozenset({"nie", "geen", "moenie", "niks", "nooit"})
# Behind one of these a "but" leaves out what follows: "any jeans but blue".
_ALL = frozenset({"any", "anything", "all", "every", "everything", "enige", "alle"})
_BUT = frozenset({"but", "maar"})
# What stands between a "not" and what it is about: "not too short", "without any buttons".
_SKIPPED = frozenset("a an the any too so very such n die te enige".split())


def closing(readings: Iterable[Reading], tokens: Sequence[Token]) -> frozenset[int]:
    """Return where the readings start that end an Afrikaans "not" and begin none.

    They stand in pairs; where one is left over it is not known which, and each says no.
    """
    starts = [
        reading.start
        for reading in readings
        if reading.first.kind == "not" and tokens[_head(reading, tokens)].text in _AFRIKAANS
    ]
    return frozenset(starts[1::2]) if len(starts) % 2 == 0 else frozenset()


def excepts(reading: Reading, tokens: Sequence[Token]) -> bool:
    """Return True if a small word leaves out what follows it: the "but" of "any jeans but blue"."""
    before = tokens[: reading.start]
    return tokens[reading.start].text in _BUT and any(token.text in _ALL for token in before)


def _head(reading: Reading, tokens: Sequence[Token]) -> int:
    """Return the place of the word that says no: the second of "maar nie"."""
    span = range(reading.start, reading.end)
    return next((at for at in span if tokens[at].text in _AFRIKAANS), reading.start)


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
    what is wanted after all ("no short sleeve shirts"), unless the text named one (`has_thing`).
    """
    while start < len(tokens) and tokens[start].text in _SKIPPED:
        start += 1
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

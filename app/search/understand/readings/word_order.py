"""Things that are named backwards, as people do who think of the thing first: "boots chelsea"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from app.search.understand.words.lexicon import Entry, Lexicon, Reading
from app.search.understand.words.text import Token

LONGEST_TAIL = 2  # words or phrases that were put behind the thing: "bra push up"

Bounds = tuple[int, int]


def in_usual_order(
    tokens: Sequence[Token], readings: Sequence[Reading], lexicon: Lexicon
) -> list[Token] | None:
    """Return the words with things named as the tables name them: "table coffee" a coffee table.

    None where all are in that order already. What is a phrase as it stands stays one: a "shirt
    dress" is no dress shirt. `readings` are those of the tokens, from left to right.
    """
    ordered = list(tokens)
    by_start = {reading.start: reading for reading in readings}
    at = 0
    while at < len(tokens):
        reading = by_start.get(at)
        behind = reading.end if reading else at + 1
        is_head = reading is None or reading.first.kind == "thing"
        end = _end_of_inverted((at, behind), tokens, by_start, lexicon) if is_head else None
        if end:
            ordered[at:end] = [*tokens[behind:end], *tokens[at:behind]]
        at = end or behind
    return ordered if ordered != list(tokens) else None


def _end_of_inverted(
    head: Bounds, tokens: Sequence[Token], readings: Mapping[int, Reading], lexicon: Lexicon
) -> int | None:
    """Return where a name ends that begins with its last words; None where this is none."""
    inverted = None
    end = head[1]
    for _ in range(LONGEST_TAIL):
        tail = _tail(end, tokens, readings)
        if tail is None:
            break
        end = tail[1]
        following = readings.get(end)
        entries = lexicon.entries_of([*tokens[head[1] : end], *tokens[head[0] : head[1]]])
        if _is_thing(entries) and not (following and _is_thing(following.entries)):
            inverted = end
    return inverted


def _tail(at: int, tokens: Sequence[Token], readings: Mapping[int, Reading]) -> Bounds | None:
    """Return the word or the phrase at this place, if it may be a part of a name."""
    if at >= len(tokens) or tokens[at].is_sign or tokens[at].minus:
        return None
    return (at, readings[at].end) if at in readings else (at, at + 1)


def _is_thing(entries: Sequence[Entry]) -> bool:
    return bool(entries) and entries[0].kind == "thing" and not entries[0].weak

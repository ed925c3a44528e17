"""The attributes of products that a text names, as their declarations read its words: "linen"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from app.search.understand.conditions.meaning import Part
from scrapers.attributes import ATTRIBUTES

METALS = frozenset({"gold", "silver"})  # colours, whatever else they are


def attributes_of(
    words: Sequence[str], without: frozenset[str]
) -> tuple[tuple[Part, ...], tuple[str, ...]]:
    """Return the attributes that words name, and the words that name none.

    `without`: ids of the parts that the visitor took away, whose words stay words.
    """
    left: list[str | None] = list(words)
    parts: list[Part] = []
    for start, end, part in _named(words):
        if part.id not in without and None not in left[start:end]:
            parts.append(part)
            left[start:end] = [None] * (end - start)
    return tuple(parts), tuple(word for word in left if word is not None)


def _named(words: Sequence[str]) -> Iterator[tuple[int, int, Part]]:
    for attribute in ATTRIBUTES:
        for start, end, value in attribute.asked(words):
            phrase = " ".join(words[start:end])
            part = Part(attribute.name, phrase, value, values=(value,), phrases=(phrase,))
            yield start, end, part


def worded_attributes(parts: Iterable[Part], without: frozenset[str]) -> tuple[Part, ...]:
    """Return the conditions, those that are attributes as such.

    A wording that is a colour only by itself is one: "linen"; so is a word that is not wanted.
    """
    return tuple(_as_attribute(part, without) or part for part in parts)


def _as_attribute(part: Part, without: frozenset[str]) -> Part | None:
    may_be = part.kind == "word" or (part.kind == "colour" and part.either)
    if not may_be or (METALS.issuperset(part.values) and part.values):
        return None
    words = part.phrases[0].split()
    whole = (named for start, end, named in _named(words) if (start, end) == (0, len(words)))
    named = next(whole, None)
    if named is None:
        return None
    named = replace(named, text=part.text, excluded=part.excluded)
    return None if named.id in without else named

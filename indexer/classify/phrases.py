"""Phrase look-up: the words of a text, and where known phrases stand in it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

Value = TypeVar("Value")
WORD = re.compile(r"[a-z0-9]+")
POSSESSIVE = re.compile(r"['’]s\b")
# Words whose last s is no plural.
SINGULAR_S = {"dress", "glass", "canvas", "mattress", "grass", "brass", "gas", "lens", "compass"}


def words(text: str) -> list[str]:
    """Return the text's words: lower case, accents folded, plurals and possessives cut."""
    decomposed = unicodedata.normalize("NFKD", text).casefold()
    folded = "".join(char for char in decomposed if not unicodedata.combining(char))
    return [_singular(word) for word in WORD.findall(POSSESSIVE.sub("", folded))]


def _singular(word: str) -> str:
    if word in SINGULAR_S or len(word) <= 3:
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "shes", "ches", "xes")):
        return word[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


@dataclass(frozen=True, slots=True)
class Match(Generic[Value]):
    """A phrase found at words[start:end]."""

    start: int
    end: int
    value: Value


class PhraseTable(Generic[Value]):
    """Phrases and what they stand for; a text is matched by its longest phrases."""

    def __init__(self, phrases: Mapping[str, Value]) -> None:
        self._values = {tuple(words(phrase)): value for phrase, value in phrases.items()}
        self._longest = max((len(phrase) for phrase in self._values), default=0)

    def find(self, tokens: list[str]) -> list[Match[Value]]:
        """Return the phrases in the tokens from left to right, longest first, none overlapping."""
        return list(self._find(tokens))

    def _find(self, tokens: list[str]) -> Iterator[Match[Value]]:
        at = 0
        while at < len(tokens):
            match = self._at(tokens, at)
            if match:
                yield match
            at = match.end if match else at + 1

    def _at(self, tokens: list[str], at: int) -> Match[Value] | None:
        for length in range(min(self._longest, len(tokens) - at), 0, -1):
            phrase = tuple(tokens[at : at + length])
            if phrase in self._values:
                return Match(at, at + length, self._values[phrase])
        return None


def merge(tables: Iterable[tuple[str, Value]]) -> dict[str, list[Value]]:
    """Group values by phrase, because one phrase may stand for several of them."""
    grouped: dict[str, list[Value]] = {}
    for phrase, value in tables:
        grouped.setdefault(" ".join(words(phrase)), []).append(value)
    return grouped

"""Phrase look-up: the words of a text, and where known phrases stand in it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Generic, TypeVar

from indexer.core import wording
from indexer.language.files import folder
from indexer.language.words.inflection import Endings

Value = TypeVar("Value")
WORD = re.compile(r"[a-z0-9]+")
POSSESSIVE = re.compile(r"['’`´]s\b")
_ENGLISH = Endings.read(folder() / "languages" / "en")


def fold(text: str) -> str:
    """Return the text in lower case, without accents and possessive endings."""
    return POSSESSIVE.sub("", wording.fold(text))


def raw_words(text: str) -> list[str]:
    """Return the text's words as they are written: lower case, accents folded."""
    return WORD.findall(fold(text))


def words(text: str) -> list[str]:
    """Return the text's words: lower case, accents folded, plurals and possessives cut."""
    return [singular(word) for word in raw_words(text)]


@lru_cache(maxsize=20_000)
def singular(word: str) -> str:
    """Return the word without an English plural ending: one key for both numbers.

    Of a singular it is the same: "mens", "men" and "man" are one.
    """
    return _ENGLISH.singular(word)


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
        self._longest: dict[str, int] = {}  # words of a phrase, by its first
        for phrase in self._values:
            for first in phrase[:1]:
                self._longest[first] = max(len(phrase), self._longest.get(first, 0))

    def get(self, phrase: str) -> Value | None:
        """Return what the phrase stands for, in either number; None where it is unknown."""
        return self._values.get(tuple(words(phrase)))

    def get_key(self, key: tuple[str, ...]) -> Value | None:
        """Return what the words of a key, in singular form, stand for."""
        return self._values.get(key)

    def items(self) -> Iterable[tuple[tuple[str, ...], Value]]:
        """Return all keys, words in singular form, with what they stand for."""
        return self._values.items()

    def find(self, tokens: Sequence[str]) -> list[Match[Value]]:
        """Return the phrases in the tokens from left to right, longest first, none overlapping."""
        return list(self._find(tokens))

    def _find(self, tokens: Sequence[str]) -> Iterator[Match[Value]]:
        at = 0
        while at < len(tokens):
            match = self.at(tokens, at)
            if match:
                yield match
            at = match.end if match else at + 1

    def at(self, tokens: Sequence[str], at: int) -> Match[Value] | None:
        """Return the longest phrase that begins at tokens[at]."""
        for length in range(min(self._longest.get(tokens[at], 0), len(tokens) - at), 0, -1):
            phrase = tuple(tokens[at : at + length])
            if phrase in self._values:
                return Match(at, at + length, self._values[phrase])
        return None

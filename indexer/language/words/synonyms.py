"""Operators' synonyms: what their words mean is read in their place, in texts and in titles. Pure.

es_mappings/synonyms.txt is not the place for them. A word that nothing in the catalogue is called
is corrected or left out while a text is read, before Elasticsearch and its synonyms see it; here
they also hold in any number of words, and at once.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence

from indexer.language.words.phrases import raw_words


class Synonyms:
    """What operators say that words mean, by the words, both in small letters."""

    def __init__(self, means: Mapping[str, str]) -> None:
        self.means = means
        self._by_first: dict[str, list[tuple[list[str], list[str]]]] = {}
        for words, meant in means.items():
            said = raw_words(words)
            for first in said[:1]:
                self._by_first.setdefault(first, []).append((said, raw_words(meant)))
        self._pattern = _pattern(means)

    def at(self, words: Sequence[str], start: int) -> Iterator[tuple[int, list[str]]]:
        """Give where words that begin at `start` end, and what they mean."""
        for said, meant in self._by_first.get(words[start], ()):
            if list(words[start : start + len(said)]) == said:
                yield start + len(said), meant

    def in_title(self, name: str) -> str:
        """Return a name with what its words mean; each place once, the longest words first."""
        if self._pattern is None:
            return name
        return self._pattern.sub(lambda found: self.means.get(folded(found[0]), found[0]), name)


def folded(text: str) -> str:
    """Return words as they are kept: in small letters, a blank between."""
    return " ".join(unicodedata.normalize("NFC", text).lower().split())


def _pattern(means: Mapping[str, str]) -> re.Pattern[str] | None:
    longest = sorted(means, key=len, reverse=True)
    words = "|".join(re.escape(words).replace(r"\ ", r"\s+") for words in longest)
    return re.compile(rf"\b(?:{words})\b", re.IGNORECASE) if words else None

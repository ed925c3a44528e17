"""Values as stores word them: "70% Baumwolle, 30% Polyester" is Cotton and Polyester.

Each attribute of this kind has a file of its entries: `words` name it in a store's field, in a name
and in a search, `kinds` in the first two, as they mean more ("oak", and not wood), those of `field`
in a store's field alone and those of `searched` in a search alone ("dress with flowers");
phrases of `not` mean nothing of it.
A product's name is less certain: "linen basket" and "steel blue" do not name its material.
"""

from __future__ import annotations

import json
import re
import string
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from scrapers.wording import without_accents

LONGEST = 3  # words of a wording
_PUNCTUATION = str.maketrans(dict.fromkeys(string.punctuation + "–—×·®™’", " "))


class WordingFile:
    """The values of the entries in a file beside this one, read when they are first requested."""

    def __init__(self, file: str) -> None:
        self.file = file

    def of(self, wording: str) -> list[str]:
        """Return the values in a store's field, in its order."""
        return _values_in(_normalize(wording).split(), self._table[0])

    def in_name(self, name: str) -> list[str]:
        words, (_, names, _, nothing) = _normalize(name).split(), self._table
        if names.values.keys().isdisjoint(words):
            return []  # most names have none, and a rebuild reads a million of them
        left = nothing.sub(" ", " ".join(words))
        return _values_in(left.split(), names)

    def query_words(self) -> Mapping[str, str]:
        """Return the values that words of a search name, by the words."""
        return {words: value for words, (value,) in self._table[2].values.items()}

    @cached_property
    def _table(self) -> tuple[_Wordings, _Wordings, _Wordings, re.Pattern[str]]:
        """Return wordings of stores' fields, of names, of searches; phrases without a meaning."""
        path = Path(__file__).parent / self.file
        content: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        fields: dict[str, list[str]] = {}
        names: dict[str, list[str]] = {}
        queries: dict[str, list[str]] = {}
        for entry in content["values"]:
            values = [entry["name"], *entry.get("is", ())]
            wordings = [*entry["words"], *entry.get("kinds", ())]
            queries |= dict.fromkeys([*entry["words"], *entry.get("searched", ())], values[:1])
            fields |= dict.fromkeys([*wordings, *entry.get("field", ())], values)
            names |= dict.fromkeys(wordings, values)
        # A phrase's last word has no value of its own; its presence makes a name worth reading.
        names |= {last: names.get(last, []) for last in (word.split()[-1] for word in names)}
        nothing = re.compile("|".join(content["not"]))
        return _Wordings(fields), _Wordings(names), _Wordings(queries), nothing


class _Wordings:
    """Values by wording, and the words that wordings begin with."""

    def __init__(self, values: Mapping[str, list[str]]) -> None:
        self.values = values
        self.first_words = frozenset(wording.split()[0] for wording in values)


def _values_in(words: Sequence[str], table: _Wordings) -> list[str]:
    return list(dict.fromkeys(value for *_, values in _spans(words, table) for value in values))


def _spans(words: Sequence[str], table: _Wordings) -> Iterator[tuple[int, int, list[str]]]:
    at = 0
    while at < len(words):
        length = _length_at(words, at, table) if words[at] in table.first_words else 0
        if length:
            yield at, at + length, table.values[" ".join(words[at : at + length])]
        at += length or 1


def _length_at(words: Sequence[str], at: int, table: _Wordings) -> int:
    """Return the words of the longest wording that begins here; 0 where none does."""
    lengths = range(min(LONGEST, len(words) - at), 0, -1)
    return next((n for n in lengths if table.values.get(" ".join(words[at : at + n]))), 0)


def _normalize(text: str) -> str:
    return without_accents(text).casefold().translate(_PUNCTUATION)

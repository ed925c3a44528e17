"""Materials as stores word them: "70% Baumwolle, 30% Polyester" is Cotton and Polyester.

A name says less surely what a thing is made of: "linen basket" and "steel blue" say nothing of it.
"""

from __future__ import annotations

import json
import re
import string
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from scrapers.wording import without_accents

FILE = Path(__file__).with_name("materials.json")
LONGEST = 3  # words of a material's name
_PUNCTUATION = str.maketrans(dict.fromkeys(string.punctuation + "–—×·®™’", " "))


def materials_of(wording: str) -> list[str]:
    """Return the materials that a store's own field names, in its order."""
    return _found(_folded(wording), _table().of_fields)


def materials_in_name(name: str) -> list[str]:
    """Return the materials that a product's name says it is made of."""
    words, table = _folded(name).split(), _table()
    if table.of_names.keys().isdisjoint(words):
        return []  # most names say nothing of it, and a rebuild reads a million of them
    return _found(table.no_material.sub(" ", " ".join(words)), table.of_names)


@dataclass(frozen=True, slots=True)
class _Table:
    """Materials by wording: of stores' fields, of names; and phrases that only look like one."""

    of_fields: Mapping[str, list[str]]
    of_names: Mapping[str, list[str]]
    no_material: re.Pattern[str]


def _found(text: str, table: Mapping[str, list[str]]) -> list[str]:
    words, found, at = text.split(), list[str](), 0
    while at < len(words):
        spans = (" ".join(words[at : at + length]) for length in range(LONGEST, 0, -1))
        phrase = next((span for span in spans if table.get(span)), words[at])
        found += table.get(phrase, ())
        at += phrase.count(" ") + 1
    return list(dict.fromkeys(found))


def _folded(text: str) -> str:
    """Return the words in lower case without accents."""
    return without_accents(text).casefold().translate(_PUNCTUATION)


@cache
def _table() -> _Table:
    file: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    fields: dict[str, list[str]] = {}
    names: dict[str, list[str]] = {}
    for entry in file["materials"]:
        values = [entry["name"], *entry.get("is", ())]
        fields |= dict.fromkeys([*entry["words"], *entry.get("field", ())], values)
        names |= dict.fromkeys(entry["words"], values)
    # A phrase's last word alone stands for nothing, and says that the name is worth reading.
    names |= {last: names.get(last, []) for last in (word.split()[-1] for word in names)}
    return _Table(fields, names, re.compile("|".join(file["not"])))

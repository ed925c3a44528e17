"""Materials as stores word them: "70% Baumwolle, 30% Polyester" is Cotton and Polyester.

A product's name is less certain: "linen basket" and "steel blue" do not name its material.
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
    """Return the materials in a store's material field, in its order."""
    return _materials_in(_normalized(wording), _table().of_fields)


def materials_in_name(name: str) -> list[str]:
    """Return the materials in a product's name."""
    words, table = _normalized(name).split(), _table()
    if table.of_names.materials.keys().isdisjoint(words):
        return []  # most names have no material, and a rebuild reads a million of them
    return _materials_in(table.no_material.sub(" ", " ".join(words)), table.of_names)


class _Wordings:
    """Materials by wording, and the words that wordings begin with."""

    def __init__(self, materials: Mapping[str, list[str]]) -> None:
        self.materials = materials
        self.first_words = frozenset(wording.split()[0] for wording in materials)


@dataclass(frozen=True, slots=True)
class _Table:
    """Wordings of stores' fields and of names; and phrases that are no material."""

    of_fields: _Wordings
    of_names: _Wordings
    no_material: re.Pattern[str]


def _materials_in(text: str, table: _Wordings) -> list[str]:
    words, materials, at = text.split(), list[str](), 0
    while at < len(words):
        length = _length_at(words, at, table) if words[at] in table.first_words else 0
        if length:
            materials += table.materials[" ".join(words[at : at + length])]
        at += length or 1
    return list(dict.fromkeys(materials))


def _length_at(words: list[str], at: int, table: _Wordings) -> int:
    """Return the words of the longest wording that begins here; 0 where none does."""
    lengths = range(min(LONGEST, len(words) - at), 0, -1)
    return next((n for n in lengths if table.materials.get(" ".join(words[at : at + n]))), 0)


def _normalized(text: str) -> str:
    """Return the text in lower case, without accents and punctuation."""
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
    # A phrase's last word has no material of its own; its presence makes a name worth reading.
    names |= {last: names.get(last, []) for last in (word.split()[-1] for word in names)}
    return _Table(_Wordings(fields), _Wordings(names), re.compile("|".join(file["not"])))

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
    if table.of_names.keys().isdisjoint(words):
        return []  # most names have no material, and a rebuild reads a million of them
    return _materials_in(table.no_material.sub(" ", " ".join(words)), table.of_names)


@dataclass(frozen=True, slots=True)
class _Table:
    """Materials by wording, for stores' fields and for names; and phrases that are no material."""

    of_fields: Mapping[str, list[str]]
    of_names: Mapping[str, list[str]]
    no_material: re.Pattern[str]


def _materials_in(text: str, table: Mapping[str, list[str]]) -> list[str]:
    words, materials, at = text.split(), list[str](), 0
    while at < len(words):
        spans = (" ".join(words[at : at + length]) for length in range(LONGEST, 0, -1))
        phrase = next((span for span in spans if table.get(span)), words[at])
        materials += table.get(phrase, ())
        at += phrase.count(" ") + 1
    return list(dict.fromkeys(materials))


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
    return _Table(fields, names, re.compile("|".join(file["not"])))

"""Wordings of the catalogue's colours, and the words that only shade them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from indexer.reference.files import ColourSchema, VocabularyError, load_entry, read_json
from indexer.reference.phrases import words
from indexer.reference.wordings import Wording, wordings_of


@dataclass(frozen=True, slots=True)
class ColourWords:
    """The colours' wordings and the shades ("light", "dark", "donker"), singular keys."""

    wordings: tuple[Wording[str], ...]
    shades: frozenset[str]


def read_colour_words(path: Path, slugs: Sequence[str]) -> ColourWords:
    """Return the wordings of the colours; raises VocabularyError naming the entry."""
    file = read_json(path)
    if not isinstance(file, dict) or not isinstance(file.get("colours"), list):
        raise VocabularyError(path.name, "the file", 'is no object with "colours" and "shades"')
    found: list[Wording[str]] = []
    led: dict[tuple[str, ...], str] = {}
    for number, entry in enumerate(file["colours"], 1):
        for wording in _of_entry(path, slugs, entry, number):
            other = led.setdefault(wording.raw, wording.meaning)
            if other != wording.meaning:
                problem = f"{wording.phrase!r} already names {other!r}"
                raise VocabularyError(path.name, wording.meaning, problem)
            found.append(wording)
    return ColourWords(tuple(found), frozenset(_shades(path, file.get("shades"))))


def _of_entry(
    path: Path, slugs: Sequence[str], entry: Any, number: int
) -> tuple[Wording[str], ...]:
    loaded = load_entry(ColourSchema(), path.name, entry, f"colour {number}")
    if loaded["id"] not in slugs:
        raise VocabularyError(path.name, loaded["id"], "there is no such colour")
    return wordings_of(loaded, loaded["id"])


def _shades(path: Path, shades: Any) -> list[str]:
    if not isinstance(shades, list) or not all(isinstance(word, str) for word in shades):
        raise VocabularyError(path.name, "shades", "is no list of words")
    return [key for word in shades for key in words(word)]

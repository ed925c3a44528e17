"""Wordings of the catalogue's colours, and the words that only shade them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from indexer.reference.files import (
    BetweenSchema,
    ColourSchema,
    VocabularyError,
    load_entry,
    read_json,
)
from indexer.reference.words.entries import LexiconEntry, entries_of
from indexer.reference.words.languages.reading import Spoken
from indexer.reference.words.phrases import raw_words, words


@dataclass(frozen=True, slots=True)
class ColourWords:
    """The colours' wordings, and what stands around them, as singular keys.

    shades: what only shades a colour ("light", "donker").
    finishes: what makes a colour of any word before it ("gold-toned", "rose gold-plated").
    materials: weak wordings that are a cloth, wood, metal or pattern first ("linen", "gold").
    not_colours: phrases that only look like one ("multi pack", "wine glass").
    between: by colour, the wordings at its edge that people count as it, too ("tan" is brown and
    beige), as they are written.
    alike: by wording, the others of its shade: "navy" is "midnight blue", and no light blue.
    """

    wordings: tuple[LexiconEntry[str], ...]
    shades: frozenset[str]
    finishes: frozenset[str]
    materials: frozenset[tuple[str, ...]]
    not_colours: frozenset[tuple[str, ...]]
    between: Mapping[str, tuple[str, ...]]
    alike: Mapping[str, tuple[str, ...]]


def read_colour_words(path: Path, slugs: Sequence[str], spoken: Spoken) -> ColourWords:
    """Return the wordings of the colours; raises VocabularyError naming the entry."""
    file = read_json(path)
    if not isinstance(file, dict) or not isinstance(file.get("colours"), list):
        raise VocabularyError(path.name, "the file", 'is no object with "colours", …')
    wordings: list[LexiconEntry[str]] = []
    led: dict[tuple[str, ...], str] = {}
    for number, entry in enumerate(file["colours"], 1):
        for wording in _of_entry(path, slugs, entry, number, spoken):
            other = led.setdefault(wording.raw, wording.meaning)
            if other != wording.meaning:
                problem = f"{wording.phrase!r} already names {other!r}"
                raise VocabularyError(path.name, wording.meaning, problem)
            wordings.append(wording)
    spoken.check("colour", slugs)
    names = ("shades", "finishes", "materials", "not")
    lists = {name: _phrases(path, name, file.get(name)) for name in names}
    return ColourWords(
        tuple(wordings),
        shades=frozenset(key for keys in lists["shades"] for key in keys),
        finishes=frozenset(key for keys in lists["finishes"] for key in keys),
        materials=frozenset(lists["materials"]),
        not_colours=frozenset(lists["not"]),
        between=_between(path, slugs, file.get("between")),
        alike=_alike(path, file.get("alike")),
    )


def _alike(path: Path, listed: Any) -> dict[str, tuple[str, ...]]:
    """Return the wordings of the same shade, by each of them."""
    if not isinstance(listed, list):
        raise VocabularyError(path.name, "alike", "is no list of lists of words")
    others: dict[str, tuple[str, ...]] = {}
    for group in listed:
        _phrases(path, "alike", group)
        said = [" ".join(raw_words(phrase)) for phrase in group]
        for phrase in said:
            if phrase in others:
                raise VocabularyError(path.name, "alike", f"{phrase!r} stands there twice")
            others[phrase] = tuple(other for other in said if other != phrase)
    return others


def _between(path: Path, slugs: Sequence[str], listed: Any) -> dict[str, tuple[str, ...]]:
    """Return the wordings between colours, by each of the colours."""
    if not isinstance(listed, list):
        raise VocabularyError(path.name, "between", "is no list of words and their colours")
    phrases_by_slug: dict[str, list[str]] = {}
    for number, entry in enumerate(listed, 1):
        loaded = load_entry(BetweenSchema(), path.name, entry, f"between, entry {number}")
        for slug in loaded["colours"]:
            if slug not in slugs:
                raise VocabularyError(path.name, "between", f"there is no colour {slug!r}")
            phrases_by_slug.setdefault(slug, []).extend(loaded["words"])
    return {slug: tuple(phrases) for slug, phrases in phrases_by_slug.items()}


def _of_entry(
    path: Path, slugs: Sequence[str], entry: Any, number: int, spoken: Spoken
) -> tuple[LexiconEntry[str], ...]:
    loaded = load_entry(ColourSchema(), path.name, entry, f"colour {number}")
    if loaded["id"] not in slugs:
        raise VocabularyError(path.name, loaded["id"], "there is no such colour")
    own = entries_of(loaded, loaded["id"])
    return (*own, *spoken.wordings("colour", loaded["id"]))


def _phrases(path: Path, name: str, listed: Any) -> list[tuple[str, ...]]:
    """Return a list's phrases as singular keys."""
    if not isinstance(listed, list) or not all(isinstance(word, str) for word in listed):
        raise VocabularyError(path.name, name, "is no list of words")
    return [tuple(words(phrase)) for phrase in listed]

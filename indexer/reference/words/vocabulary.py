"""The vocabulary: what people call product types, colours and people, as data with its meaning.

One set of tables for both sides: what names a type in a product's title names it in a query.

    vocabulary = current()                     # the process's own, read once from its folder
    vocabulary.product types["chinos"].synonyms       # ("chinos", "chino pants", "chinobroek")
    vocabulary.types["chinos"].categories     # ("women/bottoms/trousers", "men/bottoms/…", …)
    vocabulary.named("tekkies")                # wordings: kind and type id, the leading first
    vocabulary.type_words.table.find(words(text))   # all phrases of a text, longest first
    vocabulary.broader("chinos")               # ("trousers",), the nearest first
    vocabulary.narrower("trousers")            # every product type below it: chinos, culottes, …
    vocabulary.colour_words, .people_words     # the same for colours (slug) and people (id)

A wording's `kind` says how far to trust it (see `files.WordingSchema`): "words" and "af" always,
"also" second to another type, "weak" where nothing else is named, "query" and "spoken" (languages
that are a folder each) only in what people type. The folder is the package's own unless
VOCABULARY_DIR names another; `refresh()` reads it again when a file has changed, and a broken file
raises VocabularyError and changes nothing.

Wordings of the catalogue's colours, and the words that only shade them.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from indexer.reference.files import (
    BetweenSchema,
    ColourSchema,
    DescribingSchema,
    VocabularyError,
    load_entries,
    load_entry,
    read_json,
)
from indexer.reference.tree import category_slugs, color_slugs
from indexer.reference.words.entries import LexiconEntries, LexiconEntry, entries_of
from indexer.reference.words.languages.reading import Spoken, read_languages
from indexer.reference.words.people import People, read_people
from indexer.reference.words.phrases import raw_words, words
from indexer.reference.words.product_types import (
    BEHIND,
    FOREIGN,
    ProductType,
    read_looks,
    read_product_types,
)
from indexer.reference.words.purposes import Purpose, read_purposes


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


FOLDER = Path(__file__).parent


@dataclass(frozen=True, eq=False)
class Vocabulary:
    """All that is known of words. Immutable; compared and hashed by identity."""

    product_types: Mapping[str, ProductType]
    not_types: frozenset[tuple[str, ...]]  # singular keys of phrases that only look like types
    looks_behind: frozenset[tuple[str, ...]]  # those that only look so behind another type
    foreign: frozenset[tuple[str, ...]]  # those that other trades call their goods by
    people: Mapping[str, People]
    colours: ColourWords
    purposes: Mapping[str, Purpose]
    describing: Mapping[str, str]  # words that describe a product type, to their English ones
    spoken: Spoken

    @cached_property
    def type_words(self) -> LexiconEntries[str]:
        """Return the wordings of product types, their meaning a product type's id."""
        return LexiconEntries(
            w for product_type in self.product_types.values() for w in product_type.wordings
        )

    @cached_property
    def colour_words(self) -> LexiconEntries[str]:
        """Return the wordings of colours, their meaning a colour's slug."""
        return LexiconEntries(self.colours.wordings)

    @cached_property
    def people_words(self) -> LexiconEntries[str]:
        """Return the wordings of people, their meaning the id in `people`."""
        return LexiconEntries(w for people in self.people.values() for w in people.wordings)

    def named(self, phrase: str) -> tuple[LexiconEntry[str], ...]:
        """Return what exactly this phrase names; empty where no product type is called so."""
        return self.type_words.named(phrase)

    def broader(self, product_type: str) -> tuple[str, ...]:
        """Return the ids of the more general product types, the nearest first; raises KeyError."""
        above = self.product_types[product_type].broader
        return () if above is None else (above, *self.broader(above))

    def narrower(self, product_type: str) -> tuple[str, ...]:
        """Return the ids of all product types that are one of this; raises KeyError."""
        below = self._children.get(self.product_types[product_type].id, ())
        return tuple(id_ for child in below for id_ in (child, *self.narrower(child)))

    @cached_property
    def cuts(self) -> frozenset[str]:
        """Return the people who before a garment only say how it is cut: "boyfriend jeans"."""
        return frozenset(word for people in self.people.values() for word in people.before)

    @cached_property
    def category_words(self) -> Mapping[str, tuple[str, ...]]:
        """Return the phrases that lead into each category's own node, by slug."""
        return _grouped(
            (slug, wording.phrase)
            for product_type in self.product_types.values()
            for slug in product_type.categories
            for wording in product_type.wordings
            if wording.in_titles
        )

    @cached_property
    def colour_phrases(self) -> Mapping[str, tuple[str, ...]]:
        """Return all wordings of each colour, by its slug."""
        return _grouped((wording.meaning, wording.phrase) for wording in self.colours.wordings)

    @cached_property
    def _children(self) -> Mapping[str, tuple[str, ...]]:
        below = ((t.broader, t.id) for t in self.product_types.values() if t.broader is not None)
        return _grouped(below)


def _grouped(pairs: Iterable[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    values_by_key: dict[str, list[str]] = {}
    for key, value in pairs:
        values_by_key.setdefault(key, []).append(value)
    return {key: tuple(values) for key, values in values_by_key.items()}


def load_vocabulary(folder: Path = FOLDER) -> Vocabulary:
    """Read a folder's files: product types/*.json and those beside it; raises VocabularyError."""
    slugs = category_slugs()
    spoken = read_languages(folder / "languages")
    return Vocabulary(
        product_types=read_product_types(folder / "product_types", slugs, spoken),
        not_types=read_looks(folder / "product_types"),
        looks_behind=read_looks(folder / "product_types", BEHIND),
        foreign=read_looks(folder / "product_types", FOREIGN),
        people=read_people(folder / "people.json", spoken),
        colours=read_colour_words(folder / "colours.json", color_slugs(), spoken),
        purposes=read_purposes(folder / "purposes.json", slugs),
        describing=read_describing(folder / "describing.json") | spoken.describing,
        spoken=spoken,
    )


def folder() -> Path:
    """Return the folder in use: VOCABULARY_DIR, by default the package's own."""
    return Path(os.environ.get("VOCABULARY_DIR") or FOLDER)


class _Current:
    """The process's vocabulary and the state of the files that it was read from."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.read: tuple[Path, object, Vocabulary] | None = None


_current = _Current()


def current() -> Vocabulary:
    """Return the process's vocabulary, read on first use; raises VocabularyError."""
    read = _current.read
    if read is None:
        refresh()
        read = _current.read
    assert read is not None  # noqa: S101 - refresh sets it or raises
    return read[2]


def refresh() -> bool:
    """Read the folder again if a file changed; returns whether. Raises VocabularyError."""
    with _current.lock:
        where = folder()
        state = _state(where)
        if _current.read is not None and _current.read[:2] == (where, state):
            return False
        _current.read = (where, state, load_vocabulary(where))
        return True


def _state(where: Path) -> object:
    """Return what changes when a file of the folder does."""
    patterns = ("*.json", "product_types/*.json", "languages/**/*.tsv")
    files = sorted(path for pattern in patterns for path in where.glob(pattern))
    stats = [(str(path), path.stat()) for path in files]
    return [(name, stat.st_mtime_ns, stat.st_size) for name, stat in stats]


def read_describing(path: Path) -> dict[str, str]:
    """Return the words that describe a type and name none: the English ones by each Afrikaans one.

    Abbreviations stand beside the Afrikaans words: what is typed and stands in no name. Raises
    VocabularyError, which names the entry.
    """
    english: dict[str, str] = {}
    for loaded in load_entries(DescribingSchema(), path):
        for word in loaded["af"]:
            other = english.setdefault(word, loaded["id"])
            if other != loaded["id"]:
                problem = f"{word!r} already says {other!r}"
                raise VocabularyError(path.name, loaded["id"], problem)
    return english

"""The vocabulary: what people call product types, colours and people, as data with its meaning.

One set of tables for both sides: what names a type in a product's title names it in a query.

    vocabulary = current()                     # the process's own, read once from its folder
    vocabulary.product_types["chinos"].synonyms       # ("chinos", "chino pants", "chinobroek")
    vocabulary.product_types["chinos"].categories     # ("women/bottoms/trousers", …)
    vocabulary.named("tekkies")                # wordings: type id and weight, the leading first
    vocabulary.type_words.table.find(words(text))   # all phrases of a text, longest first
    vocabulary.broader("chinos")               # ("trousers",), the nearest first
    vocabulary.narrower("trousers")            # every product type below it: chinos, culottes, …
    vocabulary.colour_words, .people_words     # the same for colours (slug) and people (id)

What each word means and how far to trust it stands in the languages' folders (`languages.reading`).
The folder is the package's own unless VOCABULARY_DIR names another; `refresh()` reads it again when
a file has changed, and a broken file raises VocabularyError and changes nothing.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from indexer.language.files import FOLDER, folder
from indexer.language.tree import category_slugs, color_slugs
from indexer.language.words.entries import LexiconEntries, LexiconEntry
from indexer.language.words.inflection import Endings
from indexer.language.words.languages.reading import Spoken, read_languages
from indexer.language.words.product_types import ProductType, read_product_types
from indexer.language.words.tables import (
    ColourWords,
    People,
    Purpose,
    read_colour_words,
    read_people,
    read_purposes,
)


@dataclass(frozen=True, eq=False)
class Vocabulary:
    """All that is known of words. Immutable; compared and hashed by identity."""

    product_types: Mapping[str, ProductType]
    people: Mapping[str, People]
    colours: ColourWords
    purposes: Mapping[str, Purpose]
    spoken: Spoken
    compounding: Mapping[str, Endings]  # of the languages that write several words as one

    @cached_property
    def not_types(self) -> frozenset[tuple[str, ...]]:
        """Return the singular keys of phrases that only look like types: "cap sleeve"."""
        return self.spoken.keys("look", "type")

    @cached_property
    def looks_behind(self) -> frozenset[tuple[str, ...]]:
        """Return those that only look so behind another type: "sheets queen bed"."""
        return self.spoken.keys("look", "behind")

    @cached_property
    def foreign(self) -> frozenset[tuple[str, ...]]:
        """Return those that other trades call their goods by: a "gear box"."""
        return self.spoken.keys("look", "foreign")

    @cached_property
    def describing(self) -> Mapping[str, str]:
        """Return the words that describe a product type, to their English ones."""
        return self.spoken.describing

    @cached_property
    def name_languages(self) -> frozenset[str]:
        """Return the languages that have words for types which names say."""
        types = self.product_types.values()
        return frozenset(w.language for one in types for w in one.wordings if w.in_titles)

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
        return self.spoken.said("cut")

    @cached_property
    def _children(self) -> Mapping[str, tuple[str, ...]]:
        children: dict[str, tuple[str, ...]] = {}
        for one in self.product_types.values():
            if one.broader is not None:
                children[one.broader] = (*children.get(one.broader, ()), one.id)
        return children


def load_vocabulary(folder: Path = FOLDER) -> Vocabulary:
    """Read a folder's files: languages, product types and those beside; raises VocabularyError."""
    slugs = category_slugs()
    spoken = read_languages(folder / "languages")
    endings = ((one.name, Endings.read(one)) for one in sorted(folder.glob("languages/*/")))
    return Vocabulary(
        product_types=read_product_types(folder / "product_types", slugs, spoken),
        people=read_people(folder / "people.tsv", spoken),
        colours=read_colour_words(folder / "colours.tsv", color_slugs(), spoken),
        purposes=read_purposes(folder / "purposes.tsv", slugs, spoken),
        spoken=spoken,
        compounding={code: own for code, own in endings if own.of["link"]},
    )


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
    stats = [(str(path), path.stat()) for path in sorted(where.glob("**/*.tsv"))]
    return [(name, stat.st_mtime_ns, stat.st_size) for name, stat in stats]

"""Wordings: what a phrase may mean, how far that is to be trusted, and which meaning leads."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Generic, TypeVar

from indexer.language.words.phrases import PhraseTable, raw_words, words

NAMES = "en"  # the language that names are written in, by which the others' words are explained
SECOND = 0.5  # the weight of what is meant where another meaning leads
Meaning = TypeVar("Meaning")


@dataclass(frozen=True, slots=True)
class LexiconEntry(Generic[Meaning]):
    """One phrase for one meaning. `raw` are its words as written, in lower case.

    `weight`: 1 where it means just this, less where it gives way; `scope`: "both", or only in what
    people type ("query") or in names ("title"); `language`: the code of its folder.
    """

    raw: tuple[str, ...]
    meaning: Meaning
    weight: float = 1.0
    scope: str = "both"
    language: str = NAMES

    @property
    def phrase(self) -> str:
        """Return the phrase as one text."""
        return " ".join(self.raw)

    @property
    def in_titles(self) -> bool:
        """Return whether it is read in a product's name, too, and not in queries only."""
        return self.scope != "query"

    @property
    def leads(self) -> bool:
        """Return whether it means just this, in names and texts."""
        return self.in_titles and self.weight > SECOND

    @property
    def is_weak(self) -> bool:
        """Return whether it gives way to whatever else means something."""
        return self.weight < SECOND

    @property
    def in_names(self) -> bool:
        """Return whether names say it, in the language that they are written in."""
        return self.in_titles and self.language == NAMES

    @property
    def rank(self) -> tuple[bool, float, bool]:
        """Return what meanings of one phrase are ordered by, the leading ones first."""
        return not self.in_titles, -self.weight, self.language != NAMES


class LexiconEntries(Generic[Meaning]):
    """Wordings by phrase. Number does not matter, unless two meanings differ in it only."""

    def __init__(self, wordings: Iterable[LexiconEntry[Meaning]]) -> None:
        grouped: dict[str, list[LexiconEntry[Meaning]]] = {}
        for wording in wordings:
            grouped.setdefault(" ".join(words(wording.phrase)), []).append(wording)
        self.table = PhraseTable({key: tuple(same) for key, same in grouped.items()})

    def named(self, phrase: str | Sequence[str]) -> tuple[LexiconEntry[Meaning], ...]:
        """Return what exactly this phrase may mean, leading first; empty where unknown.

        "shorts" and "short" are one key with two wordings: the one written so leads alone.
        """
        raw = tuple(raw_words(phrase)) if isinstance(phrase, str) else tuple(phrase)
        return leading(self.table.get(" ".join(raw)) or (), raw)


def leading(
    wordings: Sequence[LexiconEntry[Meaning]], raw: Sequence[str]
) -> tuple[LexiconEntry[Meaning], ...]:
    """Return the wordings written just so, otherwise all of the phrase; the leading first."""
    written = tuple(raw)
    meant = [wording for wording in wordings if wording.raw == written] or wordings
    return tuple(sorted(meant, key=attrgetter("rank")) if len(meant) > 1 else meant)

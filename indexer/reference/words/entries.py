"""Wordings: what a phrase may mean, in which kind, and which meaning leads."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar

from indexer.reference.words.phrases import PhraseTable, raw_words, words

Kind = Literal["words", "af", "also", "weak", "query", "spoken"]
# In this order they lead: what a phrase always means, before what it means at a pinch.
KINDS: tuple[Kind, ...] = ("words", "af", "also", "weak", "query", "spoken")
# Read in what people type: such words of names, and words of languages that are a folder each.
ASKED = frozenset({"query", "spoken"})
Meaning = TypeVar("Meaning")


@dataclass(frozen=True, slots=True)
class LexiconEntry(Generic[Meaning]):
    """One phrase for one meaning. `raw` are its words as written, in lower case."""

    raw: tuple[str, ...]
    kind: Kind
    meaning: Meaning

    @property
    def phrase(self) -> str:
        """Return the phrase as one text."""
        return " ".join(self.raw)

    @property
    def in_titles(self) -> bool:
        """Return whether it is read in a product's name, too, and not in queries only."""
        return self.kind not in ASKED


def entries_of(entry: Mapping[str, Any], meaning: Meaning) -> tuple[LexiconEntry[Meaning], ...]:
    """Return all wordings of a vocabulary entry, the leading kinds first."""
    return tuple(
        LexiconEntry(tuple(raw_words(phrase)), kind, meaning)
        for kind in KINDS
        for phrase in entry.get(kind, ())
    )


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
    """Return the wordings written just so, otherwise all of the phrase; leading kinds first."""
    written = tuple(raw)
    exact = [wording for wording in wordings if wording.raw == written]
    return tuple(sorted(exact or wordings, key=lambda wording: KINDS.index(wording.kind)))

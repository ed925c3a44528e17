"""A title's clauses, and the phrases of the lexicon in their words. Pure.

A title is clauses ("KIVIK, corner sofa – beige"), a clause is a head and what qualifies it
("Dress | with belt").
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from indexer.language import LexiconEntry, Vocabulary
from indexer.language.groups import themselves
from indexer.language.quantities.numbers import any_of
from indexer.language.words.entries import leading
from indexer.language.words.phrases import WORD, Match, PhraseTable, fold, singular

Named = tuple[LexiconEntry[str], ...]
Keys = tuple[str, ...]
CLAUSE = re.compile(r"[,;:|()\[\]{}–—•·]|\s-+\s")
# Fractions of an inch are of pipes and bolts, no goods of ours.
FITTING = re.compile(r'(?<!\d)\d{1,2}/\d{1,2}\s?(?:"|inch\b|in\b)')
COUNTED = re.compile(
    r"\b(?:an?\s+)?(?:set|pack|pair|box|bundle|trio|duo|combo|stel|paar)s?\s+of\s+"
    r"(?:\d+|two|three|four|five|six|seven|eight|ten|twelve)?\b\s*(?:pcs|pieces|pairs of)?"
)
SET = "set"
JOINT = re.compile(r"[&+]|(?<=[a-z])/(?=[a-z0-9])|\sand\s|\s'?n'?\s")


@dataclass(frozen=True, slots=True)
class Words:
    """Some words of a title: as written, as keys, and after which of them a joint stands."""

    raw: tuple[str, ...]
    keys: tuple[str, ...]
    joints: frozenset[int]


@dataclass(frozen=True, slots=True)
class Clause:
    """A head and its qualifiers, each with the word that introduces it."""

    head: Words
    qualifiers: tuple[tuple[str, Words], ...]


@lru_cache(maxsize=4)
def _qualifier(vocabulary: Vocabulary) -> re.Pattern[str]:
    words = vocabulary.spoken.in_names("with", "not", "belonging", "having")
    standing = r"on(?=\s(?:legs?|castors?|wheels?|stand|feet)\b)"
    return re.compile(rf"\s({any_of(words)}|{standing})\.?(?=\s)")


def is_serving(marker: str, vocabulary: Vocabulary) -> bool:
    """Return True if what stands behind a word is what a thing is for."""
    return marker in vocabulary.spoken.in_names("belonging")


def parse(title: str, vocabulary: Vocabulary) -> list[Clause]:
    """Return the clauses of a title, in their order; those without a word are left out."""
    text = fold(title)
    if FITTING.search(text):
        return []
    if "of" in text:  # most titles count nothing, and a rebuild reads a million of them
        text = COUNTED.sub(" ", text)
    clauses = [_clause(f" {part} ", vocabulary) for part in CLAUSE.split(text)]
    return [clause for clause in clauses if clause.head.raw or clause.qualifiers]


def _clause(text: str, vocabulary: Vocabulary) -> Clause:
    head, *rest = _qualifier(vocabulary).split(text)
    pairs = zip(rest[::2], rest[1::2], strict=True)
    return Clause(_words(head), tuple((marker, _words(part)) for marker, part in pairs))


def _words(text: str) -> Words:
    raw: list[str] = []
    joints = set()
    for part in JOINT.split(text):
        if raw:
            joints.add(len(raw))
        raw += WORD.findall(part)
    return Words(tuple(raw), tuple(singular(word) for word in raw), frozenset(joints))


def exactly(keys: Sequence[str], vocabulary: Vocabulary) -> Named | None:
    """Return what just these words (singular keys) may name."""
    return _table(vocabulary).get(" ".join(reversed(keys)))


@lru_cache(maxsize=256)  # a title's words are looked at from several sides
def matches(keys: Keys, vocabulary: Vocabulary) -> tuple[Match[Named], ...]:
    """Return the phrases in the words, from left to right, matched from the end.

    A name ends in what the product type is: "denim shirt dress" is denim and a shirt dress.
    """
    backwards = _table(vocabulary).find(keys[::-1])
    size = len(keys)
    return tuple(Match(size - m.end, size - m.start, m.value) for m in reversed(backwards))


@lru_cache(maxsize=4)
def _table(vocabulary: Vocabulary) -> PhraseTable[Named]:
    """Return the phrases that are read in titles, backwards; "and" is no word of theirs."""
    grouped: dict[str, list[LexiconEntry[str]]] = {}
    for product_type in vocabulary.product_types.values():
        if all("/" not in slug for slug in product_type.categories):
            continue  # a root is not a product type
        for wording in product_type.wordings:
            if wording.in_titles:
                own = [singular(word) for word in wording.raw if word != "and"]
                key = " ".join(reversed(own))
                grouped.setdefault(key, []).append(wording)
    for keys in vocabulary.not_types | vocabulary.foreign:
        grouped.setdefault(" ".join(reversed(keys)), [])
    return PhraseTable({key: tuple(wordings) for key, wordings in grouped.items()})


def named_in(part: Words, vocabulary: Vocabulary, *, weak: bool) -> list[Match[Named]]:
    """Return the phrases that name a type strongly, or else only weakly, with their wordings."""
    of_strength = []
    for match in matches(part.keys, vocabulary):
        wordings = leading(match.value, part.raw[match.start : match.end])
        kept = tuple(wording for wording in wordings if wording.is_weak is weak)
        if kept:
            of_strength.append(Match(match.start, match.end, kept))
    spans = [(match.start, match.end) for match in of_strength]
    starts = themselves(spans, part.raw, part.joints, vocabulary)
    return [match for match in of_strength if match.start in starts]

"""What a product's title names: its head noun, by the vocabulary's phrases.

A title is clauses ("KIVIK, corner sofa – beige"), a clause is a head and what qualifies it
("Dress | with belt"). The last type of a head is named: "shirt dress" is a dress. Words that
join ("&", "and", "/") do not end a head: "Black & White T-shirt" is a T-shirt; of two types so
joined the first is named: "shirt & tie". A head that ends in a noun which nobody knows names
nothing known: a "ring stand" is no ring.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from indexer.classify.clauses import (
    SERVING,
    SET,
    Clause,
    Keys,
    Named,
    Words,
    exactly,
    matches,
    named_in,
    parse,
)
from indexer.classify.groups import is_noun, is_number, meant, turned
from indexer.classify.heads import is_something_else, is_vague
from indexer.reference import Vocabulary
from indexer.reference.words.phrases import Match


@dataclass(frozen=True, slots=True)
class Candidate:
    """A product type that a title may name: what the words may mean, and the words."""

    named: Named
    keys: tuple[str, ...]


def types_in(clauses: Sequence[Clause], vocabulary: Vocabulary) -> Iterator[Candidate]:
    """Yield what a title may name, the likeliest first.

    Strong names of heads, then weak ones ("print"), then what stands among the qualifiers. Nothing
    from a clause on whose head is something else.
    """
    for clause in clauses:
        if _is_something_else(clause, vocabulary):
            return
        yield from _strong(clause, vocabulary)
    for clause in clauses:
        if not is_vague(clause, vocabulary):
            yield from _weak(clause.head, vocabulary)
    for clause in clauses:
        if clause.head.raw and is_noun(clause.head.raw[-1], vocabulary):
            continue  # "stand for rings", "roller kit with tray"
        for _, part in clause.qualifiers:
            yield from _last_first(named_in(part, vocabulary, weak=False), part, vocabulary)
            yield from _weak(part, vocabulary)


def head_of(title: str, vocabulary: Vocabulary) -> Candidate | None:
    """Return what a title names outside of what only qualifies it, if anything."""
    clauses = parse(title)
    for clause in clauses:
        if _is_something_else(clause, vocabulary):
            return None
        for candidate in _strong(clause, vocabulary):
            return candidate
    weak = (candidate for clause in clauses for candidate in _weak(clause.head, vocabulary))
    return next(weak, None)


def _is_something_else(clause: Clause, vocabulary: Vocabulary) -> bool:
    return not _inverted(clause, vocabulary) and is_something_else(clause, vocabulary)


def _strong(clause: Clause, vocabulary: Vocabulary) -> Iterator[Candidate]:
    head = _inverted(clause, vocabulary)
    if head:
        yield head
    yield from _last_first(named_in(clause.head, vocabulary, weak=False), clause.head, vocabulary)


def _weak(part: Words, vocabulary: Vocabulary) -> Iterator[Candidate]:
    for match in reversed(named_in(part, vocabulary, weak=True)):
        yield Candidate(match.value, part.keys[match.start : match.end])


def _last_first(
    phrase_matches: Sequence[Match[Named]], part: Words, vocabulary: Vocabulary
) -> Iterator[Candidate]:
    """Yield the head noun and then the others, from the last to the first."""
    if not phrase_matches:
        return
    head = _head(phrase_matches, part, vocabulary)
    yield Candidate(head.value, part.keys[head.start : head.end])
    for match in reversed(phrase_matches):
        if match is not head:
            yield Candidate(match.value, part.keys[match.start : match.end])


def _head(
    phrase_matches: Sequence[Match[Named]], part: Words, vocabulary: Vocabulary
) -> Match[Named]:
    """Return the last product type, unless it is only joined to one, or says again what one is."""
    last = phrase_matches[-1]
    if SET not in part.keys[last.start : last.end]:
        joined, *others = meant(phrase_matches, lambda noun, _: noun.end in part.joints)
        if others:
            return joined
    for match in reversed(phrase_matches[:-1]):
        if match.end == last.start and _is_one(match, last, vocabulary):
            return match
    return last


def _is_one(narrow: Match[Named], broad: Match[Named], vocabulary: Vocabulary) -> bool:
    """Return whether the first names one of what the second names: "chino trousers"."""
    broad_ids = {wording.meaning for wording in broad.value}
    return any(broad_ids & set(vocabulary.broader(w.meaning)) for w in narrow.value)


def _inverted(clause: Clause, vocabulary: Vocabulary) -> Candidate | None:
    """Return the type of "cover for a corner sofa", "cover 3-seat sofa": a (corner) sofa cover."""
    keys = clause.head.keys
    pairs = [(keys[:at], keys[at:]) for at in range(1, len(keys)) if is_number(keys[at])]
    if clause.qualifiers and clause.qualifiers[0][0] in SERVING:
        pairs = [(keys, clause.qualifiers[0][1].keys)]
    return next(filter(None, (_turned(own, of, vocabulary) for own, of in pairs)), None)


def _turned(own: Keys, of: Keys, vocabulary: Vocabulary) -> Candidate | None:
    """Return the type that the first type of some words makes with a head before them."""
    of = next((of[match.start : match.end] for match in matches(of, vocabulary) if match.value), ())
    whole = (m.end - m.start for m in matches(own, vocabulary) if m.end == len(own) and m.value)
    phrases = turned(own, of, max(whole, default=1))
    candidates = (Candidate(exactly(keys, vocabulary) or (), keys) for keys in phrases)
    return next((candidate for candidate in candidates if candidate.named), None)

"""What a product's title names: its head noun, by the vocabulary's phrases.

A title is clauses ("KIVIK, corner sofa – beige"), a clause is a head and what qualifies it
("Dress | with belt"). The last type of a head is named: "shirt dress" is a dress. Words that
join ("&", "and", "/") do not end a head: "Black & White T-shirt" is a T-shirt; of two types so
joined the first is named: "shirt & tie". A head that ends in a noun which nobody knows names
nothing known: a "ring stand" is no ring.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from indexer.classify.groups import (
    describes,
    has_other_head,
    holds_something,
    is_noun,
    is_number,
    meant,
    themselves,
    turned,
)
from indexer.reference import LexiconEntry, Vocabulary
from indexer.reference.words.classes import ADJECTIVE, NAMESAKE, NEITHER, NOUN, SPARE, classes_of
from indexer.reference.words.entries import leading
from indexer.reference.words.phrases import WORD, Match, PhraseTable, fold, singular

Named = tuple[LexiconEntry[str], ...]
Keys = tuple[str, ...]
CLAUSE = re.compile(r"[,;:|()\[\]{}–—•·]|\s-+\s")
QUALIFIER = re.compile(
    r"\s(with|without|w/?o?|in|for|f|from|by|featuring|feat|includ(?:es?|ing)|incl|plus|having|met"
    r"|vir|on(?=\s(?:legs?|castors?|wheels?|stand|feet)\b))\.?(?=\s)"
)
FOR = frozenset({"for", "f", "vir"})
WORN_BY = frozenset({"women", "men", "kids"})
WORN, BEAUTY, NURSERY = "worn", "beauty", ("kids/nursery", "kids/toys")
COUNTED = re.compile(
    r"\b(?:an?\s+)?(?:set|pack|pair|box|bundle|trio|duo|combo|stel|paar)s?\s+of\s+"
    r"(?:\d+|two|three|four|five|six|seven|eight|ten|twelve)?\b\s*(?:pcs|pieces|pairs of)?"
)
JOINT = re.compile(r"[&+]|(?<=[a-z])/(?=[a-z0-9])|\sand\s|\s'?n'?\s")
SET = "set"


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


@dataclass(frozen=True, slots=True)
class Candidate:
    """A product type that a title may name: what the words may mean, and the words."""

    named: Named
    keys: tuple[str, ...]


def parse(title: str) -> list[Clause]:
    """Return the clauses of a title, in their order; those without a word are left out."""
    text = fold(title)
    if "of" in text:  # most titles count nothing, and a rebuild reads a million of them
        text = COUNTED.sub(" ", text)
    clauses = [_clause(f" {part} ") for part in CLAUSE.split(text)]
    return [clause for clause in clauses if clause.head.raw or clause.qualifiers]


def _clause(text: str) -> Clause:
    head, *rest = QUALIFIER.split(text)
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
    for keys in vocabulary.not_types:
        grouped.setdefault(" ".join(reversed(keys)), [])
    return PhraseTable({key: tuple(wordings) for key, wordings in grouped.items()})


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
        if not _is_of_its_own(clause.head, vocabulary):
            yield from _weak(clause.head, vocabulary)
    for clause in clauses:
        if clause.head.raw and is_noun(clause.head.raw[-1], vocabulary):
            continue  # "stand for rings", "roller kit with tray"
        for _, part in clause.qualifiers:
            yield from _last_first(_matches(part, vocabulary, weak=False), part, vocabulary)
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
    """Return True if a head ends in a noun that nobody knows, or begins with one: "cover
    3-seat".
    """
    head = clause.head
    known = _matches(head, vocabulary, weak=False) or _matches(head, vocabulary, weak=True)
    if not known or _inverted(clause, vocabulary):
        return False
    end = next((at for at in sorted(head.joints) if at >= known[0].end), len(head.raw))
    named = [match for match in known if match.end <= end]
    last = named[-1]
    tail = head.raw[last.end : end]
    if any(SPARE in classes_of(word) for word in tail):
        return True
    if tail:  # "blouse | tie neck", "sneakers | slip on"
        behind = (match for match in matches(head.keys, vocabulary) if match.start >= last.end)
        looks = (m.start for m in behind if not m.value or m.end - m.start > 1)
        tail = tail[: next(looks, end) - last.end]
    if has_other_head(tail, vocabulary) or holds_something(head.keys[last.end - 1], tail):
        return True
    return _is_other_sense(named, head, vocabulary)


def _is_other_sense(named: list[Match[Named]], part: Words, vocabulary: Vocabulary) -> bool:
    """Return True if the last product type is something else than alone: "bra cups".

    It is behind what is worn where nobody wears it, and elsewhere with another noun between; or it
    is called as parts in other trades are, behind a noun that nobody knows or a product type of
    another department: "piston ring", "chair caps".
    """
    first, last = named[0], named[-1]
    own = [key for key in part.keys[last.start : last.end] if key != SET]
    if len(own) != 1:
        return False
    is_strong = any(wording.kind != "weak" for wording in last.value)
    is_namesake = is_strong and NAMESAKE in classes_of(own[0])
    if is_namesake and _is_in_other_group(named, part, vocabulary):
        return True
    between = part.raw[first.end : last.start]
    row = (part.raw[first.end - 1], *between)
    if any(describes(word, vocabulary) for word in row):
        return False
    is_at, of = (_departments(match, vocabulary) for match in (last, first))
    if is_namesake:
        return bool(is_at and of) and not is_at & of
    is_worn, of_worn = WORN in is_at, WORN in of
    return is_worn != of_worn and (of_worn or has_other_head(between, vocabulary))


def _is_in_other_group(named: list[Match[Named]], part: Words, vocabulary: Vocabulary) -> bool:
    """Return True if the last type's group begins with a noun that nobody knows: a "gun sock".

    Between them stands at most what describes: "guitar | neck plate". Counted nouns only measure.
    """
    ends = {0, *part.joints, *(match.end for match in named)}
    at = named[-1].start
    while at not in ends and not is_number(word := part.raw[at - 1]):
        at -= 1
        known = classes_of(word)
        if NOUN in known and is_noun(word, vocabulary):
            return not at or not is_number(part.raw[at - 1])
        if not {NEITHER, ADJECTIVE}.intersection(known):
            return False
    return False


def _is_of_its_own(part: Words, vocabulary: Vocabulary) -> bool:
    """Return True if a noun that nobody knows stands before a vague one: a "motorcycle | cover"."""
    vague = _matches(part, vocabulary, weak=True)[-1:]
    at = vague[0].start if vague else 0
    before = part.raw[max(at - 1, 0) : at] if at not in part.joints else ()
    is_other = has_other_head(before, vocabulary)
    return is_other and not {WORN, BEAUTY} & _departments(vague[0], vocabulary)


def _departments(match: Match[Named], vocabulary: Vocabulary) -> frozenset[str]:
    """Return where its product types stand: what is worn, beauty, or a root."""
    slugs = [s for w in match.value for s in vocabulary.product_types[w.meaning].categories]
    return frozenset(
        BEAUTY if f"/{BEAUTY}" in slug else WORN if root in WORN_BY else root
        for slug in slugs
        for root in [slug.partition("/")[0]]
        if not slug.startswith(NURSERY)
    )


def _strong(clause: Clause, vocabulary: Vocabulary) -> Iterator[Candidate]:
    head = _inverted(clause, vocabulary)
    if head:
        yield head
    yield from _last_first(_matches(clause.head, vocabulary, weak=False), clause.head, vocabulary)


def _weak(part: Words, vocabulary: Vocabulary) -> Iterator[Candidate]:
    for match in reversed(_matches(part, vocabulary, weak=True)):
        yield Candidate(match.value, part.keys[match.start : match.end])


def _matches(part: Words, vocabulary: Vocabulary, *, weak: bool) -> list[Match[Named]]:
    """Return the phrases that name a type strongly, or else only weakly, with their wordings."""
    of_strength = []
    for match in matches(part.keys, vocabulary):
        wordings = leading(match.value, part.raw[match.start : match.end])
        kept = tuple(wording for wording in wordings if (wording.kind == "weak") is weak)
        if kept:
            of_strength.append(Match(match.start, match.end, kept))
    spans = [(match.start, match.end) for match in of_strength]
    starts = themselves(spans, part.raw, part.joints, vocabulary)
    return [match for match in of_strength if match.start in starts]


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
    if clause.qualifiers and clause.qualifiers[0][0] in FOR:
        pairs = [(keys, clause.qualifiers[0][1].keys)]
    return next(filter(None, (_turned(own, of, vocabulary) for own, of in pairs)), None)


def _turned(own: Keys, of: Keys, vocabulary: Vocabulary) -> Candidate | None:
    """Return the type that the first type of some words makes with a head before them."""
    of = next((of[match.start : match.end] for match in matches(of, vocabulary) if match.value), ())
    whole = (m.end - m.start for m in matches(own, vocabulary) if m.end == len(own) and m.value)
    phrases = turned(own, of, max(whole, default=1))
    candidates = (Candidate(exactly(keys, vocabulary) or (), keys) for keys in phrases)
    return next((candidate for candidate in candidates if candidate.named), None)

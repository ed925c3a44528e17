"""Noun groups: the last noun of a group is its subject, known or not. Pure.

"Ring stand" names a stand, "shirt buttons" buttons, though the tables know ring and shirt only. A
compound is a row of nouns: adjectives, colours, materials and measures stand before all of it. So
behind a type the first of these ends its group, and what follows describes it: "lamp | marble
base". A word in no lexicon is a name ("sofa KIVIK") and neither. Titles and texts are read
by it: each passes its words, the known nouns among them, and what joins those.
"""

import re
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import TypeVar

from indexer.language import Vocabulary
from indexer.language.words.entries import (
    ADJECTIVE,
    FEATURE,
    NAMESAKE,
    NEITHER,
    NOUN,
    PLURAL,
    classes_of,
    raw_words,
    singular,
    words,
)
from scrapers.attributes import MATERIAL, PATTERN

Noun = TypeVar("Noun")
Meaning = TypeVar("Meaning")
KEPT = 20_000  # words
_HOLDING = frozenset("bag box bottle jar tin basket bucket case".split())
_DOING = re.compile(r".{3,}(?:er|or)")
_QUALITY = re.compile(r".{2,}(?:less|able|ible|ed)")
# With a part before it these say how a thing is: "zip through", "button front".
_PLACED = frozenset(
    "up down through thru over on in off front back side fly detail closure".split()
)
_COUNTED = "two three four five six seven eight nine ten eleven twelve".split()
_PAIRS = [(word, str(number)) for number, word in enumerate(_COUNTED, 2)]
NUMBERS = {one: pair for pair in _PAIRS for one in pair}  # as a word and as a digit


def intended_nouns(nouns: Sequence[Noun], joined: Callable[[Noun, Noun], bool]) -> list[Noun]:
    """Return the last noun, and each that is joined to the next: of "jean jacket or coat" two."""
    return [*(noun for noun, following in pairwise(nouns) if joined(noun, following)), *nouns[-1:]]


def themselves(
    nouns: Sequence[tuple[int, int]],
    raw: Sequence[str],
    joints: Collection[int],
    vocabulary: Vocabulary,
) -> list[int]:
    """Return where nouns start, without what stands behind one and only describes it.

    That is counted, its parts ("wardrobe 3 doors"), or a look of other things ("sheet queen bed"),
    and no joint stands before it: "chairs and 2 tables". `nouns` are words[start:end] each.
    """
    kept: list[tuple[int, int]] = []
    for start, end in nouns:
        before = raw[start - 1] if start else ""
        is_counted = (before.isdigit() and len(before) <= 2) or is_number(raw[start])
        is_look = tuple(map(singular, raw[start:end])) in vocabulary.looks_behind
        is_alone = not kept or any(kept[-1][1] <= joint <= start for joint in joints)
        if is_alone or not (is_counted or is_look):
            kept.append((start, end))
    return [start for start, _ in kept]


def compound(
    own: Sequence[str],
    of: Sequence[str],
    named: Callable[[tuple[str, ...]], Meaning | None],
    least: int = 1,
) -> tuple[tuple[str, ...], Meaning] | None:
    """Return a "cover" for a "corner sofa" as the longest phrase that means something, and what.

    "Corner sofa cover", "sofa cover": of the own noun the last two words, or as few as `least`.
    """
    for far in range(len(of), 0, -1):
        for size in range(min(2, len(own)), least - 1, -1):
            phrase = (*of[-far:], *own[-size:])
            if meaning := named(phrase):
                return phrase, meaning
    return None


def holds_something(last: str, tail: Sequence[str]) -> bool:
    """Return True if what is named only holds something else: a "bag | of charcoal"."""
    return last in _HOLDING and tail[:1] == ("of",) and len(tail) > 1 and not is_number(tail[1])


def has_other_head(
    tail: Sequence[str],
    vocabulary: Vocabulary,
    own: Collection[str] = (),
    *,
    is_typed: bool = False,
) -> bool:
    """Return True if the group of a known product type goes on, behind it, to another noun.

    Right behind it any noun is another head, and a part, too: a "lamp | base", a "jacket | zip".
    Behind what describes, a part adds detail: a "lamp | marble base". What is counted measures,
    and of its `own` words (singular) the type is repeated: a "bath mat 50 cm mat". `is_typed`: by
    a visitor, see `is_noun`.
    """
    is_described = False
    for at, word in enumerate(tail):
        if word == "of":
            return False
        is_thing = at and {NOUN, NAMESAKE} <= set(classes_of(word))  # a cord is no corduroy here
        if not is_thing and (describes(word, vocabulary) or _is_material(tail[at : at + 2])):
            is_described = True
        elif is_described and (is_number(tail[at - 1]) or FEATURE in classes_of(word)):
            continue
        elif singular(word) not in map(singular, own) and (
            is_thing or is_noun(word, vocabulary, is_typed=is_typed)
        ):
            return True
    return not is_typed and _is_part(tail, vocabulary)


def _is_part(tail: Sequence[str], vocabulary: Vocabulary) -> bool:
    """Return True if a part that is sold stands right behind a product type, and nothing that it
    is like: a "jacket | zip", and no "jacket | zip front".
    """
    if not tail or not {NEITHER, NAMESAKE} <= set(classes_of(tail[0])):
        return False
    return not any(
        word in _PLACED or (NEITHER in classes_of(word) and not describes(word, vocabulary))
        for word in tail[1:]
    )


@lru_cache(maxsize=KEPT)
def is_noun(word: str, vocabulary: Vocabulary, *, is_typed: bool = False) -> bool:
    """Return True if a word, as it is written, may be the head of a group.

    `is_typed`: by a visitor, who writes modifiers behind product types, too.
    """
    key = singular(word)
    known = classes_of(word)
    leaning = _leaning(vocabulary)[key]
    is_plural = key != word and PLURAL in known
    is_vague = NEITHER in known or (word == key and key in vocabulary.spoken.describing.values())
    if describes(word, vocabulary) or (is_vague and not is_plural):
        return False
    if NOUN in known or is_plural:
        return not is_typed or leaning >= 0 or key != word
    return leaning > 0 or (leaning == 0 and bool(_DOING.fullmatch(key)))


def is_number(word: str) -> bool:
    """Return True if a word counts or measures: "3", "45l", "three"."""
    return word[:1].isdigit() or word in NUMBERS


@lru_cache(maxsize=KEPT)
def describes(word: str, vocabulary: Vocabulary) -> bool:
    """Return True if a word describes a product type and is no part of a compound's name."""
    key = singular(word)
    if is_number(word) or len(key) < 3 or key in _describing_words(vocabulary):
        return True
    known = classes_of(word)
    if ADJECTIVE in known and (word == key or PLURAL not in known):
        return True
    if not known and _QUALITY.fullmatch(word):
        return True
    return any(attribute.values(word) for attribute in (MATERIAL, PATTERN))


def is_look(word: str, vocabulary: Vocabulary) -> bool:
    """Return True if a word names a colour or people."""
    return singular(word) in _describing_words(vocabulary)


def _is_material(pair: Sequence[str]) -> bool:
    """Return True if two words are a material that neither is: "cast iron"."""
    return bool(MATERIAL.in_name(" ".join(pair))) and not any(map(MATERIAL.in_name, pair))


@lru_cache(maxsize=4)
def _lexicon_words(vocabulary: Vocabulary) -> frozenset[str]:
    """Return all words of the lexicon, in the singular: of types, people, colours, purposes."""
    said = [vocabulary.type_words, vocabulary.people_words, vocabulary.colour_words]
    phrases = [key for entries in said for key, _ in entries.table.items()]
    served = (p.phrases for p in vocabulary.purposes.values())
    phrases += [tuple(map(singular, raw_words(text))) for texts in served for text in texts]
    return frozenset(word for phrase in phrases for word in phrase)


def is_name(word: str, vocabulary: Vocabulary) -> bool:
    """Return True if a word is in no lexicon: a maker's, a model's."""
    is_known = bool(classes_of(word)) or describes(word, vocabulary)
    return not is_known and singular(word) not in _lexicon_words(vocabulary)


@lru_cache(maxsize=4)
def _leaning(vocabulary: Vocabulary) -> Counter[str]:
    leaning: Counter[str] = Counter()
    for product_type in vocabulary.product_types.values():
        for wording in product_type.wordings:
            if wording.in_names and not wording.is_weak and len(wording.raw) > 1:
                first, *_, last = words(wording.phrase)
                leaning[last] += 1
                leaning[first] -= 1
    return leaning


@lru_cache(maxsize=4)
def _describing_words(vocabulary: Vocabulary) -> frozenset[str]:
    spoken = [*vocabulary.colours]
    for people in vocabulary.people.values():
        spoken += people.wordings
    single = {
        singular(wording.raw[0])
        for wording in spoken
        if len(wording.raw) == 1 and (not wording.is_weak or NOUN not in classes_of(*wording.raw))
    }
    said = {
        word for word in vocabulary.shades | vocabulary.finishes if NOUN not in classes_of(word)
    }
    return frozenset(single | said)

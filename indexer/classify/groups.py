"""Noun groups: the last noun of a group says what is spoken of, known or not. Pure.

"Ring stand" names a stand, "shirt buttons" buttons, though the tables know ring and shirt only.
A word behind a known thing is such a noun where phrases of the tables end in it, where it
names what does something ("filler", "protector") or stands in the plural, unless it is one of those
by which things are described ("slim fit", "two buttons", "cap sleeve").
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from indexer.reference import Vocabulary
from indexer.reference.words.phrases import singular, words
from scrapers.attributes import MATERIAL

# Nouns of goods in which no phrase of the tables ends.
NOUNS = frozenset(
    "charm mould mold insert patch sticker decal poster book machine tool filling stuffing refill"
    " spray paint thread wire hook hinge bracket tray tin jar sole brush sponge wipe canopy net"
    " ornament figurine statue keyring lanyard label card stand holder cover case rack fabric"
    " material cleaner polish kit box stud buttons oortreksel hoes shade laces"
    " replacement spare part gauge jack scale battery cord loom yarn shield stay clasp"
    " mannequin finial pump valve plug adapter nozzle ruler needle template stencil mount anchor"
    " screw bolt backs".split()
)
# What behind a thing says how it is, and names nothing else.
_DESCRIBING = frozenset(
    "summer winter leather designer super inner outer upper under over order number other her"
    " silver copper lower power color colour corner center centre flower river amber ginger"
    " lavender taper clover tiger glitter shimmer junior senior interior exterior floor motor"
    " minor major original essential basic classic sport women men lady gent stripe dot check"
    " pleat pocket door drawer leg wheel castor sleeve style design edition collection look"
    " wash finish size fit rise cut length piece pack pair set combo series version model"
    " range type way detail pattern print stretch quality season new sale plus regular"
    " business party casual gift waist hem neck collar trim back front top side bottom high"
    " low mid long short combination year month cm mm ml kg inch seater seat tier burner"
    " person man use wear day night home plain solid mix multi assorted extra premium luxury"
    " vintage retro modern".split()
)
_HOLDING = frozenset("bag box bottle jar tin basket bucket case".split())
_DOING = re.compile(r".{3}(?:er|or)$")
_NUMBERS = frozenset("two three four five six seven eight nine ten twelve".split())
COUNTING = frozenset({"set", "pack", "pair", "box", "bundle", "trio", "duo", "combo", "pcs"})


def holds_something(last: str, tail: Sequence[str]) -> bool:
    """Tell whether what is named only holds something else: a "bag | of charcoal"."""
    return last in _HOLDING and tail[:1] == ("of",) and len(tail) > 1 and not is_number(tail[1])


def has_other_head(tail: Sequence[str], vocabulary: Vocabulary) -> bool:
    """Tell whether among the words behind a known thing, as written, is another noun."""
    for at, word in enumerate(tail):
        if is_number(word) or word == "of":  # what is counted or measured behind belongs to it
            tail = tail[:at]
            break
    return any(is_noun(word, vocabulary) for word in tail)


def is_noun(word: str, vocabulary: Vocabulary, *, is_typed: bool = False) -> bool:
    """Tell whether a word, as it is written, may be the head of a group.

    `is_typed`: by a visitor, who writes any word in the plural, and modifiers behind things, too.
    """
    key = singular(word)
    if not NOUNS.isdisjoint((word, key)):
        return True
    if _describes(word, vocabulary) or not word.isalpha():
        return False
    is_head = key in _ends(vocabulary) or bool(_DOING.match(key))
    if is_typed:
        return is_head and key not in _beginnings(vocabulary)
    return is_head or key != word


def is_number(word: str) -> bool:
    """Tell whether a word counts or measures: "3", "45l", "three"."""
    return word[:1].isdigit() or word in _NUMBERS


def _describes(word: str, vocabulary: Vocabulary) -> bool:
    key = singular(word)
    if not NOUNS.isdisjoint((word, key)):
        return False
    if len(key) < 3 or key in _DESCRIBING or key in _describing(vocabulary):
        return True
    return bool(MATERIAL.values(word))


@lru_cache(maxsize=4)
def _ends(vocabulary: Vocabulary) -> frozenset[str]:
    """Return the words that phrases of several words for things end in."""
    return frozenset(key[-1] for key in _phrases(vocabulary))


@lru_cache(maxsize=4)
def _beginnings(vocabulary: Vocabulary) -> frozenset[str]:
    """Return the words that phrases of several words for things begin with: they modify, too."""
    return frozenset(key[0] for key in _phrases(vocabulary))


def _phrases(vocabulary: Vocabulary) -> Iterator[list[str]]:
    """Give the phrases of several words for things, as keys."""
    for thing in vocabulary.things.values():
        for wording in thing.wordings:
            if wording.kind in {"words", "also"} and len(wording.raw) > 1:
                yield words(wording.phrase)


@lru_cache(maxsize=4)
def _describing(vocabulary: Vocabulary) -> frozenset[str]:
    """Return the words of colours and people, and of what only looks like a thing."""
    colours = vocabulary.colours
    described = {word for key in colours.materials for word in key}
    described |= {word for wording in colours.wordings for word in words(wording.phrase)}
    described |= colours.shades | colours.finishes
    described |= {
        word
        for people in vocabulary.people.values()
        for wording in people.wordings
        if len(wording.raw) == 1
        for word in words(wording.phrase)
    }
    described |= {word for english in vocabulary.describing.values() for word in words(english)}
    described |= {key[-1] for key in vocabulary.not_things if len(key) > 1}
    return frozenset(described)

"""What a text means as what must hold and what must not: pure functions that return dicts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

from app.search import Body
from app.search.query import clauses
from app.search.query.kinds import BY_KIND, KINDS
from app.search.query.kinds.amounts import measures
from app.search.query.kinds.attributes import phrases
from app.search.understand import ANYTHING, LOOSE_WORDS, NEAR, Meaning, Relaxed

# How many of the remaining words must be there when no other condition holds the page together.
_SOME_WORDS = "1<50%"
ANY_CURRENCY = "ZAR"


def filters(meaning: Meaning, currency: str) -> tuple[list[Body], list[Body]]:
    """Return what must hold and what must not; amounts in `currency` where none was named."""
    must = [*_must(meaning, currency)]
    if meaning.prefix and not meaning.relaxation:
        must.append(_begun(meaning))
    if meaning.is_empty:
        must.append(clauses.NOTHING)
    barred = [BY_KIND[part.kind].barred(part) for part in meaning.parts if part.excluded]
    return must, barred


def _must(meaning: Meaning, currency: str) -> Iterator[Body]:
    """Give what must hold of conditions and words; a text that is but a measure asks for it."""
    is_any = meaning.relaxation >= ANYTHING
    named = {part.kind for part in meaning.parts}
    held = [k for k in KINDS if k.name in named and k.is_held(meaning.relaxation)]
    least = _anything(meaning) if is_any else []
    conditions = (clause for kind in held for clause in kind.holds(meaning, currency))
    words = () if is_any else _words(meaning)
    is_anything = bool(meaning.words)
    for clause in chain(least, conditions, words):
        is_anything = True
        yield clause
    if not is_anything and (asked := measures(meaning)):
        yield clauses.any_of(asked)


def is_anchored(meaning: Meaning) -> bool:
    """Return True if some condition remains when all words are only wished for."""
    wanted = (part for part in meaning.parts if part.certain and not part.excluded)
    kinds = (BY_KIND[part.kind] for part in wanted)
    return any(kind.anchors and kind.is_held(meaning.relaxation) for kind in kinds)


def relaxations(meaning: Meaning) -> tuple[Meaning, ...]:
    """Return the readings to try where a text finds little, each looser than the last."""
    levels = {LOOSE_WORDS} if meaning.words or meaning.required or meaning.prefix else set[int]()
    for kind in KINDS:
        if any(map(kind.asks, meaning.of(kind.name))):
            is_alone = kind.beside and not meaning.of(kind.beside)
            levels |= {level for level in kind.loosened if level == ANYTHING or not is_alone}
    steps = map(meaning.loosely, sorted(levels))
    # All that there is lies near to nothing: who asks for silver is not answered by what is not.
    # Who only asks what there is ("best sellers"), is.
    looser = [step for step in steps if step.is_vague or any(_must(step, ANY_CURRENCY))]
    worded = int(LOOSE_WORDS in {step.relaxation for step in looser})
    return (*looser[:worded], *_at_any_price(looser[0] if worded else meaning), *looser[worded:])


def with_all_words(meaning: Meaning) -> Meaning | None:
    """Return the reading of what is only near the types, and has all words: "you guys shirt"."""
    if not (meaning.words and meaning.of("type")):
        return None
    return replace(meaning, relaxed=Relaxed(NEAR, keeps_words=True))


def _at_any_price(meaning: Meaning) -> list[Meaning]:
    """Return the reading in which the bounds of prices are only what others lie near to."""
    bounded = [part for part in meaning.of("price") if part.is_bounded]
    wished = {part.id: part.unbounded() for part in bounded}
    parts = tuple(wished.get(part.id, part) for part in meaning.parts)
    return [replace(meaning, parts=parts)] if bounded else []


def _anything(meaning: Meaning) -> list[Body]:
    """Return what one product must have at least: a type, a brand, or a word of the text."""
    some = [clause for kind in KINDS for clause in kind.enough(meaning)]
    some += [clauses.has_word(word) for word in meaning.words]
    return [clauses.any_of(some)] if some else []


def _words(meaning: Meaning) -> list[Body]:
    """Return what must hold of the words that remain; half of them where nothing else does."""
    if not meaning.relaxation or meaning.relaxed.keeps_words:
        required = [clauses.said(["name", "brand.text"], [word]) for word in meaning.required]
        return [*map(clauses.has_word, meaning.words), *required]
    said = [*meaning.words, *phrases(meaning)]
    if not said or is_anchored(meaning) or meaning.is_vague:
        return []
    asked = {"query": " ".join(said), "minimum_should_match": _SOME_WORDS}
    return [{"match": {"words": asked}}]


def _begun(meaning: Meaning) -> Body:
    """Return what holds where a word of the name or the brand begins so, or the type's does."""
    fields = ("name.prefix", "brand.prefix")
    begun: list[Body] = [{"match": {field: meaning.prefix}} for field in fields]
    begun += [clauses.terms("productTypes", ids)] if (ids := meaning.unfinished.begun) else []
    return clauses.any_of(begun)

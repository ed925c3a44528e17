"""The attributes of products (size, material), as their declarations say. Pure."""

from app.search import Body
from app.search.filters import BY_ATTRIBUTE
from app.search.query import clauses, ranking
from app.search.query.clauses import raised
from app.search.query.kinds.kind import Kind
from app.search.understand import LOOSE_WORDS, Meaning, Part
from scrapers.attributes import ATTRIBUTES, Attribute


def attribute_kind(attribute: Attribute) -> Kind:
    """Return the kind of condition that an attribute is."""
    return Kind(
        attribute.name,
        barred=_barred,
        holds=lambda meaning, _: [_has(p) for p in meaning.of(attribute.name) if _filters(p)],
        raises=lambda meaning: [
            clause for part in meaning.of(attribute.name) for clause in _raise(part, meaning)
        ],
        until=LOOSE_WORDS,
        loosened=(LOOSE_WORDS,),
        asks=_filters,
        anchors=False,
    )


def phrases(meaning: Meaning) -> list[str]:
    """Return the words that attributes were named by."""
    return [phrase for part in _wanted(meaning) for phrase in part.phrases]


def _wanted(meaning: Meaning) -> list[Part]:
    return [part for attribute in ATTRIBUTES for part in meaning.of(attribute.name)]


def _filters(part: Part) -> bool:
    return part.certain and bool(part.values)


def _held(part: Part) -> Body:
    return clauses.terms(BY_ATTRIBUTE[part.kind].field, part.values)


def _has(part: Part) -> Body:
    return clauses.any_of([_held(part), *map(clauses.has_word, part.phrases)])


def _barred(part: Part) -> Body:
    return clauses.any_of([_held(part), clauses.said(["name"], part.phrases)])


def _raise(part: Part, meaning: Meaning) -> list[Body]:
    """Raise what has an attribute; where its name says so, too, as a word in a name does."""
    scores = [raised(_held(part), ranking.ATTRIBUTE if part.certain else ranking.SIZE)]
    for phrase in part.phrases:
        named: Body = {"match": {"name": {"query": phrase, "operator": "and"}}}
        scores.append(raised(named, ranking.WORD_IN_NAME))
        if meaning.relaxation:
            scores.append(raised(clauses.has_word(phrase), ranking.WORD))
    return scores

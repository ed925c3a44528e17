"""Elasticsearch clauses of the parts of a meaning, for what filters and for what raises. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from app.search import Body
from app.search.filters import BY_ATTRIBUTE, Filter
from app.search.understand import ANY_BRAND, NEAR, Meaning, Part
from indexer.catalogue.document.keys import keys_field
from indexer.catalogue.shipping import EVERYWHERE
from indexer.reference import extras_of
from scrapers.attributes import DISCOUNT

# Wordings are compared as they are indexed: a synonym of a wording would be another thing.
_AS_INDEXED = "words_index"
KIDS = ("kids", "baby")
CHILDREN = {"women": "girls", "men": "boys"}  # a document's further audience, by their gender
NOTHING: Body = {"match_none": {}}
NOT_UNISEX: Body = {"bool": {"must_not": [{"term": {"gender": "unisex"}}]}}
STATES: dict[str, Body] = {
    "sale": {"term": {DISCOUNT.flag: True}},
    "vintage": {"term": {"type": "vintage"}},
    "in-stock": {"term": {"stock": "in-stock"}},
    "local": {"term": {"saMade": True}},
}


def any_of(clauses: Sequence[Body]) -> Body:
    """Return what holds where one of the clauses does: nowhere without any.

    An empty `should` would hold everywhere.
    """
    if not clauses:
        return NOTHING
    return clauses[0] if len(clauses) == 1 else {"bool": {"should": list(clauses)}}


def all_of(clauses: Sequence[Body]) -> Body:
    """Return what holds where all of the clauses do; there is at least one."""
    return clauses[0] if len(clauses) == 1 else {"bool": {"filter": list(clauses)}}


def terms(field: str, values: Sequence[str]) -> Body:
    """Return what holds where a keyword field has one of the values."""
    if len(values) == 1:
        return {"term": {field: values[0]}}
    return {"terms": {field: sorted(values)}}


def chosen(item: Filter, field: str, values: Sequence[str]) -> Body:
    """Return what holds where a facet has one of the values, in whatever spelling.

    Also as it stands: an index of before documents held keys serves until it is built anew.
    """
    spelled = terms(field, values)
    if item.key is None:
        return spelled
    keys = {item.key(value) for value in values}
    return any_of([terms(keys_field(item.attribute), [*keys]), spelled])


def said(fields: Sequence[str], phrases: Sequence[str]) -> Body:
    """Return what holds where a text field holds one of the phrases; single words in one clause."""
    single = " ".join(phrase for phrase in phrases if " " not in phrase)
    longer = [phrase for phrase in phrases if " " in phrase]
    clauses: list[Body] = []
    for field in fields:
        if single:
            clauses.append({"match": {field: {"query": single, "analyzer": _AS_INDEXED}}})
        clauses += [
            {"match_phrase": {field: {"query": phrase, "analyzer": _AS_INDEXED}}}
            for phrase in longer
        ]
    return any_of(clauses)


def thing(part: Part, loose: int = 0, *, surely: bool = False) -> Body:
    """Return what holds for a thing: where it stands, what it is called, or both.

    `surely`: what stands there and is named something else is left out, and what is only bought for
    it, for no other order puts that behind: the cheapest of beds is a fitting, of shoes the laces.
    """
    clause = _thing(part, loose, surely=surely)
    extras = extras_of(part.values) if surely else ()
    if not extras:
        return clause
    return {"bool": {"filter": [clause], "must_not": [terms("category", extras)]}}


def _thing(part: Part, loose: int, *, surely: bool) -> Body:
    called = said(["name"], part.phrases)
    named = [terms("things", part.things)] if part.things else []
    near = (*part.values, *part.near_values)
    if part.elsewhere:
        barred = terms("category", part.elsewhere)
        called = {"bool": {"filter": [called], "must_not": [barred]}}
    if loose >= NEAR and near:
        return any_of([terms("category", near), called, *named])
    if not part.values:
        return any_of([called, *named])
    if part.narrow:
        return any_of([all_of([terms("category", part.values), called]), *named])
    own = [slug for slug in part.values if slug not in part.shared]
    stands = [terms("category", own)] if own else []
    if surely and part.own and own:
        unnamed: Body = {"bool": {"must_not": [{"exists": {"field": "things"}}]}}
        stands = [all_of([*stands, unnamed])]
    if part.shared:
        stands.append(all_of([terms("category", part.shared), called]))
    return any_of([*stands, *([called] if part.either else []), *named])


def colour(part: Part) -> Body:
    """Return what holds where the swatch is right, or the wording is one at the colour's edge."""
    worded = (*part.edge, *(part.phrases if part.either else ()))
    swatch = terms("colour", part.values)
    return any_of([swatch, said(["name", "colourText"], worded)]) if worded else swatch


def certain_brands(meaning: Meaning) -> list[Part]:
    """Return the brands of which one must be it."""
    if meaning.loose >= ANY_BRAND:
        return []
    return [part for part in meaning.of("brand") if part.certain]


def brand(part: Part) -> Body:
    """Return what holds for a brand's products, or a store's that is called so."""
    named = [chosen(BY_ATTRIBUTE["brand"], "brand", part.values)] if part.values else []
    return any_of([*named, *([terms("store", part.stores)] if part.stores else [])])


def children(parts: Sequence[Part]) -> str:
    """Return "girls" or "boys" where the people are children of one gender, otherwise nothing."""
    genders, audiences = genders_and_audiences(parts)
    if len(genders) != 1 or not set(audiences) & set(KIDS):
        return ""
    return CHILDREN.get(genders[0], "")


def genders_and_audiences(parts: Sequence[Part]) -> tuple[list[str], list[str]]:
    """Return the values of `gender` and of `audience` that these people stand for."""
    pairs = [value.partition(":") for part in parts for value in part.values]
    genders = sorted({value for name, _, value in pairs if name == "gender"})
    audiences = sorted({value for name, _, value in pairs if name == "audience"})
    if audiences == ["kids"]:
        audiences = list(KIDS)
    return genders, audiences


def measure(part: Part) -> Body:
    """Return what holds for a measure that the name says, in whatever unit."""
    return said(["name"], part.phrases)


def state(part: Part) -> Body:
    """Return what holds for a state that a product may be in, as on sale by so many per cent.

    Nothing is in a state that only orders the results ("new", "cheap").
    """
    name, *values = part.values
    if name == "ships-from":
        return terms("shipsFrom", values)
    if name == "ships-to":
        return terms("shipsTo", list({*values, EVERYWHERE}))
    known = STATES.get(name, NOTHING)
    if part.low is not None or part.high is not None:
        known = all_of([known, within(DISCOUNT.name, part)])
    return any_of([known, said(["name"], part.phrases)]) if part.phrases else known


def within(field: str, part: Part) -> Body:
    """Return what holds where a number lies between the bounds of a part."""
    bounds = {"gte": part.low, "lte": part.high}
    return {"range": {field: {name: value for name, value in bounds.items() if value is not None}}}


def attribute(part: Part) -> Body:
    """Return what holds where a product has the attribute, or says so in any of its words."""
    return any_of([held(part), *(has_word(phrase) for phrase in part.phrases)])


def held(part: Part) -> Body:
    """Return what holds where a product's own values have the attribute."""
    return terms(BY_ATTRIBUTE[part.kind].field, part.values)


def has_word(word: str) -> Body:
    """Return what holds where the word, or a synonym of it, stands anywhere."""
    return {"match": {"words": {"query": word, "operator": "and"}}}

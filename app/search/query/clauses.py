"""Elasticsearch clauses that conditions are made of, for what filters and for what raises. Pure."""

from collections.abc import Sequence

from app.search import Body
from app.search.filters import Filter
from indexer.catalogue.document.build import keys_field

# Wordings are compared as they are indexed: a synonym of a wording would be another product type.
_AS_INDEXED = "words_index"
NOTHING: Body = {"match_none": {}}


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


def has_word(word: str) -> Body:
    """Return what holds where the word, or a synonym of it, stands anywhere."""
    return {"match": {"words": {"query": word, "operator": "and"}}}


def raised(clause: Body, weight: float) -> Body:
    """Return a clause that scores so much where it holds."""
    return {"constant_score": {"filter": clause, "boost": weight}}


def weighed(clause: Body, weight: float) -> Body:
    """Return the function of a `function_score` that is so much where a clause holds."""
    return {"filter": clause, "weight": weight}


def fresh(today: int, days: int, weight: float) -> Body:
    """Return the function for what was first seen so many days before today's beginning."""
    return weighed({"range": {"createdAt": {"gte": today - days * 86_400}}}, weight)

"""Give requests the meaning of their texts, before anything is searched."""

from __future__ import annotations

from collections.abc import Sequence

from app.search import Body
from app.search.query.bodies import any_body
from app.search.request import Conditions, Request, with_conditions
from app.search.understand import Language, Meaning, understand

ReadingKey = tuple[str, frozenset[str], bool, str]  # a text, how it is to be read, the currency

MOST_ASKED = 10  # unknown words of one array that the index is asked for


def lost(read: Sequence[Request]) -> list[str]:
    """Return the words of texts that were read for which the index is asked before they are lost.

    The dictionary may be half a minute behind the index: a product's word is never given up.
    """
    meanings = (request.conditions.meaning for request in read)
    words = dict.fromkeys(word for meaning in meanings if meaning for word in meaning.lost)
    return [*words][:MOST_ASKED]


def read(
    requests: list[Request],
    language: Language,
    known: frozenset[str],
) -> list[Request]:
    """Return the requests with what their texts mean; `known`: words that the index has, too."""
    meanings: dict[ReadingKey, Meaning] = {}
    for request in requests:
        key = _key(request.conditions)
        if key[0] and key not in meanings:
            text, without, as_typed, currency = key
            meanings[key] = understand(
                text,
                language,
                without=without,
                as_typed=as_typed,
                known=known,
                currency=currency,
            )
    return [
        with_conditions(request, meaning=meanings.get(_key(request.conditions)))
        for request in requests
    ]


def _key(read: Conditions) -> ReadingKey:
    return read.text, read.dismissed, read.as_typed, read.currency


def any_with(word: str) -> Body:
    """Return the body whose total tells whether the index finds a visible product by a word."""
    match = {"match": {"words": {"query": word, "operator": "and", "analyzer": "words_index"}}}
    return any_body({"bool": {"filter": [{"term": {"visible": True}}, match]}})


def found(words: Sequence[str], responses: Sequence[Body]) -> frozenset[str]:
    """Return the words that the index has, by the answers to `any_with`."""
    totals = (response["hits"]["total"]["value"] for response in responses)
    return frozenset(word for word, total in zip(words, totals, strict=True) if total)

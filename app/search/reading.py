"""Give requests the meaning of their texts, before anything is searched."""

from __future__ import annotations

from collections.abc import Iterable

from app.search import Body
from app.search.engine import Engine
from app.search.query.bodies import any_body
from app.search.request import Conditions, Request, with_conditions
from app.search.understand import Language, Meaning, understand, unknown

ReadingKey = tuple[str, frozenset[str], bool, str]  # a text, how it is to be read, the currency

MOST_ASKED = 10  # unknown words of one array that the index is asked for


def read(
    engine: Engine,
    requests: list[Request],
    language: Language,
    techniques: frozenset[str],
) -> list[Request]:
    """Return the requests with what their texts mean; raises SearchUnavailable.

    The dictionary may be half a minute behind the index: of words that it does not know the index
    is asked, so that a product's word is never given up.
    """
    typed = dict.fromkeys(r.conditions.text for r in requests if r.conditions.text)
    if not typed:
        return requests
    lost = {word: None for text in typed for word in unknown(text, language)}
    known = _in_index(engine, lost)
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
                techniques=techniques,
                currency=currency,
            )
    return [
        with_conditions(request, meaning=meanings.get(_key(request.conditions)))
        for request in requests
    ]


def _key(read: Conditions) -> ReadingKey:
    return read.text, read.dismissed, read.as_typed, read.currency


def _in_index(engine: Engine, words: Iterable[str]) -> frozenset[str]:
    """Return those of the words by which the index finds some visible product."""
    unknown_words = list(words)[:MOST_ASKED]
    answer = engine.search([_any_product_with(word) for word in unknown_words])
    return frozenset(
        word
        for word, response in zip(unknown_words, answer.responses, strict=True)
        if response["hits"]["total"]["value"]
    )


def _any_product_with(word: str) -> Body:
    match = {"match": {"words": {"query": word, "operator": "and", "analyzer": "words_index"}}}
    return any_body({"bool": {"filter": [{"term": {"visible": True}}, match]}})

"""The product types that a name says the product is: with its category, what it is searched by."""

from __future__ import annotations

import html
from collections.abc import Iterator
from functools import lru_cache

from indexer.classify.clauses import Named, exactly
from indexer.classify.product import without_brand
from indexer.classify.title import Candidate, head_of
from indexer.reference import Vocabulary, current

KEPT = 16_384  # names; colours of one thing and sizes of one set share theirs


def types_of(name: str, brand: str | None = None) -> tuple[str, ...]:
    """Return the ids of what a name names, and of all that those are, in their order.

    A category is one place, where a store or its page may put what the name calls otherwise: a
    chair cushion among chairs, a sofa in the garden. Empty where the name names nothing known.
    """
    return _product_types(without_brand(html.unescape(name), brand), current())


@lru_cache(maxsize=KEPT)
def _product_types(title: str, vocabulary: Vocabulary) -> tuple[str, ...]:
    candidate = head_of(title, vocabulary)
    if candidate is None:
        return ()
    ids: dict[str, None] = {}
    for named in _also(candidate, vocabulary):
        for wording in named:
            if wording.kind == named[0].kind:
                ids |= dict.fromkeys((wording.meaning, *vocabulary.broader(wording.meaning)))
    return tuple(ids)


def _also(candidate: Candidate, vocabulary: Vocabulary) -> Iterator[Named]:
    """Give the type, and the shorter phrases that it ends in: a "polo collar t-shirt" is both.

    A single word at the end may be another product type's: no T-shirt is a shirt.
    """
    yield candidate.named
    for start in range(1, len(candidate.keys) - 1):
        shorter = exactly(candidate.keys[start:], vocabulary)
        if shorter:
            yield shorter

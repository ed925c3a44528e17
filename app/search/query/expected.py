"""How many products a query probably finds, by what the process holds of the index. Pure.

What texts are planned by, before anything is asked: a wrong guess costs a request, never an answer.
"""

from collections.abc import Callable, Iterable
from math import prod
from typing import Any

from app.search import Body
from app.search.understand import Language
from indexer.language.words.entries import singular

# The shares of what is not counted: of most conditions, of one colour of many.
SOME, ONE_COLOUR = 0.5, 0.05
CERTAIN = {"visible", "shipsTo"}
COUNTED = {"category", "brand", "keys.brand", "productTypes"}


def expected(query: Body, language: Language) -> int:
    """Return how many products a query is likely to find, rounded up: words go together."""
    return int(_share(query, language) * language.products + 0.9)


def _share(clause: Body, language: Language) -> float:
    ((kind, inner),) = clause.items()
    return _SHARES[kind](inner, language) if kind in _SHARES else SOME


def _bool(inner: Body, language: Language) -> float:
    share = prod(_share(one, language) for one in inner.get("filter", ()))
    share *= prod(1 - min(_share(one, language), 1 - SOME) for one in inner.get("must_not", ()))
    either = inner.get("should", ())
    return share * min(1.0, sum(_share(one, language) for one in either)) if either else share


def _values(inner: Body, language: Language) -> float:
    ((field, values),) = inner.items()
    several = values if isinstance(values, list) else [values]
    if field in COUNTED:
        return _part(sum(_held(value, language) for value in several), language)
    if field == "colour":
        return _part(sum(_word(value, language) for value in several), language) or ONE_COLOUR
    return 1.0 if field in CERTAIN else SOME


def _words(inner: Body, language: Language) -> float:
    (asked,) = inner.values()
    shares = _each(asked, language)
    needs_all = isinstance(asked, dict) and asked.get("operator") == "and"
    return prod(shares) if needs_all else min(1.0, sum(shares))


def _phrase(inner: Body, language: Language) -> float:
    (asked,) = inner.values()
    return min(_each(asked, language), default=0.0)


def _each(asked: Any, language: Language) -> list[float]:
    text = asked if isinstance(asked, str) else asked["query"]
    return [_part(_word(word, language), language) for word in text.split()]


def _held(value: str, language: Language) -> int:
    """Return how many products have a value; of a type how many say the rarest of its words."""
    held = language.categories.get(value) or language.brands.get(value)
    return held or min(_word(word, language) for word in value.split("-"))


def _word(word: str, language: Language) -> int:
    forms: Iterable[str] = (word, singular(word), f"{word}s")
    return max(language.counts.get(form, 0) for form in forms)


def _part(count: int, language: Language) -> float:
    return min(1.0, count / language.products)


_SHARES: dict[str, Callable[[Any, Language], float]] = {
    "bool": _bool,
    "term": _values,
    "terms": _values,
    "match": _words,
    "match_phrase": _phrase,
    "match_none": lambda *_: 0.0,
}

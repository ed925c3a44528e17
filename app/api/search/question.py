"""What a search call asks, typed: read once for all who send the same bytes."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from flask import request

from app.access.operators import is_operator
from app.api.declare.parser import json_body
from app.context import header_country
from app.search.request import Asked, with_conditions
from app.search.wire.instantsearch import parse

MOST_BYTES = 4_000  # of a call that is remembered: a page's with some facets chosen has 2,000
REMEMBERED = 2_000  # calls: some 20 MB at most


@dataclass(frozen=True, slots=True, eq=False)
class Question:
    """The requests of a call. Hashed once; equal where its requests are.

    `wants_hidden`: which of them are an operator's who looks at hidden products, too (`devMode`).
    """

    requests: tuple[Asked, ...]
    wants_hidden: tuple[bool, ...]
    _hash: int = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_hash", hash(self.requests))

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Question) and self.requests == other.requests

    def for_operator(self) -> list[Asked] | None:
        """Return the requests as an operator may ask them; None where they are a visitor's.

        Hidden products are seen by operators and nobody else (design, "Visible").
        """
        if not any(self.wants_hidden) or not is_operator():
            return None
        return [
            with_conditions(item, include_hidden=True) if hidden else item
            for item, hidden in zip(self.requests, self.wants_hidden, strict=True)
        ]


def sent_question() -> Question:
    """Return the question of the present call; raises Invalid or TextTooLong."""
    body, country = request.get_data(cache=True), header_country()
    if len(body) <= MOST_BYTES:
        return _remembered(body, country)
    return question_of(json_body(), country)


@lru_cache(REMEMBERED)
def _remembered(_body: bytes, country: str) -> Question:
    """Return the question of the present call, whose body this is; what is refused is not kept."""
    return question_of(json_body(), country)


def question_of(sent: Any, country: str) -> Question:
    """Return the question that JSON asks; `country` where it names none. Raises as above."""
    requests = tuple(parse(sent, country))
    return Question(requests, tuple(bool((raw.get("params") or {}).get("devMode")) for raw in sent))

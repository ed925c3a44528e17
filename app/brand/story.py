"""What is said of a brand: sentences of what its row and its products tell. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

MOST_NAMED = 3  # countries and departments in a sentence


@dataclass(frozen=True, slots=True)
class Told:
    """What a story is made of.

    `country`: it ships from there, "" unknown. `reached`: the names of countries that it delivers
    to, `everywhere` instead of them. `departments`: how many products each has, most first.
    """

    name: str
    is_multi_brand: bool
    is_vintage: bool
    country: str
    everywhere: bool
    reached: Sequence[str]
    products: int
    departments: Mapping[str, int]
    since: datetime


def story(told: Told) -> list[str]:
    """Return the sentences; what is not known is not said."""
    kind = "a store of many brands" if told.is_multi_brand else "a store"
    ships = f" that ships from {told.country}" if told.country else ""
    sells = "What it sells is vintage." if told.is_vintage else ""
    lines = [f"{told.name} is {kind}{ships}.", _delivery(told), sells, _products_sentence(told)]
    return [line for line in (*lines, f"It has been here since {told.since:%B %Y}.") if line]


def _delivery(told: Told) -> str:
    if told.everywhere:
        return "It delivers all over the world."
    if not told.reached:
        return ""
    named, rest = told.reached[:MOST_NAMED], len(told.reached) - MOST_NAMED
    more = [f"{rest} more {'country' if rest == 1 else 'countries'}"] if rest > 0 else []
    return f"It delivers to {_listed([*named, *more])}."


def _products_sentence(told: Told) -> str:
    if not told.products:
        return ""
    are = "of its products is here" if told.products == 1 else "of its products are here"
    parts = [f"{many:,} in {name}" for name, many in [*told.departments.items()][:MOST_NAMED]]
    where = f": {_listed(parts)}" if len(parts) > 1 else ""
    return f"{told.products:,} {are}{where}."


def _listed(parts: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(parts[:-1]), parts[-1]]))

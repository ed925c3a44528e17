"""Colours of several words, in names and texts: "dark blue", "slate blue", "olive green". Pure."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

MULTI = "multi"
# Nothing is tinted by these, and they tint nothing: "black white" is two colours, and "violet
# blue" is one.
APART = frozenset({"white", "black", "gold", "silver", MULTI})


@dataclass(frozen=True, slots=True)
class Named:
    """The colours that some words may be; `doubt`: 0 where they are nothing else, as "peach" is."""

    slugs: frozenset[str]
    doubt: int


def is_one_name(before: Named, colour: Named, *, in_name: bool = False) -> bool:
    """Return True if two neighbouring colours are one: "slate blue", "rust brown".

    Two that are sure are two where somebody asks, and one in a name: "violet blue".
    """
    if before.slugs == colour.slugs or before.doubt or colour.doubt:
        return True
    return in_name and not (before.slugs | colour.slugs) & APART


def leads(before: Named, colour: Named) -> bool:
    """Return True if the first of two words says what colour both are: the surer, or the last."""
    return before.doubt < colour.doubt


def shaded(keys: Sequence[str], start: int, shades: Collection[str]) -> int:
    """Return where a colour begins with the words before it that only shade it: "dark blue"."""
    while start and keys[start - 1] in shades:
        start -= 1
    return start

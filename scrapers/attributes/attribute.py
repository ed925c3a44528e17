"""What a declaration of an attribute says. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal

# The store's own wordings by attribute, in its order: what items carry and PostgreSQL keeps.
Wordings = Mapping[str, tuple[str, ...]]
# Where a value stands among others: its group, two numbers in it, its words.
Rank = tuple[int, float, float, str]

NEVER = re.compile(r"(?!)")
VALUES_LIMIT = 60  # values of one product


def _nothing(_: str) -> Collection[str]:
    return ()


@dataclass(frozen=True, slots=True)
class Attribute:
    """An attribute of many values. PostgreSQL keeps the store's wording, documents the values.

    `name` is its key in items, rows, documents (`attributes.<name>`), filters and addresses.
    `feed`: attributes of Merchant feeds, the first that a row has; `system` says in which system
    a feed's value is ("UK"). `properties`: schema.org's, of products and of their variants.
    `tags`: Open Graph's. `options`: what platforms call it among a product's options. `selector`:
    the brand's field with a selector for it, in a card and on a product's own page.
    `values` reads one wording, `in_name` a product's name. `rank` orders the filter's values; None:
    those of most products first. `limit`: how many of them the filter shows at most.
    `in_words`: a text that is searched for finds its values.
    """

    name: str
    label: str
    values: Callable[[str], Iterable[str]]
    feed: tuple[str, ...] = ()
    system: str = ""
    properties: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    options: re.Pattern[str] = NEVER
    selector: str = ""
    in_name: Callable[[str], Collection[str]] = _nothing
    rank: Callable[[str], Rank] | None = None
    limit: int = 100
    in_words: bool = False

    @property
    def field(self) -> str:
        """Return the document's field."""
        return f"attributes.{self.name}"

    def read(self, wordings: Collection[str], name: str = "") -> list[str]:
        """Return a product's values: those that the store words, and those that its name says."""
        said = self.in_name(name)
        if not wordings and not said:
            return []
        found = [value for wording in wordings for value in self.values(wording)]
        return self.ordered(list(dict.fromkeys([*found, *said]))[:VALUES_LIMIT])

    def ordered(self, values: Iterable[str]) -> list[str]:
        """Return the values in their order, or as they come where they have none."""
        return sorted(values, key=self.rank) if self.rank else list(values)


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number that follows from a product's amounts.

    `name` is the document's field, `flag` the field that is true where there is a number, and the
    filter. `label` names the filter, `order` the order that begins with the highest. `of` computes
    it from what is paid and from the ordinary price.
    """

    name: str
    flag: str
    label: str
    order: str
    of: Callable[[Decimal | None, Decimal | None], int | None]

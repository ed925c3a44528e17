"""The declaration of an attribute. Pure."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal

# The store's own wordings by attribute, in the store's order, as items and PostgreSQL have them.
LexiconEntries = Mapping[str, tuple[str, ...]]
# The sort key of a value: its group, two numbers in it, its text.
Rank = tuple[int, float, float, str]

NEVER = re.compile(r"(?!)")
VALUES_LIMIT = 60  # values of one product


@dataclass(frozen=True, slots=True)
class Attribute:
    """An attribute of many values. PostgreSQL keeps the store's wording, documents the values.

    `name` is its key in items, rows, documents (`attributes.<name>`), filters and addresses.
    `feed`: names of Merchant feed attributes, of which the first in a row counts; `system`: the
    feed attribute with the value's system ("UK"). `properties`: schema.org properties of products
    and variants. `tags`: Open Graph tags. `options`: names of a platform's product options.
    `selector`: the brand's field with a selector for it, in a card and on a product's own page.
    `values` parses a wording, `in_name` a product's name; `query_words` the values that a search
    names, by its words. `rank` is the sort key of the filter's values; None: by count. `limit`: the
    most values that the filter shows. `in_words`: full-text search covers the values. `spelled`:
    what is of no known form stays as the store spells it.
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
    in_name: Callable[[str], Collection[str]] = lambda _: ()
    query_words: Callable[[], Mapping[str, str]] = dict
    rank: Callable[[str], Rank] | None = None
    limit: int = 100
    in_words: bool = False
    spelled: bool = False

    @property
    def field(self) -> str:
        """Return the field's name in the index's documents."""
        return f"attributes.{self.name}"

    def read(self, wordings: Collection[str], name: str = "") -> list[str]:
        """Return a product's values, of the store's wordings and of the product's name."""
        in_name = self.in_name(name)
        if not wordings and not in_name:
            return []
        worded = [value for wording in wordings for value in self.values(wording)]
        return self.in_order(list(dict.fromkeys([*worded, *in_name]))[:VALUES_LIMIT])

    def in_order(self, values: Iterable[str]) -> list[str]:
        """Return the values sorted by rank; unchanged where the attribute has no rank."""
        return sorted(values, key=self.rank) if self.rank else list(values)


@dataclass(frozen=True, slots=True)
class Number:
    """An integer that is computed from a product's amounts.

    `name` is the document's field, `flag` the boolean field and filter for products that have the
    number. `label` is the filter's, `order` that of the descending sort order. `of` computes it
    from the price and the ordinary price.
    """

    name: str
    flag: str
    label: str
    order: str
    of: Callable[[Decimal | None, Decimal | None], int | None]

"""Typed search requests, to which every call is converted."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, field, replace
from typing import Any

from app.search.filters import BY_ATTRIBUTE, DEFAULT_CURRENCY, SORTS, Sort
from app.search.understand import Language, Meaning, Spellings
from app.web.errors import Invalid
from indexer.catalogue.rates import PRICE_BANDS


@dataclass(frozen=True, slots=True, order=True)
class Term:
    """A value that a facet must hold, or must not when `excluded`."""

    attribute: str
    value: str
    excluded: bool = False


@dataclass(frozen=True, slots=True, order=True)
class Range:
    """A numeric condition, such as price >= 5 (amounts in the request's currency)."""

    attribute: str
    operator: str  # one of < <= = != >= >
    value: float


@dataclass(frozen=True, slots=True)
class Group:
    """Alternatives, of which one must hold; `conjunctive` when it was sent as a single term."""

    terms: tuple[Term, ...] = ()
    ranges: tuple[Range, ...] = ()
    conjunctive: bool = False

    @property
    def attributes(self) -> frozenset[str]:
        """Return the facets that it is about."""
        names = [term.attribute for term in self.terms]
        return frozenset([*names, *(item.attribute for item in self.ranges)])

    def is_own(self, attribute: str) -> bool:
        """Return True if this group is the OR choice of that facet, which its counts leave out."""
        if self.attributes != {attribute}:
            return False
        return bool(self.ranges) or not (self.conjunctive or any(t.excluded for t in self.terms))

    def key(self) -> tuple[tuple[Term, ...], tuple[Range, ...]]:
        """Return what orders groups, so that equal searches make equal bodies."""
        return self.terms, self.ranges


@dataclass(frozen=True, slots=True)
class Conditions:
    """Which products match, apart from how they are ordered and paged.

    `include_hidden` is an operator's alone. `dismissed` are ids of parts of the text's meaning
    that the visitor took away; `as_typed` corrects nothing. The search itself sets two before it
    matters: `proxies`, the countries from which a shipping proxy sends on to `country`, and
    `meaning`. `only`: the products among which it looks; all where it is empty.
    """

    text: str = ""
    groups: tuple[Group, ...] = ()
    currency: str = DEFAULT_CURRENCY
    country: str = ""
    include_hidden: bool = False
    dismissed: frozenset[str] = frozenset()
    as_typed: bool = False
    proxies: tuple[str, ...] = ()
    meaning: Meaning | None = None
    only: tuple[int, ...] = ()
    _hash: int | None = field(default=None, init=False, repr=False, compare=False)

    def __hash__(self) -> int:
        """Return what it is looked up by: computed once, since a meaning is a whole tree."""
        if self._hash is None:
            own = (self.text, self.groups, self.currency, self.country, self.meaning, self.only)
            object.__setattr__(self, "_hash", hash(own))
        return self._hash or 0

    def by_facet(self, attributes: Collection[str]) -> dict[str, Conditions]:
        """Return, for each facet, these conditions without that facet's own choice."""
        counted = dict.fromkeys(attributes, self)
        for own in {name for group in self.groups for name in group.attributes} & counted.keys():
            kept = tuple(group for group in self.groups if not group.is_own(own))
            counted[own] = self if kept == self.groups else replace(self, groups=kept)
        return counted

    @property
    def reachable(self) -> tuple[str, ...]:
        """Return the `shipsTo` values of what reaches the visitor; empty without a country."""
        return (*sorted({self.country, "*", *self.proxies}),) if self.country else ()

    def is_by_proxy(self, ships_to: list[str]) -> bool:
        """Return True if only a shipping proxy brings a product to the visitor's country."""
        if not self.country or self.country in ships_to or "*" in ships_to:
            return False
        return any(proxy in ships_to for proxy in self.proxies)

    @property
    def chosen_facets(self) -> list[str]:
        """Return the facets in which something is chosen, in the registry's order."""
        names = {name for group in self.groups for name in group.attributes}
        return [name for name in BY_ATTRIBUTE if name in names]

    def choosing(self, attribute: str, value: str) -> Conditions:
        """Return these conditions with one value chosen, and nothing else."""
        return replace(self, groups=(Group((Term(attribute, value),)),))

    def giving_up(self, attributes: Collection[str]) -> Conditions:
        """Return these conditions without all that is chosen in these facets."""
        kept = tuple(g for g in self.groups if g.attributes.isdisjoint(attributes))
        return replace(self, groups=kept)

    def without_filters(self) -> Conditions:
        """Return the text alone, with nothing chosen."""
        return replace(self, groups=())


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """One request of an InstantSearch array, or one REST call. `page` counts from 0.

    With a `facet_query` it searches among all values of its one facet, and fetches no hits.
    """

    conditions: Conditions
    sort: Sort = SORTS[0]
    index: str = "products"
    page: int = 0
    hits_per_page: int = 20
    facets: tuple[str, ...] = ()
    max_values: int = 1000
    facet_query: str | None = None
    pre_tag: str = "<em>"
    post_tag: str = "</em>"
    highlighted: bool = True  # show where the text's words stand in names and brands
    all_fields: bool = False  # all that is known of each product, and not only what a tile shows
    every_currency: bool = False  # a tile's amounts, not only in the conditions' own
    brands_in_turn: bool = False  # of the newest, for a page that shows them by brand
    params: str = ""  # the request's own parameters, as the answer repeats them
    spellings: Spellings = field(default_factory=Spellings, compare=False)  # of what is answered
    language: Language | None = field(default=None, compare=False)  # that it was read in

    @property
    def is_ranked(self) -> bool:
        """Return True if the best match comes first: with a text, unless another order is
        chosen.
        """
        return bool(self.conditions.text) and not self.sort.field

    @property
    def interleaves_brands(self) -> bool:
        """Return True if brands take turns among the newest: no order was chosen or typed."""
        return self.brands_in_turn and not self.sort.field and not self.conditions.text

    @property
    def is_varied(self) -> bool:
        """Return True if equals take turns on the page: not where an order by price was typed."""
        meaning = self.conditions.meaning
        return self.is_ranked and meaning is not None and not meaning.is_by_price


def with_conditions(request: SearchRequest, **changes: Any) -> SearchRequest:
    return replace(request, conditions=replace(request.conditions, **changes))


_AMOUNTS = re.compile(r"([0-9]{1,9})-([0-9]{1,9})?")


def between(terms: Collection[Term], currency: str) -> list[Group]:
    """Return a group for each bound of the chosen price, both included; none without amounts.

    Amounts are whole ones of `currency`. Beside other values of the price they would be two
    conditions of which one and the other holds: such a choice raises Invalid.
    """
    found = [bounds for term in terms if (bounds := _bounds(term, currency))]
    if found and len(terms) > 1:
        raise Invalid.field("facetFilters", "a price between amounts must be the only one chosen")
    return [Group(ranges=(bound,)) for bounds in found for bound in bounds]


def _bounds(term: Term, currency: str) -> list[Range]:
    is_band = any(band.value == term.value for band in PRICE_BANDS[currency])
    amounts = _AMOUNTS.fullmatch(term.value)
    if term.attribute != "price" or term.excluded or is_band or amounts is None:
        return []
    bounds = zip((">=", "<="), amounts.groups(), strict=True)
    return [Range("price", operator, float(bound)) for operator, bound in bounds if bound]

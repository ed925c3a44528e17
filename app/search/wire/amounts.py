"""A price between two amounts that are no band's: `250-800` as a value of the price facet."""

import re
from collections.abc import Collection

from app.errors import Invalid
from app.search.request import Group, Range, Term
from indexer.catalogue.bands import PRICE_BANDS

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

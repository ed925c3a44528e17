"""Where the thing that a product is can be bought: how many stores sell it, and the lowest price,
by where these stores deliver. Pure.

A tile says it for the visitor's country, which nobody knows when the document is written: stores
that deliver to the same countries are one entry, and who asks adds up those that reach the visitor.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Any, NamedTuple

FIELD = "offers"
Amounts = Mapping[str, float]
Convert = Callable[[Decimal, str], Amounts | None]


class Offer(NamedTuple):
    """The lowest price in one currency for which a store sells a thing now."""

    brand_id: int
    currency: str
    price: Decimal


def by_delivery(
    offers: Iterable[Offer], ships_to: Mapping[int, Sequence[str]], convert: Convert
) -> list[dict[str, Any]]:
    """Return `{stores, price, shipsTo}` of the stores in `ships_to`, by where they deliver.

    What has no amount in the site's currencies is no offer: nobody can say from what it begins.
    """
    found: dict[tuple[str, ...], dict[int, list[Amounts]]] = defaultdict(lambda: defaultdict(list))
    for offer in offers:
        amounts = convert(offer.price, offer.currency)
        if amounts and (reach := tuple(ships_to.get(offer.brand_id, ()))):
            found[reach][offer.brand_id].append(amounts)
    return [
        {
            "stores": len(stores),
            "price": _lowest(amounts for each in stores.values() for amounts in each),
            "shipsTo": list(reach),
        }
        for reach, stores in sorted(found.items())
    ]


def within(
    entries: Iterable[Mapping[str, Any]], country: str, *, sold_out: bool
) -> dict[str, Any] | None:
    """Return `{stores, price}` of the entries whose stores deliver to a country, of all for none.

    None where that says nothing: one store, of which the product itself can be bought.
    """
    places = {country, "*"}
    reached = [one for one in entries if not country or not places.isdisjoint(one["shipsTo"])]
    stores = sum(one["stores"] for one in reached)
    if stores < (1 if sold_out else 2):
        return None
    return {"stores": stores, "price": _lowest(one["price"] for one in reached)}


def _lowest(prices: Iterable[Amounts]) -> Amounts:
    """Return the lowest amount in each currency: they are rounded each by itself."""
    first, *others = prices
    return {
        code: min(amount, *(one[code] for one in others)) if others else amount
        for code, amount in first.items()
    }

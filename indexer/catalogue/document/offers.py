"""Where the thing that a product is can be bought: how many stores sell it, and the lowest price,
by where these stores deliver. Pure.

A tile says it for the visitor's country, which nobody knows when the document is written: stores
that deliver to the same countries are one entry, and who asks adds up those that reach the visitor.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import Decimal
from operator import itemgetter
from typing import Any, NamedTuple

from indexer.catalogue.document.store_price import STORE_PRICE, store_price

FIELD = "offers"
Amounts = Mapping[str, float]
Priced = Mapping[str, Any]  # `price` by currency, and what its store asks
Convert = Callable[[Decimal, str], Amounts | None]


class Offer(NamedTuple):
    """The lowest price in one currency for which a store sells a thing now."""

    brand_id: int
    currency: str
    price: Decimal


def by_delivery(
    offers: Iterable[Offer], ships_to: Mapping[int, Sequence[str]], convert: Convert
) -> list[dict[str, Any]]:
    """Return `{stores, price, storePrice, shipsTo}` of the stores in `ships_to`, by where they
    deliver; `storePrice` is what the cheapest asks.

    What has no amount in the site's currencies is no offer: nobody can say from what it begins.
    """
    found: dict[tuple[str, ...], list[tuple[int, Priced]]] = defaultdict(list)
    for offer in offers:
        amounts = convert(offer.price, offer.currency)
        if amounts and (reach := tuple(ships_to.get(offer.brand_id, ()))):
            asked = store_price(offer.price, offer.currency)
            found[reach].append((offer.brand_id, {"price": amounts, STORE_PRICE: asked}))
    return [
        {
            "stores": len({brand_id for brand_id, _ in sold}),
            **_cheapest(priced for _, priced in sold),
            "shipsTo": list(reach),
        }
        for reach, sold in sorted(found.items(), key=itemgetter(0))
    ]


def within(entries: Iterable[Priced], country: str, *, sold_out: bool) -> dict[str, Any] | None:
    """Return `{stores, price, storePrice}` of the entries whose stores deliver to a country, of all
    for none; without what the cheapest asks where the entries lack it.

    None where that says nothing: one store, of which the product itself can be bought.
    """
    places = {country, "*"}
    reached = [one for one in entries if not country or not places.isdisjoint(one["shipsTo"])]
    stores = sum(one["stores"] for one in reached)
    if stores < (1 if sold_out else 2):
        return None
    return {"stores": stores, **_cheapest(reached)}


def _cheapest(entries: Iterable[Priced]) -> dict[str, Any]:
    """Return the prices of the cheapest, which it is in all currencies: cents apart in one."""
    lowest = min(entries, key=lambda one: [*one["price"].values()])
    return {name: lowest[name] for name in ("price", STORE_PRICE) if name in lowest}

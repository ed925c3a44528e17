"""What a product costs whose rows, its sizes, cost differently: from the lowest that can be bought.

The order of the rows says nothing. Pure.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from scrapers.product import PlannedPrice, Product

Pair = tuple[Decimal | None, Decimal | None]  # the price, and the ordinary price where reduced


@dataclass(frozen=True, slots=True)
class Offer:
    """What a row says of stock and price; `planned`: later prices, in the order of time."""

    sold_out: bool
    currency: str
    price: Decimal | None
    ordinary_price: Decimal | None
    planned: tuple[PlannedPrice, ...]


def offer_of(item: Product) -> Offer:
    """Return what a row's product says of its price."""
    return Offer(
        item.sold_out is not False, item.currency, item.price, item.ordinary_price, item.planned
    )


def prices(offers: Iterable[Offer]) -> list[str]:
    """Return the prices, the lowest first, each once."""
    amounts = {(offer.price, offer.currency) for offer in offers if offer.price is not None}
    return [f"{price} {currency}" for price, currency in sorted(amounts)]


def cheapest(offers: Collection[Offer], preferred: str) -> Offer:
    """Return what the product costs now and later, as one offer.

    Amounts of several currencies are not compared: the `preferred` one counts, or the first.
    """
    priced = [offer for offer in offers if offer.price is not None or offer.planned] or [*offers]
    currencies = {offer.currency for offer in priced}
    currency = preferred if preferred in currencies else min(currencies)
    own = [offer for offer in priced if offer.currency == currency]
    buyable = [offer for offer in own if not offer.sold_out] or own
    price, ordinary = last = _lowest((offer.price, offer.ordinary_price) for offer in buyable)
    planned: list[PlannedPrice] = []
    for at in sorted({each.at for offer in buyable for each in offer.planned}):
        pair = _lowest(_at(offer, at) for offer in buyable)
        if pair != last:
            planned.append(PlannedPrice(at, *pair))
            last = pair
    return Offer(all(offer.sold_out for offer in offers), currency, price, ordinary, tuple(planned))


def _at(offer: Offer, moment: datetime) -> Pair:
    pairs = [(each.price, each.ordinary_price) for each in offer.planned if each.at <= moment]
    return pairs[-1] if pairs else (offer.price, offer.ordinary_price)


def _lowest(pairs: Iterable[Pair]) -> Pair:
    """Return the lowest price; of equal ones that with the smallest reduction."""
    priced = [(price, ordinary) for price, ordinary in pairs if price is not None]
    return min(priced, key=lambda pair: (pair[0], pair[1] or pair[0]), default=(None, None))

"""When an alert of a product crosses what it waits for. Pure.

It is judged by what trusted runs read, one after the other: a price is told where it can be bought
for it, and once until it has been higher again.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from indexer.catalogue.rates import Rates
from indexer.models.price_alert import BELOW, DROP, STOCK


@dataclass(frozen=True, slots=True)
class Wish:
    """What is waited for; `amount` in `currency`, the visitor's, of an alert for a price below."""

    kind: str
    amount: Decimal | None
    currency: str


@dataclass(frozen=True, slots=True)
class Offer:
    """A product's row of the price history; `price` in `currency`, the store's."""

    read_at: datetime
    price: Decimal | None
    currency: str
    sold_out: bool


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read of an offer. `price` is None as long as it could not be bought.

    `was`: the price that was read before, in the same currency.
    """

    read_at: datetime
    price: Decimal | None
    currency: str | None
    met: bool
    crossed: bool = False
    was: Decimal | None = None


def first_reading(wish: Wish, offer: Offer, rates: Rates) -> Reading:
    """Return what there is when the alert is set: nothing has crossed yet."""
    if not _has_price(offer):
        return Reading(offer.read_at, None, None, wish.kind == STOCK and not offer.sold_out)
    return Reading(offer.read_at, offer.price, offer.currency, _is_met(wish, offer, rates) or False)


def next_reading(wish: Wish, offer: Offer, before: Reading, rates: Rates) -> Reading | None:
    """Return what the offer is after `before`; None where that stays as it was.

    A price that nobody can pay, or that has no rate, is none.
    """
    if offer.read_at < before.read_at:
        return None
    met = _is_met(wish, offer, rates)
    if wish.kind == STOCK:
        if met == before.met:
            return None
        return Reading(offer.read_at, offer.price or None, offer.currency, bool(met), bool(met))
    if met is None or offer.read_at == before.read_at or not _has_price(offer):
        return None
    was = before.price if before.currency == offer.currency else None
    fell = was is not None and offer.price is not None and offer.price < was
    crossed = fell if wish.kind == DROP else met and not before.met
    return Reading(offer.read_at, offer.price, offer.currency, met, crossed, was)


def _has_price(offer: Offer) -> bool:
    return bool(offer.price) and not offer.sold_out


def _is_met(wish: Wish, offer: Offer, rates: Rates) -> bool | None:
    """Return True if the offer is as it is wished; None where its price says nothing."""
    if wish.kind == STOCK:
        return not offer.sold_out
    if wish.kind != BELOW or wish.amount is None or offer.price is None:
        return False
    if not rates.knows(offer.currency):
        return None
    return rates.convert(offer.price, offer.currency, wish.currency) < wish.amount

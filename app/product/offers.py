"""One thing at several stores: who sells it, and what it cost wherever it was cheapest. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, date, timedelta
from decimal import Decimal
from typing import Any, NamedTuple

from app.product.address import product_path
from app.product.stored import Stored
from app.reference import Store
from app.search import Body
from indexer.catalogue.document.store_price import STORE_PRICE, store_price
from indexer.catalogue.rates import Rates

_AWAY = {None: 0, "store": 0, "proxy": 1, "no": 2}
Delivery = Callable[[Sequence[str]], str | None]


def offers_of(
    stored: Stored, stores: Mapping[int, Store], currency: str, rates: Rates, delivery: Delivery
) -> list[Body]:
    """Return the offers of a thing that is sold elsewhere, too, what can be bought cheapest first;
    of each store one, of its own the product itself.

    Amounts are in `currency`, with what the store asks in its own beside them. What its store no
    longer has is no offer.
    """
    others = {each.brand_id for each in stored.mates if not each.gone} - {stored.brand_id}
    if not others & stores.keys():
        return []
    there = [
        each
        for each in (stored, *stored.mates)
        if not each.gone
        and each.brand_id in stores
        and (each.brand_id != stored.brand_id or each is stored or stored.gone)
    ]
    offers = [_offer(each, stores[each.brand_id], currency, rates, delivery) for each in there]
    by_store: dict[int, Body] = {}
    for offer in sorted(offers, key=_order):
        by_store.setdefault(offer["brandId"], offer)
    return list(by_store.values())


def _offer(each: Stored, store: Store, currency: str, rates: Rates, delivery: Delivery) -> Body:
    price = each.price or None
    is_known = price is not None and rates.knows(each.currency)
    amount = rates.convert(price, each.currency, currency) if price and is_known else None
    return {
        "productId": each.id,
        "path": product_path(each.name, each.id),
        "name": each.name,
        "brandId": each.brand_id,
        "groupKey": each.group_key,
        "href": each.href,
        "store": store.slug,
        "storeName": store.name,
        "price": None if amount is None else float(amount),
        STORE_PRICE: store_price(price, each.currency),
        "delivery": delivery(store.ships_to),
        "soldOut": each.sold_out,
        "lastSeen": each.last_seen.astimezone(UTC).isoformat(),
    }


def _order(offer: Body) -> tuple[Any, ...]:
    """Return what sorts offers: those that the store delivers, by a proxy, the rest; by price."""
    away = 2 if offer["soldOut"] else _AWAY[offer["delivery"]]
    price = offer["price"]
    return away, price is None, price or 0, offer["productId"]


class Cheapest(NamedTuple):
    """Days on which one product of a thing was the cheapest that could be bought."""

    first: date
    last: date
    amount: Decimal
    product_id: int


def cheapest_of(offered: Iterable[Cheapest]) -> list[Cheapest]:
    """Return the cheapest on each day of days on which products could be bought, in order.

    A day on which nobody could buy it is in none; of equal amounts the lower id's is said.
    """
    on: dict[date, tuple[Decimal, int]] = {}
    for first, last, amount, product_id in offered:
        for past in range((last - first).days + 1):
            day, best = first + timedelta(past), (amount, product_id)
            on[day] = min(on.get(day, best), best)
    steps: list[Cheapest] = []
    for day, lowest in sorted(on.items()):
        goes_on = bool(steps) and steps[-1][1:] == (day - timedelta(1), *lowest)
        first = steps.pop().first if goes_on else day
        steps.append(Cheapest(first, day, *lowest))
    return steps

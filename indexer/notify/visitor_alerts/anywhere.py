"""Alerts of a thing: whichever store sells it for less than an amount.

What is read is the lowest price of all stores that sell it and deliver to the visitor's country, as
trusted runs have read them. It is told once, with its store, until it has been higher again. A
product that is no longer such a thing's is read alone.
"""

from collections.abc import Iterable
from datetime import datetime
from decimal import Decimal
from typing import Any, NamedTuple

from indexer.catalogue.rates import Rates
from indexer.catalogue.shipping import EVERYWHERE, ships_to

# `last`: the last reading of an alert `a` that counts. A row of the history counts where its run
# does, or where a later one that does has left it as it is.
OFFERS = """
SELECT a.id, a.amount, a.currency AS wanted, a.country, p.id AS product_id,
       h.seen_at, h.price, h.currency, h.sold_out,
       s.shipping_countries_list, s.scraped_shipping_countries, c.iso,
       b.price AS known_price, b.currency AS known_currency, b.product_ids AS known_ids, b.met
  FROM price_alert a
  JOIN product own ON own.id = a.product_id
  JOIN product p ON (p.id = own.id OR p.thing_id = own.thing_id)
                AND NOT p.blocked AND p.gone_at IS NULL
  JOIN brand s ON s.id = p.brand_id AND s.is_active
  LEFT JOIN country c ON c.id = s.country_id
  JOIN LATERAL (
       SELECT q.* FROM price_history q LEFT JOIN scrape_run t ON t.id = q.run_id
        WHERE q.product_id = p.id
          AND (t.id IS NULL OR coalesce(t.result = ANY(:counting), false)
               OR EXISTS (SELECT FROM product_reading d WHERE d.product_id = p.id
                             AND upper(d.days) - 1 > (q.seen_at AT TIME ZONE :zone)::date))
        ORDER BY q.seen_at DESC LIMIT 1) h ON true
  LEFT JOIN LATERAL ({last}) b ON true
 WHERE a.anywhere AND {alerts}
 ORDER BY a.id, p.id
"""
OF_ALERTS = "a.id = ANY(CAST(:ids AS bigint[]))"
_OF = (
    "a.confirmed_at IS NOT NULL AND EXISTS (SELECT FROM product m WHERE {}"
    " AND (m.id = own.id OR m.thing_id = own.thing_id))"
)
OF_PRODUCTS = _OF.format("m.id = ANY(CAST(:ids AS bigint[]))")
OF_RUN = _OF.format("m.brand_id = (SELECT brand_id FROM scrape_run WHERE id = :run_id)")


class Offer(NamedTuple):
    """One store's offer of the thing of an alert, with what was read of the alert before."""

    alert_id: int
    below: Decimal
    wanted: str  # currency
    country: str
    product_id: int
    seen_at: datetime
    price: Decimal | None
    currency: str
    sold_out: bool
    listed: str
    scraped: str
    iso: str | None
    known_price: Decimal | None
    known_currency: str | None
    known_ids: list[int] | None
    met: bool | None

    @property
    def reaches(self) -> bool:
        """Return True if its store delivers to the visitor's country, or none was chosen."""
        places = ships_to(self.listed, self.scraped, self.iso)
        return not self.country or self.country in places or EVERYWHERE in places


def cheapest(offers: Iterable[Offer], rates: Rates) -> list[tuple[Offer, bool]]:
    """Return the cheapest offer that can be bought of each alert, and whether it is met."""
    best: dict[int, tuple[Decimal, Offer]] = {}
    for offer in offers:
        if offer.price and not offer.sold_out and rates.knows(offer.currency) and offer.reaches:
            amount = rates.convert(offer.price, offer.currency, offer.wanted)
            if offer.alert_id not in best or amount < best[offer.alert_id][0]:
                best[offer.alert_id] = amount, offer
    return [(offer, amount < offer.below) for amount, offer in best.values()]


def next_readings(offers: Iterable[Offer], rates: Rates) -> list[dict[str, Any]]:
    """Return the rows of what is otherwise than alerts have read it before."""
    return [
        _reading(offer, met=met)
        for offer, met in cheapest(offers, rates)
        if (met, offer.price, offer.currency, [offer.product_id])
        != (offer.met, offer.known_price, offer.known_currency, offer.known_ids)
    ]


def _reading(offer: Offer, *, met: bool) -> dict[str, Any]:
    same = offer.known_ids == [offer.product_id] and offer.known_currency == offer.currency
    return {
        "alert_id": offer.alert_id,
        "read_at": offer.seen_at,
        "price": offer.price,
        "currency": offer.currency,
        "was": offer.known_price if same else None,
        "met": met,
        "crossed": met and offer.met is False,
        "product_ids": [offer.product_id],
    }

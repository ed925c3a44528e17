"""What somebody may pay for a product, on which conditions, and the one rule from that to a price. Pure.

The price is the amount of which all that is said leaves it everybody's, today, here, for one new
piece. An amount with a condition is kept as an offer with it. Where only those are left, the price is
not understood: it is no default, and never the lowest of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from decimal import Decimal
from enum import StrEnum

from scrapers.values.reading import Reading

HOME = "ZA"  # where visitors buy
NEW = "new"


class Kind(StrEnum):
    """What is paid for an amount."""

    SALE = "sale"
    LIST = "list price"
    DEPOSIT = "deposit"
    INSTALMENT = "instalment"
    RENT = "rent"
    SUBSCRIPTION = "subscription"
    SAMPLE = "sample"
    UNIT = "per unit"  # of a weight or a length
    BESIDE = "beside the product"  # delivery, a service, a gift card
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Offer:
    """An amount and its conditions; each default is what leaves it everybody's.

    `currency` None: the source names none. `quantity`: the fewest pieces. `ordinary`: the amount
    before a reduction; `highest`: of a range, whose lowest is `amount`.
    """

    amount: Decimal | None
    currency: str | None = None
    kind: Kind = Kind.SALE
    ordinary: Decimal | None = None
    highest: Decimal | None = None
    stock: Reading[bool] = field(default_factory=Reading)
    with_tax: bool | None = None
    quantity: Decimal = Decimal(1)
    begins: datetime | None = None
    ends: datetime | None = None
    audience: str = ""
    goods: str = NEW
    regions: frozenset[str] = frozenset()  # countries; empty: everywhere
    elsewhere: bool = False  # it does not hold here
    seller: str = ""
    variant: str = ""
    words: str = ""  # said of it, and known to nobody

    def conditions(self, now: datetime, country: str = HOME) -> Iterator[str]:
        """Yield what keeps the amount from being everybody's, today, here, for one piece."""
        if self.kind is not Kind.SALE:
            yield self.kind.value
        if self.with_tax is False:
            yield "without tax"
        if self.quantity > 1:
            yield f"for {self.quantity} pieces"
        if self.begins and self.begins > now:
            yield f"from {self.begins:%Y-%m-%d} on"
        if self.ends and self.ends <= now:
            yield f"until {self.ends:%Y-%m-%d}"
        if self.audience:
            yield f"for {self.audience}"
        if self.elsewhere or (self.regions and country not in self.regions):
            yield "in other countries"
        if self.words:
            yield f"“{self.words}”"


@dataclass(frozen=True, slots=True)
class Price(Reading[Decimal]):
    """What everybody pays, and the ordinary price where it is reduced.

    `note` says why there is no price, or which of several amounts was taken. `amounts`: all that
    count, as those of its sizes. `text` is empty where nothing was there to be read.
    """

    currency: str | None = None
    ordinary: Decimal | None = None
    highest: Decimal | None = None
    note: str = ""
    amounts: tuple[Decimal, ...] = ()

    @property
    def is_zero(self) -> bool:
        """Return True if the amount is 0, which counts as no price."""
        return self.note == ZERO


ZERO = "the price is 0"
NO_AMOUNT = "no amount is printed"


def price(
    offers: Iterable[Offer], now: datetime | None = None, country: str = HOME, currency: str = ""
) -> Price:
    """Return the price of the offers, in `currency` where one of them is, else in their only one.

    Of several that count, as a product's sizes, the lowest that can be bought.
    """
    now = now or datetime.now(UTC)
    priced = [offer for offer in offers if offer.amount is not None]
    if not priced:
        return Price(note=NO_AMOUNT)
    paid = [offer for offer in priced if offer.amount]
    if not paid:
        return Price(note=ZERO)
    free = _in_one_currency(_ended(_of_its_seller(_of_its_goods(paid)), now, country), currency)
    if not free:
        return Price(text=_told(paid, now, country), note="only amounts with conditions")
    buyable = [offer for offer in free if offer.stock.value is not False] or free
    cheapest = min(buyable, key=lambda offer: (offer.amount or 0, offer.ordinary or 0))
    return _of(cheapest, free)


def _of(cheapest: Offer, free: Sequence[Offer]) -> Price:
    amount, ordinary = cheapest.amount or Decimal(0), cheapest.ordinary
    return Price(
        amount,
        text=str(amount),
        currency=cheapest.currency,
        ordinary=ordinary if ordinary is not None and ordinary > amount else None,
        highest=cheapest.highest,
        amounts=tuple(dict.fromkeys(offer.amount for offer in free if offer.amount)),
    )


def _of_its_goods(offers: list[Offer]) -> list[Offer]:
    """Leave out used goods beside new ones; what is only sold used is what the product is."""
    new = [offer for offer in offers if offer.goods == NEW]
    return new or (offers if len({offer.goods for offer in offers}) == 1 else [])


def _of_its_seller(offers: list[Offer]) -> list[Offer]:
    """Leave out other sellers than the first that is named."""
    first = next((offer.seller for offer in offers if offer.seller), "")
    return [offer for offer in offers if offer.seller in {"", first}]


def _ended(offers: list[Offer], now: datetime, country: str) -> list[Offer]:
    """Return the offers without conditions.

    What has ended counts as its ordinary price; where nothing else is said, the end is one that
    nobody moved on.
    """
    free = [offer for offer in offers if not [*offer.conditions(now, country)]]
    if free:
        return free
    past = [offer for offer in offers if offer.ends and offer.ends <= now]
    current = [replace(offer, ends=None) for offer in past]
    current = [offer for offer in current if not [*offer.conditions(now, country)]]
    if len(current) != len(offers):
        return []
    return [
        replace(offer, amount=offer.ordinary, ordinary=None) if offer.ordinary else offer
        for offer in current
    ]


def _in_one_currency(offers: list[Offer], preferred: str) -> list[Offer]:
    """Return the offers in the preferred currency, or those of the only one: they do not compare."""
    named = {offer.currency for offer in offers if offer.currency}
    if preferred in named or len(named) > 1:
        named &= {preferred}
    if not named and any(offer.currency for offer in offers):
        return []
    return [offer for offer in offers if offer.currency in {None, *named}]


def _told(offers: Iterable[Offer], now: datetime, country: str) -> str:
    return "; ".join(
        f"{offer.amount} {', '.join(offer.conditions(now, country)) or offer.currency}"
        for offer in offers
    )[:200]

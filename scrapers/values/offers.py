"""What somebody may pay for a product, on which conditions, and the one rule from there to a price.

The price is the amount that all its words leave everybody's, today, here, for one new
piece. An amount with a condition is an offer with that condition. Where only such are left, the
price is not understood: it is no default, and never the lowest of them. Pure.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from decimal import ROUND_HALF_UP, Decimal
from enum import StrEnum

from scrapers.values.reading import Reading

HOME, HOME_CURRENCY = "ZA", "ZAR"  # where visitors buy, and what they pay in
NEW = "new"
UNTAXED = "without tax"
UNSAID: Reading[bool] = Reading()
ONE = Decimal(1)
CENT = Decimal("0.01")
FAR_BELOW = Decimal("0.4")  # of a variant's price: a piece of another name below it is a part
BELOW = Decimal("0.6")  # the same where another variant is known to be the product
MOST_CHANGES = 50  # moments at which a price may change by itself; a later reading has later ones


class Kind(StrEnum):
    """What is paid for."""

    SALE = "sale"
    DEPOSIT = "deposit"
    INSTALMENT = "instalment"
    RENT = "rent"
    SUBSCRIPTION = "subscription"
    SAMPLE = "sample"
    TRADE_IN = "with a trade-in"
    UNIT = "for a unit of weight or length"
    BESIDE = "beside the product"  # delivery, a service, a gift card
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Offer:
    """An amount and its conditions; each default is what leaves it everybody's.

    `currency` None: the source names none. `quantity`: the fewest pieces. `ordinary`: the amount
    before a reduction. `origin`: where the amount stood; offers that differ in it alone are equal.
    """

    amount: Decimal | None
    currency: str | None = None
    kind: Kind = Kind.SALE
    ordinary: Decimal | None = None
    stock: Reading[bool] = UNSAID
    with_tax: bool | None = None
    quantity: Decimal = ONE
    begins: datetime | None = None
    ends: datetime | None = None
    audience: str = ""
    goods: str = NEW
    is_abroad: bool = False
    seller: str = ""
    words: str = ""  # beside it, and unknown
    unread_date: str = ""  # the text of a day that is not understood: it may hold today
    size: str = ""  # that it is for
    piece: str = ""  # the noun that its source calls it, where its product is called otherwise
    origin: str = field(default="", compare=False)
    usual: str = field(default="", compare=False)  # the ordinary amount's origin

    def is_free(self, now: datetime) -> bool:
        """Return True if the amount has no condition."""
        return not any(True for _ in self.conditions(now))

    def conditions(self, now: datetime) -> Iterator[str]:
        """Yield what keeps the amount from being everybody's, today, here, for one piece."""
        if self.kind is not Kind.SALE:
            yield self.kind.value
        if self.with_tax is False:
            yield UNTAXED
        if self.quantity > ONE:
            yield f"for {self.quantity} pieces"
        if self.begins and self.begins > now:
            yield f"from {self.begins:%Y-%m-%d} on"
        if self.ends and self.ends <= now:
            yield f"until {self.ends:%Y-%m-%d}"
        if self.audience:
            yield f"for {self.audience}"
        if self.is_abroad:
            yield "in other countries"
        if self.unread_date:
            yield f"with “a date: {self.unread_date}”"
        if self.words:
            yield f"with “{self.words}”"


@dataclass(frozen=True, slots=True)
class Price(Reading[Decimal]):
    """What everybody pays, and the ordinary price where it is reduced.

    `note` is the reason for no price. `amounts`: all that count, as those of its sizes; of no
    price those that tax alone keeps from counting. `text` is empty where nothing was to be read.
    """

    currency: str | None = None
    ordinary: Decimal | None = None
    note: str = ""
    amounts: tuple[Decimal, ...] = ()
    stock: Reading[bool] = UNSAID
    origin: str = field(default="", compare=False)  # of the amount

    @property
    def is_zero(self) -> bool:
        """Return True if the amount is 0, which counts as no price."""
        return self.note == ZERO


ZERO = "the price is 0"
NO_AMOUNT = "no amount is printed"
CONDITIONAL = "only amounts with conditions"


def price(offers: Iterable[Offer], currency: str, now: datetime | None = None) -> Price:
    """Return the price of the offers, in `currency` where one of them is, else in their only one.

    Of several that count, as a product's sizes, the lowest that can be bought.
    """
    now = now or datetime.now(UTC)
    every = [offer for offer in offers if offer.amount != 0]
    priced = [offer for offer in every if offer.amount is not None]
    if not priced:
        return Price(note=NO_AMOUNT if every or not offers else ZERO, stock=_stock(every))
    free = _free(priced, currency, now)
    least_free = min((offer.amount or 0 for offer in free), default=0)
    is_undated = any(o.unread_date and (o.amount or 0) < least_free for o in priced)
    if not free or is_undated or _are_unlike(free):
        summary = "; ".join(map(" ".join, ((str(o.amount), *o.conditions(now)) for o in priced)))
        amounts = tuple(o.amount for o in priced if o.amount and [*o.conditions(now)] == [UNTAXED])
        return Price(text=summary[:200], note=CONDITIONAL, stock=_stock(every), amounts=amounts)
    buyable = [offer for offer in free if offer.stock.value is not False] or free
    least = min(buyable, key=_rank)
    amount, ordinary = least.amount or Decimal(0), least.ordinary or Decimal(0)
    return Price(
        amount,
        text=str(amount),
        currency=least.currency,
        ordinary=ordinary if ordinary > amount else None,
        amounts=tuple(dict.fromkeys(offer.amount for offer in free if offer.amount)),
        stock=_stock(free),
        origin=least.origin,
    )


def _rank(offer: Offer) -> tuple[Decimal, Decimal, str]:
    """Return a sort key: the lowest amount; of equal ones the same origin each time."""
    return offer.amount or Decimal(0), offer.ordinary or Decimal(0), offer.origin


def to_cents(amount: Decimal) -> Decimal:
    """Return an amount as it is published."""
    return amount.quantize(CENT, ROUND_HALF_UP)


def later(
    offers: Collection[Offer], currency: str, now: datetime
) -> Iterator[tuple[datetime, Price]]:
    """Yield when the price changes by itself, as a sale begins or ends, and what it is then."""
    moments = {moment for offer in offers for moment in (offer.begins, offer.ends) if moment}
    last = price(offers, currency, now)
    for moment in sorted(moment for moment in moments if moment > now)[:MOST_CHANGES]:
        then = price(offers, currency, moment)
        if (then.value, then.ordinary) != (last.value, last.ordinary):
            yield moment, then
            last = then


def _free(offers: Sequence[Offer], currency: str, now: datetime) -> list[Offer]:
    """Return the offers without a condition.

    Used goods are one beside new ones; what is only sold used is what the product is. So is a pack,
    where nothing smaller is sold. Of several sellers the first one counts.
    """
    seller = next((offer.seller for offer in offers if offer.seller), "")
    goods = {offer.goods for offer in offers}
    kept = NEW if NEW in goods or len(goods) > 1 else goods.pop()
    free = [
        offer
        for offer in offers
        if offer.goods == kept and offer.seller in {"", seller} and offer.is_free(now)
    ]
    return _in_one_currency(free, currency)


def _are_unlike(offers: Sequence[Offer]) -> bool:
    """Return True if one of several things of unknown nouns costs far less: either is the thing."""
    amounts = [offer.amount or Decimal(0) for offer in offers]
    nouns = {offer.piece for offer in offers}
    shared = min(nouns, key=len).removesuffix("s")  # "framed", "unframed"
    is_shared = all(shared in noun for noun in nouns)
    return not is_shared and min(amounts) < FAR_BELOW * max(amounts)


def _in_one_currency(offers: list[Offer], preferred: str) -> list[Offer]:
    """Return the offers in the preferred currency, or in their only one: two do not compare."""
    named = {offer.currency for offer in offers if offer.currency}
    if len(named) > 1 and preferred not in named:
        return []
    counted = {None, preferred} if preferred in named else {None, *named}
    return [offer for offer in offers if offer.currency in counted]


def _stock(offers: Sequence[Offer]) -> Reading[bool]:
    """Return whether one of the offers can be bought; what is not understood leaves it open."""
    known = [offer.stock.value for offer in offers]
    text = next((offer.stock.text for offer in offers if offer.stock.not_understood), "")
    if any(known):
        return Reading(True, text)
    return Reading(False, text) if known and None not in known else Reading(None, text)


def without_parts(offers: Iterable[Offer], now: datetime | None = None) -> list[Offer]:
    """Return variants' offers without those of parts: a strap of a watch, a swatch of a couch.

    A part is called by a noun of its own, and costs far less than what is called as its product
    is, or is a size or a colour of it; without such a variant, than what is called as the first.
    """
    listed, now = list(offers), now or datetime.now(UTC)
    sold = [one for one in listed if one.amount and one.is_free(now)]
    named = "" if any(not one.piece for one in sold) else next((one.piece for one in sold), "")
    least = min((one.amount or 0 for one in sold if one.piece == named), default=0)
    part = (FAR_BELOW if named else BELOW) * least
    return [
        one
        for one in listed
        if one.piece == named
        or (named and named.removesuffix("s") in one.piece)
        or (one.amount or least) >= part
    ]


def smallest_packs(offers: Iterable[Offer]) -> list[Offer]:
    """Return variants' offers with the smallest pack as one piece: some goods are sold by six."""
    listed = list(offers)
    least = min((offer.quantity for offer in listed), default=ONE)
    return [replace(offer, quantity=offer.quantity / least) for offer in listed]

"""A product's sizes as its source offers them: each with its stock, and a price of its own. Pure.

What is read of a size's wording is the filter's word for it: all of its places call it the same.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal

from scrapers.attributes.definitions import size_rank, sizes_of, sizes_written
from scrapers.values.offers import Offer, Price, to_cents

MOST = 60  # of one product
LONGEST = 60  # characters of a size
MOST_PRICE = Decimal("100000000")


@dataclass(frozen=True, slots=True)
class SizeOffer:
    """One size. `price` is None where it costs what the product does."""

    size: str
    sold_out: bool
    price: Decimal | None = None


def size_of(wordings: Iterable[str]) -> str:
    """Return the size that something is for, "UK 8 / EU 42"; "" for none, and for several."""
    written = [part for wording in wordings for part in sizes_written(wording) if sizes_of(part)]
    size = " / ".join(sizes_of(written[0])) if len(written) == 1 else ""
    return size if len(size) <= LONGEST else ""


def sizes_in(
    offers: Iterable[Offer], found: Price, now: datetime | None = None
) -> tuple[SizeOffer, ...]:
    """Return the sizes that offers without a condition are for, small ones first.

    `found`: the product's price, with which those in its currency are compared.
    """
    now = now or datetime.now(UTC)
    by_size: dict[str, list[Offer]] = {}
    for offer in offers:
        if offer.size and offer.is_free(now):
            by_size.setdefault(offer.size, []).append(offer)
    read = [_size(size, listed, found) for size, listed in by_size.items()]
    return tuple(sorted(read, key=lambda one: size_rank(one.size)))[:MOST]


def bounded_sizes(sizes: Iterable[SizeOffer]) -> tuple[SizeOffer, ...]:
    """Return sizes as a row holds them: each once, few, with possible prices."""
    kept = {one.size: one for one in sizes if 0 < len(one.size) <= LONGEST}
    few = [*kept.values()][:MOST]
    return tuple(SizeOffer(one.size, one.sold_out, _possible(one.price)) for one in few)


def _size(size: str, offers: list[Offer], found: Price) -> SizeOffer:
    """Return a size by its offers, as those of its colours: the lowest that can be bought."""
    buyable = [one for one in offers if one.stock.value is not False]
    comparable = (one for one in buyable or offers if one.currency in {None, found.currency})
    price = min((one.amount for one in comparable if one.amount), default=None)
    return SizeOffer(size, not buyable, None if price == found.value else price)


def _possible(price: Decimal | None) -> Decimal | None:
    is_possible = price is not None and price.is_finite() and 0 < price < MOST_PRICE
    return to_cents(price) if price is not None and is_possible else None

"""Selectors and structured data check each other: what is taken, and where they disagree."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal

from scrapers.pricing.prices import PriceReading
from scrapers.structured.told import Told

SAME = Decimal("0.01")  # amounts that differ by less, as a share, are the same


@dataclass(frozen=True, slots=True)
class Checked:
    """A product's values after the check; `disagreements` are sentences for the operator."""

    reading: PriceReading
    sold_out: bool
    disagreements: tuple[str, ...] = ()


def checked(
    reading: PriceReading, name: str, sold_out: bool | None, currency: str, told: Told
) -> Checked:
    """Return the price and the stock of a product for which the page tells facts.

    `sold_out` None: the configuration reads no mark. Structured data leads where both tell a price
    and they differ: a store's markup changes, and what it tells machines is read by machines. An
    amount in another currency says nothing of ours.
    """
    disagreements = [*_names(name, told)]
    taken = reading
    if told.price is not None and told.currency in {None, currency}:
        taken, words = _price(reading, told, currency)
        disagreements += words
    gone = bool(sold_out)
    if told.sold_out is not None:
        if sold_out and not told.sold_out:
            disagreements.append("a mark says sold out, structured data in stock")
        gone = gone or told.sold_out
    return Checked(taken, gone, tuple(disagreements))


def _price(reading: PriceReading, told: Told, currency: str) -> tuple[PriceReading, list[str]]:
    price = told.price or Decimal(0)
    if reading.price is None:
        return PriceReading(price, told.ordinary), []
    if any(_is_same(reading.price, one) for one in told.prices or (price,)):
        return reading, []
    if told.currency is None:
        return reading, []  # without a currency it is no contradiction
    ordinary = told.ordinary or (reading.ordinary if (reading.ordinary or 0) > price else None)
    words = (
        f"the price reads {reading.price} {currency}, {told.source} tells {price} {told.currency}"
    )
    return PriceReading(price, ordinary, note=words), [words]


def _is_same(one: Decimal, other: Decimal) -> bool:
    return abs(one - other) <= SAME * max(one, other)


def _names(name: str, told: Told) -> list[str]:
    """Names disagree only where they share no word: stores shorten and lengthen them."""
    ours, theirs = _words(name), _words(told.name or "")
    if not ours or not theirs or ours & theirs:
        return []
    return [f"the name reads {name[:80]!r}, {told.source} tells {(told.name or '')[:80]!r}"]


def _words(text: str) -> set[str]:
    return {word for word in re.findall(r"\w+", text.casefold()) if len(word) > 1}

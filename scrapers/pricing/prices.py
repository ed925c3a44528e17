"""Reads price texts by markup and words: "R 1 299,99", "Was R999 Now R499", …

A struck-through, "was" or "RRP" amount is the ordinary price; the other one is the price.
Instalments, savings, bundles, counts, delivery, dates, unit prices, other currencies are neither.
Of a range, and of "from R299", the price is the lowest. With tax wins over without.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from decimal import Decimal

from scrapers.pricing import price_words as words
from scrapers.pricing.amounts import (
    BUNDLE,
    CURRENT,
    DROPPED,
    PART,
    PRICE,
    UNIT,
    WAS,
    Amount,
    read_amounts,
)
from scrapers.pricing.currencies import DECIMALS
from scrapers.pricing.price_text import LONGEST, PriceText, joined, quoted, unmarked

NEAR = Decimal("0.2")  # the ratio below which two unlabelled amounts are no price and reduction


class CurrencyMismatchError(ValueError):
    """A price is printed in another currency than the brand's; the message names both."""


@dataclass(frozen=True, slots=True)
class PriceReading:
    """The price of a text, and the ordinary price where it is reduced.

    `note` says why there is no price, or which of several amounts was taken.
    """

    price: Decimal | None
    ordinary: Decimal | None = None
    highest: Decimal | None = None  # of a range
    note: str = ""
    untaxed: bool = False  # the price is printed as one without tax

    @property
    def is_zero(self) -> bool:
        """Return True if the printed price is 0, which counts as none."""
        return self.note == ZERO


ZERO = "the price is 0"
TOO_LONG = PriceReading(None, note="the text is too long for a price")
NOTHING = PriceReading(None, note="no amount is printed")


def parse_price(text: str, currency: str) -> PriceReading:
    """Read a text without markup; see `read_price`."""
    return read_price([unmarked(text)], currency)


def read_price(texts: Iterable[PriceText], currency: str) -> PriceReading:
    """Read the price of one or more nodes in `currency`.

    Raises CurrencyMismatchError when only amounts of another currency are printed.
    """
    nodes = list(texts)
    if not nodes:
        return NOTHING
    marked = joined(nodes, DECIMALS.get(currency, 2))
    if len(marked.text) > LONGEST:
        return TOO_LONG
    printed = read_amounts(marked, currency)
    parts = [amount for amount in printed if amount.kind == PART and currency in amount.codes]
    whole = [amount for amount in printed if amount.kind not in {DROPPED, PART}]
    own = _own_currency(whole, currency, nodes)
    if parts and not any(amount.codes for amount in own):
        own = []  # "R899 p/m x 6": the number without a sign is none of the prices
    own = _without_parts(own, parts) or _beside(parts)
    if not own:
        return NOTHING
    paid = [amount for amount in own if amount.value > 0]
    if not paid:
        return PriceReading(None, note=ZERO)
    preferred = _with_tax(_preferred(paid))
    if not preferred:
        return NOTHING
    reading = _chosen(preferred, bool(words.PAIR.search(marked.text)))
    return replace(reading, untaxed=all(amount.taxed is False for amount in preferred))


def _own_currency(printed: list[Amount], currency: str, nodes: list[PriceText]) -> list[Amount]:
    """Leave out other currencies, and numbers without a sign where some have one."""
    signed = [amount for amount in printed if currency in amount.codes]
    foreign = [amount for amount in printed if amount.sure and currency not in amount.codes]
    if foreign and not signed:
        codes = sorted(set.union(*(set(amount.codes) for amount in foreign)))
        listed = ", ".join(codes[:4]) + (" …" if len(codes) > 4 else "")
        raise CurrencyMismatchError(
            f"The price {quoted(nodes)[:80]!r} is printed in {listed},"
            f" but the brand's currency is {currency}."
        )
    kept = [amount for amount in printed if not amount.codes or currency in amount.codes]
    if not signed:
        return kept
    return [amount for amount in kept if amount.codes or amount.ranged or amount.kind == WAS]


def _without_parts(own: list[Amount], parts: list[Amount]) -> list[Amount]:
    """Leave out amounts that are those of an instalment: "R125 today, R125 x 3 later, R500"."""
    values = {part.value for part in parts}
    return [amount for amount in own if amount.value not in values] or own


def _beside(parts: list[Amount]) -> list[Amount]:
    """Return the price among amounts that words call parts of it: "Delivery R60 R1 299".

    Words stand between amounts, and may mean the one before or the one behind.
    """
    largest = sorted(parts, key=lambda part: part.value)[-2:]
    if len(largest) < 2 or largest[0].value == largest[1].value:
        return []
    return [replace(largest[1], kind=PRICE)]


def _preferred(printed: list[Amount]) -> list[Amount]:
    """Return the prices; those of a bundle or a unit only where nothing else is printed."""
    for kinds in ((PRICE, WAS, CURRENT), (BUNDLE,), (UNIT,)):
        chosen = [amount for amount in printed if amount.kind in kinds]
        if chosen:
            return chosen
    return []


def _with_tax(printed: list[Amount]) -> list[Amount]:
    taxed = [amount for amount in printed if amount.taxed is not False]
    return taxed if any(amount.kind != WAS for amount in taxed) else printed


def _chosen(printed: list[Amount], paired: bool) -> PriceReading:
    """Choose the price and the ordinary price among the amounts."""
    was = [amount.value for amount in printed if amount.kind == WAS]
    current = [amount for amount in printed if amount.kind == CURRENT]
    others = [amount for amount in printed if amount.kind not in {WAS, CURRENT}]
    if not was and current and others:
        cheapest = min(amount.value for amount in current)
        was = [amount.value for amount in others if amount.value > cheapest]
        return _reduced(cheapest, was)
    paid = current or others
    if not paid:
        return PriceReading(min(was))
    if was:
        return _reduced(_lowest(current or others).price or Decimal(0), was)
    reading = _lowest(paid)
    if paired and reading.highest:
        return PriceReading(reading.price, reading.highest)
    return reading


def _reduced(price: Decimal, was: list[Decimal]) -> PriceReading:
    higher = [amount for amount in was if amount > price]
    return PriceReading(price, min(higher) if higher else None)


def _lowest(printed: list[Amount]) -> PriceReading:
    """Return the lowest of a range or of similar amounts; the first where they are far apart."""
    values = [amount.value for amount in printed]
    lowest, highest = min(values), max(values)
    if lowest == highest:
        return PriceReading(lowest)
    if not any(amount.ranged for amount in printed) and lowest < NEAR * highest:
        return PriceReading(values[0], note="the first of amounts that are far apart")
    return PriceReading(lowest, highest=highest, note="the lowest of several amounts")

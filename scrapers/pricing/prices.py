"""What a price text says, by its marks and its words: "R 1 299,99", "Was R999 Now R499", …

A struck-through, "was" or "RRP" amount is the ordinary price; the other one is what is paid.
Instalments, savings, bundles, counts, delivery, dates, unit prices, other currencies are neither.
Of a range, and of "from R299", the price is the lowest. With tax wins over without.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from decimal import Decimal

from scrapers.pricing import price_words as words
from scrapers.pricing.amounts import BUNDLE, CURRENT, DROPPED, PRICE, UNIT, WAS, Amount, amounts
from scrapers.pricing.currencies import DECIMALS, printed_currencies
from scrapers.pricing.price_text import PriceText, joined, plain, words_of

__all__ = [
    "CurrencyMismatchError",
    "PriceReading",
    "parse_price",
    "printed_currencies",
    "read_price",
]

NEAR = Decimal("0.2")  # two bare amounts further apart than this are no price and its reduction


class CurrencyMismatchError(ValueError):
    """A price is printed in another currency than the brand's; the message names both."""


@dataclass(frozen=True, slots=True)
class PriceReading:
    """What a price text says: what is paid, and what was paid where it is reduced.

    `note` says what there is instead of a price, or which of several amounts was taken.
    """

    price: Decimal | None
    ordinary: Decimal | None = None
    highest: Decimal | None = None  # of a range
    note: str = ""
    untaxed: bool = False  # the price is printed as one without tax

    @property
    def is_zero(self) -> bool:
        """Tell whether the text prints a price of 0, which is left out."""
        return self.note == ZERO


ZERO = "the price is 0"
NOTHING = PriceReading(None, note="no amount is printed")


def parse_price(text: str, currency: str) -> PriceReading:
    """Read a plain text; see `read_price`."""
    return read_price([plain(text)], currency)


def read_price(texts: Iterable[PriceText], currency: str) -> PriceReading:
    """Read what nodes with prices say in `currency`.

    Raises CurrencyMismatchError when only amounts of another currency are printed.
    """
    nodes = list(texts)
    if not nodes:
        return NOTHING
    marked = joined(nodes, DECIMALS.get(currency, 2))
    found = amounts(marked, currency)
    own = _own_currency([one for one in found if one.kind != DROPPED], currency, nodes)
    if not own:
        return NOTHING
    paid = [one for one in own if one.value > 0]
    if not paid:
        return PriceReading(None, note=ZERO)
    preferred = _with_tax(_preferred(paid))
    if not preferred:
        return NOTHING
    reading = _chosen(preferred, bool(words.PAIR.search(marked.text)))
    return replace(reading, untaxed=all(one.taxed is False for one in preferred))


def _own_currency(found: list[Amount], currency: str, nodes: list[PriceText]) -> list[Amount]:
    """Leave out other currencies, and bare numbers beside signed ones."""
    signed = [one for one in found if currency in one.codes]
    foreign = [one for one in found if one.sure and currency not in one.codes]
    if foreign and not signed:
        codes = sorted(set.union(*(set(one.codes) for one in foreign)))
        named = ", ".join(codes[:4]) + (" …" if len(codes) > 4 else "")
        raise CurrencyMismatchError(
            f"The price {words_of(nodes)[:80]!r} is printed in {named},"
            f" but the brand's currency is {currency}."
        )
    kept = [one for one in found if not one.codes or currency in one.codes]
    if not signed:
        return kept
    return [one for one in kept if one.codes or one.ranged or one.kind == WAS]


def _preferred(found: list[Amount]) -> list[Amount]:
    """Prices first; what a bundle or a unit costs only where nothing else is printed."""
    for kinds in ((PRICE, WAS, CURRENT), (BUNDLE,), (UNIT,)):
        chosen = [one for one in found if one.kind in kinds]
        if chosen:
            return chosen
    return []


def _with_tax(found: list[Amount]) -> list[Amount]:
    taxed = [one for one in found if one.taxed is not False]
    return taxed if any(one.kind != WAS for one in taxed) else found


def _chosen(found: list[Amount], paired: bool) -> PriceReading:
    """Tell what is paid from what was paid."""
    was = [one.value for one in found if one.kind == WAS]
    current = [one for one in found if one.kind == CURRENT]
    others = [one for one in found if one.kind not in {WAS, CURRENT}]
    if not was and current and others:
        cheapest = min(one.value for one in current)
        was = [one.value for one in others if one.value > cheapest]
        return _reduced(cheapest, was)
    paid = current or others
    if not paid:
        return PriceReading(min(was))
    if was:
        return _reduced(_lowest(others or current).price or Decimal(0), was)
    reading = _lowest(paid)
    if paired and reading.highest:
        return PriceReading(reading.price, reading.highest)
    return reading


def _reduced(price: Decimal, was: list[Decimal]) -> PriceReading:
    higher = [amount for amount in was if amount > price]
    return PriceReading(price, min(higher) if higher else None)


def _lowest(found: list[Amount]) -> PriceReading:
    """Return the lowest of a range or of equal footing; the first where two are far apart."""
    values = [one.value for one in found]
    lowest, highest = min(values), max(values)
    if lowest == highest:
        return PriceReading(lowest)
    if not any(one.ranged for one in found) and lowest < NEAR * highest:
        return PriceReading(values[0], note="the first of amounts that are far apart")
    return PriceReading(lowest, highest=highest, note="the lowest of several amounts")

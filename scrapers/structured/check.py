"""Selectors and structured data check each other: what is taken, and where they disagree."""

import re
from dataclasses import replace
from decimal import Decimal

from scrapers.structured.product import StructuredProduct
from scrapers.values.offers import Price

SAME = Decimal("0.01")  # amounts that differ by less, as a share, are the same


def check_product(
    reading: Price, name: str, sold_out: bool | None, currency: str, structured: StructuredProduct
) -> tuple[Price, bool | None, list[str]]:
    """Return the price, whether it is sold out (None: not understood) and the disagreements, as
    sentences for the operator, of a product that the page has structured data of.

    `sold_out` None: the configuration reads no mark. Structured data wins where both have a
    price and they differ: markup changes, and structured data is read by search engines. An amount
    in another currency is not compared. What was found printed fills gaps alone: whoever chose the
    selectors saw the page.
    """
    printed = structured.printed
    disagreements = [] if "name" in printed else _names(name, structured)
    taken = reading
    is_usable = reading.value is None or "price" not in printed
    if is_usable and structured.price is not None and structured.currency in {None, currency}:
        taken, contradictions = _price(reading, structured, currency)
        disagreements += contradictions
    gone = None if sold_out is None and structured.unknown_stock else bool(sold_out)
    if structured.sold_out is not None and (sold_out is None or "sold_out" not in printed):
        if sold_out and not structured.sold_out:
            disagreements.append("a mark shows sold out, structured data in stock")
        gone = gone or structured.sold_out
    return taken, gone, disagreements


def _price(reading: Price, structured: StructuredProduct, currency: str) -> tuple[Price, list[str]]:
    price = structured.price or Decimal(0)
    if reading.value is None:
        taken = replace(reading, value=price, ordinary=structured.ordinary)
        return replace(taken, origin=structured.origin), []
    if any(is_same(reading.value, other) for other in structured.prices or (price,)):
        return reading, []
    if structured.currency is None:
        return reading, []  # without a currency it is no contradiction
    ordinary = structured.ordinary or (
        reading.ordinary if (reading.ordinary or 0) > price else None
    )
    sentence = (
        f"the price reads {reading.value} {currency},"
        f" {structured.source} has {price} {structured.currency}"
    )
    taken = replace(reading, value=price, ordinary=ordinary, note=sentence)
    return replace(taken, origin=structured.origin), [sentence]


def is_same(first: Decimal, second: Decimal) -> bool:
    """Return True if two amounts are the same price, rounded or not."""
    return abs(first - second) <= SAME * max(first, second)


def _names(name: str, structured: StructuredProduct) -> list[str]:
    """Names disagree only where they share no word: stores shorten and lengthen them."""
    ours, theirs = words_of(name), words_of(structured.name or "")
    if not ours or not theirs or ours & theirs:
        return []
    return [
        f"the name reads {name[:80]!r}, {structured.source} has {(structured.name or '')[:80]!r}"
    ]


def words_of(text: str) -> set[str]:
    """Return a name's words, for names that are compared."""
    return {word for word in re.findall(r"\w+", text.casefold()) if len(word) > 1}

"""One product as structured data describes it, and how amounts and texts are read from it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, fields, replace
from decimal import Decimal, InvalidOperation
from typing import Any

from scrapers.attributes import ATTRIBUTES, Attribute, LexiconEntries
from scrapers.pricing.numbers import read_amount
from scrapers.pricing.prices import CurrencyMismatchError, parse_price
from scrapers.values.reading import Reading
from scrapers.wording import plain_text

WORD_LIMIT = 300  # characters of a name, a colour, a size
CODE_LETTERS = 3
PRINTED = "The page"  # the source of what a page prints of its product
# No price has a tenth of a cent: "1.299" is a shop's way to write a thousand. "299.000" is a number
# as JSON writes it.
THOUSANDS = re.compile(r"\d{1,3}\.(?!000)\d{3}")
ABSENT: Reading[bool] = Reading()


@dataclass(frozen=True, slots=True)
class StructuredProduct:
    """One product as a page's structured data describes it; None and () stand for missing values.

    `prices` are those of all its offers; `price` is the lowest that can be bought.
    """

    source: str  # JSON-LD, microdata, Open Graph, Shopify, WooCommerce, Magento, The page
    name: str | None = None
    url: str | None = None
    price: Decimal | None = None
    ordinary: Decimal | None = None
    prices: tuple[Decimal, ...] = ()
    currency: str | None = None
    sign: str = ""  # what the price is printed with, where that leaves its currency open
    sold_out: bool | None = None
    unknown_stock: str | None = None  # what stands for the stock and is not understood
    brand: str | None = None
    color: str | None = None
    attributes: LexiconEntries = field(default_factory=dict)
    images: tuple[str, ...] = ()
    group: str | None = None
    sku: str | None = None
    variants: tuple[StructuredProduct, ...] = ()  # each in its colour and size
    place: str = ""  # of a printed price: the path of its element
    printed: frozenset[str] = frozenset()  # of its fields, those read from what the page prints
    contradictions: tuple[str, ...] = ()  # what the page prints otherwise, for the operator


@dataclass(frozen=True, slots=True)
class Offer:
    """One way to buy a product."""

    price: Decimal | None
    ordinary: Decimal | None = None
    currency: str | None = None
    stock: Reading[bool] = ABSENT  # whether it can be bought


def merged(sources: Iterable[StructuredProduct]) -> StructuredProduct | None:
    """Merge what several sources say of one product; for each field the first source wins.

    Amounts go with their currency: they are of one source.
    """
    result: StructuredProduct | None = None
    for source in sources:
        result = source if result is None else _filled(result, source)
    return result


def _filled(first: StructuredProduct, other: StructuredProduct) -> StructuredProduct:
    names = {entry.name for entry in fields(StructuredProduct)} - {"attributes", "printed"}
    if first.price is not None:
        names -= {"price", "ordinary", "prices", "currency", "sign", "place"}
    lacking = {
        name: getattr(other, name)
        for name in names
        if getattr(first, name) in (None, (), "") and getattr(other, name) not in (None, (), "")
    }
    if "price" in lacking and other.currency:
        lacking["currency"] = other.currency
    if "sold_out" in lacking:
        lacking["unknown_stock"] = None
    lacking["printed"] = first.printed | (other.printed & lacking.keys())
    return replace(first, attributes={**other.attributes, **first.attributes}, **lacking)


def with_offers(product: StructuredProduct, offers: Iterable[Offer]) -> StructuredProduct:
    """Return the product with the prices and the availability of its offers."""
    usable = [offer for offer in offers if offer.price is None or offer.price > 0]
    priced = [offer for offer in usable if offer.price is not None]
    sold_out = _sold_out([offer.stock.value for offer in usable])
    unknown = next((offer.stock.text for offer in usable if offer.stock.not_understood), None)
    product = replace(product, unknown_stock=unknown if sold_out is None else None)
    buyable = [offer for offer in priced if offer.stock.value is not False] or priced
    cheapest = min(buyable, key=lambda offer: offer.price or Decimal(0), default=None)
    if cheapest is None:
        return replace(product, sold_out=sold_out)
    ordinary = cheapest.ordinary
    reduced = ordinary is not None and cheapest.price is not None and ordinary > cheapest.price
    return replace(
        product,
        price=cheapest.price,
        ordinary=ordinary if reduced else None,
        prices=tuple(dict.fromkeys(offer.price for offer in priced if offer.price is not None)),
        currency=cheapest.currency,
        sold_out=sold_out,
    )


def _sold_out(available: list[bool | None]) -> bool | None:
    """Return whether nothing can be bought; None where an offer's availability is unknown."""
    if any(available):
        return False
    return True if available and None not in available else None


def amount(value: Any, currency: str | None) -> Decimal | None:
    """Return the amount that a number or a text stands for; None for anything else."""
    text = line(value)
    if text is None:
        return None
    if THOUSANDS.fullmatch(text):
        return read_amount(text, currency or "XXX")
    try:
        number = Decimal(text)
    except InvalidOperation:
        return _printed(text, currency)
    return number if number.is_finite() and number >= 0 else None


def _printed(text: str, currency: str | None) -> Decimal | None:
    try:
        return parse_price(text, currency or "XXX").price
    except CurrencyMismatchError:
        return None


def code(value: Any) -> str | None:
    """Return the text as a currency's ISO code; None where it is not one."""
    text = (line(value) or "").upper()
    return text if len(text) == CODE_LETTERS and text.isascii() and text.isalpha() else None


def line(value: Any) -> str | None:
    """Return the first text or number as one line; None where there is none."""
    return next(lines(value), None)


def lines(value: Any) -> Iterator[str]:
    """Yield the texts of a value: a text, a number, an object with a name, or a list of such."""
    if isinstance(value, dict):
        yield from lines(value.get("name") or value.get("@value") or value.get("value"))
    elif isinstance(value, list):
        for part in value:
            yield from lines(part)
    elif isinstance(value, str | int | float) and not isinstance(value, bool):
        text = plain_text(str(value))[:WORD_LIMIT]
        if text:
            yield text


def unique(texts: Iterable[str | None]) -> tuple[str, ...]:
    """Return the texts in their order, each once."""
    return tuple(dict.fromkeys(text for text in texts if text))


def offered(pairs: Iterable[tuple[str | None, Any]]) -> tuple[str, ...]:
    """Return the values that can be bought, or all of them where none can.

    `pairs`: a value, and False where the variant that has it cannot be bought.
    """
    values = list(pairs)
    return unique(value for value, available in values if available is not False) or unique(
        value for value, _ in values
    )


def attributes_of(read: Callable[[Attribute], tuple[str, ...]]) -> LexiconEntries:
    """Return what `read` gives for each declared attribute, without those that it is empty for."""
    wordings = {attribute.name: read(attribute) for attribute in ATTRIBUTES}
    return {name: values for name, values in wordings.items() if values}

"""One product as structured data describes it, and how amounts and texts are read from it."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field, fields, replace
from decimal import Decimal
from typing import Any

from scrapers.attributes import ATTRIBUTES, Attribute, LexiconEntries
from scrapers.values.identifiers import Identifier, unique_identifiers
from scrapers.values.offers import HOME_CURRENCY, Offer, price, without_parts
from scrapers.values.reading import with_address
from scrapers.values.sizes import SizeOffer, sizes_in

COLOR = re.compile(r"colou?r|kleur", re.I)  # what options are called that are a product's colour
EMPTY = (None, (), "")
PRINTED = "The page"  # the source of what a page prints of its product


@dataclass(frozen=True, slots=True)
class StructuredProduct:
    """One product as a page's structured data describes it; None and () stand for missing values.

    `prices` are those of all its offers; `price` is the lowest that can be bought.
    """

    source: str  # JSON-LD, microdata, Open Graph, The page
    name: str | None = None
    url: str | None = None
    price: Decimal | None = None
    ordinary: Decimal | None = None
    prices: tuple[Decimal, ...] = ()
    currency: str | None = None
    sign: str = ""  # what the price is printed with, where that leaves its currency open
    unread_price: str | None = None  # amounts that all have conditions
    sold_out: bool | None = None
    unknown_stock: str | None = None  # what stands for the stock and is not understood
    brand: str | None = None
    color: str | None = None
    attributes: LexiconEntries = field(default_factory=dict)
    sizes: tuple[SizeOffer, ...] = ()
    images: tuple[str, ...] = ()
    group: str | None = None
    sku: str | None = None
    identifiers: tuple[Identifier, ...] = ()
    variants: tuple[StructuredProduct, ...] = ()  # each in its colour and size
    origin: str = ""  # of the price
    printed: frozenset[str] = frozenset()  # of its fields, those read from what the page prints
    contradictions: tuple[str, ...] = ()  # what the page prints otherwise, for the operator

    def offered_at(self, offers: Collection[Offer]) -> StructuredProduct:
        """Return the product with the price and the availability of its offers."""
        offers = without_parts(offers)
        found = price(offers, HOME_CURRENCY)
        stock = found.stock
        return replace(
            self,
            price=found.value,
            ordinary=found.ordinary,
            prices=found.amounts,
            currency=found.currency,
            origin=found.origin,
            sizes=sizes_in(offers, found),
            unread_price=found.text if found.not_understood else None,
            sold_out=None if stock.value is None else not stock.value,
            unknown_stock=stock.text or None if stock.value is None else None,
        )


def at_page(product: StructuredProduct, source: str, address: str) -> StructuredProduct:
    return replace(product, origin=with_address(product.origin, source, address))


def merge(sources: Iterable[StructuredProduct]) -> StructuredProduct | None:
    """Merge several sources' data of one product; for each field the first source wins.

    Amounts go with their currency: they are of one source, the first that has them in rands.
    One amount in two currencies is not understood.
    """
    result: StructuredProduct | None = None
    for source in sources:
        result = source if result is None else _fill(result, source)
    return result


def _fill(first: StructuredProduct, other: StructuredProduct) -> StructuredProduct:
    joined = {"attributes", "identifiers", "printed"}
    names = {entry.name for entry in fields(StructuredProduct)} - joined
    if other.currency == HOME_CURRENCY and first.currency not in {None, HOME_CURRENCY}:
        unread = f"{first.price} {first.currency}" if other.price in first.prices else None
        first = replace(first, price=None, ordinary=None, prices=(), currency=None, origin="")
        first = replace(first, unread_price=unread)
    if first.price is not None or first.unread_price:
        names -= {"price", "ordinary", "prices", "currency", "sign", "unread_price", "origin"}
    lacking = {
        name: getattr(other, name)
        for name in names
        if getattr(first, name) in EMPTY and getattr(other, name) not in EMPTY
    }
    if "price" in lacking and other.currency:
        lacking["currency"] = other.currency
    if "sold_out" in lacking:
        lacking["unknown_stock"] = None
    lacking["identifiers"] = unique_identifiers((*first.identifiers, *other.identifiers))
    lacking["printed"] = first.printed | (other.printed & lacking.keys())
    return replace(first, attributes={**other.attributes, **first.attributes}, **lacking)


def unique(texts: Iterable[str | None]) -> tuple[str, ...]:
    """Return the texts in their order, each once."""
    return tuple(dict.fromkeys(text for text in texts if text))


def buyable_values(pairs: Iterable[tuple[str | None, Any]]) -> tuple[str, ...]:
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

"""What a page prints of its product, beside its structured data: fills it and checks it. Pure."""

from contextlib import suppress
from dataclasses import replace
from typing import Any

from scrapers.structured.check import is_same
from scrapers.structured.currency import currency_of
from scrapers.structured.nodes import line
from scrapers.structured.product import PRINTED, StructuredProduct, merge
from scrapers.values.availability import read_availability, stated_stock
from scrapers.values.offers import HOME_CURRENCY, Price
from scrapers.values.price.amounts import Role, read_amounts
from scrapers.values.price.numbers import signed_numbers
from scrapers.values.price.price_text import PriceText, join, quote_texts
from scrapers.values.price.prices import CurrencyMismatchError, read_price
from scrapers.values.reading import Reading, with_place

CERTAIN = 0.8  # of a page's currency, from which on a printed sign is taken for it
MINOR = 100  # minor units in a unit


def with_printed(
    structured: StructuredProduct | None, raw: dict[str, Any], currency: str | None
) -> StructuredProduct | None:
    """Return structured data, filled and checked by what the page prints.

    A page that prints neither a price nor its stock beside its name prints no product.
    """
    known = (structured.currency if structured else None) or currency
    # A currency that the page prints no price in may be that of visitors elsewhere.
    found = (printed_price(raw, each) for each in dict.fromkeys((known, HOME_CURRENCY)))
    price, stock = next(filter(None, found), None), printed_stock(raw["printed"])
    printed = _product(raw, price, stock)
    if structured is None or printed is None:
        return structured or printed
    if structured.price is None and printed.price in structured.prices:
        # WooCommerce without taxes declares its prices as without tax.
        structured = replace(structured, prices=(), unread_price=None)
    return _check(merge([structured, printed]) or structured, structured, price, stock)


def _product(
    raw: dict[str, Any], price: StructuredProduct | None, stock: Reading[bool]
) -> StructuredProduct | None:
    name = raw["printed"]["name"]
    if not name or (price is None and stock.value is None):
        return None
    tags = raw["openGraph"]
    return replace(
        price or StructuredProduct(PRINTED),
        name=name,
        sold_out=None if stock.value is None else not stock.value,
        unknown_stock=stock.text if stock.not_understood else None,
        images=tuple(filter(None, [line(tags.get("og:image"))])) or (*raw["printed"]["pictures"],),
        printed=frozenset({"name", "price", "sold_out"}),
    )


def printed_price(raw: dict[str, Any], currency: str | None) -> StructuredProduct | None:
    """Return the nearest price to the product that can be read; None where none can.

    Where the currency is not known, it has the sign that the price is printed with.
    """
    boxes = [box for box in raw["printed"]["prices"] if not _is_before(box["texts"])]
    page = currency_of(raw, [quote_texts(box["texts"]) for box in boxes[:3]])
    read_as = currency or page.code
    is_known = bool(currency) or page.sure >= CERTAIN
    for box in boxes:
        reading: Price | None = None
        with suppress(CurrencyMismatchError):
            reading = read_price(box["texts"], read_as)
        if reading is not None and reading.value is not None:
            return StructuredProduct(
                PRINTED,
                price=reading.value,
                ordinary=reading.ordinary,
                prices=(reading.value,),
                currency=read_as if is_known else None,
                sign="" if is_known else _sign(quote_texts(box["texts"]), read_as),
                origin=with_place(reading.origin, box["place"]),
            )
    return None


def _is_before(texts: list[PriceText]) -> bool:
    """Return True for a reduction's first price alone: another element has what is paid now."""
    found = read_amounts(join(texts), HOME_CURRENCY).found
    return bool(found) and all(amount.role is Role.WAS for amount in found)


def _sign(text: str, currency: str) -> str:
    for number in signed_numbers(text, currency):
        if number.codes:
            before = text[number.sign_start : number.start]
            return (before + text[number.end : number.sign_end]).strip()
    return ""


def printed_stock(printed: dict[str, Any]) -> Reading[bool]:
    """Return whether a product can be bought, of its block's statements and its buying control.

    A control that is disabled is no evidence by "add to cart": it may wait for a size. What
    contradicts itself is not understood.
    """
    control = printed["control"]
    readings = [(text, read_availability(text).value) for text in printed["stock"]]
    stated = {value for _, value in readings if value is not None}
    offered = _can_be_bought(control) if control else None
    values = stated | ({offered} if offered is not None else set())
    text = next((text for text, value in readings if value is not None), "")
    if len(values) == 1:
        return Reading(values.pop(), text or control["text"])
    return Reading(None, text if values else "")


def _can_be_bought(control: dict[str, Any]) -> bool | None:
    stated = stated_stock(control["text"])
    if stated is None and control["isCarted"]:
        stated = read_availability(control["text"]).value
        stated = True if stated is None else stated
    return None if stated and not control["isEnabled"] else stated


def _check(
    filled: StructuredProduct,
    structured: StructuredProduct,
    price: StructuredProduct | None,
    stock: Reading[bool],
) -> StructuredProduct:
    """Return the product with what the page prints otherwise than structured data."""
    sentences: list[str] = []
    if price and price.currency == structured.currency and structured.price is not None:
        filled, sentences = _against(filled, structured, price)
    if stock.value is not None and structured.sold_out is stock.value:
        printed = "in stock" if stock.value else "sold out"
        sentences.append(f"the page prints {stock.text!r} ({printed}), {structured.source} differs")
    return replace(filled, contradictions=tuple(sentences))


def _against(
    filled: StructuredProduct, structured: StructuredProduct, price: StructuredProduct
) -> tuple[StructuredProduct, list[str]]:
    shown, stated = price.price, structured.price
    if shown == stated and not (structured.ordinary or structured.variants):
        return replace(filled, ordinary=price.ordinary), []
    if shown is None or stated is None or any(is_same(shown, p) for p in structured.prices):
        return filled, []
    sentence = f"the page prints {shown} {price.currency or ''}, {structured.source} has {stated}"
    if stated == shown * MINOR:  # in minor units: nobody pays a hundred times what is printed
        printed = filled.printed | {"price"}
        paid = replace(filled, price=shown, ordinary=price.ordinary, prices=(shown,))
        return replace(paid, origin=price.origin, printed=printed), [sentence]
    return filled, [sentence]

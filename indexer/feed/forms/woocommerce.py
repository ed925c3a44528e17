"""WooCommerce's products as its Store API gives them: a Merchant row for each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal, InvalidOperation
from typing import Any

from indexer.feed.forms.shopify import attributes_called, sources

KEYS = frozenset({"permalink", "prices"})  # by which such a product is known


def row_of(product: Mapping[str, Any]) -> dict[str, Any]:
    """Return a product's row; of a product with options the price is the lowest."""
    prices = product["prices"] if isinstance(product["prices"], Mapping) else {}
    pictures = [*sources(_list(product.get("images")))]
    row = {
        "id": str(product.get("id") or ""),
        "title": product.get("name"),
        "brand": next(_names(product.get("brands")), ""),
        "product_type": [*_names(product.get("categories"))][::-1],  # the last is the narrowest
        "link": product.get("permalink"),
        "image_link": pictures[:1],
        "additional_image_link": pictures[1:],
        "price": _amount(prices, "regular_price"),
        "sale_price": _amount(prices, "price"),
        "availability": product.get("is_in_stock"),
    }
    for option in _list(product.get("attributes")):
        if isinstance(option, Mapping) and (terms := [*_names(option.get("terms"))]):
            called = attributes_called(str(option.get("name")))
            row |= {name: terms for name in called if name != "color" or len(terms) == 1}
    return row


def _list(value: Any) -> Sequence[Any]:
    return value if isinstance(value, list) else ()


def _names(value: Any) -> Iterator[str]:
    for entry in _list(value):
        if isinstance(entry, Mapping) and entry.get("name"):
            yield str(entry["name"])


def _amount(prices: Mapping[str, Any], name: str) -> Any:
    """Return an amount, which the interface gives in the currency's smallest unit."""
    written, currency = prices.get(name), prices.get("currency_code", "")
    if written in {None, ""}:
        return None
    try:
        unit = Decimal(10) ** -int(prices.get("currency_minor_unit", 2))
        return {"value": str(Decimal(str(written)) * unit), "currency": currency}
    except (InvalidOperation, ValueError, OverflowError):
        return str(written)  # which the row's reader refuses

"""WooCommerce's products as its Store API gives them: a Merchant row for each variation."""

import re
from collections.abc import Iterator, Mapping
from decimal import Decimal, InvalidOperation
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

from scrapers.feeds.shopify import attributes_called, is_more, sources
from scrapers.structured.nodes import nodes
from scrapers.values.price.currencies import sign_pattern
from scrapers.values.price.prices import is_neutral
from scrapers.wording import plain_text

KEYS = frozenset({"permalink", "prices"})  # by which such a product is known
NOT_SENT = re.compile("booking|appointment|subscription|gift.card")  # of types, also plug-ins'
NOTHING = ("is_virtual", "is_downloadable", "virtual", "downloadable")  # nothing is sent of it
CHILDREN = "children"  # under which the catalogue's reader puts a product's variations
_ASKED = re.compile(r"^attribute_(?:pa_)?")
# Of a printed price: its text for screen readers, and its amounts.
_SPAN = re.compile(r"<span [^<>]{0,200}>[^<>]{0,200}</span>")
_SPOKEN = "screen-reader-text"
_AMOUNT = re.compile(r"\d[\d\s.,']{0,20}|[–—-]")


def rows_of(product: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield a row for each variation, or one; without variations the price is the lowest."""
    row = _row(product)
    for child in nodes(product.get(CHILDREN)):
        yield {**row, **_variation(product, child)}
    if not product.get(CHILDREN):
        yield row


def _variation(product: Mapping[str, Any], child: Mapping[str, Any]) -> dict[str, Any]:
    link = str(child.get("permalink") or product.get("permalink"))
    own = _row({**child, "name": product.get("name"), "permalink": _of_color(link)})
    names = ("price", "sale_price", "availability", "link", "sku", "gtin")
    pictures = [*own["image_link"], *own["additional_image_link"]]
    chosen = [*_variation_options(product, child.get("id"))]
    return {
        **{name: own[name] for name in names},
        **({"image_link": pictures[:1]} if pictures else {}),
        "id": own["id"],
        "item_group_id": str(product.get("id")),
        "color": None,
        "variant_title": [value for _, value in chosen],
        **{called: value for name, value in chosen for called in attributes_called(name)},
    }


def _of_color(link: str) -> str:
    """Return a variation's link without what chooses a size: a tile is a product in one colour."""
    parts = urlsplit(link)
    kept = [
        (name, value)
        for name, value in parse_qsl(parts.query)
        if not _ASKED.match(name) or "color" in attributes_called(_ASKED.sub("", name))
    ]
    return parts._replace(query=urlencode(kept)).geturl()


def _variation_options(product: Mapping[str, Any], child_id: Any) -> Iterator[tuple[str, Any]]:
    """Yield the options of a variation, worded as its product words them."""
    words = {
        (option.get("name"), term.get("slug")): term.get("name")
        for option in nodes(product.get("attributes"))
        for term in nodes(option.get("terms"))
    }
    for child in nodes(product.get("variations")):
        for choice in nodes(child.get("attributes")) if child.get("id") == child_id else ():
            name, value = choice.get("name"), choice.get("value")
            if value:
                yield str(name), words.get((name, value), value)


def _row(product: Mapping[str, Any]) -> dict[str, Any]:
    prices = product["prices"] if isinstance(product["prices"], Mapping) else {}
    pictures = [*sources(nodes(product.get("images")))]
    is_sent = not (NOT_SENT.search(str(product.get("type"))) or any(map(product.get, NOTHING)))
    row = {
        "id": str(product.get("id") or ""),
        "title": product.get("name"),
        "brand": next(_names(product.get("brands")), ""),
        "product_type": [*_names(product.get("categories"))][::-1],  # the last is the narrowest
        "link": product.get("permalink"),
        "image_link": pictures[:1],
        "additional_image_link": pictures[1:],
        **_prices(product, prices),
        "availability": product.get("is_in_stock"),
        "requires_shipping": is_sent,
        "sku": product.get("sku"),
        "gtin": product.get("global_unique_id"),
    }
    for option in nodes(product.get("attributes")):
        if terms := [*_names(option.get("terms"))]:
            called = attributes_called(str(option.get("name")))
            row |= {name: terms for name in called if name != "color" or len(terms) == 1}
    return row


def _names(value: Any) -> Iterator[str]:
    for entry in nodes(value):
        if entry.get("name"):
            yield str(entry["name"])


def _prices(product: Mapping[str, Any], prices: Mapping[str, Any]) -> dict[str, Any]:
    """Return the ordinary price and the one that is paid; where they lack tax, what is printed."""
    if _is_plain(product, prices):
        paid, before = _amount(prices, "price"), _amount(prices, "regular_price")
        return {"price": before if is_more(before, paid) else paid, "sale_price": paid}
    return {"price": product.get("price_html") or f"{prices.get('price')} {_words(prices)}"}


def _words(prices: Mapping[str, Any]) -> str:
    return f"{prices.get('currency_prefix') or ''} {prices.get('currency_suffix') or ''}"


def _is_plain(product: Mapping[str, Any], prices: Mapping[str, Any]) -> bool:
    """Return True if nothing but its sign stands beside a price: no words of tax, or of a month."""
    printed = str(product.get("price_html") or "")
    shown = plain_text(_SPAN.sub(lambda span: " " if _SPOKEN in span[0] else span[0], printed))
    beside = _AMOUNT.sub(" ", f"{_words(prices)} {shown}")
    return is_neutral(" ".join(sign_pattern().sub(" ", beside).split()))


def _amount(prices: Mapping[str, Any], name: str) -> Any:
    written, currency = prices.get(name), prices.get("currency_code", "")
    between = prices.get("price_range")
    if name == "price" and written in {None, "", "0", 0} and isinstance(between, Mapping):
        written = between.get("min_amount")  # of variations at several prices
    if written in {None, ""}:
        return None
    try:
        unit = Decimal(10) ** -int(prices.get("currency_minor_unit", 2))
        return {"value": str(Decimal(str(written)) * unit), "currency": currency}
    except (InvalidOperation, ValueError, OverflowError):
        return str(written)  # which the row's reader refuses

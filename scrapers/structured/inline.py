"""A product in the JSON that a page's scripts carry: frameworks' state, data layers. Pure."""

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

MOST_NODES = 50_000
MOST_VALUES = 60  # of JSON in one script
DEEPEST = 16
LONGEST = 100  # characters of a price or a stock
# Where a value of JSON may begin in code: "window.state = {", "push({", "JSON:[".
BEGINS = re.compile(r"[=(,:]\s{0,9}(?=[{\[]\s{0,9}[\"{\[\]}])")
NAMES = ("name", "title", "productName", "product_name", "item_name", "displayName", "productTitle")
# What is paid, before what may be the ordinary price.
PRICES = (
    *("salePrice", "sale_price", "currentPrice", "current_price", "finalPrice", "final_price"),
    *("specialPrice", "special_price", "price", "item_price", "priceAmount", "price_amount"),
    *("unitPrice", "productPrice", "product_price", "sellingPrice", "selling_price"),
)
AMOUNTS = ("value", "amount", "current", "price", "sale", "final", "raw", "now", "selling")
CURRENCIES = ("currency", "currencyCode", "currency_code", "priceCurrency", "currencyIso")
STOCKS = (
    *("availability", "inStock", "in_stock", "isInStock", "is_in_stock", "stockStatus"),
    *("stock_status", "isAvailable", "available", "availabilityStatus"),
)


def inline_facts(scripts: Iterable[str], name: str) -> list[dict[str, Any]]:
    """Return the objects of this name with a price: their price, currency and stock as written."""
    wanted = _plain(name)
    if not wanted:
        return []
    found: list[dict[str, Any]] = []
    for script in scripts:
        if "rice" not in script or not _mentions(script, name):
            continue
        for value in _values(script):
            found += [fact for fact in _facts(value, wanted) if fact not in found]
    return found[:MOST_VALUES]


def _mentions(script: str, name: str) -> bool:
    """Return True if a script has the longest word of a name that JSON writes as it is."""
    words = [word for word in re.findall(r"\w+", name) if word.isascii()]
    return not words or max(words, key=len).casefold() in script.casefold()


def _values(script: str) -> Iterator[Any]:
    """Yield the JSON in a script: all of it, or what stands behind assignments and in calls."""
    decoder, place, count = json.JSONDecoder(strict=False), 0, 0
    try:
        yield json.loads(script, strict=False)
        return
    except (ValueError, RecursionError):
        pass
    while count < MOST_VALUES and (begin := BEGINS.search(script, place)):
        count, place = count + 1, begin.end()
        try:
            value, place = decoder.raw_decode(script, place)
        except (ValueError, RecursionError):
            continue
        yield value


def _facts(value: Any, wanted: str) -> Iterator[dict[str, Any]]:
    """Yield the facts of the objects that are called as wanted; the currency may stand around."""
    waiting: list[tuple[Any, str, int]] = [(value, "", 0)]
    for _ in range(MOST_NODES):
        if not waiting:
            return
        node, currency, depth = waiting.pop()
        if isinstance(node, dict):
            currency = _text(_first(node, CURRENCIES)) or currency
            if any(_plain(_text(node.get(key))) == wanted for key in NAMES):
                yield from _fact(node, currency)
        if isinstance(node, dict | list) and depth < DEEPEST:
            parts = node.values() if isinstance(node, dict) else node
            waiting += [(part, currency, depth + 1) for part in parts]


def _fact(node: dict[str, Any], currency: str) -> Iterator[dict[str, Any]]:
    for key in PRICES:
        price = node.get(key)
        inner = price if isinstance(price, dict) else {}
        written = _text(_first(inner, AMOUNTS) if inner else price)
        if written:
            code = _text(_first(inner, CURRENCIES)) or currency
            fact = {"price": written, "currency": code, "stock": _first(node, STOCKS)}
            yield {**fact, "place": f"script, the product's {key}"}
            return


def _first(node: dict[str, Any], keys: Iterable[str]) -> Any:
    return next((node[key] for key in keys if node.get(key) not in (None, "", [], {})), None)


def _text(value: Any) -> str:
    is_written = isinstance(value, str | int | float) and not isinstance(value, bool)
    text = str(value).strip() if is_written else ""
    return text if len(text) <= LONGEST or not text[:1].isdigit() else ""


def _plain(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.casefold()))

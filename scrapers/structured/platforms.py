"""The JSON that shop platforms put into a product's page: variants with sizes, prices and stock."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable, Iterable, Iterator
from decimal import Decimal
from functools import partial
from typing import Any

from scrapers.attributes import LexiconEntries
from scrapers.structured.product import (
    Offer,
    StructuredProduct,
    amount,
    attributes_of,
    line,
    offered,
    unique,
    with_offers,
)
from scrapers.structured.schema_org import documents
from scrapers.values.availability import read_availability

COLOR = re.compile(r"colou?r|farbe|kleur|couleur|color|colore|färg|kolor", re.I)
CENT = Decimal("0.01")


def shopify(raw: dict[str, Any]) -> Iterator[StructuredProduct]:
    """Yield the products of Shopify's theme and analytics; their amounts are in cents."""
    currency = raw.get("currency")
    for data in documents([*(raw.get("theme") or ()), *(raw.get("meta") or ())]):
        product = data.get("product", data) if isinstance(data, dict) else {"variants": data}
        variants = product.get("variants") if isinstance(product, dict) else None
        if isinstance(variants, list) and variants:
            yield _shopify_product(product, [v for v in variants if isinstance(v, dict)], currency)


def _shopify_product(
    product: dict[str, Any], variants: list[dict[str, Any]], currency: str | None
) -> StructuredProduct:
    names = [line(option) or "" for option in _list(product.get("options"))]
    structured = StructuredProduct(
        "Shopify",
        name=line(product.get("title")),
        brand=line(product.get("vendor")),
        attributes=_attributes(partial(_offered, variants, names)),
        color=_only(_offered(variants, names, COLOR)),
        images=unique(
            f"https:{url}" if url.startswith("//") else url for url in _pictures(product)
        ),
    )
    offers = (
        Offer(
            _cents(variant.get("price")),
            _cents(variant.get("compare_at_price")),
            currency,
            read_availability(variant.get("available")),
        )
        for variant in variants
    )
    return with_offers(structured, offers)


def _attributes(values: Callable[[re.Pattern[str]], tuple[str, ...]]) -> LexiconEntries:
    """Return the values of the options that are called as a declared attribute."""
    return attributes_of(lambda attribute: values(attribute.options))


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _pictures(product: dict[str, Any]) -> Iterator[str]:
    for image in _list(product.get("images")):
        address = image.get("src") if isinstance(image, dict) else image
        if isinstance(address, str):
            yield address


def _cents(value: Any) -> Decimal | None:
    """Return an amount in whole units: whole numbers are cents, "299.00" is not."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value * CENT
    return amount(value, None)


def _offered(
    variants: list[dict[str, Any]], names: list[str], option: re.Pattern[str]
) -> tuple[str, ...]:
    """Return an option's values that can be bought, or all of them where none can."""
    places = [place for place, name in enumerate(names, 1) if option.search(name)]
    return offered(
        (line(variant.get(f"option{place}")), variant.get("available"))
        for variant in variants
        for place in places
    )


def _only(values: tuple[str, ...]) -> str | None:
    return values[0] if len(values) == 1 else None


def woocommerce(raw: Iterable[str]) -> Iterator[StructuredProduct]:
    """Yield the product of WooCommerce's variations form."""
    for text in raw:
        try:
            variants = [
                variant for variant in json.loads(text, strict=False) if isinstance(variant, dict)
            ]
        except (ValueError, TypeError, RecursionError):
            continue
        offers = [
            Offer(
                amount(variant.get("display_price"), None),
                amount(variant.get("display_regular_price"), None),
                None,
                read_availability(variant.get("is_in_stock")),
            )
            for variant in variants
        ]
        structured = StructuredProduct(
            "WooCommerce",
            attributes=_attributes(partial(_chosen, variants)),
            color=_only(_chosen(variants, COLOR)),
        )
        yield with_offers(structured, offers)


def _chosen(variants: list[dict[str, Any]], option: re.Pattern[str]) -> tuple[str, ...]:
    return offered(
        (line(value), variant.get("is_in_stock"))
        for variant in variants
        if isinstance(variant.get("attributes"), dict)
        for name, value in variant["attributes"].items()
        if option.search(name)
    )


def magento(raw: list[str]) -> Iterator[StructuredProduct]:
    """Yield the product of Magento's configurable options."""
    for data in documents([html.unescape(text) for text in raw]):
        for config in _configs(data):
            prices = config.get("prices")
            paid = _magento_price(prices, "finalPrice")
            structured = StructuredProduct(
                "Magento",
                attributes=_attributes(partial(_options, config)),
                color=_only(_options(config, COLOR)),
            )
            yield with_offers(structured, [Offer(paid, _magento_price(prices, "oldPrice"))])


def _configs(data: Any, depth: int = 0) -> Iterator[dict[str, Any]]:
    if not isinstance(data, dict) or depth > 5:
        return
    for name, value in data.items():
        if name in {"jsonConfig", "spConfig"} and isinstance(value, dict):
            yield value
        else:
            yield from _configs(value, depth + 1)


def _magento_price(prices: Any, name: str) -> Decimal | None:
    entry = prices.get(name) if isinstance(prices, dict) else None
    return amount(entry.get("amount"), None) if isinstance(entry, dict) else None


def _options(config: dict[str, Any], pattern: re.Pattern[str]) -> tuple[str, ...]:
    attributes = config.get("attributes")
    labels: list[str | None] = []
    for entry in attributes.values() if isinstance(attributes, dict) else ():
        if isinstance(entry, dict) and pattern.search(f"{entry.get('code')} {entry.get('label')}"):
            options = [option for option in _list(entry.get("options")) if isinstance(option, dict)]
            buyable = [option for option in options if option.get("products") != []]
            labels += [line(option.get("label")) for option in buyable or options]
    return unique(labels)

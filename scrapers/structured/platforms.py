"""The JSON that shop platforms put into a product's page: variants with sizes, prices and stock."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import Any

from scrapers.attributes import Wordings
from scrapers.structured.schema_org import documents
from scrapers.structured.told import (
    Offer,
    Told,
    amount,
    attributes_of,
    line,
    of_offers,
    offered,
    unique,
)

COLOR = re.compile(r"colou?r|farbe|kleur|couleur|color|colore|färg|kolor", re.I)
CENT = Decimal("0.01")


def shopify(raw: dict[str, Any]) -> Iterator[Told]:
    """Yield the products of Shopify's theme and analytics; their amounts are in cents."""
    currency = raw.get("currency")
    found = list(documents([*(raw.get("theme") or ()), *(raw.get("meta") or ())]))
    for data in found:
        product = data.get("product", data) if isinstance(data, dict) else {"variants": data}
        variants = product.get("variants") if isinstance(product, dict) else None
        if isinstance(variants, list) and variants:
            yield _shopify_product(product, [v for v in variants if isinstance(v, dict)], currency)


def _shopify_product(
    product: dict[str, Any], variants: list[dict[str, Any]], currency: str | None
) -> Told:
    names = [line(one) or "" for one in _list(product.get("options"))]
    told = Told(
        "Shopify",
        name=line(product.get("title")),
        brand=line(product.get("vendor")),
        attributes=attributes_of(lambda one: _offered(variants, names, one.options)),
        color=_only(_offered(variants, names, COLOR)),
        images=unique(
            f"https:{one}" if one.startswith("//") else one for one in _pictures(product)
        ),
    )
    offers = (
        Offer(
            _cents(one.get("price")),
            _cents(one.get("compare_at_price")),
            currency,
            one.get("available") if isinstance(one.get("available"), bool) else None,
        )
        for one in variants
    )
    return of_offers(told, offers)


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _pictures(product: dict[str, Any]) -> Iterator[str]:
    for one in _list(product.get("images")):
        address = one.get("src") if isinstance(one, dict) else one
        if isinstance(address, str):
            yield address


def _cents(value: Any) -> Decimal | None:
    """Return an amount in whole units: whole numbers are cents, "299.00" is not."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value * CENT
    return amount(value, None)


def _offered(
    variants: list[dict[str, Any]], names: list[str], wanted: re.Pattern[str]
) -> tuple[str, ...]:
    """Return an option's values that can be bought, or all of them where none can."""
    places = [place for place, name in enumerate(names, 1) if wanted.search(name)]
    return offered(
        (line(one.get(f"option{place}")), one.get("available"))
        for one in variants
        for place in places
    )


def _only(values: tuple[str, ...]) -> str | None:
    return values[0] if len(values) == 1 else None


def woocommerce(raw: Iterable[str]) -> Iterator[Told]:
    """Yield the product of WooCommerce's variations form."""
    for text in raw:
        try:
            variants = [one for one in json.loads(text, strict=False) if isinstance(one, dict)]
        except (ValueError, TypeError, RecursionError):
            continue
        offers = [
            Offer(
                amount(one.get("display_price"), None),
                amount(one.get("display_regular_price"), None),
                None,
                one.get("is_in_stock") if isinstance(one.get("is_in_stock"), bool) else None,
            )
            for one in variants
        ]
        told = Told(
            "WooCommerce",
            attributes=_choices(variants),
            color=_only(_chosen(variants, COLOR)),
        )
        yield of_offers(told, offers)


def _choices(variants: list[dict[str, Any]]) -> Wordings:
    return attributes_of(lambda one: _chosen(variants, one.options))


def _chosen(variants: list[dict[str, Any]], wanted: re.Pattern[str]) -> tuple[str, ...]:
    return offered(
        (line(value), one.get("is_in_stock"))
        for one in variants
        if isinstance(one.get("attributes"), dict)
        for name, value in one["attributes"].items()
        if wanted.search(name)
    )


def magento(raw: list[str]) -> Iterator[Told]:
    """Yield the product of Magento's configurable options."""
    for data in documents([html.unescape(text) for text in raw]):
        for config in _configs(data):
            prices = config.get("prices")
            paid = _magento_price(prices, "finalPrice")
            told = Told(
                "Magento",
                attributes=_swatches(config),
                color=_only(_options(config, COLOR)),
            )
            yield of_offers(told, [Offer(paid, _magento_price(prices, "oldPrice"))])


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


def _swatches(config: dict[str, Any]) -> Wordings:
    return attributes_of(lambda one: _options(config, one.options))


def _options(config: dict[str, Any], wanted: re.Pattern[str]) -> tuple[str, ...]:
    attributes = config.get("attributes")
    found: list[str | None] = []
    for entry in attributes.values() if isinstance(attributes, dict) else ():
        if isinstance(entry, dict) and wanted.search(f"{entry.get('code')} {entry.get('label')}"):
            options = [one for one in _list(entry.get("options")) if isinstance(one, dict)]
            buyable = [one for one in options if one.get("products") != []]
            found += [line(one.get("label")) for one in buyable or options]
    return unique(found)

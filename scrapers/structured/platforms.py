"""The JSON that shop platforms put into a product's page: variants with sizes, prices and stock."""

import html
import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from functools import partial
from typing import Any

from scrapers.attributes import SIZE, LexiconEntries
from scrapers.structured.nodes import line
from scrapers.structured.product import StructuredProduct, attributes_of, offered, unique
from scrapers.structured.schema_org import documents
from scrapers.values.availability import read_availability
from scrapers.values.identifiers import (
    Identifier,
    identifiers_of,
    unique_identifiers,
    variant_words,
)
from scrapers.values.offers import Kind, Offer, smallest_packs
from scrapers.values.origin import placed, quote
from scrapers.values.price.goods import audience_of, condition_of, kind_of, pack_of
from scrapers.values.price.money import read_money
from scrapers.values.sizes import size_of

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
        identifiers=_identifiers(variants, _options_of),
    )
    return structured.offered_at(
        smallest_packs(
            variant_offer(
                _cents(variant.get("price")),
                _cents(variant.get("compare_at_price")).amount,
                currency,
                variant.get("available"),
                _options_of(variant),
                f"Shopify's script.variants[{number}].price",
                size_of(_optioned(variant, names, SIZE.options)),
            )
            for number, variant in enumerate(variants)
        )
    )


def _options_of(variant: dict[str, Any]) -> list[str]:
    return [line(variant.get(f"option{place}")) or "" for place in (1, 2, 3)]


def _identifiers(
    variants: list[dict[str, Any]], options: Callable[[dict[str, Any]], list[str]]
) -> tuple[Identifier, ...]:
    return unique_identifiers(
        one
        for variant in variants
        for one in identifiers_of(variant, variant_words(*options(variant)))
    )


def variant_offer(  # noqa: PLR0913, PLR0917 - what a variant says
    paid: Offer,
    before: Decimal | None,
    currency: str | None,
    available: Any,
    values: Sequence[str],
    place: str,
    size: str = "",
) -> Offer:
    """Return a variant's offer; the values of its options may call it no piece of the goods."""
    kinds = (kind for value in values if (kind := kind_of(value)))
    return Offer(
        paid.amount,
        currency,
        origin=placed(paid.origin, place),
        kind=next(kinds, Kind.SALE),
        ordinary=before,
        stock=read_availability(available),
        audience=audience_of(values),
        goods=condition_of(values),
        quantity=max(map(pack_of, values), default=Decimal(1)),
        size=size,
    )


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


def _cents(value: Any) -> Offer:
    """Return an amount in whole units: whole numbers are cents, "299.00" is not."""
    if isinstance(value, int) and not isinstance(value, bool):
        return Offer(value * CENT, origin=quote(str(value), 2))
    return _plain(value)


def _plain(value: Any) -> Offer:
    return next(iter(read_money(value, None).value or ()), Offer(None))


def _offered(
    variants: list[dict[str, Any]], names: list[str], option: re.Pattern[str]
) -> tuple[str, ...]:
    """Return an option's values that can be bought, or all of them where none can."""
    return offered(
        (value, variant.get("available"))
        for variant in variants
        for value in _optioned(variant, names, option)
    )


def _optioned(variant: dict[str, Any], names: list[str], option: re.Pattern[str]) -> Iterator[str]:
    for place, name in enumerate(names, 1):
        if option.search(name):
            yield line(variant.get(f"option{place}")) or ""


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
        offers = smallest_packs(
            variant_offer(
                _plain(variant.get("display_price")),
                _plain(variant.get("display_regular_price")).amount,
                None,
                variant.get("is_in_stock"),
                _values(variant),
                f"form of variations[{number}].display_price",
                size_of(_named(variant, SIZE.options)),
            )
            for number, variant in enumerate(variants)
        )
        structured = StructuredProduct(
            "WooCommerce",
            attributes=_attributes(partial(_chosen, variants)),
            color=_only(_chosen(variants, COLOR)),
            identifiers=_identifiers(variants, _values),
        )
        yield structured.offered_at(offers)


def _values(variant: dict[str, Any]) -> list[str]:
    chosen = variant.get("attributes")
    named = chosen.values() if isinstance(chosen, dict) else ()
    return [(line(value) or "").replace("-", " ") for value in named]


def _chosen(variants: list[dict[str, Any]], option: re.Pattern[str]) -> tuple[str, ...]:
    return offered(
        (value, variant.get("is_in_stock"))
        for variant in variants
        for value in _named(variant, option)
    )


def _named(variant: dict[str, Any], option: re.Pattern[str]) -> Iterator[str]:
    chosen = variant.get("attributes")
    for name, value in chosen.items() if isinstance(chosen, dict) else ():
        if option.search(name):
            yield line(value) or ""


def magento(raw: list[str]) -> Iterator[StructuredProduct]:
    """Yield the product of Magento's configurable options."""
    for data in documents([html.unescape(text) for text in raw]):
        for config in _configs(data):
            prices = config.get("prices")
            paid, before = (_magento_price(prices, name) for name in ("finalPrice", "oldPrice"))
            structured = StructuredProduct(
                "Magento",
                attributes=_attributes(partial(_options, config)),
                color=_only(_options(config, COLOR)),
            )
            yield structured.offered_at([replace(paid, ordinary=before.amount)])


def _configs(data: Any, depth: int = 0) -> Iterator[dict[str, Any]]:
    if not isinstance(data, dict) or depth > 5:
        return
    for name, value in data.items():
        if name in {"jsonConfig", "spConfig"} and isinstance(value, dict):
            yield value
        else:
            yield from _configs(value, depth + 1)


def _magento_price(prices: Any, name: str) -> Offer:
    entry = prices.get(name) if isinstance(prices, dict) else None
    offer = _plain(entry.get("amount")) if isinstance(entry, dict) else Offer(None)
    place = f"Magento's script.prices.{name}.amount"
    return Offer(offer.amount, origin=placed(offer.origin, place))


def _options(config: dict[str, Any], pattern: re.Pattern[str]) -> tuple[str, ...]:
    attributes = config.get("attributes")
    labels: list[str | None] = []
    for entry in attributes.values() if isinstance(attributes, dict) else ():
        if isinstance(entry, dict) and pattern.search(f"{entry.get('code')} {entry.get('label')}"):
            options = [option for option in _list(entry.get("options")) if isinstance(option, dict)]
            buyable = [option for option in options if option.get("products") != []]
            labels += [line(option.get("label")) for option in buyable or options]
    return unique(labels)

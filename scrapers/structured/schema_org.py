"""schema.org's vocabulary as JSON-LD and microdata carry it; pure, hostile data in."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator
from typing import Any

from scrapers.attributes import Attribute
from scrapers.structured.told import (
    Offer,
    Told,
    amount,
    attributes_of,
    code,
    line,
    lines,
    of_offers,
    offered,
    unique,
)

PRODUCTS = frozenset(
    "Product ProductGroup IndividualProduct SomeProducts ProductModel ProductCollection".split()
)
GONE = ("outofstock", "soldout", "discontinued")
THERE = ("instock", "limitedavailability", "onlineonly", "preorder", "presale", "backorder",
         "instoreonly", "madetoorder", "reserved")  # fmt: skip
# Prices beside the one that is paid (schema.org's PriceTypeEnumeration).
USUAL = ("listprice", "msrp", "srp", "strikethroughprice", "regularprice")
# What holds other products than the page's own.
OTHERS = ("isRelatedTo", "isSimilarTo", "isAccessoryOrSparePartFor", "isConsumableFor")
DEEPEST = 12
WRAPPED = re.compile(r"^\s*(?://\s*)?<!\[CDATA\[|(?://\s*)?\]\]>\s*$|^\s*<!--|-->\s*$")
TRAILING_COMMA = re.compile(r",(\s*[}\]])")


def documents(texts: list[str]) -> Iterator[Any]:
    """Yield the JSON of scripts; what cannot be mended is left out."""
    for text in texts:
        bare = WRAPPED.sub("", WRAPPED.sub("", text)).strip().rstrip(";")
        for form in (bare, TRAILING_COMMA.sub(r"\1", bare), html.unescape(bare)):
            try:
                yield json.loads(form, strict=False)
            except (ValueError, RecursionError):
                continue
            break


def product_nodes(data: Any, depth: int = 0) -> Iterator[dict[str, Any]]:
    """Yield the products of a document, in its order; a product's variants are its own part."""
    if depth > DEEPEST:
        return
    if isinstance(data, list):
        for one in data:
            yield from product_nodes(one, depth + 1)
    elif isinstance(data, dict):
        if types_of(data) & PRODUCTS:
            yield data
            return
        for name, value in data.items():
            if name not in OTHERS and isinstance(value, dict | list):
                yield from product_nodes(value, depth + 1)


def types_of(node: dict[str, Any]) -> set[str]:
    """Return a thing's types without their vocabulary's address."""
    found = node.get("@type")
    types = found if isinstance(found, list) else [found]
    return {re.split(r"[/#:]", one)[-1] for one in types if isinstance(one, str)}


def told_of(node: dict[str, Any], source: str) -> Told:
    """Return what a Product or ProductGroup tells."""
    variants = [one for one in _things(node.get("hasVariant")) if one]
    offers = [*_offers(node), *(offer for one in variants for offer in _offers(one))]
    told = Told(
        source,
        name=line(node.get("name")),
        url=_url(node),
        brand=line(node.get("brand")) or line(node.get("manufacturer")),
        color=_color(node, variants),
        attributes=attributes_of(lambda one: _worded(one, node, variants)),
        images=_images(node.get("image")),
        group=line(node.get("productGroupID")) or line(node.get("inProductGroupWithID")),
    )
    return of_offers(told, offers)


def _things(value: Any) -> list[dict[str, Any]]:
    values = value if isinstance(value, list) else [value]
    return [one for one in values if isinstance(one, dict)]


def _offers(node: dict[str, Any]) -> Iterator[Offer]:
    for offer in _things(node.get("offers")):
        inner = _things(offer.get("offers"))
        if inner and any(one.get("price") is not None for one in inner):
            yield from (_offer(one, offer) for one in inner)
        else:
            yield _offer(offer, offer)


def _offer(offer: dict[str, Any], outer: dict[str, Any]) -> Offer:
    specified = _things(offer.get("priceSpecification"))
    paid = [one for one in specified if not _is_usual(one) and not _is_unit_price(one)]
    currency = code(offer.get("priceCurrency")) or code(outer.get("priceCurrency"))
    currency = currency or next(
        filter(None, (code(one.get("priceCurrency")) for one in paid)), None
    )
    price = amount(_first(offer, "price", "lowPrice"), currency)
    if price is None:
        price = next((found for one in paid if (found := _specified(one, currency))), None)
    usual = [_specified(one, currency) for one in specified if _is_usual(one)]
    return Offer(price, next(filter(None, usual), None), currency, _available(offer, outer))


def _first(node: dict[str, Any], *names: str) -> Any:
    return next((node[name] for name in names if node.get(name) not in (None, "", [])), None)


def _specified(one: dict[str, Any], currency: str | None) -> Any:
    return amount(_first(one, "price", "minPrice"), code(one.get("priceCurrency")) or currency)


def _is_usual(one: dict[str, Any]) -> bool:
    kind = (line(one.get("priceType")) or line(one.get("name")) or "").lower()
    return kind.rsplit("/", 1)[-1].replace(" ", "") in USUAL


def _is_unit_price(one: dict[str, Any]) -> bool:
    """Tell whether it is a price for 100 g and the like: a quantity is named that is not one."""
    return bool(one.get("referenceQuantity") or one.get("unitText"))


def _available(offer: dict[str, Any], outer: dict[str, Any]) -> bool | None:
    word = line(offer.get("availability")) or line(outer.get("availability")) or ""
    word = re.split(r"[/#]", word.lower())[-1].replace(" ", "").replace("_", "")
    if word in GONE:
        return False
    return True if word in THERE else None


def _url(node: dict[str, Any]) -> str | None:
    for value in (node.get("url"), *(one.get("url") for one in _things(node.get("offers")))):
        if found := line(value):
            return found
    id_ = line(node.get("@id")) or ""
    return id_ if id_.startswith(("http:", "https:")) else None


def _color(node: dict[str, Any], variants: list[dict[str, Any]]) -> str | None:
    """Return the colour where there is one: variants in several colours are several products."""
    colors = unique([*lines(node.get("color")), *(line(one.get("color")) for one in variants)])
    return colors[0] if len(colors) == 1 else None


def _worded(
    attribute: Attribute, node: dict[str, Any], variants: list[dict[str, Any]]
) -> tuple[str, ...]:
    """Return the product's own wordings, and those of the variants that can be bought."""
    of_variants = (
        (wording, any(offer.available is not False for offer in _offers(one)))
        for one in variants
        for wording in _wordings(attribute, one)
    )
    return unique([*_wordings(attribute, node), *offered(of_variants)])


def _wordings(attribute: Attribute, node: dict[str, Any]) -> Iterator[str]:
    """Yield what a node says of an attribute: by its own property, or by an additional one."""
    for name in attribute.properties:
        for one in _listed(node.get(name)):
            yield from (f"{_system(one)}{text}" for text in lines(one))
    for one in _things(node.get("additionalProperty")):
        if attribute.options.search(line(one.get("name")) or ""):
            yield from lines(one.get("value"))


def _system(one: Any) -> str:
    """Return the system that a SizeSpecification names: "UK " of WearableSizeSystemUK."""
    named = line(one.get("sizeSystem")) if isinstance(one, dict) else None
    found = re.search(r"SizeSystem([A-Z]{2})$", named or "")
    return f"{found[1]} " if found else ""


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _images(value: Any) -> tuple[str, ...]:
    found: list[str | None] = []
    for one in value if isinstance(value, list) else [value]:
        if isinstance(one, dict):
            found.append(line(one.get("url")) or line(one.get("contentUrl")))
        elif isinstance(one, str):
            found.append(one.strip())
    return unique(found)

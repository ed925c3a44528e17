"""schema.org's vocabulary as JSON-LD and microdata carry it; pure, hostile data in."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import json_repair

from scrapers.attributes import Attribute
from scrapers.structured.product import (
    Offer,
    StructuredProduct,
    amount,
    attributes_of,
    code,
    line,
    lines,
    offered,
    unique,
    with_offers,
)
from scrapers.values.availability import read_availability

PRODUCTS = frozenset(
    "product productgroup individualproduct someproducts productmodel productcollection".split()
)
# Prices beside the one that is paid (schema.org's PriceTypeEnumeration).
USUAL = ("listprice", "msrp", "srp", "strikethroughprice", "regularprice")
# What holds other products than the page's own.
OTHERS = ("isRelatedTo", "isSimilarTo", "isAccessoryOrSparePartFor", "isConsumableFor")
DEEPEST = 12
WRAPPED = re.compile(r"^\s*(?://\s*)?<!\[CDATA\[|(?://\s*)?\]\]>\s*$|^\s*<!--|-->\s*$")
# Where a reference to another node may stand.
REFERRING = frozenset(
    "offers brand manufacturer image hasVariant isVariantOf priceSpecification".split()
)
STRAIGHT = dict.fromkeys(map(ord, "“”„‟″«»"), '"')
# A number code without quotes is no number of JSON: "gtin12": 012345678912.
LEADING_ZERO = re.compile(r"(:\s{0,9})(0\d{3,20})(?=\s{0,9}[,}\]])")
MENDED_DEEP = 40  # levels: a deeper text costs the mending minutes
MENDED_UP_TO = 60_000  # characters: a second or two at worst


def documents(texts: list[str]) -> Iterator[Any]:
    """Yield the JSON of scripts, its slips mended; what cannot be mended is left out.

    A reference to another node, {"@id": "#offer"}, is replaced by that node.
    """
    read = [data for script in texts if (data := _parsed(script)) is not None]
    objects = [node for data in read for node in _objects(data)]
    known = {node["@id"]: node for node in objects if _is_named(node) and not _refers(node)}
    for node in objects:
        for name in REFERRING & node.keys():
            node[name] = [
                known.get(part["@id"], part) if _is_named(part) and _refers(part) else part
                for part in _listed(node[name])
            ]
    yield from read


def _parsed(script: str) -> Any:
    text = WRAPPED.sub("", WRAPPED.sub("", script)).strip().rstrip(";")
    for form in _forms(text):
        try:
            data = json.loads(form, strict=False)
        except (ValueError, RecursionError):
            continue
        # A theme may encode its JSON as a text once more.
        return _parsed(data) if isinstance(data, str) and "{" in data else data
    quoted = (form for form in _forms(text) if '"' in form or "'" in form)
    mended = next(quoted, "")  # without a quote there is no name of a property in it
    if len(mended) > MENDED_UP_TO or not 0 < _depth(mended) <= MENDED_DEEP:
        return None
    try:
        return json_repair.loads(LEADING_ZERO.sub(r'\1"\2"', mended), skip_json_loads=True)
    except (ValueError, RecursionError):
        return None


def _depth(text: str) -> int:
    """Return how deep a text's brackets are nested, wherever they stand."""
    depth = deepest = 0
    for sign in re.findall(r"[{}\[\]]", text):
        depth += 1 if sign in "{[" else -1
        deepest = max(deepest, depth)
    return deepest


def _forms(text: str) -> Iterator[str]:
    """Yield a script as it stands, with entities decoded once and twice, with straight quotes."""
    once = html.unescape(text)
    twice = html.unescape(once) if "&" in once else once
    yield from dict.fromkeys((text, once, twice))
    if '"' not in twice:
        yield twice.translate(STRAIGHT)


def _objects(data: Any, depth: int = 0) -> Iterator[dict[str, Any]]:
    if isinstance(data, list | dict) and depth <= DEEPEST:
        if isinstance(data, dict):
            yield data
        for part in data.values() if isinstance(data, dict) else data:
            yield from _objects(part, depth + 1)


def _is_named(node: Any) -> bool:
    return isinstance(node, dict) and isinstance(node.get("@id"), str)


def _refers(node: dict[str, Any]) -> bool:
    return node.keys() <= {"@id", "@type"}


def product_nodes(data: Any, depth: int = 0) -> Iterator[dict[str, Any]]:
    """Yield the products of a document, in its order; a product's variants are its own part."""
    if depth > DEEPEST:
        return
    if isinstance(data, list):
        for item in data:
            yield from product_nodes(item, depth + 1)
    elif isinstance(data, dict):
        if types_of(data) & PRODUCTS:
            yield data
            return
        for name, value in data.items():
            if name not in OTHERS and isinstance(value, dict | list):
                yield from product_nodes(value, depth + 1)


def types_of(node: dict[str, Any]) -> set[str]:
    """Return a node's types in lower case, without their vocabulary's address."""
    types = _listed(node.get("@type"))
    return {
        re.split(r"[/#:]", name)[-1].strip().casefold() for name in types if isinstance(name, str)
    }


def structured_product(node: dict[str, Any], source: str) -> StructuredProduct:
    """Return the product that a Product or ProductGroup node describes, with its variants."""
    own = _product(node, source)
    return replace(own, variants=tuple(_product(v, source) for v in _nodes(node.get("hasVariant"))))


def _product(node: dict[str, Any], source: str) -> StructuredProduct:
    variants = [variant for variant in _nodes(node.get("hasVariant")) if variant]
    offers = [*_offers(node), *(offer for variant in variants for offer in _offers(variant))]
    structured = StructuredProduct(
        source,
        name=line(node.get("name")),
        url=_url(node),
        brand=line(node.get("brand")) or line(node.get("manufacturer")),
        color=_color(node, variants),
        attributes=attributes_of(lambda attribute: _worded(attribute, node, variants)),
        images=_images(node.get("image")),
        group=_group(node),
        sku=line(node.get("sku")),
    )
    return with_offers(structured, offers)


def _nodes(value: Any) -> list[dict[str, Any]]:
    return [node for node in _listed(value) if isinstance(node, dict)]


def _offers(node: dict[str, Any]) -> Iterator[Offer]:
    for offer in _nodes(node.get("offers")):
        inner = _nodes(offer.get("offers"))
        if inner and any(part.get("price") is not None for part in inner):
            yield from (_offer(part, offer) for part in inner)
        else:
            yield _offer(offer, offer)


def _offer(offer: dict[str, Any], outer: dict[str, Any]) -> Offer:
    specified = _nodes(offer.get("priceSpecification"))
    paid = [entry for entry in specified if not _is_usual(entry) and not _is_unit_price(entry)]
    currency = code(offer.get("priceCurrency")) or code(outer.get("priceCurrency"))
    currency = currency or next(
        filter(None, (code(entry.get("priceCurrency")) for entry in paid)), None
    )
    price = amount(_first(offer, "price", "lowPrice"), currency)
    if price is None:
        price = next((value for entry in paid if (value := _specified(entry, currency))), None)
    usual = [_specified(entry, currency) for entry in specified if _is_usual(entry)]
    stock = read_availability(line(offer.get("availability")) or line(outer.get("availability")))
    return Offer(price, next(filter(None, usual), None), currency, stock)


def _first(node: dict[str, Any], *names: str) -> Any:
    return next((node[name] for name in names if node.get(name) not in (None, "", [])), None)


def _specified(entry: dict[str, Any], currency: str | None) -> Any:
    return amount(_first(entry, "price", "minPrice"), code(entry.get("priceCurrency")) or currency)


def _is_usual(entry: dict[str, Any]) -> bool:
    kind = (line(entry.get("priceType")) or line(entry.get("name")) or "").lower()
    return kind.rsplit("/", 1)[-1].replace(" ", "") in USUAL


def _is_unit_price(entry: dict[str, Any]) -> bool:
    """Return True if the price is for a quantity, as for 100 g, and not for one piece."""
    return bool(entry.get("referenceQuantity") or entry.get("unitText"))


def _group(node: dict[str, Any]) -> str | None:
    named = (line(node.get("productGroupID")), line(node.get("inProductGroupWithID")))
    groups = (line(group.get("productGroupID")) for group in _nodes(node.get("isVariantOf")))
    return next(filter(None, (*named, *groups)), None)


def _url(node: dict[str, Any]) -> str | None:
    for value in (node.get("url"), *(offer.get("url") for offer in _nodes(node.get("offers")))):
        if url := line(value):
            return url
    id_ = line(node.get("@id")) or ""
    return id_ if id_.startswith(("http:", "https:")) else None


def _color(node: dict[str, Any], variants: list[dict[str, Any]]) -> str | None:
    """Return the colour where there is one: variants in several colours are several products."""
    colors = unique(
        [*lines(node.get("color")), *(line(variant.get("color")) for variant in variants)]
    )
    return colors[0] if len(colors) == 1 else None


def _worded(
    attribute: Attribute, node: dict[str, Any], variants: list[dict[str, Any]]
) -> tuple[str, ...]:
    """Return the product's own wordings, and those of the variants that can be bought."""
    of_variants = (
        (wording, any(offer.stock.value is not False for offer in _offers(variant)))
        for variant in variants
        for wording in _wordings(attribute, variant)
    )
    return unique([*_wordings(attribute, node), *offered(of_variants)])


def _wordings(attribute: Attribute, node: dict[str, Any]) -> Iterator[str]:
    """Yield a node's wordings of an attribute, of its own and of its additional properties."""
    for name in attribute.properties:
        for value in _listed(node.get(name)):
            yield from (f"{_system(value)}{text}" for text in lines(value))
    for extra in _nodes(node.get("additionalProperty")):
        if attribute.options.search(line(extra.get("name")) or ""):
            yield from lines(extra.get("value"))


def _system(value: Any) -> str:
    """Return the system that a SizeSpecification names: "UK " of WearableSizeSystemUK."""
    system = line(value.get("sizeSystem")) if isinstance(value, dict) else None
    match = re.search(r"SizeSystem([A-Z]{2})$", system or "")
    return f"{match[1]} " if match else ""


def _listed(value: Any, depth: int = 0) -> list[Any]:
    """Return what a list holds, however it is written: nested, as a JSON-LD container, keyed."""
    if isinstance(value, dict) and _is_keyed(value):
        value = list(value.values())
    if not isinstance(value, list):
        return [value]
    if depth >= DEEPEST:
        return []
    return [part for entry in value for part in _listed(entry, depth + 1)]


def _is_keyed(node: dict[str, Any]) -> bool:
    """Return True for a list that became an object: by number, by sku, or as @list or @set."""
    if all(key.isdecimal() or key in {"@list", "@set"} for key in node):
        return bool(node)
    kinds = [part.get("@type") if isinstance(part, dict) else None for part in node.values()]
    return len(kinds) > 1 and None not in kinds and all(kind == kinds[0] for kind in kinds)


def _images(value: Any) -> tuple[str, ...]:
    urls: list[str | None] = []
    for image in _listed(value):
        if isinstance(image, dict):
            urls.append(line(image.get("url")) or line(image.get("contentUrl")))
        elif isinstance(image, str):
            urls.append(image.strip())
    return unique(urls)

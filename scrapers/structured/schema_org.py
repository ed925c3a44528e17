"""schema.org's vocabulary as JSON-LD and microdata carry it; pure, hostile data in."""

import html
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import json_repair

from scrapers.attributes import ATTRIBUTES, SIZE, Attribute
from scrapers.encodings import MOST_VALUES, values_in
from scrapers.structured.nodes import DEEPEST, PLACE, flatten, line, lines, nodes, types_of
from scrapers.structured.offers import offers_of
from scrapers.structured.product import StructuredProduct, attributes_of, buyable_values, unique
from scrapers.values.identifiers import (
    Identifier,
    identifiers_of,
    unique_identifiers,
    variant_words,
)
from scrapers.values.offers import Offer, without_parts
from scrapers.values.pictures import read_pictures
from scrapers.values.price.goods import kind_of, piece_of
from scrapers.values.reading import with_place
from scrapers.values.sizes import size_of
from scrapers.values.variants import are_related, core

PRODUCTS = frozenset(
    "product productgroup individualproduct someproducts productmodel productcollection".split()
)
OFFERS = frozenset({"offer", "aggregateoffer"})
PREFIXED = re.compile(r"(?:https?://schema\.org/|schema:|sdo:|s:)\w", re.I)
ARTICLES = frozenset("article blogposting newsarticle review".split())
# What holds other products than the page's own.
OTHERS = ("isRelatedTo", "isSimilarTo", "isAccessoryOrSparePartFor", "isConsumableFor")
WRAPPED = re.compile(r"^\s*(?://\s*)?<!\[CDATA\[|(?://\s*)?\]\]>\s*$|^\s*<!--|-->\s*$")
# Where a reference to another node may stand.
REFERRING = frozenset(
    "offers brand manufacturer image hasVariant isVariantOf priceSpecification".split()
)
STRAIGHT = dict.fromkeys(map(ord, "“”„‟″«»"), '"')
# A number code without quotes is no number of JSON: "gtin12": 012345678912. It follows its name,
# or begins a list.
LEADING_ZERO = re.compile(r"((?<!\\)[\"\w]\s{0,9}:\s{0,9}\[?\s{0,9})(0\d{3,20})(?=\s{0,9}[,}\]])")
MENDED_DEEP = 40  # levels: a deeper text costs the mending minutes
MENDED_UP_TO = 60_000  # characters: a second or two at worst


def documents(texts: list[str]) -> Iterator[Any]:
    """Yield the JSON of scripts, its slips mended; what cannot be mended is left out.

    A reference to another node, {"@id": "#offer"}, is replaced by that node.
    """
    yield from (data for _, data in numbered_documents(texts))


def numbered_documents(texts: list[str]) -> Iterator[tuple[int, Any]]:
    """Yield what `documents` does, each with its script's number from 1."""
    parsed = [(number, _parse(script)) for number, script in _few(texts)]
    numbered = [(number, data) for number, data in parsed if data is not None]
    read = [data for _, data in numbered]
    objects = [node for data in read for node in _objects(data)]
    for node in objects:
        _name_plainly(node)
        _offer_to_product(node)
    known = {node["@id"]: node for node in objects if _is_named(node) and not _refers(node)}
    for node in objects:
        for name in REFERRING & node.keys():
            node[name] = [
                known.get(part["@id"], part) if _is_named(part) and _refers(part) else part
                for part in flatten(node[name])
            ]
    yield from numbered


def _few(texts: list[str]) -> Iterator[tuple[int, str]]:
    count = 0
    for number, text in enumerate(texts, 1):
        count += values_in(text)
        if count <= MOST_VALUES:
            yield number, text


def _parse(script: str) -> Any:
    text = WRAPPED.sub("", WRAPPED.sub("", script)).strip().rstrip(";")
    for form in _exact(text):
        try:
            data = json.loads(form, strict=False)
        except (ValueError, RecursionError):
            continue
        # A theme may encode its JSON as a text once more.
        return _parse(data) if isinstance(data, str) and "{" in data else data
    quoted = (form for form in _forms(text) if '"' in form or "'" in form)
    mended = next(quoted, "")  # without a quote there is no name of a property in it
    if len(mended) > MENDED_UP_TO or not 0 < _depth(mended) <= MENDED_DEEP:
        return None
    try:
        return json_repair.loads(LEADING_ZERO.sub(r'\1"\2"', mended), skip_json_loads=True)
    except (ValueError, RecursionError):
        return None


def _exact(text: str) -> Iterator[str]:
    for form in _forms(text):
        yield form
        if (quoted := LEADING_ZERO.sub(r'\1"\2"', form)) != form:
            yield quoted


def _depth(text: str) -> int:
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


def _name_plainly(node: dict[str, Any]) -> None:
    """Name properties as schema.org does: "schema:offers", "http://schema.org/offers", "Offers"."""
    for name in [name for name in node if PREFIXED.match(name) or name[:1].isupper()]:
        plain = re.split(r"[/#:]", name)[-1]
        node.setdefault(plain[:1].lower() + plain[1:], node.pop(name))


def _offer_to_product(node: dict[str, Any]) -> None:
    if types_of(node) & OFFERS:
        for item in nodes(node.get("itemOffered")):
            if types_of(item) & PRODUCTS and "offers" not in item:
                item["offers"] = {k: value for k, value in node.items() if k != "itemOffered"}


def _is_named(node: Any) -> bool:
    return isinstance(node, dict) and isinstance(node.get("@id"), str)


def _refers(node: dict[str, Any]) -> bool:
    return node.keys() <= {"@id", "@type"}


def product_nodes(data: Any, place: str = "", depth: int = 0) -> Iterator[dict[str, Any]]:
    """Yield the products of a document, in its order; a product's variants are its own part.

    Each has its place in the document, behind that of the document.
    """
    if depth > DEEPEST:
        return
    if isinstance(data, list):
        for number, item in enumerate(data):
            yield from product_nodes(item, f"{place}[{number}]", depth + 1)
    elif isinstance(data, dict):
        if types_of(data) & PRODUCTS:
            yield {**data, PLACE: place}
        if types_of(data) & (PRODUCTS | ARTICLES):
            return
        for name, value in data.items():
            if name not in OTHERS and isinstance(value, dict | list):
                yield from product_nodes(value, f"{place}.{name[:40]}", depth + 1)


def structured_product(node: dict[str, Any], source: str) -> StructuredProduct:
    """Return the product that a Product or ProductGroup node describes, with its variants."""
    variants = _variants(node)
    own = _product(node, source, variants)
    return replace(own, variants=tuple(_product(v, source, _variants(v)) for v in variants))


def _offers(node: dict[str, Any], whole: str = "") -> list[Offer]:
    """Return a node's offers; `whole`: the name of the product that it is a variant of."""
    place = line(node.get(PLACE)) or ""
    size = size_of(_wordings(SIZE, node))
    name = (line(node.get("name")) or "") if whole else ""
    piece, kind = piece_of([name], whole), None if kind_of(whole) else kind_of(name)
    return [
        replace(
            one,
            origin=with_place(one.origin, place),
            size=size,
            piece=piece or one.piece,
            kind=kind or one.kind,
        )
        for one in offers_of(node)
    ]


def _product(
    node: dict[str, Any], source: str, variants: list[dict[str, Any]]
) -> StructuredProduct:
    name = line(node.get("name")) or ""
    offers = [*_offers(node), *(one for variant in variants for one in _offers(variant, name))]
    return StructuredProduct(
        source,
        name=name or None,
        url=_url(node),
        brand=line(node.get("brand")) or line(node.get("manufacturer")),
        color=_color(node, variants),
        attributes=attributes_of(lambda attribute: _all_wordings(attribute, node, variants)),
        images=_images(node.get("image")),
        group=_group(node),
        sku=line(node.get("sku")),
        identifiers=unique_identifiers(_identifiers(node, variants)),
    ).offered_at(offers)


def _variants(node: dict[str, Any]) -> list[dict[str, Any]]:
    """Return a product's variants with their places, without other goods among them.

    Some name nothing but their options, in unknown words: they are believed where none
    has the product's name.
    """
    listed = [
        {PLACE: f"{node.get(PLACE, '')}.hasVariant[{number}]", **variant}
        for number, variant in enumerate(nodes(node.get("hasVariant")))
        if variant
    ]
    name = line(node.get("name")) or ""
    offers = [_offers(variant, name) for variant in listed]
    wholes = {*without_parts([one for each in offers for one in each])}
    listed = [
        variant
        for variant, each in zip(listed, offers, strict=True)
        if not each or not wholes.isdisjoint(each)
    ]
    own = core(name)
    cores = [core(line(variant.get("name")) or "", _options(variant)) for variant in listed]
    if not any(each and are_related(each, own) for each in cores if own):
        return listed
    return [one for one, each in zip(listed, cores, strict=True) if are_related(each, own)]


def _options(variant: dict[str, Any]) -> list[str]:
    sizes = (text for one in ATTRIBUTES for text in _wordings(one, variant))
    return [*lines(variant.get("color")), *sizes]


def _group(node: dict[str, Any]) -> str | None:
    named = (line(node.get("productGroupID")), line(node.get("inProductGroupWithID")))
    groups = (line(group.get("productGroupID")) for group in nodes(node.get("isVariantOf")))
    return next(filter(None, (*named, *groups)), None)


def _identifiers(node: dict[str, Any], variants: list[dict[str, Any]]) -> Iterator[Identifier]:
    yield from identifiers_of(node)
    offers = [one for offer in nodes(node.get("offers")) for one in (offer, *_inner(offer))]
    for offer in offers:
        yield from identifiers_of(offer, line(offer.get("name")) or "" if len(offers) > 1 else "")
    for variant in variants:
        words = variant_words(*_options(variant))
        for one in _identifiers(variant, []):
            yield replace(one, variant=words or one.variant)


def _inner(offer: dict[str, Any]) -> list[dict[str, Any]]:
    return [*nodes(offer.get("offers")), *nodes(offer.get("itemOffered"))]


def _url(node: dict[str, Any]) -> str | None:
    for value in (node.get("url"), *(offer.get("url") for offer in nodes(node.get("offers")))):
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


def _all_wordings(
    attribute: Attribute, node: dict[str, Any], variants: list[dict[str, Any]]
) -> tuple[str, ...]:
    of_variants = (
        (wording, any(offer.stock.value is not False for offer in offers_of(variant)))
        for variant in variants
        for wording in _wordings(attribute, variant)
    )
    return unique([*_wordings(attribute, node), *buyable_values(of_variants)])


def _wordings(attribute: Attribute, node: dict[str, Any]) -> Iterator[str]:
    for name in attribute.properties:
        for value in flatten(node.get(name)):
            yield from (f"{_system(value)}{text}" for text in lines(value))
    for extra in nodes(node.get("additionalProperty")):
        if attribute.options.search(line(extra.get("name")) or ""):
            yield from lines(extra.get("value"))


def _system(value: Any) -> str:
    """Return the system that a SizeSpecification names: "UK " of WearableSizeSystemUK."""
    system = line(value.get("sizeSystem")) if isinstance(value, dict) else None
    match = re.search(r"SizeSystem([A-Z]{2})$", system or "")
    return f"{match[1]} " if match else ""


def _images(value: Any) -> tuple[str, ...]:
    urls: list[str | None] = []
    for image in flatten(value):
        if isinstance(image, dict):
            urls.append(line(image.get("url")) or line(image.get("contentUrl")))
        elif isinstance(image, str):
            urls += read_pictures(image).value or ()
    return unique(urls)

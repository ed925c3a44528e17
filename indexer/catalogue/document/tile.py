"""What a tile shows of a product: finished when its document is written, since it is the same for
every visitor. Pure.

A document holds it packed, in a field that Elasticsearch returns without reading the document: a
page of 100 documents is four times as long as what is shown of it.
"""

from __future__ import annotations

from binascii import a2b_base64, b2a_base64
from collections.abc import Iterable
from itertools import pairwise
from typing import Any

import orjson

from scrapers.attributes import ATTRIBUTES

Body = dict[str, Any]

FIELD = "tile"
# What a tile shows, names, links to and is edited by; whole products take twice as much.
ALWAYS_SENT = ("objectID", "productId", "brandId", "groupKey", "name", "brand", "storeSite")
PRICES = ("price", "ordinaryPrice")
# Only where there is something to say: the client fills in the rest (frontend/src/lib/api/hits.ts).
WHERE_PRESENT = (
    *("href", "imageBg", "needExternalTranslate", "saMade", "unisex", "soldOut"),
    *("colour", "colourText", *PRICES),
)
TILE = (*ALWAYS_SENT, *WHERE_PRESENT, "category", "storeName", "siblings", "attributes")
# A product's name may say them.
IN_NAMES = tuple(attribute.name for attribute in ATTRIBUTES if attribute.in_words)
VALUES = 12  # of an attribute: more than a tile's line holds
PICTURES = 2  # the second one shows where the first is pointed at


def packed(document: Body) -> str:
    """Return a document's tile, as a binary field takes it."""
    return b2a_base64(orjson.dumps(tile(document)), newline=False).decode()


def unpacked(fields: Iterable[str]) -> list[Body]:
    """Return the tiles of packed ones, in their order."""
    tiles: list[Body] = orjson.loads(b"[%b]" % b",".join(map(a2b_base64, fields)))
    return tiles


def tile(document: Body) -> Body:
    """Return what a tile shows, without what is false, null or empty; amounts in all currencies.

    The store's name is left out where it is the brand's; categories are the finest ones, whose
    slugs begin with their ancestors'; a picture's size stands beside the first, for which a place
    is kept. An index of an older version may lack some of it.
    """
    shown = {name: document[name] for name in ALWAYS_SENT if name in document}
    _copy_present(shown, document, WHERE_PRESENT)
    if attributes := _carried(document.get("attributes", {}), document["name"].casefold()):
        shown["attributes"] = attributes
    if document.get("storeName") != document.get("brand"):
        _copy_present(shown, document, ("storeName",))
    if category := document.get("category"):
        shown["category"] = finest(category)
    if pictures := document["images"][:PICTURES]:
        first, *others = pictures
        shown["images"] = [_without_empty(first), *({"url": other["url"]} for other in others)]
    if siblings := document.get("siblings"):
        shown["siblings"] = [_swatch(sibling, document["name"]) for sibling in siblings]
    return shown


def _carried(attributes: dict[str, list[str]], name: str) -> dict[str, list[str]]:
    """Return what a tile says of attributes: not again what its name says, in lower case."""
    unsaid = {
        attribute: [value for value in attributes[attribute] if value.casefold() not in name]
        for attribute in IN_NAMES
        if attribute in attributes
    }
    shown = attributes | unsaid
    return {attribute: values[:VALUES] for attribute, values in shown.items() if values}


def _copy_present(target: Body, source: Body, names: tuple[str, ...]) -> None:
    for name in names:
        if value := source.get(name):
            target[name] = value


def finest(slugs: list[str]) -> list[str]:
    """Return the slugs that begin no other: a document lists all ancestors, parents first."""
    return [slug for slug, after in pairwise([*slugs, ""]) if not after.startswith(f"{slug}/")]


def _without_empty(picture: Body) -> Body:
    return {name: value for name, value in picture.items() if value}


def _swatch(sibling: Body, name: str) -> Body:
    """Return a sibling; its name is left out where it is the product's."""
    shown = _without_empty(sibling)
    if shown.get("name") == name:
        del shown["name"]
    return shown


def in_currency(shown: Body, currency: str) -> None:
    """Keep the amounts of a tile in one currency alone, in place."""
    for priced in (shown, *shown.get("siblings", ())):
        for name in PRICES:
            if amounts := priced.get(name):
                priced[name] = {currency: amounts[currency]} if currency in amounts else {}

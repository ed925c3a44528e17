"""Structured data on a product's page (schema.org as JSON-LD), as shops' plug-ins write it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from tests.storefronts.truth import Product, Tile

Data = dict[str, Any]
STOCK = {True: "https://schema.org/InStock", False: "https://schema.org/OutOfStock"}


def _offer(tile: Tile, currency: str, url: str, left: bool) -> Data:
    offer: Data = {
        "@type": "Offer",
        "url": url,
        "price": str(tile.price),
        "priceCurrency": currency,
        "availability": STOCK[left],
        "itemCondition": "https://schema.org/NewCondition",
    }
    if tile.was:
        listed = "https://schema.org/StrikethroughPrice"
        spec = {"@type": "UnitPriceSpecification", "priceType": listed, "price": str(tile.was)}
        offer["priceSpecification"] = spec | {"priceCurrency": currency}
    return offer


def _common(one: Product, kind: str, base: str, url: str) -> Data:
    pictures = [base + tile.picture for tile in one.tiles]
    said: Data = {"@type": kind, "name": one.title, "url": url, "image": pictures}
    return said | {"description": one.words, "material": one.cloth, "sku": str(one.number)}


def plain(one: Product, currency: str, base: str, url: str) -> Data:
    """A Product with one Offer."""
    said = _common(one, "Product", base, url)
    tile = one.tiles[0]
    said["offers"] = _offer(tile, currency, url, tile.in_stock)
    return {"@context": "https://schema.org/", **said}


def graph(one: Product, currency: str, base: str, url: str) -> Data:
    """The Product in a @graph among a page's other things, as WordPress plug-ins write it."""
    said = plain(one, currency, base, url)
    said.pop("@context")
    said["offers"] = [said["offers"]]
    page = {"@type": "WebPage", "@id": url, "name": one.title, "url": url}
    site = {"@type": "WebSite", "@id": f"{base}/#website", "url": base}
    return {"@context": "https://schema.org", "@graph": [site, page, said | {"@id": f"{url}#p"}]}


def aggregate(one: Product, currency: str, base: str, url: str) -> Data:
    """A Product whose sizes are the Offers of an AggregateOffer."""
    tile = one.tiles[0]
    offers = [_offer(tile, currency, url, left) for _, left in tile.offers]
    said = _common(one, "Product", base, url)
    ends = {"lowPrice": str(tile.price), "highPrice": str(tile.price), "offerCount": len(offers)}
    said["offers"] = {"@type": "AggregateOffer", "priceCurrency": currency, **ends}
    said["offers"]["offers"] = offers
    return {"@context": "http://schema.org", **said}


def group(one: Product, currency: str, base: str, url: str) -> Data:
    """A ProductGroup with a Product for each colour and size."""
    said = _common(one, "ProductGroup", base, url)
    said |= {"productGroupID": str(one.number), "hasVariant": []}
    said["variesBy"] = ["https://schema.org/color", "https://schema.org/size"]
    for tile in one.tiles:
        for size, left in tile.offers:
            number = one.number_of(tile, size)
            address = f"{url}?variant={number}"
            variant: Data = {"@type": "Product", "sku": str(number), "image": base + tile.picture}
            variant |= {"name": f"{one.title} - {tile.colour} / {size}", "color": tile.colour}
            variant |= {"size": size, "offers": _offer(tile, currency, address, left)}
            said["hasVariant"].append(variant)
    return {"@context": "https://schema.org/", **said}


Style = Callable[[Product, str, str, str], Data]


def script(data: Data) -> str:
    """The data as it stands in a page."""
    return f'<script type="application/ld+json">{json.dumps(data)}</script>'

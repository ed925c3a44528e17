"""A product's page: its words, its facts in JSON-LD, the state that the frontend starts with."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

from sqlalchemy.exc import SQLAlchemyError

from app.errors import ApiError, Gone, NotFound
from app.pages.found.facts import SCHEMA, Facts, breadcrumbs, web_address
from app.pages.found.page import FoundPage, away
from app.pages.meta import NOT_FOUND, PRODUCT, SITE, Meta, results_path
from app.product.address import PRODUCT_PREFIX, product_id_of
from app.product.stored import Stored
from app.product.view import Product, product_view
from app.search.filters import DEFAULT_CURRENCY

_CONDITIONS = {"new": "NewCondition", "vintage": "UsedCondition"}


def product_page(path: str, country: str, site: str) -> FoundPage | None:
    """Return the page of a product's path, None for other paths.

    What is gone from its store is shown as gone (410), with what is like it; what is not known is
    not found; while a server is away the browser asks again (503).
    """
    if not path.startswith(PRODUCT_PREFIX):
        return None
    product_id = product_id_of(path)
    if product_id is None:
        return FoundPage(NOT_FOUND, path)
    try:
        product = product_view(product_id, DEFAULT_CURRENCY, country)
    except (NotFound, Gone) as error:
        return FoundPage(replace(NOT_FOUND, status=int(error.status)), path)
    except (ApiError, SQLAlchemyError):
        return away(PRODUCT, path)
    pictures = [
        address
        for image in product.document["images"]
        if (address := web_address(image["url"], site)) is not None
    ]
    own_path: str = product.body["path"]
    made_for = {"currency": DEFAULT_CURRENCY, "countryCode": country}
    return FoundPage(
        _meta(product),
        own_path,
        pictures[0] if pictures else "",
        [_facts(product, pictures, site + own_path, site), _way(product, own_path, site)],
        {"product": made_for | {"view": product.body}},
        "product",
    )


def _meta(product: Product) -> Meta:
    document = product.document
    name, brand = document["name"], product.body["product"]["brand"]
    if product.stored.gone:
        about = f"{name} is no longer at {document['storeName']}; what is like it is."
        return replace(
            PRODUCT, title=f"{name} – {SITE}", description=about, status=410, listed=False
        )
    about = (
        f"{name} by {brand} at {document['storeName']}: price history, sizes, and what is like it."
    )
    return replace(PRODUCT, title=f"{name}, {brand} – {SITE}", description=about)


def _facts(product: Product, pictures: list[str], address: str, site: str) -> Facts:
    """Return the product as schema.org has it, with its offer as long as the store has it."""
    document = product.document
    facts: Facts = {
        "@context": SCHEMA,
        "@type": "Product",
        "name": document["name"],
        "url": address,
        "sku": str(product.stored.id),
        "image": pictures,
        "brand": {"@type": "Brand", "name": product.body["product"]["brand"]},
    }
    if document.get("colourText"):
        facts["color"] = document["colourText"]
    if offers := _offers(product, address, site):
        facts["offers"] = offers
    return facts


def _offers(product: Product, address: str, site: str) -> Facts | None:
    """Return its offer, or those of all stores that can sell it now, as long as there are any."""
    stored = product.stored
    by_id = {each.id: each for each in (stored, *stored.mates)}
    sold = [one for one in product.body["offers"] if one["price"] and not one["soldOut"]]
    if len(sold) > 1:
        prices = [one["price"] for one in sold]  # in DEFAULT_CURRENCY, as the view was asked for
        return {
            "@type": "AggregateOffer",
            "offerCount": len(sold),
            "lowPrice": f"{min(prices):.2f}",
            "highPrice": f"{max(prices):.2f}",
            "priceCurrency": DEFAULT_CURRENCY,
            "offers": [
                _offer(by_id[one["productId"]], one["storeName"], site + one["path"])
                for one in sold
            ],
        }
    if not stored.price or stored.gone:
        return None
    condition = _CONDITIONS[product.document["type"]]
    own = _offer(stored, product.document["storeName"], address)
    before = product.measure.before if product.measure else None
    return own | {"itemCondition": f"{SCHEMA}/{condition}"} | _reduced(before, stored.currency)


def _offer(each: Stored, store: str, address: str) -> Facts:
    return {
        "@type": "Offer",
        "url": address,
        "price": str(each.price),
        "priceCurrency": each.currency,
        "availability": f"{SCHEMA}/{'SoldOut' if each.sold_out else 'InStock'}",
        "seller": {"@type": "Organization", "name": store},
    }


def _reduced(before: Decimal | None, currency: str) -> Facts:
    """Return what an offer says of a price before it: the measured one, never the store's own."""
    if before is None:
        return {}
    return {
        "priceSpecification": {
            "@type": "UnitPriceSpecification",
            "priceType": f"{SCHEMA}/StrikethroughPrice",
            "price": str(before),
            "priceCurrency": currency,
        }
    }


def _way(product: Product, path: str, site: str) -> Facts:
    """Return the way to a product that the page shows, too."""
    way = product.body["way"]
    steps = [(step["label"], results_path([("category", step["value"])])) for step in way]
    return breadcrumbs([(SITE, "/"), *steps, (product.document["name"], path)], site)

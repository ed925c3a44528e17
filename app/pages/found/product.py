"""A product's page: its words, its facts in JSON-LD, the state that the frontend starts with."""

from __future__ import annotations

from dataclasses import replace

from sqlalchemy.exc import SQLAlchemyError

from app.context import context
from app.errors import ApiError, Gone, NotFound
from app.pages.found.facts import SCHEMA, Facts, breadcrumbs, web_address
from app.pages.found.page import FoundPage, away
from app.pages.meta import NOT_FOUND, PRODUCT, SITE, Meta, category_steps
from app.product.address import PREFIX, product_id_of
from app.product.view import Product, product_view
from app.search.filters import DEFAULT_CURRENCY

_CONDITIONS = {"new": "NewCondition", "vintage": "UsedCondition"}


def product_page(path: str, country: str, site: str) -> FoundPage | None:
    """Return the page of a product's path, None for other paths.

    What is gone from its store is shown as gone (410), with what is like it; what is not known is
    not found; while a server is away the browser asks again (503).
    """
    if not path.startswith(PREFIX):
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
        [_facts(product, pictures, site + own_path), _way(product, own_path, site)],
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


def _facts(product: Product, pictures: list[str], address: str) -> Facts:
    """Return the product as schema.org has it, with its offer as long as the store has it."""
    document, stored = product.document, product.stored
    facts: Facts = {
        "@context": SCHEMA,
        "@type": "Product",
        "name": document["name"],
        "url": address,
        "sku": str(stored.id),
        "image": pictures,
        "brand": {"@type": "Brand", "name": product.body["product"]["brand"]},
    }
    if document.get("colourText"):
        facts["color"] = document["colourText"]
    if stored.price and not stored.gone:
        facts["offers"] = {
            "@type": "Offer",
            "url": address,
            "price": str(stored.price),
            "priceCurrency": stored.currency,
            "availability": f"{SCHEMA}/{'SoldOut' if stored.sold_out else 'InStock'}",
            "itemCondition": f"{SCHEMA}/{_CONDITIONS[document['type']]}",
            "seller": {"@type": "Organization", "name": document["storeName"]},
        }
    return facts


def _way(product: Product, path: str, site: str) -> Facts:
    """Return the way to a product, through the finest category that it has."""
    category = (product.document.get("category") or [""])[-1]
    steps = category_steps(category, context().reference) if category else [(SITE, "/")]
    return breadcrumbs([*steps, (product.document["name"], path)], site)

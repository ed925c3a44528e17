"""A product's page: its words, its facts in JSON-LD, the state that the frontend starts with."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlsplit

from sqlalchemy.exc import SQLAlchemyError

from app.errors import ApiError, Gone, NotFound
from app.pages.meta import NOT_FOUND, PRODUCT, SITE, Meta
from app.product.address import PREFIX, product_id_of
from app.product.view import Product, product_view
from app.search.filters import DEFAULT_CURRENCY

_SCHEMA = "https://schema.org"


@dataclass(frozen=True, slots=True)
class ProductPage:
    """What the page of a path is. `path`: its one address; `image`: a picture's, "" without one."""

    meta: Meta
    path: str
    image: str = ""
    facts: dict[str, Any] | None = None
    state: dict[str, Any] | None = None


def product_page(path: str, country: str, site: str) -> ProductPage | None:
    """Return the page of a product's path, None for other paths.

    What is gone from its store is shown as gone (410), with what is like it; what is not known is
    not found; while a server is away the browser asks again (503).
    """
    if not path.startswith(PREFIX):
        return None
    product_id = product_id_of(path)
    if product_id is None:
        return ProductPage(NOT_FOUND, path)
    try:
        product = product_view(product_id, DEFAULT_CURRENCY, country)
    except (NotFound, Gone) as error:
        return ProductPage(replace(NOT_FOUND, status=int(error.status)), path)
    except (ApiError, SQLAlchemyError):
        return ProductPage(replace(PRODUCT, status=503, listed=False), path)
    pictures = [
        address
        for image in product.document["images"]
        if (address := _absolute(image["url"], site)) is not None
    ]
    own_path: str = product.body["path"]
    made_for = {"currency": DEFAULT_CURRENCY, "countryCode": country}
    return ProductPage(
        _meta(product),
        own_path,
        pictures[0] if pictures else "",
        _facts(product, pictures, site + own_path),
        made_for | {"view": product.body},
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


def _facts(product: Product, pictures: list[str], address: str) -> dict[str, Any]:
    """Return the product as schema.org has it, with its offer as long as the store has it."""
    document, stored = product.document, product.stored
    facts: dict[str, Any] = {
        "@context": _SCHEMA,
        "@type": "Product",
        "name": document["name"],
        "url": address,
        "image": pictures,
        "brand": {"@type": "Brand", "name": product.body["product"]["brand"]},
    }
    if document.get("colourText"):
        facts["color"] = document["colourText"]
    if stored.price is not None and not stored.gone:
        facts["offers"] = {
            "@type": "Offer",
            "url": address,
            "price": str(stored.price),
            "priceCurrency": stored.currency,
            "availability": f"{_SCHEMA}/{'SoldOut' if stored.sold_out else 'InStock'}",
            "seller": {"@type": "Organization", "name": document["storeName"]},
        }
    return facts


def _absolute(address: str, site: str) -> str | None:
    """Return a picture's address for others; None for what is no web address."""
    if address.startswith("/") and not address.startswith("//"):
        return site + address
    return address if urlsplit(address).scheme in ("http", "https") else None

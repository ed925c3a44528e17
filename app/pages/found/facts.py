"""What a page says in JSON-LD, in schema.org's words. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any
from urllib.parse import urlsplit

from app.product.address import product_path

SCHEMA = "https://schema.org"
LISTED = 24  # products of a page that its list names

Facts = dict[str, Any]


def breadcrumbs(steps: Sequence[tuple[str, str]], site: str) -> Facts:
    """Return the way to a page: the names and paths from the home page's on."""
    return {
        "@context": SCHEMA,
        "@type": "BreadcrumbList",
        "itemListElement": [
            {"@type": "ListItem", "position": place, "name": name, "item": site + path}
            for place, (name, path) in enumerate(steps, start=1)
        ],
    }


def item_list(hits: Iterable[Facts], total: int, site: str) -> Facts:
    """Return the first products of a page that has `total` of them."""
    return {
        "@context": SCHEMA,
        "@type": "ItemList",
        "numberOfItems": total,
        "itemListElement": [
            {
                "@type": "ListItem",
                "position": place,
                "name": hit["name"],
                "url": site + product_path(hit["name"], hit["productId"]),
            }
            for place, hit in zip(range(1, LISTED + 1), hits, strict=False)
        ],
    }


def web_address(address: str, site: str) -> str | None:
    """Return an address for others, one of our own with the site before it; None for no web one."""
    if address.startswith("/") and not address.startswith("//"):
        return site + address
    return address if urlsplit(address).scheme in ("http", "https") else None

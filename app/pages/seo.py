"""Pages as search engines read them: metadata and structured data."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any
from urllib.parse import urlsplit

from flask import Response

from app.api.catalogue import brand_question
from app.api.declare.caching import cached_value
from app.api.product import deals_question
from app.pages import feeds as atom
from app.pages.document import BRAND, NOT_FOUND, PRODUCT, ROUTES, SITE, Page, results_path
from app.product.brand import BRAND_PREFIX, slug_of
from app.product.related import PRODUCT_PREFIX, StoredProduct, product_id_of, product_path
from app.product.view import BLACK_FRIDAY, DEALS, FEED, PATHS, Product, in_season, product_view
from app.search import Body
from app.search.filters import DEFAULT_CURRENCY
from app.web.errors import ApiError, Gone, NotFound
from indexer.catalogue.tile import price_text

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


def away(page: Page, path: str) -> Page:
    """Return the page while a server is away: the browser tries again, it is not counted (503)."""
    return replace(page, status=503, listed=False, address=path)


def brand_page(path: str, country: str, site: str) -> Page | None:
    """Return the page of a brand's path, None for other paths.

    Search engines may list it while it has products.
    """
    if not path.startswith(BRAND_PREFIX):
        return None
    slug = slug_of(path)
    if slug is None:
        return replace(NOT_FOUND, address=path)
    try:
        brand: Body = cached_value(*brand_question(slug, country))[0]
    except NotFound:
        return replace(NOT_FOUND, address=path)
    except ApiError:
        return away(BRAND, path)
    about = " ".join(brand["story"])
    own_path = BRAND_PREFIX + slug
    return replace(
        BRAND,
        title=f"{brand['name']} – {SITE}",
        description=about,
        listed=bool(brand["products"]),
        address=own_path,
        image=_picture(brand, site),
        facts=[
            _facts(brand, about, site),
            item_list(brand["hits"], brand["products"], site),
            breadcrumbs([(SITE, "/"), (brand["name"], own_path)], site),
        ],
        state={"brand": {"countryCode": country, "about": brand}},
    )


def _facts(brand: Body, about: str, site: str) -> Facts:
    own = [brand["website"], brand["instagram"] or ""]
    return {
        "@context": SCHEMA,
        "@type": "OnlineStore",
        "name": brand["name"],
        "description": about,
        "url": f"{site}{BRAND_PREFIX}{brand['slug']}",
        "sameAs": [address for address in own if address and web_address(address, "") == address],
    }


def _picture(brand: Body, site: str) -> str:
    """Return the first picture of its products; "" where they have none."""
    addresses = [image["url"] for hit in brand["hits"] for image in hit.get("images", ())[:1]]
    return next(filter(None, (web_address(address, site) for address in addresses)), "")


def deals_page(path: str, country: str, site: str) -> Page | None:
    """Return the page of the deals or of Black Friday, None for other paths.

    Outside November the second has the date of its return; search engines have it in its season.
    """
    own_path = path.rstrip("/")
    if own_path not in PATHS:
        return None
    page = ROUTES[own_path]
    try:
        found = _available_in(country)
    except ApiError:
        return away(page, own_path)
    hits = [deal["hit"] for section in found["sections"] for deal in section["deals"]]
    way = [(SITE, "/"), (page.title.removesuffix(f" – {SITE}"), own_path)]
    return replace(
        page,
        listed=is_listed(own_path),
        address=own_path,
        facts=[item_list(hits, len(hits), site), breadcrumbs(way, site)],
        state={"deals": {"currency": DEFAULT_CURRENCY, "countryCode": country, "found": found}},
    )


def is_listed(path: str) -> bool:
    """Return True if search engines may have a page now: Black Friday's in November."""
    return path != BLACK_FRIDAY or in_season()


def feed(site: str) -> Response:
    """Return the deals as a feed: one entry a product and day on which it fell.

    Raises SearchUnavailable and CatalogueUnavailable.
    """
    found = _available_in("")
    deals = [deal for section in found["sections"] for deal in section["deals"]]
    newest = sorted(deals, key=lambda deal: (deal["since"], deal["off"]), reverse=True)
    return atom.feed(f"Real deals – {SITE}", FEED, DEALS, [_entry(deal) for deal in newest], site)


def _entry(deal: Body) -> atom.Entry:
    hit = deal["hit"]
    now, before = (price_text(hit, DEFAULT_CURRENCY, name) for name in ("price", "priceBefore"))
    return atom.Entry(
        product_path(hit["name"], hit["productId"]),
        f"{hit['name']}: {now}, {deal['off']} % less than {before}",
        f"{now} at {hit.get('storeName', hit['brand'])}. The lowest price of the 30 days"
        f" before it fell was {before}.",
        datetime.fromisoformat(deal["since"]).replace(tzinfo=UTC),
        mark=deal["since"],
    )


def _available_in(country: str) -> Body:
    found: Body = cached_value(*deals_question(DEFAULT_CURRENCY, country))[0]
    return found


_CONDITIONS = {"new": "NewCondition", "vintage": "UsedCondition"}


def product_page(path: str, country: str, site: str) -> Page | None:
    """Return the page of a product's path, None for other paths.

    What is gone from its store is shown as gone (410), with what is like it; what is not known is
    not found; while a server is away the browser tries again (503).
    """
    if not path.startswith(PRODUCT_PREFIX):
        return None
    product_id = product_id_of(path)
    if product_id is None:
        return replace(NOT_FOUND, address=path)
    try:
        product = product_view(product_id, DEFAULT_CURRENCY, country)
    except (NotFound, Gone) as error:
        return replace(NOT_FOUND, status=int(error.status), address=path)
    except ApiError:
        return away(PRODUCT, path)
    pictures = [
        address
        for image in product.document["images"]
        if (address := web_address(image["url"], site)) is not None
    ]
    own_path: str = product.body["path"]
    made_for = {"currency": DEFAULT_CURRENCY, "countryCode": country}
    return replace(
        _with_words(product),
        address=own_path,
        image=pictures[0] if pictures else "",
        facts=[
            _product_facts(product, pictures, site + own_path, site),
            _way(product, own_path, site),
        ],
        state={"product": made_for | {"view": product.body}},
        kind="product",
    )


def _with_words(product: Product) -> Page:
    document = product.document
    name, brand = document["name"], product.body["product"]["brand"]
    if product.stored.is_gone:
        about = f"{name} is no longer at {document['storeName']}; what is like it is."
        return replace(
            PRODUCT, title=f"{name} – {SITE}", description=about, status=410, listed=False
        )
    about = (
        f"{name} by {brand} at {document['storeName']}: price history, sizes, and what is like it."
    )
    return replace(PRODUCT, title=f"{name}, {brand} – {SITE}", description=about)


def _product_facts(product: Product, pictures: list[str], address: str, site: str) -> Facts:
    """Return the product as schema.org has it, with its offer as long as the store has it."""
    document = product.document
    facts: Facts = {
        "@context": SCHEMA,
        "@type": "Product",
        "name": document["name"],
        "url": address,
        "sku": str(product.stored.row.id),
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
    by_id = {each.row.id: each for each in (stored, *stored.mates)}
    sold = [one for one in product.body["offers"] if one["price"] and not one["soldOut"]]
    if len(sold) > 1:
        prices = [one["price"] for one in sold]  # in DEFAULT_CURRENCY, as the view was requested
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
    if not stored.row.price or stored.is_gone:
        return None
    condition = _CONDITIONS[product.document["type"]]
    own = _offer(stored, product.document["storeName"], address)
    before = product.measure.before if product.measure else None
    own["itemCondition"] = f"{SCHEMA}/{condition}"
    return own | _price_before(before, stored.row.currency)


def _offer(each: StoredProduct, store: str, address: str) -> Facts:
    return {
        "@type": "Offer",
        "url": address,
        "price": str(each.row.price),
        "priceCurrency": each.row.currency,
        "availability": f"{SCHEMA}/{'SoldOut' if each.row.sold_out else 'InStock'}",
        "seller": {"@type": "Organization", "name": store},
    }


def _price_before(before: Decimal | None, currency: str) -> Facts:
    """Return an offer's price before it: the measured one, never the store's own."""
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
    way = product.body["way"]
    steps = [(step["label"], results_path([("category", step["value"])])) for step in way]
    return breadcrumbs([(SITE, "/"), *steps, (product.document["name"], path)], site)

"""The feed of a search, and so of a store or a brand: what is new in it, as its screen finds it."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from urllib.parse import urlencode

from flask import Response

from app.context import context
from app.pages.atom import Entry, feed
from app.pages.found.facts import web_address
from app.pages.meta import SITE, meta_of
from app.product.address import product_path
from app.search import Body
from app.search.filters import BY_INDEX
from app.search.wire.address import Query, asked_currency, is_searched
from app.visitor_alerts.searches import search_request, wholly
from indexer.catalogue.document.store_price import price_text

FEED_PATH = "/feed.atom"
MOST = 50


def feed_path(query: Query) -> str:
    """Return where the feed of a search is; "" for what is none."""
    return f"{FEED_PATH}?{urlencode(query)}" if is_searched(query) else ""


def search_feed(query: Query, country: str, site: str) -> Response:
    """Return what is new in a search; raises Invalid for none, SearchUnavailable."""
    services, search, currency = context(), urlencode(query), asked_currency(query)
    asked = search_request(f"?{search}", currency, country)
    newest = replace(
        asked, sort=BY_INDEX["products_created_desc"], hits_per_page=MOST, all_fields=True
    )
    (hits,) = wholly(services, [newest])
    entries = [_entry(hit.document, currency, site) for hit in hits if hit.document]
    title = meta_of("/", query, services.reference).title.removesuffix(f" – {SITE}")
    return feed(f"{SITE}: {title}", feed_path(query), f"/?{search}", entries, site)


def _entry(document: Body, currency: str, site: str) -> Entry:
    told = price_text(document, currency)
    price = f", {told}" if told else ""
    stock = ", sold out" if document.get("soldOut") else ""
    picture = next((image["url"] for image in document.get("images") or ()), "")
    return Entry(
        product_path(document["name"], int(document["objectID"])),
        document["name"],
        f"{document['brand']}{price}{stock}",
        datetime.fromtimestamp(document["createdAt"], UTC),
        web_address(picture, site) or "",
    )

"""The deals' pages and their feed: words, facts in JSON-LD, the state that the frontend has."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from flask import Response
from sqlalchemy.exc import SQLAlchemyError

from app.api.deals import deals_question
from app.api.search.cached import cached_value
from app.deals.view import BLACK_FRIDAY, DEALS, FEED, PATHS, in_season
from app.errors import ApiError
from app.pages import atom
from app.pages.found.facts import breadcrumbs, item_list
from app.pages.found.page import FoundPage, away
from app.pages.meta import ROUTES, SITE
from app.product.address import product_path
from app.search import Body
from app.search.filters import DEFAULT_CURRENCY
from indexer.catalogue.document.store_price import price_text


def deals_page(path: str, country: str, site: str) -> FoundPage | None:
    """Return the page of the deals or of Black Friday, None for other paths.

    Outside November the second one says when it is back; search engines have it in its season.
    """
    own_path = path.rstrip("/")
    if own_path not in PATHS:
        return None
    meta = ROUTES[own_path]
    try:
        found = _found(country)
    except (ApiError, SQLAlchemyError):
        return away(meta, own_path)
    hits = [deal["hit"] for section in found["sections"] for deal in section["deals"]]
    name = meta.title.removesuffix(f" – {SITE}")
    return FoundPage(
        replace(meta, listed=is_listed(own_path)),
        own_path,
        "",
        [item_list(hits, len(hits), site), breadcrumbs([(SITE, "/"), (name, own_path)], site)],
        {"deals": {"currency": DEFAULT_CURRENCY, "countryCode": country, "found": found}},
    )


def is_listed(path: str) -> bool:
    """Return True if search engines may have a page now: Black Friday's in November."""
    return path != BLACK_FRIDAY or in_season()


def feed(site: str) -> Response:
    """Return the deals as a feed: one entry a product and day on which it fell.

    Raises SearchUnavailable and CatalogueUnavailable.
    """
    found = _found("")
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


def _found(country: str) -> Body:
    found: Body = cached_value(*deals_question(DEFAULT_CURRENCY, country))[0]
    return found

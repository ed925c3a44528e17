"""A brand's page."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import select

from app.live.context import context
from app.search import Body
from app.search.query.bodies import count_body, hits_body
from app.search.query.results import hits_of, tile_fields, values_counted
from app.search.request import SearchRequest
from app.search.wire import response
from app.web.errors import NotFound
from indexer.catalogue.stores import Store
from indexer.models import Brand

MOST_NAMED = 3  # countries and departments in a sentence


def _story(
    store: Store, row: Any, countries: Mapping[str, str], products: int, departments: Sequence[Body]
) -> list[str]:
    """Return the sentences; unknown facts are omitted. `countries`: their names by code."""
    kind = "a store of many brands" if store.is_multi_brand else "a store"
    ships = f" that ships from {store.country_name}" if store.country_name else ""
    lines = [
        f"{store.name} is {kind}{ships}.",
        _delivery([*store.ships_to], countries),
        "What it sells is vintage." if row.item_type == "vintage" else "",
        _products_sentence(products, departments),
        f"It has been here since {row.created_at:%B %Y}.",
    ]
    return [line for line in lines if line]


def _delivery(codes: Sequence[str], countries: Mapping[str, str]) -> str:
    if "*" in codes:
        return "It delivers all over the world."
    reached = [countries[code] for code in codes if code in countries]
    if not reached:
        return ""
    named, rest = reached[:MOST_NAMED], len(reached) - MOST_NAMED
    more = [f"{rest} more {'country' if rest == 1 else 'countries'}"] if rest > 0 else []
    return f"It delivers to {_enumeration([*named, *more])}."


def _products_sentence(products: int, departments: Sequence[Body]) -> str:
    if not products:
        return ""
    are = "of its products is here" if products == 1 else "of its products are here"
    parts = [f"{one['products']:,} in {one['label']}" for one in departments[:MOST_NAMED]]
    where = f": {_enumeration(parts)}" if len(parts) > 1 else ""
    return f"{products:,} {are}{where}."


def _enumeration(parts: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(parts[:-1]), parts[-1]]))


BRAND_PREFIX = "/brand/"
PRODUCTS = 24
_PATH = re.compile(r"/brand/([a-z0-9-]{1,200})/?", re.ASCII)


def slug_of(path: str) -> str | None:
    """Return the brand's slug that a path names, in lower case; None where it is no brand's."""
    match = _PATH.fullmatch(path.lower())
    return match[1] if match else None


def brand_view(slug: str, country: str) -> tuple[Body, int]:
    """Return a brand with its story, styles, departments and newest products, in stock first; and
    Elasticsearch's time in ms.

    All that it sells is there, wherever it is delivered to; amounts are in all currencies. Raises
    NotFound where visitors see no such brand, CatalogueUnavailable and SearchUnavailable.
    """
    services = context()
    reference = services.reference
    stores = (one for one in reference.active_stores if one.slug == slug)
    store, row = next(stores, None), _row(slug)
    if store is None or row is None:
        raise NotFound(f"There is no brand {slug}")
    hits, counted, took = _products(slug, country)
    names, counts = reference.labels["category"], values_counted(counted)["category"]
    departments: list[Body] = [
        {"value": value, "label": names.get(value, value), "products": many}
        for value, many in counts.items()
        if "/" not in value
    ]
    styles = [style for style in reference.styles if style.slug in store.styles]
    products: int = counted["hits"]["total"]["value"]
    body = {
        "id": store.id,
        "slug": slug,
        "name": store.name,
        "website": store.website,
        "instagram": row.instagram or None,
        "story": _story(store, row, reference.labels["shipsFrom"], products, departments),
        "styles": [{"id": style.id, "name": style.name, "slug": style.slug} for style in styles],
        "departments": departments,
        "products": products,
        "hits": hits,
    }
    return body, took


def _row(slug: str) -> Any:
    """Return what only the brand's row has; None where there is none."""
    statement = select(Brand.instagram, Brand.item_type, Brand.created_at).where(Brand.slug == slug)
    with context().session() as session:
        return session.execute(statement).one_or_none()


def _products(slug: str, country: str) -> tuple[list[Body], Body, int]:
    """Return a brand's newest products, how many it has of what, and Elasticsearch's time in ms."""
    services = context()
    visitor = services.visitor(country)
    own = services.visitor("").choosing("store", slug)
    request = SearchRequest(
        own,
        hits_per_page=PRODUCTS,
        highlighted=False,
        every_currency=True,
        spellings=services.spellings,
    )
    newest = hits_body(request) | tile_fields(visitor)
    (newest, counts), took = services.engine.search([newest, count_body(own, ["category"])])
    shown = replace(request, conditions=visitor)
    hits = [response.product(hit, shown) for hit in hits_of(newest, shown)]
    return sorted(hits, key=lambda hit: "soldOut" in hit), counts, took
